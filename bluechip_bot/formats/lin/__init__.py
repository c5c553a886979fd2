"""BridgeBase's LIN: `command|value|` pairs, and their boards."""

from bluechip_bot.formats.lin.codec import Command, LinError, LinFile, parse_file, read_file

__all__ = ["Command", "LinError", "LinFile", "parse_file", "read_file"]
