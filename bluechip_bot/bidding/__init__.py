"""Bidding: the call for a hand in an auction, and what the calls of all players show. Pure."""

from bluechip_bot.bidding.natural import Choice, choose
from bluechip_bot.bidding.reading import Reading, read

__all__ = ["Choice", "Reading", "choose", "read"]
