"""The record of a match: its folder, the file that keeps its state, and what they tell."""
