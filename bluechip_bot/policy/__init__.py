"""Bidding by a policy: a small network that knows how likely a hand makes each call. Pure."""
