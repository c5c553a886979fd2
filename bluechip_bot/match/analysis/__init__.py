"""The analysis of a match: the cost of each card, the share of each role, and all figures."""
