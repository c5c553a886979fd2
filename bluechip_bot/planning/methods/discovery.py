"""Discovery: see how harmless suits lie before a card has to be guessed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.planning.methods.outlook import danger
from bluechip_bot.planning.position import LEFT, OURS
from bluechip_bot.planning.table import Table
from bluechip_bot.planning.task import Catalogue, Task, Way, play

DISCOVERY = Catalogue()
_OPEN: Final = 0.1
"""A card that is as likely as this with either defender has to be guessed."""
_DROPS: Final = 8
"""With as many cards as this in a suit, a queen may also be played to drop."""


@DISCOVERY.method("play on", "discovery")
def discover(table: Table) -> Iterator[Way]:
    """Cash a winner of another suit while a guess is open: who shows out, or has length, tells."""
    guess = _guess(table)
    if guess is None or danger(table) is not None:
        return
    key, chance = guess
    for suit in table.suits:
        if suit in (key // 13, table.trumps) or not table.out(suit) or not _harmless(table, suit):
            continue
        here, there = table.masters(table.turn, suit), table.masters(table.other, suit)
        low = table.lowest(table.turn, suit)
        gain = max(chance, 1 - chance) + 0.05 + 0.01 * table.length(table.turn, suit)
        longer = table.length(table.turn, suit) > table.length(table.other, suit)
        if here and not (there and longer):
            card = 13 * suit + here.bit_length() - 1
            yield Way((play(card), Task("play low")), gain, suit, key)
        elif there and low >= 0:
            card = 13 * suit + there.bit_length() - 1
            yield Way((play(low), Task("win with", (card,))), gain, suit, key)


def _guess(table: Table) -> tuple[int, float] | None:
    """A card that may be caught on either side, and how likely the left defender has it."""
    for suit in table.suits:
        out = table.out(suit)
        if not out or suit == table.trumps:
            continue
        top = out.bit_length() - 1
        chance = table.chance(LEFT, suit, 1 << top)
        if not _OPEN < chance < 1 - _OPEN:
            continue
        second = (out ^ 1 << top).bit_length() - 1
        hands = [table.ranks(player, suit) for player in OURS]
        masters = [ranks >> top + 1 for ranks in hands]
        below = [(ranks & (1 << top) - 1).bit_length() - 1 > second for ranks in hands]
        if not any(masters) or not any(below) or min(map(int.bit_count, hands)) < 2:
            continue
        both_ways = all(masters) and all(below)
        cards = sum(map(int.bit_count, hands))
        if both_ways or cards >= _DROPS:
            return 13 * suit + top, chance
    return None


def _harmless(table: Table, suit: int) -> bool:
    """Whether a winner can be cashed without opening the suit to them."""
    winners = sum(table.masters(player, suit).bit_count() for player in OURS)
    if winners != 1 or table.needed >= table.state.left:
        # A guess that fails then costs the contract, whatever else they take.
        return winners > 0
    losers = table.longest(suit) - 1
    return losers <= max(0, table.state.left - table.needed - 1)
