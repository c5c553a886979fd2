"""Duels: the same deals and opponents for two ways to play the cards."""
