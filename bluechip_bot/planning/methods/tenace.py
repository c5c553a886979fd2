"""Tenaces (our cards that missing cards can beat), and the cards that win the current trick."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bluechip_bot.planning.state.table import PlanTable
from bluechip_bot.planning.view import DEFENDERS, OURS

_MOST_ABOVE: Final = 3
"""A card with more cards out above it than this is a small one."""


class TenaceRung(NamedTuple):
    """Equal cards of a hand, with no card out between them, and the cards out above them.

    `cards` and `keys` are masks of ranks. The keys are the ranks above the cards that may be out;
    `missing` is how many are, as it may not be known which of two equal cards was played. `above`
    counts the hand's cards above the rung that are not masters.
    """

    cards: int
    keys: int
    above: int
    missing: int

    @property
    def top(self) -> int:
        """The highest rank of the rung."""
        return self.cards.bit_length() - 1

    @property
    def lowest_key(self) -> int:
        """The rank of the lowest card out above the rung."""
        return (self.keys & -self.keys).bit_length() - 1

    def keys_needed(self, spare: int = 0) -> int:
        """Return how many keys second hand must hold for us to win a trick beyond our masters.

        Each card from the rung upwards can force out a key that fourth hand holds, and so can the
        `spare` cards opposite that are equal to the rung.
        """
        return max(1, self.missing - self.cards.bit_count() - self.above - spare + 1)


def rungs(table: PlanTable, player: int, suit: int) -> Iterator[TenaceRung]:
    """Yield the rungs of a hand that one to three missing cards can beat, the highest first."""
    out, held = table.out(suit), table.ranks(player, suit)
    keys, above = 0, 0
    rest = out
    while rest and keys.bit_count() < _MOST_ABOVE:
        key = 1 << rest.bit_length() - 1
        rest ^= key
        keys |= key
        floor = rest.bit_length()
        cards = held & (key - 1) & ~((1 << floor) - 1)
        # With nothing out below it, a card under several is as good as a small one.
        if cards and (rest or not keys & (keys - 1)):
            yield TenaceRung(cards, keys, above, _still_out(table, suit, keys))
            above += cards.bit_count()


def _still_out(table: PlanTable, suit: int, keys: int) -> int:
    """Return how many cards of some ranks the defenders hold, as far as is known."""
    gone = [ranks for player in DEFENDERS for ranks in table.state.played(player, suit)]
    if not any(ranks & keys for ranks in gone):
        return keys.bit_count()
    ranks = [1 << rank for rank in range(13) if keys >> rank & 1]
    held = sum(table.chance(player, suit, rank) for player in DEFENDERS for rank in ranks)
    return max(1, round(held))


def tenaces(table: PlanTable, player: int, suit: int) -> Iterator[TenaceRung]:
    """Yield the rungs below a master of the hand, or below a card that one missing card beats."""
    guarded = bool(table.masters(player, suit))
    for rung in rungs(table, player, suit):
        if guarded:
            yield rung
        guarded |= rung.missing == 1


def equals(table: PlanTable, player: int, suit: int, rung: TenaceRung) -> int:
    """Return, as a mask, a hand's ranks that touch a rung of the hand opposite."""
    ceiling = (1 << rung.lowest_key) - 1
    floor = (table.out(suit) & ceiling).bit_length()
    return table.ranks(player, suit) & ceiling & ~((1 << floor) - 1)


def cheapest(table: PlanTable, suit: int, floor: int) -> int:
    """Return the lowest card of the hand on turn in a suit, above the rank `floor`; -1 for none."""
    higher = table.ranks(table.turn, suit) & ~((2 << floor) - 1 if floor >= 0 else 0)
    return 13 * suit + (higher & -higher).bit_length() - 1 if higher else -1


def is_sure(table: PlanTable) -> bool:
    """Whether the trick is ours whatever is played to it."""
    round_ = table.state.round
    if round_.best not in OURS:
        return False
    return round_.played == 3 or round_.top > table.top_out(round_.best_suit)
