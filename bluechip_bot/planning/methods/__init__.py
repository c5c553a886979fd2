"""The methods, by what they are about."""

from __future__ import annotations

from bluechip_bot.planning.methods.cashing import CASHING
from bluechip_bot.planning.methods.discard import DISCARD
from bluechip_bot.planning.methods.discovery import DISCOVERY
from bluechip_bot.planning.methods.endplay import ENDPLAY
from bluechip_bot.planning.methods.finesse import FINESSE
from bluechip_bot.planning.methods.length import LENGTH
from bluechip_bot.planning.methods.response import RESPONSE
from bluechip_bot.planning.methods.ruff import RUFF
from bluechip_bot.planning.methods.transport import TRANSPORT
from bluechip_bot.planning.methods.trumps import TRUMPS
from bluechip_bot.planning.task import Catalogue


def catalogue() -> Catalogue:
    """All methods."""
    joined = Catalogue()
    for part in (
        CASHING,
        DISCARD,
        DISCOVERY,
        ENDPLAY,
        FINESSE,
        LENGTH,
        RESPONSE,
        RUFF,
        TRANSPORT,
        TRUMPS,
    ):
        joined = joined.joined(part)
    return joined


__all__ = ["catalogue"]
