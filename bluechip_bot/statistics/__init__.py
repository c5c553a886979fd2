"""Statistics of paired comparisons: means, shares, intervals, a sequential test."""
