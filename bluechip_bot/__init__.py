"""A bridge player for table managers that speak the Blue Chip protocol.

The layers, each importing only what stands below it (`tests/unit/test_layers.py` checks it)::

    cli > net, lab > match > player > bidding, inference > constraints > formats, protocol > model
    player, match > engine > solver

Everything below `net` is pure: no sockets, no clock, no reactor, no module state.
"""

from typing import TYPE_CHECKING

__version__: str

if not TYPE_CHECKING:  # It would make every name an attribute.

    def __getattr__(name: str) -> str:
        """`__version__`, looked up when it is asked for: that takes longer than this import."""
        if name == "__version__":
            from bluechip_bot.release import version

            return version()
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
