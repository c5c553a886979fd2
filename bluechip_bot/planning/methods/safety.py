"""Safety plays: the line in one suit that is most likely to take the tricks that are needed."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import Final

from bluechip_bot.planning.belief import Alive
from bluechip_bot.planning.methods.finesse import CROSSING
from bluechip_bot.planning.position import DECLARER, DUMMY, LEFT, OURS, RIGHT
from bluechip_bot.planning.suit import Counts, Division, Line, SingleSuit, classes
from bluechip_bot.planning.table import Table
from bluechip_bot.planning.task import Catalogue, Task, Way, play

SAFETY = Catalogue()

_MOST_OUT: Final = 8
_UNITS: Final = 255
"""Chances of divisions are compared in so many parts of the most likely one."""


@SAFETY.method("play on", "safety play")
def safety_play(table: Table) -> Iterator[Way]:
    """Give up the chance of more tricks in a suit to be safer of those that are needed."""
    for suit, tricks, single in _suits(table):
        if single.chance(tricks + 1):
            yield from _ways(table, suit, tricks, single)


@SAFETY.method("play on", "percentage play")
def percentage_play(table: Table) -> Iterator[Way]:
    """The most likely line for all the tricks that a suit can give."""
    for suit, tricks, single in _suits(table):
        if not single.chance(tricks + 1):
            yield from _ways(table, suit, tricks, single)


@SAFETY.method("suit two", "third hand plays")
def third_hand(table: Table, suit: int, tricks: int) -> Iterator[Way]:
    """Third hand's card of the most likely line, now that second hand's is known."""
    round_ = table.state.round
    if round_.suit != suit or round_.played != 2 or not table.ranks(table.turn, suit):
        return
    # The card on the table is the partner's or second hand's; where it is the partner's, what
    # second hand has played does not matter.
    led = -1 if round_.best != table.other else round_.top
    second = round_.top if led < 0 else -1
    best = _best(_single(table, suit).reply(tricks, table.turn, led, second))
    card = 13 * suit + best.rank
    yield Way((play(card),), float(best.chance), suit, card, table.turn)


def _ways(table: Table, suit: int, tricks: int, single: SingleSuit) -> Iterator[Way]:
    """How the best line begins; from the hand on lead if that is as good."""
    lines = single.leads(tricks)
    most = max(line.chance for line in lines)
    if not most:
        return
    best = [line for line in lines if line.chance == most]
    if len(best) > 1 and tricks < max(table.length(player, suit) for player in OURS):
        more = {line[1:]: line.chance for line in single.leads(tricks + 1)}
        highest = max(more[line[1:]] for line in best)
        best = [line for line in best if more[line[1:]] == highest]
    line = min(best, key=lambda line: line.player != table.turn)
    card = 13 * suit + line.rank
    tasks = (play(card), Task("suit two", (suit, tricks)))
    if line.player == table.turn:
        yield Way(tasks, float(most), suit, card, line.player)
    else:
        cross = Task("get to", (line.player,))
        yield Way((cross, *tasks), float(most) - CROSSING, suit, card, line.player)


def _best(lines: list[Line]) -> Line:
    """The best line; of equals that with the lowest card."""
    return min(lines, key=lambda line: (-line.chance, line.rank))


def _suits(table: Table) -> Iterator[tuple[int, int, SingleSuit]]:
    """The suits on which the contract depends, and how many tricks they must give."""
    sure = [_top_tricks(table, suit) for suit in table.suits]
    for suit in table.suits:
        tricks = table.needed - sum(sure) + sure[suit]
        most = max(table.length(player, suit) for player in OURS)
        few = sum(1 for player in OURS if table.ranks(player, suit)) < len(OURS)
        if few or not sure[suit] < tricks <= most or table.top_out(suit) < 0:
            continue
        if table.out(suit).bit_count() <= _MOST_OUT:
            single = _single(table, suit)
            if single.chance(tricks):
                yield suit, tricks, single


def _top_tricks(table: Table, suit: int) -> int:
    """The tricks that the top cards of a suit take by themselves."""
    masters = sum(table.masters(player, suit).bit_count() for player in OURS)
    most = max(table.length(player, suit) for player in OURS)
    return min(masters, most) if masters < table.longest(suit) else most


def _single(table: Table, suit: int) -> SingleSuit:
    """The suit by itself, as it is believed to divide; remembered by what it depends on."""
    hands = table.ranks(DECLARER, suit), table.ranks(DUMMY, suit)
    groups = classes(hands[0] | hands[1], table.out(suit))
    divisions = _divisions(table, suit, groups)
    key = ("suit", hands, groups, tuple(divisions.items()))
    single = table.game.runs.get(key)
    if single is None:
        single = table.game.runs[key] = SingleSuit(hands, groups, divisions)
    assert isinstance(single, SingleSuit)
    return single


def _divisions(table: Table, suit: int, groups: tuple[int, ...]) -> dict[Division, int]:
    """How likely each division is."""
    state, beliefs = table.state, table.game.beliefs
    rows: list[tuple[Alive, Counts, Counts]] = [(state.alive, (), ())]
    for group in groups:
        for defender in (LEFT, RIGHT):
            gone = state.played(defender, suit)
            split: list[tuple[Alive, Counts, Counts]] = []
            for alive, left, right in rows:
                rest = alive
                for count in range(group.bit_count() + 1):
                    more = beliefs.meets(defender, suit, gone + (group,) * count, group)
                    part = beliefs.exclude(rest, suit, more)
                    rest = beliefs.narrow(rest, suit, more)
                    if beliefs.weight(part):
                        if defender == LEFT:
                            split.append((part, (*left, count), right))
                        else:
                            split.append((part, left, (*right, count)))
                    if not beliefs.weight(rest):
                        break
            rows = split
    found: dict[Division, int] = {}
    for alive, left, right in rows:
        found[left, right] = found.get((left, right), 0) + beliefs.weight(alive)
    largest = max(found.values())
    if largest > _UNITS:
        found = {key: max(1, round(_UNITS * count / largest)) for key, count in found.items()}
    common = gcd(*found.values())
    return {key: count // common for key, count in sorted(found.items())}
