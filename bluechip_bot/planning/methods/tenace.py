"""Tenaces: our cards of a suit by how many cards are out above them; what wins a trick."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bluechip_bot.planning.state.table import PlanTable
from bluechip_bot.planning.view import DEFENDERS, OURS

_MOST_ABOVE: Final = 3
"""A card with more cards out above it than this is a small one."""


class TenaceRung(NamedTuple):
    """Cards of a hand between which no card is out, and what is out above them.

    The keys are the ranks that may be out above them; so many are missing, as one of two equal ones
    may have been played. `above` counts the cards of the hand above them that are not masters.
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
        """The rank out that is next above the rung."""
        return (self.keys & -self.keys).bit_length() - 1

    def keys_needed(self, spare: int = 0) -> int:
        """How many keys second hand has to hold for a trick more than the top cards.

        Every card from the rung upwards can draw one of the keys that fourth hand holds, and so
        can the `spare` ones opposite that are equal to the rung.
        """
        return max(1, self.missing - self.cards.bit_count() - self.above - spare + 1)


def rungs(table: PlanTable, player: int, suit: int) -> Iterator[TenaceRung]:
    """The cards of a hand that one to three cards out can beat, the highest first."""
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
    """How many of some ranks the defenders hold between them, as far as is known."""
    gone = [ranks for player in DEFENDERS for ranks in table.state.played(player, suit)]
    if not any(ranks & keys for ranks in gone):
        return keys.bit_count()
    ranks = [1 << rank for rank in range(13) if keys >> rank & 1]
    held = sum(table.chance(player, suit, rank) for player in DEFENDERS for rank in ranks)
    return max(1, round(held))


def tenaces(table: PlanTable, player: int, suit: int) -> Iterator[TenaceRung]:
    """The rungs of a hand that have a master above them, or a card with one card out above it."""
    guarded = bool(table.masters(player, suit))
    for rung in rungs(table, player, suit):
        if guarded:
            yield rung
        guarded |= rung.missing == 1


def equals(table: PlanTable, player: int, suit: int, rung: TenaceRung) -> int:
    """The ranks of a hand that are equal to those of a rung of the hand opposite."""
    ceiling = (1 << rung.lowest_key) - 1
    floor = (table.out(suit) & ceiling).bit_length()
    return table.ranks(player, suit) & ceiling & ~((1 << floor) - 1)


def cheapest(table: PlanTable, suit: int, floor: int) -> int:
    """The lowest card of a suit above a rank, of the hand whose turn it is; -1 for none."""
    higher = table.ranks(table.turn, suit) & ~((2 << floor) - 1 if floor >= 0 else 0)
    return 13 * suit + (higher & -higher).bit_length() - 1 if higher else -1


def is_sure(table: PlanTable) -> bool:
    """Whether the trick is ours whatever follows."""
    round_ = table.state.round
    if round_.best not in OURS:
        return False
    return round_.played == 3 or round_.top > table.top_out(round_.best_suit)
