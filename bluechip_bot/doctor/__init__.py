"""Checks of a machine before a championship.

Each check is a function that judges measurements, so that it can be tested on any machine.
Times are in seconds, sizes in bytes.
"""
