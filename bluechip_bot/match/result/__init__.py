"""The result of a match: swings, totals, victory points, matchpoints."""
