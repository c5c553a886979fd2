"""Bidding by a policy: a small network gives the probability of each call with a hand. Pure."""
