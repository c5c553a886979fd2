"""The boards of a match: where they come from, and in what form they are played."""
