"""Both ends of the Blue Chip table-manager protocol, without any input or output of their own.

`SeatSession` is a client's end and `TableSession` the manager's. Lines go in as text, effects
come out as values; `bluechip_bot.net` connects them to sockets.
"""
