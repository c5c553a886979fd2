"""What a player's calls show, as the world sampler takes it."""
