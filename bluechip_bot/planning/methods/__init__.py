"""The methods, by what they are about."""

from __future__ import annotations

from bluechip_bot.planning.methods.cashing import CASHING
from bluechip_bot.planning.methods.drop import DROP
from bluechip_bot.planning.methods.finesse import FINESSE
from bluechip_bot.planning.methods.honour import HONOUR
from bluechip_bot.planning.methods.response import RESPONSE
from bluechip_bot.planning.methods.safety import SAFETY
from bluechip_bot.planning.methods.transport import TRANSPORT
from bluechip_bot.planning.task import Catalogue


def catalogue() -> Catalogue:
    """All methods."""
    joined = Catalogue()
    for part in (CASHING, FINESSE, HONOUR, DROP, SAFETY, RESPONSE, TRANSPORT):
        joined = joined.joined(part)
    return joined


__all__ = ["catalogue"]
