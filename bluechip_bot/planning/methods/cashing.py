"""Cash out: the sure tricks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.planning.methods.outlook import entries, missing
from bluechip_bot.planning.methods.spare import spared
from bluechip_bot.planning.methods.task import RUN, Catalogue, Task, Way, play
from bluechip_bot.planning.state.table import Table

CASHING = Catalogue()
_FIRST: Final = 0.3
"""A gain above that of any play that may give up the lead."""


@CASHING.method("play on", "cash out", urgent=True)
def cash_out(table: Table) -> Iterator[Way]:
    """Run the sure tricks, and give up the rest."""
    if 0 < table.sure.tricks < table.state.left:
        yield Way((RUN,))


@CASHING.method("play on", "cash while in the hand")
def cash_stranded(table: Table) -> Iterator[Way]:
    """Cash a winner in a hand that cannot be reached again."""
    if not table.is_notrump or table.sure.tricks >= table.needed:
        return
    for suit in table.suits:
        winners = table.masters(table.turn, suit)
        if winners and not table.ranks(table.other, suit) and not entries(table, table.turn, suit):
            cost = spared(table, table.other)[0][0]
            card = table.highest(table.turn, suit)
            gain = missing(table) + _FIRST - max(0.0, cost)
            yield Way((play(card), Task("play low")), gain, suit, card, table.turn)


@CASHING.method("play on", "claim", urgent=True)
def claim(table: Table) -> Iterator[Way]:
    """Claim: all remaining tricks are ours."""
    if table.sure.tricks == table.state.left:
        yield Way((RUN,), 13.0)


@CASHING.method("play on", "concede", urgent=True)
def concede(table: Table) -> Iterator[Way]:
    """Concede: no trick is sure."""
    if not table.sure.tricks:
        yield Way((RUN,))
