"""Bidding: the call for a hand in an auction, and what the calls of all players show. Pure."""

from bluechip_bot.bidding.floor.natural import Choice, choose
from bluechip_bot.bidding.floor.reading import Reading, read

__all__ = ["Choice", "Reading", "choose", "read"]
