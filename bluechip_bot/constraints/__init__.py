"""What may be known of a hidden hand: boxes of high-card points and suit lengths. Pure."""

from bluechip_bot.constraints.box import ANY, Box, BoxError, Range

__all__ = ["ANY", "Box", "BoxError", "Range"]
