"""The methods, by what they are about."""

from __future__ import annotations

from bluechip_bot.planning.methods.cashing import CASHING
from bluechip_bot.planning.methods.discovery import DISCOVERY
from bluechip_bot.planning.methods.finesse import FINESSE
from bluechip_bot.planning.methods.length import LENGTH
from bluechip_bot.planning.methods.response import RESPONSE
from bluechip_bot.planning.methods.transport import TRANSPORT
from bluechip_bot.planning.task import Catalogue


def catalogue() -> Catalogue:
    """All methods."""
    joined = Catalogue()
    for part in (CASHING, DISCOVERY, FINESSE, LENGTH, RESPONSE, TRANSPORT):
        joined = joined.joined(part)
    return joined


__all__ = ["catalogue"]
