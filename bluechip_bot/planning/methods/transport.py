"""Transport: how to get from one hand to the other.

To "get to" a hand the cheapest entry is used; to "cross for a ruff", by a hand whose trumps are to
ruff what is led then, these are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.planning.methods.losers import side_suits
from bluechip_bot.planning.methods.task import Catalogue, Task, Way, play
from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import Table

TRANSPORT = Catalogue()
_WAYS: Final = 2
"""The number of ways to cross that are considered."""
_ONLY_STOPPER: Final = 0.3
"""Cost, in tricks, of crossing with our only winner of a suit that they may run."""
_OWN_ENTRY: Final = 0.4
"""Cost of crossing with the only entry to the long cards of the same suit."""
_IN_TRUMPS: Final = 0.1
"""Worth of crossing in trumps, which draws them at the same time."""
_SPARE_WINNER: Final = 0.05
"""Worth of each winner that the hand has in the suit of the crossing."""
_OUTSIDE, _BY_RUFF, _BY_TRUMP = 1.0, 0.8, 0.6
"""Gains of the ways to cross for a ruff: the fewer of our trumps they take, the better."""


@TRANSPORT.method("get to", "stay")
def stay(table: Table, player: int) -> Iterator[Way]:
    """Do nothing: the hand is on lead already."""
    if table.turn == player:
        yield Way((), 1.0, player=player)


@TRANSPORT.method("get to", "cross to a winner")
def cross(table: Table, player: int) -> Iterator[Way]:
    """Lead low to a winner in the other hand, in the suit where that costs least."""
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
    """Overtake a winner with a higher one; that is free if there are enough winners."""
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
    """Lead a side suit that the other hand can ruff."""
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
        cost += _ONLY_STOPPER
    if table.length(player, suit) > table.length(over, suit) and there.bit_count() == 1:
        # The way to the long cards of the suit itself.
        cost += _OWN_ENTRY
    if suit == table.trumps:
        cost -= _IN_TRUMPS
    return cost - _SPARE_WINNER * there.bit_count()


@TRANSPORT.method("cross for a ruff", "cross to a winner")
def cross_outside(table: Table, player: int) -> Iterator[Way]:
    """Low to a side winner in the other hand."""
    for suit in side_suits(table):
        low, winner = table.lowest(table.turn, suit), _winner_above(table, player, suit)
        if 0 <= low < winner and player != table.turn:
            yield Way((play(low), Task("win with", (winner,))), _OUTSIDE, suit, winner, player)


@TRANSPORT.method("cross for a ruff", "ruff to the other hand")
def ruff_across(table: Table, player: int) -> Iterator[Way]:
    """A suit that the other hand lacks, ruffed there with whatever wins."""
    trump = table.lowest(player, table.trumps)
    for suit in side_suits(table) if player != table.turn and trump >= 0 else ():
        low = table.lowest(table.turn, suit)
        if low >= 0 and not table.ranks(player, suit):
            yield Way((play(low), Task("ruff")), _BY_RUFF, suit, trump, player)


@TRANSPORT.method("cross for a ruff", "cross in trumps")
def cross_in_trumps(table: Table, player: int) -> Iterator[Way]:
    """Low to a master trump in the other hand, if another one is left here to ruff with."""
    suit = table.trumps
    low, winner = table.lowest(table.turn, suit), _winner_above(table, player, suit)
    if 0 <= low < winner and player != table.turn and table.length(table.turn, suit) > 1:
        yield Way((play(low), Task("win with", (winner,))), _BY_TRUMP, suit, winner, player)


def _winner_above(table: Table, player: int, suit: int) -> int:
    """The lowest master of a hand's suit that beats the lowest card of the other hand's."""
    masters = table.masters(player, suit) & ~(
        (1 << max(0, table.lowest(table.turn, suit) % 13)) - 1
    )
    return 13 * suit + (masters & -masters).bit_length() - 1 if masters else -1
