"""BridgeBase's LIN: `command|value|` pairs, and the boards that they tell of."""

from bluechip_bot.formats.lin.codec import Command, LinError, LinFile, parse_file, read_file

__all__ = ["Command", "LinError", "LinFile", "parse_file", "read_file"]
