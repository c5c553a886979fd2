"""Finesses: tricks from the place of a card that is out, by leading low towards a tenace."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.planning.methods.outlook import survives
from bluechip_bot.planning.methods.task import Catalogue, Task, Way, play
from bluechip_bot.planning.methods.tenace import Rung, cheapest, equals, rungs, tenaces
from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import Table

FINESSE = Catalogue()

CROSSING: Final = 0.05
"""What crossing to the other hand first costs, in tricks."""
_LEAST: Final = 0.1
"""The least probability of a finesse that is considered."""
_IMPRESSION: Final = 0.51
"""Gain of going on with a finesse: more than that of playing low for its own sake."""
_FORCES: Final = 0.9
"""Gain of one of two equal honours in third hand: one of them is good in any case."""
_PUT_UP: Final = 0.5
"""Gain of an honour in third hand in a suit contract, for which the lead was made."""
_WINS: Final = 0.4
"""What it gains in addition if second hand is sure to hold the card that beats it."""
_TWO: Final = 2
"""The fewest missing cards of a deep finesse."""
_THREE: Final = 3
"""The most missing cards of a deep finesse."""


@FINESSE.method("play on", "finesse")
def finesse(table: Table) -> Iterator[Way]:
    """Low towards a tenace: a master and a card below it, with one card out between the two."""
    for suit in table.suits:
        for leader in (table.turn, table.other):
            over = partner(leader)
            if table.masters(over, suit):
                rung = next(rungs(table, over, suit), None)
                if rung is not None and not rung.keys & (rung.keys - 1):
                    yield from _towards(table, suit, leader, rung)


@FINESSE.method("play on", "deep finesse")
def deep_finesse(table: Table) -> Iterator[Way]:
    """Low towards a tenace in which two or three cards are missing; the lower ones first."""
    for suit in table.suits:
        for leader in (table.turn, table.other):
            ways = [
                way
                for rung in tenaces(table, partner(leader), suit)
                if rung.keys & (rung.keys - 1)
                for way in _towards(table, suit, leader, rung)
            ]
            # The lower card is as good if it wins as often: the higher one stays.
            yield from sorted(ways, key=lambda way: (-way.gain, way.card))[:1]


def _towards(table: Table, suit: int, leader: int, rung: Rung) -> Iterator[Way]:
    """The ways to lead low towards a rung of a tenace."""
    low, key = table.lowest(leader, suit), 13 * suit + rung.lowest_key
    left = (leader + 1) % 4
    if low < 0 or low % 13 >= rung.top or equals(table, leader, suit, rung) > rung.cards:
        return
    between = table.ranks(leader, suit) & ((1 << rung.keys.bit_length()) - 1)
    if (between >> rung.lowest_key).bit_count() > 1:
        # They are to be led themselves.
        return
    gain = _gain(table, suit, left, rung)
    if gain < _LEAST:
        return
    tasks = (play(low), Task("finesse two", (13 * suit + rung.top, key)))
    if leader == table.turn:
        yield Way(tasks, gain, suit, key, left)
    else:
        yield Way((Task("get to", (leader,)), *tasks), gain - CROSSING, suit, key, left)


def _gain(table: Table, suit: int, left: int, rung: Rung) -> float:
    """How likely a finesse wins a trick, at once or when its other cards are played later."""
    count, needed = rung.keys.bit_count(), rung.keys_needed()
    before = gain = table.chance(left, suit, rung.keys, count)
    for held in range(count - 1, needed - 1, -1):
        # The other keys take a trick each.
        least = table.chance(left, suit, rung.keys, held)
        if least > before:
            gain += (least - before) * survives(table, suit, lost=count - held)
        before = least
    return gain


@FINESSE.method("finesse two", "easy finesse")
def easy_finesse(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand has played the key card, or a higher one: cover it."""
    round_, suit = table.state.round, key // 13
    if round_.best_suit == suit and round_.best % 2 and round_.top > card % 13:
        cover = cheapest(table, suit, round_.top)
        if cover >= 0:
            yield Way((play(cover),), 1.0, suit, key, table.turn)
        elif (low := table.lowest(table.turn, suit)) >= 0:
            yield Way((play(low),), 0.0, suit, key, table.turn)


