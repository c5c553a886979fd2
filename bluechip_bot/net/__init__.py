"""Everything that touches sockets, processes and time: the thin shell around the pure core."""
