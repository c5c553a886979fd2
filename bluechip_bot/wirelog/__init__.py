"""Recorded sessions: read from wire logs, and replayed to see what has changed."""
