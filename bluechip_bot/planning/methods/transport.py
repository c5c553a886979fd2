"""Transport: how to get from one hand to the other."""

from __future__ import annotations

from collections.abc import Iterator

from bluechip_bot.planning.state import NO_TRUMPS
from bluechip_bot.planning.table import Table
from bluechip_bot.planning.task import Catalogue, Way, play

TRANSPORT = Catalogue()


@TRANSPORT.method("get to", "stay")
def stay(table: Table, player: int) -> Iterator[Way]:
    """The hand is on lead already."""
    if table.turn == player:
        yield Way((), 1.0, player=player)


@TRANSPORT.method("get to", "cross to a winner")
def cross(table: Table, player: int) -> Iterator[Way]:
    """Low to a winner in the other hand, where it costs least."""
    if table.turn == player:
        return
    for suit in table.suits:
        low = table.lowest(table.turn, suit)
        masters = table.masters(player, suit)
        if low >= 0 and masters:
            winner = 13 * suit + (masters & -masters).bit_length() - 1
            if low > winner:
                continue
            spare = masters.bit_count() - (table.length(player, suit) > masters.bit_count())
            loss = 0.0 if not table.masters(table.turn, suit) >> low % 13 & 1 else 0.5
            yield Way((play(low), play(winner)), 0.1 * spare - loss, suit, winner, player)


@TRANSPORT.method("get to", "ruff to the other hand")
def ruff_over(table: Table, player: int) -> Iterator[Way]:
    """A side suit, ruffed in the other hand."""
    if table.turn == player or table.trumps == NO_TRUMPS:
        return
    trump = table.lowest(player, table.trumps)
    for suit in table.suits:
        low = table.lowest(table.turn, suit)
        if suit != table.trumps and trump >= 0 and low >= 0 and not table.ranks(player, suit):
            yield Way((play(low), play(trump)), 0.0, suit, trump, player)
