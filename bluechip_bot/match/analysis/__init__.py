"""The analysis of a match: the cost of each card, the part of each role, all figures."""
