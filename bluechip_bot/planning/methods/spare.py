"""The price, in tricks, of the cards that a hand can spare.

`Table.idle` is a first guess, cheap enough to be asked in every state.
"""

from __future__ import annotations

from typing import Final

from bluechip_bot.planning.methods.outlook import affordable, exhausted
from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import Table

_HIGHER: Final = 3
"""With this many cards out above it, an honour cannot be guarded."""


def spared(table: Table, player: int) -> list[tuple[float, int]]:
    """The lowest cards of a hand's suits by what it costs to throw them, in tricks."""
    cards = [table.lowest(player, suit) for suit in table.suits if table.ranks(player, suit)]
    return sorted((_cost(table, player, card), card) for card in cards)


def _cost(table: Table, player: int, card: int) -> float:
    """What it costs to throw the lowest card of a suit, in tricks."""
    numbers = table.numbers.discards
    suit, over = card // 13, partner(player)
    mine, his = table.ranks(player, suit), table.ranks(over, suit)
    length, opposite = mine.bit_count(), his.bit_count()
    masters = table.masters(player, suit), table.masters(over, suit)
    winners = (masters[0] | masters[1]).bit_count()
    if suit == table.trumps:
        return numbers.winner
    if masters[0] >> card % 13 & 1:
        # More winners than rounds: one falls under another.
        return numbers.winner if winners <= max(length, opposite) else numbers.guard
    if not table.is_notrump:
        # A suit that is shorter here than opposite can soon be ruffed.
        return numbers.length * (length - opposite)
    cost = -numbers.length * length
    if length > opposite:
        # The last card wins when they have no more, after as many rounds as can be lost.
        rounds = min(length - 1, winners + affordable(table))
        cost += exhausted(table, suit)[rounds]
    higher = (table.out(suit) >> mine.bit_length()).bit_count()
    if not winners and 0 < higher == length - 1 and higher < _HIGHER:
        cost = max(cost, numbers.guard / higher)
    if length == 1 and masters[1]:
        cost = max(cost, numbers.link)
    return cost
