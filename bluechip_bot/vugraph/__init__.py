"""Vugraph: boards shown to people while they are played; values only, without input or output."""
