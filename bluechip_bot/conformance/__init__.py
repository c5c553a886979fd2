"""Conformance: scripts that check other programs against the rules of the protocol."""
