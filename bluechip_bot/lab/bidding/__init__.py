"""Measurements of how good the bidding is, on random deals and on records."""
