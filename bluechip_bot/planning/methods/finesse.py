"""Finesses and honour leads: tricks that depend on which defender holds a missing card.

A low card is led towards a tenace or an honour, or an honour is led to be run. What third hand
plays to it depends on what second hand has played.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from bluechip_bot.planning.methods.outlook import survives
from bluechip_bot.planning.methods.task import Task, TaskCatalogue, TaskWay, play
from bluechip_bot.planning.methods.tenace import TenaceRung, cheapest, equals, rungs, tenaces
from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import PlanTable

FINESSE = TaskCatalogue()
_TWO: Final = 2
"""The most cards out above an honour that is run in a suit contract."""


def led(table: PlanTable, leader: int, way: TaskWay) -> TaskWay:
    """Return the way with the lead from our hand `leader`; crossing to it costs some gain."""
    if leader == table.turn:
        return way
    tasks = (Task("get to", (leader,)), *way.tasks)
    return way._replace(tasks=tasks, gain=way.gain - table.numbers.suits.crossing)


@FINESSE.method("play on", "finesse")
def finesse(table: PlanTable) -> Iterator[TaskWay]:
    """Lead low towards a tenace: a master and a lower card, with one missing card between them."""
    for suit, leader in product(table.suits, (table.turn, table.other)):
        over = partner(leader)
        rung = next(rungs(table, over, suit), None)
        if table.masters(over, suit) and rung is not None and rung.missing == 1:
            yield from _towards(table, suit, leader, rung)


@FINESSE.method("play on", "deep finesse")
def deep_finesse(table: PlanTable) -> Iterator[TaskWay]:
    """Lead low towards a tenace in which two or three cards are missing, and try its best card."""
    for suit, leader in product(table.suits, (table.turn, table.other)):
        found = [r for r in tenaces(table, partner(leader), suit) if r.missing > 1]
        ways = [way for rung in found for way in _towards(table, suit, leader, rung)]
        # The lower card is as good if it wins as often: the higher one stays.
        yield from sorted(ways, key=lambda way: (-way.gain, way.card))[:1]


def _towards(table: PlanTable, suit: int, leader: int, rung: TenaceRung) -> Iterator[TaskWay]:
    """Yield the way to lead low towards a tenace; none if an honour should be led instead."""
    low, key = table.lowest(leader, suit), 13 * suit + rung.lowest_key
    if low < 0 or low % 13 >= rung.top or equals(table, leader, suit, rung) > rung.cards:
        return
    between = table.ranks(leader, suit) & ((1 << rung.keys.bit_length()) - 1)
    left = (leader + 1) % 4
    gain = _gain(table, suit, left, rung)
    if (between >> rung.lowest_key).bit_count() > 1 or gain < table.numbers.suits.least:
        return
    tasks = (play(low), Task("finesse two", (13 * suit + rung.top, key)))
    yield led(table, leader, TaskWay(tasks, gain, suit, key, left))


def _gain(table: PlanTable, suit: int, left: int, rung: TenaceRung) -> float:
    """Return the probability that a finesse wins a trick, now or in a later round."""
    count, needed = rung.missing, rung.keys_needed()
    before = gain = table.chance(left, suit, rung.keys, count)
    for held in range(count - 1, needed - 1, -1):
        # The other keys take a trick each.
        least = table.chance(left, suit, rung.keys, held)
        if least > before:
            gain += (least - before) * survives(table, suit, lost=count - held)
        before = least
    return gain


@FINESSE.method("play on", "run an honour")
def run_honour(table: PlanTable) -> Iterator[TaskWay]:
    """Lead a card of a sequence and let it run, if the hand opposite has a master to cover with."""
    numbers = table.numbers.suits
    for suit, leader in product(table.suits, (table.turn, table.other)):
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
            higher = table.ranks(over, suit) & ~((2 << rung.lowest_key) - 1)
            spare = same.bit_count() + (higher & ~masters).bit_count()
            gain = table.chance(left, suit, rung.keys, rung.keys_needed(spare))
            if gain >= numbers.least:
                tasks = (play(card), Task("run two", (card, key)))
                yield led(table, leader, TaskWay(tasks, gain + numbers.stays, suit, key, left))


@FINESSE.method("play on", "lead towards an honour")
def towards_honour(table: PlanTable) -> Iterator[TaskWay]:
    """Lead low towards an honour that only missing cards can beat."""
    for suit, leader in product(table.suits, (table.turn, table.other)):
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
            yield led(table, leader, TaskWay(tasks, gain, suit, key, left))


@FINESSE.method("finesse two", "finesse two")
def finesse_two(table: PlanTable, card: int, key: int) -> Iterator[TaskWay]:
    """Cover if second hand beat `card`; else finesse, or play higher if it lacks the card `key`."""
    suit, left = key // 13, (table.turn + 3) % 4
    low, masters = table.lowest(table.turn, suit), table.masters(table.turn, suit)
    if _beaten(table, card):
        cover = cheapest(table, suit, table.state.round.top)
        if max(cover, low) >= 0:
            play_it = play(cover if cover >= 0 else low)
            yield TaskWay((play_it,), float(cover >= 0), suit, key, table.turn, "easy finesse")
    elif not table.beats(card):
        return
    elif _may_hold(table, left, key):
        yield TaskWay((play(card),), 1.0, suit, key, left, "standard finesse")
    else:
        higher = (r for r in rungs(table, table.turn, suit) if r.top > card % 13)
        found = [r for r in higher if _may_hold(table, left, 13 * suit + r.lowest_key)][-1:]
        for rung in found:
            card, key = 13 * suit + rung.top, 13 * suit + rung.lowest_key
        if not found and masters:
            card = 13 * suit + masters.bit_length() - 1
        if found or masters:
            yield TaskWay((play(card),), 1.0, suit, key, left, "busted finesse")


@FINESSE.method("run two", "run two")
def run_two(table: PlanTable, card: int, key: int) -> Iterator[TaskWay]:
    """Let the honour run if second hand may hold the key card; if it is beaten, cover cheaply.

    If second hand cannot hold the key card, win with a master.
    """
    suit, left = key // 13, (table.turn + 3) % 4
    low, masters = table.lowest(table.turn, suit), table.masters(table.turn, suit)
    if _beaten(table, card):
        cover = cheapest(table, suit, table.state.round.top)
        if cover >= 0:
            yield TaskWay((play(cover),), 1.0, suit, key, table.turn, "cover the key card")
    if _may_hold(table, left, key):
        if low >= 0 and table.state.round.best == table.other:
            yield TaskWay((play(low),), 1.0, suit, card, left, "let it run")
    elif masters and table.beats(high := 13 * suit + (masters & -masters).bit_length() - 1):
        yield TaskWay((play(high),), 1.0, suit, card, left, "overtake with a master")


@FINESSE.method("honour two", "honour two")
def honour_two(table: PlanTable, card: int, key: int) -> Iterator[TaskWay]:
    """Play the honour if second hand may hold the card that beats it; low if that card was played.

    Also play low if fourth hand must hold that card, as it may fall.
    """
    suit, left = key // 13, (table.turn + 3) % 4
    low, falls = table.lowest(table.turn, suit), table.falls(suit, 1 << key % 13, 1)
    if low >= 0 and _beaten(table, card):
        yield TaskWay((play(low),), 1.0, suit, card, table.turn, "keep the honour")
    if table.beats(card) and _may_hold(table, left, key):
        yield TaskWay((play(card),), 1.0, suit, card, left, "play the honour")
    if low >= 0 and (falls > 0 or not _may_hold(table, left, key)):
        yield TaskWay((play(low),), falls, suit, card, table.turn, "duck")


@FINESSE.method("follow", "third hand")
def third_hand(table: PlanTable) -> Iterator[TaskWay]:
    """Play third hand to our own lead: finesse, play low to let it run, or put up an honour."""
    round_, suit, left = table.state.round, table.state.round.suit, (table.turn + 3) % 4
    if round_.played != 2 or round_.leader != table.other or round_.best_suit != suit:
        return
    low, key = table.lowest(table.turn, suit), table.top_out(suit)
    for rung in tenaces(table, table.turn, suit):
        card, gain = 13 * suit + rung.top, _gain(table, suit, left, rung)
        if table.beats(card) and gain >= table.numbers.suits.least:
            key_card = 13 * suit + rung.lowest_key
            yield TaskWay((play(card),), gain, suit, key_card, left, "finesse in third hand")
    if not table.masters(table.turn, suit):
        yield from _put_up(table, suit, left)
    elif low >= 0 and round_.best == table.other and round_.top <= key:
        higher = table.out(suit) >> round_.top << round_.top
        safe = 1 - table.chance((table.turn + 1) % 4, suit, higher)
        gain = max(table.numbers.suits.runs, safe)
        yield TaskWay((play(low),), gain, suit, 13 * suit + key, left, "run the finesse")


def _put_up(table: PlanTable, suit: int, left: int) -> Iterator[TaskWay]:
    """Play an honour that only missing cards can beat, if second hand may hold these."""
    numbers, round_ = table.numbers.suits, table.state.round
    rung = next(rungs(table, table.turn, suit), None)
    if rung is None or not table.beats(13 * suit + rung.top):
        return
    card = 13 * suit + rung.top
    gain = table.chance(left, suit, rung.keys, rung.keys_needed())
    if not table.is_notrump:
        if round_.top > table.top_out(suit):
            # The trick is ours already.
            return
        enough = rung.cards & ~((2 << round_.top) - 1)
        card = 13 * suit + (enough & -enough).bit_length() - 1
        gain = numbers.put_up + numbers.sure * gain
    elif rung.cards.bit_count() > rung.missing:
        # Of a sequence the next one is good then, wherever the higher card is.
        gain = numbers.forces
    if gain >= numbers.least:
        key = 13 * suit + rung.lowest_key
        yield TaskWay((play(card),), gain, suit, key, left, "honour in third hand")


def _beaten(table: PlanTable, card: int) -> bool:
    """Whether second hand has beaten a card with a higher one of its suit."""
    round_ = table.state.round
    return round_.best_suit == card // 13 and round_.best % 2 == 1 and round_.top > card % 13


def _may_hold(table: PlanTable, defender: int, card: int) -> bool:
    """Whether a defender may still hold a card."""
    return table.game.may_hold(table.state, defender, card // 13, 1 << card % 13)
