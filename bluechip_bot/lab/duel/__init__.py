"""Duels of card players: two ways to play the same deals against the same opponents."""
