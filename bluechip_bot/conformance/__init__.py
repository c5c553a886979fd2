"""Conformance: scripts by which other programs are checked against the rules of the protocol."""
