"""The catalogue of methods: one module for each kind of play.

Two modules have no methods of their own but answer what several methods ask: `outlook` (what suits
promise, losers and trumps, what can be discarded) and `tenace` (cards with higher ones out).
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
    """Return all methods. Among ways with equal gains, those of earlier modules come first."""
    parts = (DISCARD, FINESSE, LENGTH, RESPONSE, TRUMPS, TRANSPORT)
    return TaskCatalogue(entry for part in parts for entry in part)
