"""Checks of a machine before a championship.

Each check is a function that judges what was measured, so that it can be tried on any machine.
Times are in seconds, sizes in bytes.
"""
