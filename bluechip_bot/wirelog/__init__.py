"""Recorded sessions: read from logs of the wire, and played again to see what has changed."""
