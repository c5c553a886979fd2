"""The Blue Chip table-manager protocol, both ends, without any input or output of its own.

`SeatSession` is a client's end and `TableSession` the manager's. Lines go in as text, effects
come out as values; `bluechip_bot.net` connects them to sockets.
"""
