"""BridgeBase's LIN: `command|value|` pairs, and their boards."""

from bluechip_bot.formats.lin.codec import LinCommand, LinError, LinFile, parse_file, read_file

__all__ = ["LinCommand", "LinError", "LinFile", "parse_file", "read_file"]
