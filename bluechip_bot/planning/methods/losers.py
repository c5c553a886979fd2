"""Losers and trumps: what a hand would like to be rid of, and what it can ruff with."""

from __future__ import annotations

from typing import Final

from bluechip_bot.planning.position import DEFENDERS, OURS
from bluechip_bot.planning.state import NO_TRUMPS, partner
from bluechip_bot.planning.table import Table

TRUMPS_FIRST: Final = 3.0
"""The gain of drawing trumps: more than that of what is better done when they are out."""


def side_suits(table: Table) -> list[int]:
    """The suits that are not trumps."""
    return [suit for suit in table.suits if suit != table.trumps]


def trumps_out(table: Table) -> int:
    """How many trumps the defenders hold; 0 in notrump."""
    suit = table.trumps
    if suit == NO_TRUMPS or table.top_out(suit) < 0:
        return 0
    played = sum(len(table.state.played(defender, suit)) for defender in DEFENDERS)
    return table.game.out[suit].bit_count() - played


def is_master_left(table: Table) -> bool:
    """Whether the only trump that is out is higher than ours."""
    if trumps_out(table) != 1:
        return False
    return table.top_out(table.trumps) > table.state.both(table.trumps).bit_length() - 1


def winners(table: Table, suit: int) -> int:
    """The masters of a suit in both hands, no more than the longer hand has cards."""
    masters = sum(table.masters(player, suit).bit_count() for player in OURS)
    return min(masters, max(table.length(player, suit) for player in OURS))


def losers(table: Table, player: int, suit: int) -> int:
    """The cards of a hand's side suit that no master of ours takes care of."""
    return max(0, table.length(player, suit) - winners(table, suit))


def thrown(table: Table) -> list[int]:
    """The cards that the hand whose turn it is would throw, losers first, at most two."""
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


def follows(table: Table, suit: int, rounds: int) -> float:
    """How likely every defender follows so many more rounds of a suit, or has no trump."""
    if table.trumps == NO_TRUMPS or rounds <= 0:
        return 1.0
    game, state = table.game, table.state
    beliefs, total = game.beliefs, game.beliefs.weight(state.alive)
    risk = 0
    for defender in DEFENDERS:
        able = beliefs.narrow(state.alive, table.trumps, game.holds(state, defender, table.trumps))
        long = game.long(state, defender, suit, rounds)
        risk += beliefs.weight(beliefs.exclude(able, suit, long))
    return max(0.0, 1 - risk / total)


def overruffed(table: Table, defender: int, suit: int, trump: int) -> float:
    """How likely a defender lacks a suit and holds a trump above a rank."""
    game, state = table.game, table.state
    beliefs = game.beliefs
    higher = game.holds(state, defender, table.trumps, ~((2 << trump) - 1) & 0x1FFF)
    able = beliefs.narrow(state.alive, table.trumps, higher)
    void = beliefs.exclude(able, suit, game.holds(state, defender, suit))
    return beliefs.weight(void) / beliefs.weight(state.alive)


__all__ = [
    "TRUMPS_FIRST",
    "follows",
    "is_master_left",
    "losers",
    "overruffed",
    "side_suits",
    "thrown",
    "trumps_out",
    "winners",
]
