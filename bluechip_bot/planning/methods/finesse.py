"""Finesses: tricks from the place of a card that is out, by leading low towards a tenace."""

from __future__ import annotations

from collections.abc import Iterator

from bluechip_bot.planning.methods.outlook import survives
from bluechip_bot.planning.methods.task import Catalogue, Task, Way, play
from bluechip_bot.planning.methods.tenace import Rung, cheapest, equals, rungs, tenaces
from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import Table

FINESSE = Catalogue()


def led(table: Table, leader: int, way: Way) -> Way:
    """A way that begins with a lead from one of our hands, which may have to be reached first."""
    if leader == table.turn:
        return way
    tasks = (Task("get to", (leader,)), *way.tasks)
    return way._replace(tasks=tasks, gain=way.gain - table.numbers.suits.crossing)


@FINESSE.method("play on", "finesse")
def finesse(table: Table) -> Iterator[Way]:
    """Low towards a tenace: a master and a card below it, with one card out between the two."""
    for suit in table.suits:
        for leader in (table.turn, table.other):
            over = partner(leader)
            rung = next(rungs(table, over, suit), None)
            if table.masters(over, suit) and rung is not None and not rung.is_deep:
                yield from _towards(table, suit, leader, rung)


@FINESSE.method("play on", "deep finesse")
def deep_finesse(table: Table) -> Iterator[Way]:
    """Low towards a tenace in which two or three cards are missing; the lower ones first."""
    for suit in table.suits:
        for leader in (table.turn, table.other):
            found = tenaces(table, partner(leader), suit)
            ways = [
                w for rung in found if rung.is_deep for w in _towards(table, suit, leader, rung)
            ]
            # The lower card is as good if it wins as often: the higher one stays.
            yield from sorted(ways, key=lambda way: (-way.gain, way.card))[:1]


def _towards(table: Table, suit: int, leader: int, rung: Rung) -> Iterator[Way]:
    """The way to lead low towards a rung of a tenace; none if honours are to be led themselves."""
    low, key = table.lowest(leader, suit), 13 * suit + rung.lowest_key
    if low < 0 or low % 13 >= rung.top or equals(table, leader, suit, rung) > rung.cards:
        return
    between = table.ranks(leader, suit) & ((1 << rung.keys.bit_length()) - 1)
    left = (leader + 1) % 4
    gain = _gain(table, suit, left, rung)
    if (between >> rung.lowest_key).bit_count() > 1 or gain < table.numbers.suits.least:
        return
    tasks = (play(low), Task("finesse two", (13 * suit + rung.top, key)))
    yield led(table, leader, Way(tasks, gain, suit, key, left))


def _gain(table: Table, suit: int, left: int, rung: Rung) -> float:
    """How likely a finesse wins a trick, at once or when its other cards are played later."""
    count, needed = rung.missing, rung.keys_needed()
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
    suit = key // 13
    if beaten(table, card):
        cover = cheapest(table, suit, table.state.round.top)
        if cover >= 0:
            yield Way((play(cover),), 1.0, suit, key, table.turn)
        elif (low := table.lowest(table.turn, suit)) >= 0:
            yield Way((play(low),), 0.0, suit, key, table.turn)


@FINESSE.method("finesse two", "standard finesse")
def standard_finesse(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand has played low, and may still hold the key card: finesse."""
    left = (table.turn + 3) % 4
    if table.beats(card) and may_hold(table, left, key):
        yield Way((play(card),), 1.0, key // 13, key, left)


@FINESSE.method("finesse two", "busted finesse")
def busted_finesse(table: Table, card: int, key: int) -> Iterator[Way]:
    """Second hand cannot hold the key card: do not finesse against it."""
    suit, left = key // 13, (table.turn + 3) % 4
    if may_hold(table, left, key) or not table.beats(card):
        return
    for rung in reversed(list(rungs(table, table.turn, suit))):
        if rung.top > card % 13 and may_hold(table, left, 13 * suit + rung.lowest_key):
            yield Way((play(13 * suit + rung.top),), 1.0, suit, 13 * suit + rung.lowest_key, left)
            return
    masters = table.masters(table.turn, suit)
    if masters:
        yield Way((play(13 * suit + masters.bit_length() - 1),), 1.0, suit, key, left)


@FINESSE.method("follow", "finesse in third hand")
def third_hand_finesse(table: Table) -> Iterator[Way]:
    """Our hand opposite has led and second hand has played low: a card below a higher one."""
    if not _is_third_hand(table):
        return
    suit, left = table.state.round.suit, (table.turn + 3) % 4
    for rung in tenaces(table, table.turn, suit):
        card, gain = 13 * suit + rung.top, _gain(table, suit, left, rung)
        if table.beats(card) and gain >= table.numbers.suits.least:
            yield Way((play(card),), gain, suit, 13 * suit + rung.lowest_key, left)


@FINESSE.method("follow", "run the finesse")
def run_finesse(table: Table) -> Iterator[Way]:
    """Our hand opposite has led a card that second hand has not covered: let it run."""
    round_, left = table.state.round, (table.turn + 3) % 4
    low, key = table.lowest(table.turn, round_.suit), table.top_out(round_.suit)
    if low < 0 or not _is_third_hand(table) or round_.best != table.other or round_.top > key:
        return
    if table.masters(table.turn, round_.suit):
        higher = table.out(round_.suit) >> round_.top << round_.top
        safe = 1 - table.chance((table.turn + 1) % 4, round_.suit, higher)
        gain = max(table.numbers.suits.runs, safe)
        yield Way((play(low),), gain, round_.suit, 13 * round_.suit + key, left)


@FINESSE.method("follow", "honour in third hand")
def third_hand_honour(table: Table) -> Iterator[Way]:
    """Our hand opposite has led: an honour that only cards out above it can beat.

    Second hand may hold these, and has played low.
    """
    numbers = table.numbers.suits
    if not _is_third_hand(table):
        return
    round_, suit, left = table.state.round, table.state.round.suit, (table.turn + 3) % 4
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
        gain = numbers.put_up + numbers.sure * gain
    elif rung.cards.bit_count() > rung.missing:
        # Of a sequence the next one is good then, wherever the higher card is.
        gain = numbers.forces
    if gain >= numbers.least:
        yield Way((play(card),), gain, suit, 13 * suit + rung.lowest_key, left)


def _is_third_hand(table: Table) -> bool:
    """Whether our hand opposite has led a suit that has not been ruffed."""
    round_ = table.state.round
    third = round_.played == 2 and round_.leader == table.other
    return third and round_.best_suit == round_.suit


def beaten(table: Table, card: int) -> bool:
    """Whether second hand has beaten a card with one of its suit."""
    round_ = table.state.round
    return round_.best_suit == card // 13 and round_.best % 2 == 1 and round_.top > card % 13


def may_hold(table: Table, defender: int, card: int) -> bool:
    """Whether a defender may still hold a card."""
    return table.game.may_hold(table.state, defender, card // 13, 1 << card % 13)
