"""Plans in a bridge player's words, and as drawings."""
