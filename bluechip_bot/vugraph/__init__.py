"""Vugraph: boards shown to people while they are played, as values and without input or output."""
