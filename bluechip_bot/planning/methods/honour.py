"""Honours: led to be run, and led towards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.planning.methods.finesse import CROSSING
from bluechip_bot.planning.methods.outlook import survives
from bluechip_bot.planning.methods.task import Catalogue, Task, Way, play
from bluechip_bot.planning.methods.tenace import Rung, cheapest, equals, rungs
from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import Table

HONOUR = Catalogue()

_LEAST: Final = 0.1
"""The least probability of a play that is considered."""
_TWO: Final = 2
"""The most cards out above an honour that is run in a suit contract.

Exactly as many are out above the lower card of a backward finesse.
"""
_STAYS: Final = 0.01
"""Worth, in tricks, of the chance that the leading hand stays on lead."""


@HONOUR.method("play on", "run an honour")
def run_honour(table: Table) -> Iterator[Way]:
    """Lead a card of a sequence and let it run, with a master behind it to cover with."""
    for suit in table.suits:
        for leader in (table.turn, table.other):
            over = partner(leader)
            masters = table.masters(over, suit)
            if masters and table.length(over, suit) > masters.bit_count():
                rung = next(rungs(table, leader, suit), None)
                if rung is None or (rung.keys.bit_count() > _TWO and not table.is_notrump):
                    continue
                same = equals(table, over, suit, rung)
                # With the highest of equal cards opposite, low towards it is as good.
                if rung.cards.bit_count() > 1 or 0 < same < rung.cards:
                    key = rung.keys_needed(same.bit_count() + _between(table, over, suit, rung))
                    yield from _led(table, suit, leader, rung, key, _STAYS)


@HONOUR.method("play on", "backward finesse")
def backward_finesse(table: Table) -> Iterator[Way]:
    """Lead an honour through its key card, to finesse the other way against the next card out."""
    for suit in table.suits:
        for leader in (table.turn, table.other):
            over = partner(leader)
            rung = next(rungs(table, leader, suit), None)
            both = table.masters(leader, suit) and table.masters(over, suit)
            if rung is None or rung.keys.bit_count() > 1 or not both:
                continue
            lower = next(
                (other for other in rungs(table, leader, suit) if other.keys.bit_count() > 1), None
            )
            alone = rung.cards.bit_count() == 1 and not equals(table, over, suit, rung)
            if alone and lower is not None and lower.keys.bit_count() == _TWO:
                share = table.chance((leader + 3) % 4, suit, lower.keys & ~rung.keys)
                yield from _led(table, suit, leader, rung, 1, 0.0, share)


def _between(table: Table, over: int, suit: int, rung: Rung) -> int:
    """The cards of the hand opposite that are above a rung, but no masters."""
    higher = table.ranks(over, suit) & ~((2 << rung.lowest_key) - 1)
    return (higher & ~table.masters(over, suit)).bit_count()


def _led(  # noqa: PLR0913, PLR0917 - a card, what it hopes for
    table: Table,
    suit: int,
    leader: int,
    rung: Rung,
    count: int,
    bonus: float,
    share: float = 1.0,
) -> Iterator[Way]:
    """The way to lead a rung and let it run, from either hand.

    Args:
        count: how many keys second hand has to hold.
        bonus: what it is worth beside that.
        share: what else it depends on.
    """
    left = (leader + 1) % 4
    card, key = 13 * suit + rung.top, 13 * suit + rung.lowest_key
    gain = share * table.chance(left, suit, rung.keys, count)
    if gain >= _LEAST:
        tasks = (play(card), Task("run two", (card, key)))
        if leader == table.turn:
            yield Way(tasks, gain + bonus, suit, key, left)
        else:
            cross = Task("get to", (leader,))
            yield Way((cross, *tasks), gain + bonus - CROSSING, suit, key, left)


@HONOUR.method("run two", "cover the key card")
def cover_key(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand has covered: cover his card as cheaply as possible."""
    round_, suit = table.state.round, key // 13
    if round_.best_suit == suit and round_.best % 2 and round_.top > card % 13:
        cover = cheapest(table, suit, round_.top)
        if cover >= 0:
            yield Way((play(cover),), 1.0, suit, key, table.turn)


@HONOUR.method("run two", "let it run")
def let_run(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand has played low and may still hold the key card: play low."""
    suit, left = key // 13, (table.turn + 3) % 4
    low = table.lowest(table.turn, suit)
    may = table.game.may_hold(table.state, left, suit, 1 << key % 13)
    if low >= 0 and may and table.state.round.best == table.other:
        yield Way((play(low),), 1.0, suit, card, left)


@HONOUR.method("run two", "overtake with a master")
def overtake(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand cannot hold the key card: win with a master."""
    suit, left = key // 13, (table.turn + 3) % 4
    masters = table.masters(table.turn, suit)
    if masters and not table.game.may_hold(table.state, left, suit, 1 << key % 13):
        high = 13 * suit + (masters & -masters).bit_length() - 1
        if table.beats(high):
            yield Way((play(high),), 1.0, suit, card, left)


@HONOUR.method("play on", "lead towards an honour")
def towards_honour(table: Table) -> Iterator[Way]:
    """Low towards an honour that only the cards above it can beat, once for every honour."""
    for suit in table.suits:
        for leader in (table.turn, table.other):
            over = partner(leader)
            low = table.lowest(leader, suit)
            rung = next(rungs(table, over, suit), None)
            if low < 0 or rung is None or table.masters(over, suit) or low % 13 >= rung.top:
                continue
            left = (leader + 1) % 4
            key = 13 * suit + rung.lowest_key
            gain = table.chance(left, suit, rung.keys, rung.keys_needed())
            # Second hand may play a key each time.
            keys = rung.keys.bit_count()
            winners = table.masters(leader, suit).bit_count()
            rounds = max(table.length(over, suit), table.length(leader, suit))
            guarded = table.length(over, suit) > keys and rounds > keys + winners
            if gain < _LEAST or not guarded:
                continue
            gain *= survives(table, suit, key, keys)
            tasks = (play(low), Task("honour two", (13 * suit + rung.top, key)))
            if leader == table.turn:
                yield Way(tasks, gain, suit, key, left)
            else:
                yield Way((Task("get to", (leader,)), *tasks), gain - CROSSING, suit, key, left)


@HONOUR.method("honour two", "keep the honour")
def keep_honour(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand has played the card that beats it: play low, and the honour is good."""
    round_, suit = table.state.round, key // 13
    low = table.lowest(table.turn, suit)
    if low >= 0 and round_.best_suit == suit and round_.best % 2 and round_.top > card % 13:
        yield Way((play(low),), 1.0, suit, card, table.turn)


@HONOUR.method("honour two", "play the honour")
def play_honour(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand has played low, and may hold what beats the honour: play it."""
    suit, left = key // 13, (table.turn + 3) % 4
    if table.beats(card) and table.game.may_hold(table.state, left, suit, 1 << key % 13):
        yield Way((play(card),), 1.0, suit, card, left)


@HONOUR.method("honour two", "duck")
def duck(table: Table, card: int, key: int) -> Iterator[Way]:
    """The card that beats the honour is behind it: it may fall when we play low."""
    suit, left = key // 13, (table.turn + 3) % 4
    low = table.lowest(table.turn, suit)
    falls = table.falls(suit, 1 << key % 13, 1)
    if low >= 0 and (falls > 0 or not table.game.may_hold(table.state, left, suit, 1 << key % 13)):
        yield Way((play(low),), falls, suit, card, table.turn)
