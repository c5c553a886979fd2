"""Sockets, processes and time: the thin shell around the parts that only compute."""
