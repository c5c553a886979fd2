"""Deals played out by players who see no hidden cards."""
