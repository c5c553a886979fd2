"""Responses: what to do with a trick that somebody has led to."""

from __future__ import annotations

from collections.abc import Iterator

from bluechip_bot.planning.position import OURS
from bluechip_bot.planning.table import Table
from bluechip_bot.planning.task import Catalogue, Way, play

RESPONSE = Catalogue()


@RESPONSE.method("follow", "win cheaply")
def win_cheaply(table: Table) -> Iterator[Way]:
    """Win with the lowest card that does it as the trick stands."""
    suit = table.state.round.suit
    card = _cheapest(table, suit, table.state.round.top)
    if card >= 0 and table.state.round.best_suit == suit and not _ours(table):
        yield Way((play(card),), 0.8, suit, card, table.turn)


@RESPONSE.method("follow", "win high")
def win_high(table: Table) -> Iterator[Way]:
    """Win with a card that nobody can beat, where a lower one may not be enough."""
    suit, round_ = table.state.round.suit, table.state.round
    masters = table.masters(table.turn, suit)
    if masters and round_.played < 3 and not _sure(table) and round_.best_suit == suit:
        card = 13 * suit + (masters & -masters).bit_length() - 1
        if card != _cheapest(table, suit, round_.top):
            yield Way((play(card),), 0.6, suit, card, table.turn)


@RESPONSE.method("follow", "play low")
def play_low(table: Table) -> Iterator[Way]:
    """Follow with the lowest card."""
    suit = table.state.round.suit
    card = table.lowest(table.turn, suit)
    if card >= 0:
        gain = 1.0 if _sure(table) else 0.5
        yield Way((play(card),), gain, suit, card, table.turn)


def _ours(table: Table) -> bool:
    """Whether the trick is ours as it stands."""
    return table.state.round.best in OURS


def _sure(table: Table) -> bool:
    """Whether the trick is ours whatever follows."""
    round_ = table.state.round
    if round_.best not in OURS:
        return False
    return round_.played == 3 or round_.top > table.top_out(round_.best_suit)


def _cheapest(table: Table, suit: int, floor: int) -> int:
    """The lowest card of a suit above a rank; -1 if there is none."""
    higher = table.ranks(table.turn, suit) & ~((2 << floor) - 1 if floor >= 0 else 0)
    return 13 * suit + (higher & -higher).bit_length() - 1 if higher else -1
