"""The player: turns a request into a decision. It is the only extension point of the bot.

Seats and tables import the names of engines and the player's messages; only the process in which a
player thinks imports `search` and `planned`, and with them the solver.
"""

from bluechip_bot.player.interface import AnytimePlayer, Player
from bluechip_bot.player.making import EngineError, check_engine, check_settings, make_player

__all__ = [
    "AnytimePlayer",
    "EngineError",
    "Player",
    "check_engine",
    "check_settings",
    "make_player",
]