@FINESSE.method("finesse two", "standard finesse")
def standard_finesse(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand has played low, and may still hold the key card: finesse."""
    suit = key // 13
    left = (table.turn + 3) % 4
    if table.beats(card) and _may_hold(table, left, suit, key):
        yield Way((play(card),), 1.0, suit, key, left)


@FINESSE.method("finesse two", "busted finesse")
def busted_finesse(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand cannot hold the key card: do not finesse against it."""
    suit = key // 13
    left = (table.turn + 3) % 4
    if _may_hold(table, left, suit, key) or not table.beats(card):
        return
    for rung in reversed(list(rungs(table, table.turn, suit))):
        if rung.top > card % 13 and _may_hold(table, left, suit, 13 * suit + rung.lowest_key):
            yield Way((play(13 * suit + rung.top),), 1.0, suit, 13 * suit + rung.lowest_key, left)
            return
    masters = table.masters(table.turn, suit)
    if masters:
        yield Way((play(13 * suit + masters.bit_length() - 1),), 1.0, suit, key, left)


@FINESSE.method("follow", "finesse in third hand")
def third_hand_finesse(table: Table) -> Iterator[Way]:
    """Our hand opposite has led and second hand has played low: a card below a higher one."""
    round_ = table.state.round
    suit, left = round_.suit, (table.turn + 3) % 4
    if round_.played == 2 and round_.leader == table.other and round_.best_suit == suit:
        for rung in tenaces(table, table.turn, suit):
            card, key = 13 * suit + rung.top, 13 * suit + rung.lowest_key
            if table.beats(card):
                gain = _gain(table, suit, left, rung)
                if gain >= _LEAST:
                    yield Way((play(card),), gain, suit, key, left)


@FINESSE.method("follow", "deep finesse in third hand")
def third_hand_deep(table: Table) -> Iterator[Way]:
    """The lowest card that beats what is on the table, with two or three still above it."""
    round_ = table.state.round
    suit, left = round_.suit, (table.turn + 3) % 4
    if round_.played != 2 or round_.leader != table.other or round_.best_suit != suit:
        return
    higher = table.ranks(table.turn, suit) >> round_.top + 1 << round_.top + 1
    card = (higher & -higher).bit_length() - 1
    keys = table.out(suit) >> card + 1 << card + 1 if card >= 0 else 0
    if _TWO <= keys.bit_count() <= _THREE and higher >> card + 1:
        key = keys.bit_length() - 1
        yield Way((play(13 * suit + card),), _IMPRESSION, suit, 13 * suit + key, left)


@FINESSE.method("follow", "honour in third hand")
def third_hand_honour(table: Table) -> Iterator[Way]:
    """Our hand opposite has led: an honour that only cards out above it can beat.

    Second hand may hold these, and has played low.
    """
    round_ = table.state.round
    suit, left = round_.suit, (table.turn + 3) % 4
    if round_.played != 2 or round_.leader != table.other or round_.best_suit != suit:
        return
    rung = next(rungs(table, table.turn, suit), None)
    if rung is None or table.masters(table.turn, suit) or not table.beats(13 * suit + rung.top):
        return
    card = 13 * suit + rung.top
    gain = table.chance(left, suit, rung.keys, rung.keys_needed())
    if not table.is_notrump:
        if round_.top > table.top_out(suit):
            # The trick is ours already.
            return
        enough = rung.cards & ~((2 << round_.top) - 1)
        card = 13 * suit + (enough & -enough).bit_length() - 1
        gain = _PUT_UP + _WINS * gain
    elif rung.cards.bit_count() > rung.keys.bit_count():
        # Of a sequence the next one is good then, wherever the higher card is.
        gain = _FORCES
    if gain >= _LEAST:
        yield Way((play(card),), gain, suit, 13 * suit + rung.lowest_key, left)


@FINESSE.method("follow", "run the finesse")
def run_finesse(table: Table) -> Iterator[Way]:
    """Our hand opposite has led a card that second hand has not covered: let it run."""
    round_ = table.state.round
    suit, left = round_.suit, (table.turn + 3) % 4
    if round_.played != 2 or round_.best != table.other or round_.best_suit != suit:
        return
    low, keys = table.lowest(table.turn, suit), table.out(suit) >> round_.top + 1 << round_.top + 1
    key = keys.bit_length() - 1
    if low >= 0 and keys and table.ranks(table.turn, suit) >> key:
        safe = 1 - table.chance(partner(left), suit, keys)
        yield Way((play(low),), max(_IMPRESSION, safe), suit, 13 * suit + key, left)


def _may_hold(table: Table, defender: int, suit: int, card: int) -> bool:
    return table.game.may_hold(table.state, defender, suit, 1 << card % 13)
