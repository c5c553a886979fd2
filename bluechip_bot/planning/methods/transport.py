"""Transport: how to get from one hand to the other."""

from __future__ import annotations

from collections.abc import Iterator

from bluechip_bot.planning.state import partner
from bluechip_bot.planning.table import Table
from bluechip_bot.planning.task import Catalogue, Task, Way, play

TRANSPORT = Catalogue()
_WAYS = 2
"""Ways to cross that are looked at."""


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
    found = []
    for suit in table.suits:
        low = table.lowest(table.turn, suit)
        masters = table.masters(player, suit)
        if low >= 0 and masters and not table.masters(table.turn, suit) >> low % 13 & 1:
            winner = 13 * suit + (masters & -masters).bit_length() - 1
            found.append((_cost(table, player, suit), suit, low, winner))
    for cost, suit, low, winner in sorted(found)[:_WAYS]:
        tasks = (play(low), Task("win with", (winner,)))
        yield Way(tasks, -cost, suit, winner, player)


@TRANSPORT.method("get to", "overtake")
def overtake(table: Table, player: int) -> Iterator[Way]:
    """A winner here, beaten by a higher one there; free where there are enough of them."""
    if table.turn == player:
        return
    found = []
    for suit in table.suits:
        low = table.lowest(table.turn, suit)
        here = table.masters(table.turn, suit)
        if low < 0 or not here >> low % 13 & 1:
            continue
        there = table.masters(player, suit)
        higher = there & ~((1 << low % 13) - 1)
        if higher:
            length = max(table.length(table.turn, suit), table.length(player, suit))
            crash = here.bit_count() + there.bit_count() <= length
            winner = 13 * suit + (higher & -higher).bit_length() - 1
            found.append((crash, _cost(table, player, suit), suit, low, winner))
    for crash, cost, suit, low, winner in sorted(found)[:1]:
        tasks = (play(low), Task("win with", (winner,)))
        yield Way(tasks, -cost - crash, suit, winner, player)


@TRANSPORT.method("get to", "ruff to the other hand")
def ruff_over(table: Table, player: int) -> Iterator[Way]:
    """A side suit, ruffed in the other hand."""
    if table.turn == player or table.is_notrump:
        return
    trump = table.lowest(player, table.trumps)
    for suit in table.suits:
        low = table.lowest(table.turn, suit)
        if suit != table.trumps and trump >= 0 and low >= 0 and not table.ranks(player, suit):
            yield Way((play(low), play(trump)), 0.0, suit, trump, player)


def _cost(table: Table, player: int, suit: int) -> float:
    """What it costs to use up a winner of a suit as an entry."""
    over = partner(player)
    here, there = table.masters(over, suit), table.masters(player, suit)
    out, cost = table.out(suit), 0.0
    if out and not here and there.bit_count() == 1:
        # The only stopper.
        cost += 0.3
    if table.length(player, suit) > table.length(over, suit) and there.bit_count() == 1:
        # The way to the long cards of the suit itself.
        cost += 0.4
    if suit == table.trumps:
        cost -= 0.1
    return cost - 0.05 * there.bit_count()
