"""Layouts of hidden hands: counted, and drawn by weight."""
