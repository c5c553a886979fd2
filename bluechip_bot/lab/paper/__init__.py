"""The tables of the papers that the project implements, ours beside the printed figures."""
