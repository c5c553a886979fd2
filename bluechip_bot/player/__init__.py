"""The player: from a request to a decision. The one extension point of the bot."""

from bluechip_bot.player.chance import RandomPlayer
from bluechip_bot.player.interface import Player
from bluechip_bot.player.making import (
    UnknownEngine,
    check_bidding,
    check_engine,
    check_inference,
    make_player,
)
from bluechip_bot.player.rule import fallback
from bluechip_bot.player.search import SearchPlayer

__all__ = [
    "Player",
    "RandomPlayer",
    "SearchPlayer",
    "UnknownEngine",
    "check_bidding",
    "check_engine",
    "check_inference",
    "fallback",
    "make_player",
]
