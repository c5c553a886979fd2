"""Readings of a player's calls, in the form that the world sampler takes."""
