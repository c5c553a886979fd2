"""The catalogue of methods: one module for each kind of play.

Modules without methods are `losers` (losers and trumps), `outlook` (what a suit promises), `spare`
(what can be thrown) and `tenace` (cards with higher ones out): what several methods ask.
"""

from __future__ import annotations

from typing import Final

from bluechip_bot.planning.methods.cashing import CASHING
from bluechip_bot.planning.methods.discard import DISCARD
from bluechip_bot.planning.methods.discovery import DISCOVERY
from bluechip_bot.planning.methods.drop import DROP
from bluechip_bot.planning.methods.endplay import ENDPLAY
from bluechip_bot.planning.methods.finesse import FINESSE
from bluechip_bot.planning.methods.honour import HONOUR
from bluechip_bot.planning.methods.length import LENGTH
from bluechip_bot.planning.methods.response import RESPONSE
from bluechip_bot.planning.methods.ruff import RUFF
from bluechip_bot.planning.methods.safety import SAFETY
from bluechip_bot.planning.methods.squeeze import SQUEEZE
from bluechip_bot.planning.methods.task import Catalogue
from bluechip_bot.planning.methods.transport import TRANSPORT
from bluechip_bot.planning.methods.trumps import TRUMPS

_PARTS: Final = (
    CASHING,
    DISCARD,
    DISCOVERY,
    DROP,
    ENDPLAY,
    FINESSE,
    HONOUR,
    LENGTH,
    RESPONSE,
    RUFF,
    SAFETY,
    SQUEEZE,
    TRANSPORT,
    TRUMPS,
)


def catalogue() -> Catalogue:
    """All methods. Among ways with equal gains, those of earlier parts are tried first."""
    joined = Catalogue()
    for part in _PARTS:
        joined = joined.joined(part)
    return joined


__all__ = ["catalogue"]
