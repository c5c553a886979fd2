"""What a hand can best spare: in notrump every card has its price, in tricks.

In suit contracts `losers.thrown` looks for losers instead, and `Table.idle` is the first guess.
"""

from __future__ import annotations

from typing import Final

from bluechip_bot.planning.methods.outlook import affordable, exhausted
from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import Table

_HIGHER: Final = 3
"""A card that so many cards out can beat guards nothing."""
_WINNER: Final = 1.0
"""A card that wins a round of its own."""
_GUARD: Final = 0.5
"""The card beside an honour that stops a suit, or may yet."""
_LINK: Final = 0.4
"""The last card with which partner's winners are reached."""
_LENGTH: Final = 0.02
"""What a card is worth less for every card in its suit: of equals the longest suit spares one."""


def spared(table: Table, player: int) -> list[tuple[float, int]]:
    """The lowest cards of a hand's suits in notrump, by what it costs to throw them, in tricks."""
    cards = [table.lowest(player, suit) for suit in table.suits if table.ranks(player, suit)]
    return sorted((_cost(table, player, card), card) for card in cards)


def spare_card(table: Table, player: int) -> int:
    """The card that a hand can best spare, in either kind of contract."""
    return spared(table, player)[0][1] if table.is_notrump else table.idle(player)


def _cost(table: Table, player: int, card: int) -> float:
    """What it costs to throw the lowest card of a suit, in tricks."""
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
    if not winners and 0 < higher == length - 1 and higher < _HIGHER:
        cost = max(cost, _GUARD / higher)
    if length == 1 and masters[1]:
        cost = max(cost, _LINK)
    return cost


__all__ = ["spare_card", "spared"]
