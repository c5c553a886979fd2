"""Bidding: the call for a hand in an auction, and what the calls of all players show. Pure."""
