"""BridgeBase's LIN: `command|value|` pairs, and their boards."""

from bluechip_bot.formats.lin.codec import LinCommand, LinFile, parse_file

__all__ = ["LinCommand", "LinFile", "parse_file"]
