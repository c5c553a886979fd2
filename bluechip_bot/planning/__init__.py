"""Declarer play by planning: stratagems instead of cards, beliefs instead of samples."""
