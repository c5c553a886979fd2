"""Finesses: tricks from the place of a card that is out."""

from __future__ import annotations

from collections.abc import Iterator

from bluechip_bot.planning.table import Table
from bluechip_bot.planning.task import Catalogue, Task, Way, play

FINESSE = Catalogue()


@FINESSE.method("play on", "finesse")
def finesse(table: Table) -> Iterator[Way]:
    """Low towards a tenace: a master and a card below it, with one card out between the two."""
    for suit in table.suits:
        low = table.lowest(table.turn, suit)
        tenace = _tenace(table, suit)
        if low >= 0 and tenace is not None:
            card, key = tenace
            if low < card:
                left = (table.turn + 1) % 4
                gain = table.chance(left, suit, 1 << key % 13)
                tasks = (play(low), Task("finesse two", (card, key)))
                yield Way(tasks, gain, suit, key, left)


def _tenace(table: Table, suit: int) -> tuple[int, int] | None:
    """The highest card of the other hand below a master and one card out, and that card."""
    out = table.out(suit)
    top = out.bit_length() - 1
    if top < 0 or not table.masters(table.other, suit):
        return None
    second = (out ^ 1 << top).bit_length() - 1
    between = table.ranks(table.other, suit) & ((1 << top) - 1) & ~((1 << second + 1) - 1)
    return (13 * suit + between.bit_length() - 1, 13 * suit + top) if between else None


@FINESSE.method("finesse two", "easy finesse")
def easy_finesse(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand has played the key card: cover it."""
    del card
    suit = key // 13
    if table.state.round.top == key % 13 and table.state.round.best % 2:
        higher = table.ranks(table.turn, suit) & ~((2 << key % 13) - 1)
        if higher:
            yield Way((play(13 * suit + (higher & -higher).bit_length() - 1),), suit=suit, card=key)


@FINESSE.method("finesse two", "standard finesse")
def standard_finesse(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand has played low, and may still hold the key card: finesse."""
    suit = key // 13
    left = (table.turn + 3) % 4
    if table.beats(card) and table.game.may_hold(table.state, left, suit, 1 << key % 13):
        yield Way((play(card),), suit=suit, card=key, player=left)


@FINESSE.method("finesse two", "busted finesse")
def busted_finesse(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand cannot hold the key card: do not finesse."""
    del card
    suit = key // 13
    left = (table.turn + 3) % 4
    masters = table.masters(table.turn, suit)
    if masters and not table.game.may_hold(table.state, left, suit, 1 << key % 13):
        yield Way((play(13 * suit + masters.bit_length() - 1),), suit=suit, card=key)
