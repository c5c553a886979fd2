"""How good the bidding is, measured on deals and records."""
