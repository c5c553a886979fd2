"""The drop: cashing top cards so that a missing honour falls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.planning.methods.task import Catalogue, Task, Way, play
from bluechip_bot.planning.methods.tenace import rungs
from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import Table
from bluechip_bot.planning.view import DEFENDERS, OURS

DROP = Catalogue()

_LEAST: Final = 0.02
"""The least probability of a drop that is played for."""
_DOUBT: Final = 0.05
"""A break that fails no more often than this is taken for granted."""


@DROP.method("play on", "play for the drop")
def drop(table: Table) -> Iterator[Way]:
    """Cash a top card, and the rest later, for the highest card out to fall."""
    for suit in table.suits:
        if not _worth(table, suit):
            continue
        top = 1 << table.top_out(suit)
        rounds = _rounds(table, suit)
        gain = table.falls(suit, top, rounds) if rounds else 0.0
        # What is certain to fall is no hope, but counted among the sure tricks.
        if _LEAST <= gain < 1:
            key = 13 * suit + table.top_out(suit)
            for tasks in _tops(table, suit):
                yield Way(tasks, gain, suit, key, table.turn)


@DROP.method("play on", "play for the break")
def even_break(table: Table) -> Iterator[Way]:
    """Cash a top card, and the rest later, for the defenders to run out of the suit."""
    for suit in table.suits:
        rounds = _rounds(table, suit)
        spare = max(table.length(player, suit) for player in OURS) > rounds
        if not rounds or not spare or _worth(table, suit) or table.top_out(suit) < 0:
            continue
        longer = sum(table.chance(defender, suit, cards=rounds + 1) for defender in DEFENDERS)
        if _DOUBT < longer < 1 - _LEAST:
            for tasks in _tops(table, suit):
                yield Way(tasks, 1 - longer, suit, -1, table.turn)


@DROP.method("play on", "cash a top card first")
def cash_first(table: Table) -> Iterator[Way]:
    """Cash a top card before a finesse: the missing honour may be alone."""
    for suit in table.suits:
        if not _worth(table, suit):
            continue
        key = 13 * suit + table.top_out(suit)
        single = table.falls(suit, 1 << key % 13, 1)
        best = 0.0
        for leader in OURS:
            over = partner(leader)
            rung = next(rungs(table, over, suit), None)
            kept = sum(table.masters(player, suit).bit_count() for player in OURS) > 1
            if rung is None or not kept or table.length(leader, suit) < 2:
                continue
            left = (leader + 1) % 4
            best = max(best, table.chance(left, suit, rung.keys, rung.keys_needed()))
        if single >= _LEAST and best:
            for tasks in list(_tops(table, suit))[:1]:
                yield Way(tasks, best + single / 2, suit, key, table.turn)


def _rounds(table: Table, suit: int) -> int:
    """The rounds of a suit that our top cards win, before its last."""
    return min(
        sum(table.masters(player, suit).bit_count() for player in OURS),
        max(table.length(player, suit) for player in OURS) - 1,
    )


def _worth(table: Table, suit: int) -> bool:
    """Whether one of our cards becomes a master when the highest card out has gone."""
    return table.top_out(suit) >= 0 and any(
        (rung := next(rungs(table, player, suit), None)) is not None and rung.keys.bit_count() == 1
        for player in OURS
    )


def _tops(table: Table, suit: int) -> Iterator[tuple[Task, ...]]:
    """The ways to cash a top card: of the hand on lead, and of the other one."""
    masters = table.masters(table.turn, suit)
    if masters:
        yield (play(13 * suit + masters.bit_length() - 1),)
    low, masters = table.lowest(table.turn, suit), table.masters(table.other, suit)
    if masters and low >= 0:
        high = 13 * suit + masters.bit_length() - 1
        if low < high:
            yield (play(low), play(high))
