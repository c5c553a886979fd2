"""Endplays: a defender is thrown in when each of his leads costs a trick.

Double dummy does not value them, as it never has to guess; in the positions that they are for they
make contracts that depend on a guess otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.planning.methods.length import top_round
from bluechip_bot.planning.methods.losers import is_master_left, side_suits, trumps_out, winners
from bluechip_bot.planning.methods.outlook import sequence
from bluechip_bot.planning.methods.task import Catalogue, Task, TaskWay, play
from bluechip_bot.planning.methods.trumps import round_of_trumps
from bluechip_bot.planning.state.state import NO_TRUMPS
from bluechip_bot.planning.state.table import Table
from bluechip_bot.planning.view import OURS

ENDPLAY = Catalogue()
_TEN: Final = 8


@ENDPLAY.method("play on", "eliminate and throw in")
def eliminate(table: Table) -> Iterator[TaskWay]:
    """Strip the hands of all but a suit that they should lead, and let a defender have the lead."""
    if table.trumps == NO_TRUMPS or not all(table.ranks(player, table.trumps) for player in OURS):
        return
    before: tuple[Task, ...] = ()
    first = table.numbers.trumps.endplay - 1
    if _trumps_first(table):
        # A little less than to draw them for their own sake.
        first, before = first + table.numbers.trumps.draw, (Task("draw all"),)
    for frozen in side_suits(table):
        for exit_suit in table.suits if _is_frozen(table, frozen) else ():
            if exit_suit != frozen and _is_exit(table, exit_suit):
                others = [suit for suit in side_suits(table) if suit not in {frozen, exit_suit}]
                if all(_can_go(table, suit) for suit in others):
                    longer = max(table.length(player, frozen) for player in OURS)
                    gain = first if before else first + longer - winners(table, frozen)
                    both = (frozen, exit_suit)
                    tasks = (*before, Task("strip", both), Task("throw in", both))
                    yield TaskWay(tasks, gain, exit_suit)


def _trumps_first(table: Table) -> bool:
    """Whether they have trumps to be drawn."""
    return bool(trumps_out(table)) and not is_master_left(table)


@ENDPLAY.method("draw all", "draw trumps")
def draw_all(table: Table) -> Iterator[TaskWay]:
    """Lead trumps until they have none, or only the master."""
    if not _trumps_first(table):
        yield TaskWay((), 0.0, table.trumps)
    elif tasks := round_of_trumps(table):
        yield TaskWay((*tasks, Task("draw all")), 0.0, table.trumps)


def _is_frozen(table: Table, suit: int) -> bool:
    """Whether we lose a trick in a suit, and may gain one if they lead it."""
    if not all(table.ranks(player, suit) for player in OURS):
        return False
    longer = max(table.length(player, suit) for player in OURS)
    if longer < 2 or winners(table, suit) >= longer or sequence(table, suit) is not None:
        return False
    beaten = table.state.both(suit) & ((1 << max(0, table.top_out(suit))) - 1)
    return beaten.bit_length() - 1 >= _TEN


def _is_exit(table: Table, suit: int) -> bool:
    """Whether both hands can lose the lead with the last card of a suit.

    With more cards in one hand the suit could be led back, to be ruffed by the other for no gain.
    """
    lengths = [table.length(player, suit) for player in OURS]
    if suit == table.trumps:
        return min(lengths) > 1 and is_master_left(table)
    if not min(lengths) or table.top_out(suit) < 0 or sequence(table, suit) is not None:
        return False
    return lengths[0] == lengths[1] and winners(table, suit) < lengths[0]


def _can_go(table: Table, suit: int) -> bool:
    """Whether a suit can be played until neither hand has any."""
    lengths, rounds = [table.length(player, suit) for player in OURS], winners(table, suit)
    ruffs = min(table.length(player, table.trumps) for player in OURS)
    return min(lengths) <= rounds and max(lengths) - rounds <= ruffs


@ENDPLAY.method("strip", "eliminate")
def strip(table: Table, frozen: int, exit_suit: int) -> Iterator[TaskWay]:
    """A winner of the suits that must go, or a ruff; nothing when they are gone."""
    again = Task("strip", (frozen, exit_suit))
    left = [suit for suit in side_suits(table) if suit != frozen and table.state.both(suit)]
    for suit in left:
        tasks = top_round(table, suit)
        low = table.lowest(table.turn, suit)
        if not tasks and suit != exit_suit and low >= 0 and not table.ranks(table.other, suit):
            tasks = (play(low), Task("ruff"))
        if tasks:
            yield TaskWay((*tasks, again), 0.0, suit)
            return
    if all(suit == exit_suit for suit in left):
        yield TaskWay((), 0.0, exit_suit)
    elif any(table.ranks(table.other, suit) for suit in left if suit != exit_suit):
        # The cards that must go are in the other hand.
        yield TaskWay((Task("get to", (table.other,)), again))


@ENDPLAY.method("throw in", "throw in")
def throw_in(table: Table, frozen: int, exit_suit: int) -> Iterator[TaskWay]:
    """The exit card, from the hand on lead: low, or as high as may be to keep a defender out."""
    low, high = table.lowest(table.turn, exit_suit), table.highest(table.turn, exit_suit)
    if low >= 0:
        for card in (low, high) if high > low + 1 else (low,):
            yield TaskWay((play(card), Task("play low")), 0.0, frozen, card)
    elif table.ranks(table.other, exit_suit):
        yield TaskWay((Task("get to", (table.other,)), Task("throw in", (frozen, exit_suit))))
