"""The cards that a hand can best spare.

There are three orders. In notrump every card has a price in tricks (`spared`). In a suit contract
losers go first (`thrown`). `Table.idle` is a first guess for either, cheap enough to be asked in
every state.
"""

from __future__ import annotations

from typing import Final

from bluechip_bot.planning.methods.losers import losers, side_suits
from bluechip_bot.planning.methods.outlook import affordable, exhausted
from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import Table

_HIGHER: Final = 3
"""With this many cards out above it, an honour cannot be guarded."""


def spared(table: Table, player: int) -> list[tuple[float, int]]:
    """The lowest cards of a hand's suits in notrump, by what it costs to throw them, in tricks."""
    cards = [table.lowest(player, suit) for suit in table.suits if table.ranks(player, suit)]
    return sorted((_cost(table, player, card), card) for card in cards)


def spare_card(table: Table, player: int) -> int:
    """The card that a hand can best spare, in either kind of contract."""
    return spared(table, player)[0][1] if table.is_notrump else table.idle(player)


def thrown(table: Table) -> list[int]:
    """The cards that the hand on turn would throw in a suit contract: two at most, losers first."""
    player = table.turn

    def worth(suit: int) -> tuple[bool, int, int]:
        # Losers that the defenders can take at once go before those that they must still set up;
        # the suit that a discard makes short goes before the longer one.
        ours = table.state.both(suit)
        quick = table.top_out(suit) > ours.bit_length() - 1
        return (
            not (quick or suit == table.game.opening),
            table.length(player, suit),
            -table.length(partner(player), suit),
        )

    suits = [suit for suit in side_suits(table) if losers(table, player, suit)]
    cards = [table.lowest(player, suit) for suit in sorted(suits, key=worth)]
    idle = table.idle(player)
    if not cards or (idle not in cards[:2] and idle // 13 != table.trumps):
        cards = [*cards[:1], idle]
    return cards[:2]


def _cost(table: Table, player: int, card: int) -> float:
    """What it costs to throw the lowest card of a suit, in tricks."""
    numbers = table.numbers.discards
    suit, over = card // 13, partner(player)
    mine, his = table.ranks(player, suit), table.ranks(over, suit)
    length, opposite = mine.bit_count(), his.bit_count()
    masters = table.masters(player, suit), table.masters(over, suit)
    winners = (masters[0] | masters[1]).bit_count()
    if masters[0] >> card % 13 & 1:
        # More winners than rounds: one falls under another.
        return numbers.winner if winners <= max(length, opposite) else numbers.guard
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


__all__ = ["spare_card", "spared", "thrown"]
