"""Honours: led to be run, and led towards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.planning.methods.finesse import beaten, led, may_hold
from bluechip_bot.planning.methods.outlook import survives
from bluechip_bot.planning.methods.task import Catalogue, Task, Way, play
from bluechip_bot.planning.methods.tenace import Rung, cheapest, equals, rungs
from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import Table

HONOUR = Catalogue()

_TWO: Final = 2
"""The most cards out above an honour that is run in a suit contract."""


@HONOUR.method("play on", "run an honour")
def run_honour(table: Table) -> Iterator[Way]:
    """Lead a card of a sequence and let it run, with a master behind it to cover with."""
    numbers = table.numbers.suits
    for suit in table.suits:
        for leader in (table.turn, table.other):
            over, left = partner(leader), (leader + 1) % 4
            masters, rung = table.masters(over, suit), next(rungs(table, leader, suit), None)
            if rung is None or not masters or table.length(over, suit) == masters.bit_count():
                continue
            if rung.missing > _TWO and not table.is_notrump:
                continue
            same = equals(table, over, suit, rung)
            # With the highest of equal cards opposite, low towards it is as good.
            if rung.cards.bit_count() > 1 or 0 < same < rung.cards:
                card, key = 13 * suit + rung.top, 13 * suit + rung.lowest_key
                spare = same.bit_count() + _between(table, over, suit, rung)
                gain = table.chance(left, suit, rung.keys, rung.keys_needed(spare))
                if gain >= numbers.least:
                    tasks = (play(card), Task("run two", (card, key)))
                    yield led(table, leader, Way(tasks, gain + numbers.stays, suit, key, left))


def _between(table: Table, over: int, suit: int, rung: Rung) -> int:
    """The cards of the hand opposite that are above a rung, but no masters."""
    higher = table.ranks(over, suit) & ~((2 << rung.lowest_key) - 1)
    return (higher & ~table.masters(over, suit)).bit_count()


@HONOUR.method("run two", "cover the key card")
def cover_key(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand has covered: cover his card as cheaply as possible."""
    suit = key // 13
    if beaten(table, card):
        cover = cheapest(table, suit, table.state.round.top)
        if cover >= 0:
            yield Way((play(cover),), 1.0, suit, key, table.turn)


@HONOUR.method("run two", "let it run")
def let_run(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand has played low and may still hold the key card: play low."""
    suit, left = key // 13, (table.turn + 3) % 4
    low = table.lowest(table.turn, suit)
    if low >= 0 and may_hold(table, left, key) and table.state.round.best == table.other:
        yield Way((play(low),), 1.0, suit, card, left)


@HONOUR.method("run two", "overtake with a master")
def overtake(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand cannot hold the key card: win with a master."""
    suit, left = key // 13, (table.turn + 3) % 4
    masters = table.masters(table.turn, suit)
    if masters and not may_hold(table, left, key):
        high = 13 * suit + (masters & -masters).bit_length() - 1
        if table.beats(high):
            yield Way((play(high),), 1.0, suit, card, left)


@HONOUR.method("play on", "lead towards an honour")
def towards_honour(table: Table) -> Iterator[Way]:
    """Low towards an honour that only the cards above it can beat, once for every honour."""
    for suit in table.suits:
        for leader in (table.turn, table.other):
            over, left = partner(leader), (leader + 1) % 4
            low, rung = table.lowest(leader, suit), next(rungs(table, over, suit), None)
            if low < 0 or rung is None or table.masters(over, suit) or low % 13 >= rung.top:
                continue
            key, keys = 13 * suit + rung.lowest_key, rung.missing
            gain = table.chance(left, suit, rung.keys, rung.keys_needed())
            # Second hand may play a key each time.
            rounds = max(table.length(over, suit), table.length(leader, suit))
            guarded = rounds > keys + table.masters(leader, suit).bit_count()
            if gain >= table.numbers.suits.least and guarded and table.length(over, suit) > keys:
                gain *= survives(table, suit, key, keys)
                tasks = (play(low), Task("honour two", (13 * suit + rung.top, key)))
                yield led(table, leader, Way(tasks, gain, suit, key, left))


@HONOUR.method("honour two", "keep the honour")
def keep_honour(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand has played the card that beats it: play low, and the honour is good."""
    low = table.lowest(table.turn, key // 13)
    if low >= 0 and beaten(table, card):
        yield Way((play(low),), 1.0, key // 13, card, table.turn)


@HONOUR.method("honour two", "play the honour")
def play_honour(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand has played low, and may hold what beats the honour: play it."""
    left = (table.turn + 3) % 4
    if table.beats(card) and may_hold(table, left, key):
        yield Way((play(card),), 1.0, key // 13, card, left)


@HONOUR.method("honour two", "duck")
def duck(table: Table, card: int, key: int) -> Iterator[Way]:
    """The card that beats the honour is behind it: it may fall when we play low."""
    suit, left = key // 13, (table.turn + 3) % 4
    low, falls = table.lowest(table.turn, suit), table.falls(suit, 1 << key % 13, 1)
    if low >= 0 and (falls > 0 or not may_hold(table, left, key)):
        yield Way((play(low),), falls, suit, card, table.turn)
