"""Discards in notrump: what a hand can best spare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.planning.methods.outlook import affordable, exhausted
from bluechip_bot.planning.position import OURS
from bluechip_bot.planning.state import partner
from bluechip_bot.planning.table import Table
from bluechip_bot.planning.task import Catalogue, Way, play

SPARE = Catalogue()

_MOST: Final = 3
"""Suits from which a discard is thought of."""
_WINNER: Final = 1.0
_GUARD: Final = 0.5
"""The card beside an honour that stops a suit, or may yet."""
_LINK: Final = 0.4
"""The last card with which partner's winners are reached."""
_LENGTH: Final = 0.02


@SPARE.method("follow", "discard")
def discard(table: Table) -> Iterator[Way]:
    """Throw the card that costs least: no winner, no long card to be, no guard, no way across."""
    yield from _thrown(table)[:1]


@SPARE.method("follow", "discard", deliberate=True)
def discard_elsewhere(table: Table) -> Iterator[Way]:
    """Throw a card of another suit, where that costs little more at first sight."""
    yield from _thrown(table)[1:_MOST]


def _thrown(table: Table) -> list[Way]:
    turn = table.turn
    if not table.is_notrump or table.ranks(turn, table.state.round.suit):
        return []
    base = 1.0 if table.state.round.best in OURS else 0.4
    cards = spared(table, turn)
    return [Way((play(card),), base - 0.1 * cost, card // 13, card, turn) for cost, card in cards]


def spared(table: Table, player: int) -> list[tuple[float, int]]:
    """The lowest cards of a hand's suits in notrump, by what it costs to throw them, in tricks."""
    cards = [table.lowest(player, suit) for suit in table.suits if table.ranks(player, suit)]
    return sorted((_cost(table, player, card), card) for card in cards)


def _cost(table: Table, player: int, card: int) -> float:
    suit, over = card // 13, partner(player)
    mine, his = table.ranks(player, suit), table.ranks(over, suit)
    length, opposite = mine.bit_count(), his.bit_count()
    masters = table.masters(player, suit), table.masters(over, suit)
    winners = (masters[0] | masters[1]).bit_count()
    if masters[0] >> card % 13 & 1:
        # More winners than rounds: one falls under another.
        return _WINNER if winners <= max(length, opposite) else _GUARD
    cost = -_LENGTH * length
    if length > opposite:
        # The last card wins when they have no more, after as many rounds as can be lost.
        rounds = min(length - 1, winners + affordable(table))
        cost += exhausted(table, suit)[rounds]
    higher = (table.out(suit) >> mine.bit_length()).bit_count()
    if not winners and 0 < higher == length - 1 and higher < _MOST:
        cost = max(cost, _GUARD / higher)
    if length == 1 and masters[1]:
        cost = max(cost, _LINK)
    return cost
