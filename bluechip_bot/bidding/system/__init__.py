"""Bidding systems: rule files and switches, checked, and shown as a convention card."""
