"""The catalogue of methods: one module for each kind of play.

Modules without methods are `outlook` (what a suit promises, losers and trumps, what can be thrown)
and `tenace` (cards with higher ones out): they answer what several methods ask.
"""

from __future__ import annotations

from bluechip_bot.planning.methods.discard import DISCARD
from bluechip_bot.planning.methods.finesse import FINESSE
from bluechip_bot.planning.methods.length import LENGTH
from bluechip_bot.planning.methods.response import RESPONSE
from bluechip_bot.planning.methods.task import TaskCatalogue
from bluechip_bot.planning.methods.transport import TRANSPORT
from bluechip_bot.planning.methods.trumps import TRUMPS


def catalogue() -> TaskCatalogue:
    """All methods. Among ways with equal gains, those of earlier parts are tried first."""
    parts = (DISCARD, FINESSE, LENGTH, RESPONSE, TRUMPS, TRANSPORT)
    return TaskCatalogue(entry for part in parts for entry in part)
