"""A bridge player for table managers that speak the Blue Chip protocol.

The layers, each importing only what stands below it (`tests/unit/test_layers.py` checks it)::

    cli > net, lab > match > player > bidding, inference > constraints > formats, protocol > model
    player, match > engine > solver

Everything below `net` is pure: no sockets, no clock, no reactor, no module state.
"""

__version__ = "0.1.0"
