"""The record of a match: its folder, the file that keeps its state, and readers of both."""
