"""Safety plays: the line in one suit that is most likely to take the tricks that are needed."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import Final

from bluechip_bot.planning.methods.finesse import CROSSING
from bluechip_bot.planning.methods.suit import ClassCounts, Division, SingleSuit, classes
from bluechip_bot.planning.methods.task import Catalogue, Task, Way, play
from bluechip_bot.planning.methods.tenace import rungs
from bluechip_bot.planning.state.belief import Alive
from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import Table
from bluechip_bot.planning.view import DECLARER, DUMMY, LEFT, OURS, RIGHT

SAFETY = Catalogue()

_MOST_OUT: Final = 8
"""The most cards out in a suit analysed by itself: 256 divisions."""
_MARGIN: Final = 0.03
"""How much likelier than a plain finesse or drop a line must be to be considered."""
_RARE: Final = 0.03
"""The least probability of a line in which suits are analysed: that takes milliseconds."""
_UNITS: Final = 63
"""Probabilities of divisions are rounded to this fraction of the greatest."""


@SAFETY.method("play on", "safety play", deliberate=True)
def safety_play(table: Table) -> Iterator[Way]:
    """Give up the chance of more tricks in a suit to be safer of those that are needed."""
    for suit, tricks, single in _suits(table):
        if single.chance(tricks + 1):
            yield from _ways(table, suit, tricks, single)


@SAFETY.method("play on", "percentage play", deliberate=True)
def percentage_play(table: Table) -> Iterator[Way]:
    """The most likely line for all the tricks that a suit can give."""
    for suit, tricks, single in _suits(table):
        if not single.chance(tricks + 1):
            yield from _ways(table, suit, tricks, single)


@SAFETY.method("follow", "safety play in third hand", deliberate=True)
def third_hand_follow(table: Table) -> Iterator[Way]:
    """Our hand opposite has led: the card that is most likely to bring the tricks needed."""
    round_ = table.state.round
    suit = round_.suit
    if round_.played == 2 and round_.leader == table.other and table.out(suit):
        others = sum(_top_tricks(table, other) for other in table.suits if other != suit)
        tricks = table.needed - others
        if 0 < tricks <= max(table.length(player, suit) for player in OURS) + 1:
            low = table.lowest(table.turn, suit)
            for way in third_hand(table, suit, tricks):
                if way.card != low:
                    yield way._replace(method=_third_hand_name(table, way.card))


def _third_hand_name(table: Table, card: int) -> str:
    """What a card is called that is no safety play; empty for one that is."""
    round_, suit = table.state.round, card // 13
    if round_.best == table.other and round_.top > table.top_out(suit):
        # Over a winner opposite it is a matter of entries.
        return "overtake"
    lower = table.ranks(table.turn, suit) & ((1 << card % 13) - 1)
    if round_.best_suit == suit and table.beats(card) and not lower >> round_.top + 1:
        return "win the trick" if card % 13 > table.top_out(suit) else ""
    return ""


@SAFETY.method("suit two", "third hand plays")
def third_hand(table: Table, suit: int, tricks: int) -> Iterator[Way]:
    """Third hand's card of the most likely line, now that second hand's is known."""
    round_ = table.state.round
    if round_.suit != suit or round_.played != 2 or not table.ranks(table.turn, suit):
        return
    if round_.best_suit != suit or table.out(suit).bit_count() > _MOST_OUT:
        return
    # The card on the table is the partner's or second hand's; where it is the partner's, what
    # second hand has played does not matter.
    led = -1 if round_.best != table.other else round_.top
    second = round_.top if led < 0 else -1
    lines = _single(table, suit).reply(tricks, table.turn, led, second)
    most = max(line.chance for line in lines)
    if most:
        # Where two cards are as likely to do, it matters who may get the lead.
        best = sorted(line.rank for line in lines if line.chance == most)
        for rank in dict.fromkeys((best[0], best[-1])):
            card = 13 * suit + rank
            yield Way((play(card),), float(most), suit, card, table.turn)


def _plain(table: Table, suit: int) -> float:
    """The chance of the best plain finesse of a suit, or of the drop of its highest card out."""
    best = table.falls(suit, 1 << table.top_out(suit), max(1, _top_tricks(table, suit)))
    for leader in OURS:
        for rung in rungs(table, partner(leader), suit):
            left = (leader + 1) % 4
            best = max(best, table.chance(left, suit, rung.keys, rung.keys_needed()))
    return best


def _ways(table: Table, suit: int, tricks: int, single: SingleSuit) -> Iterator[Way]:
    """How the best lines begin: one from the hand on lead, and one from the other.

    The table does not know of entries, so where both are as good both are offered.
    """
    lines = single.leads(tricks)
    most = max(line.chance for line in lines)
    if not most:
        return
    more = {line[1:]: line.chance for line in single.leads(tricks + 1)}
    for player in (table.turn, table.other):
        best = [line for line in lines if line.chance == most and line.player == player]
        if not best:
            continue
        line = max(best, key=lambda line: more[line[1:]])
        card = 13 * suit + line.rank
        tasks = (play(card), Task("suit two", (suit, tricks)))
        name = _towards(table, partner(player), suit, line.rank)
        if player == table.turn:
            yield Way(tasks, float(most), suit, card, player, name)
        else:
            cross = Task("get to", (player,))
            yield Way((cross, *tasks), float(most) - CROSSING, suit, card, player, name)


def _towards(table: Table, over: int, suit: int, rank: int) -> str:
    """What a line is called that begins low towards unsupported honours; empty for any other."""
    honour = next(rungs(table, over, suit), None)
    if honour is None or table.masters(over, suit) or rank >= honour.top:
        return ""
    return "lead towards the honours"


def _suits(table: Table) -> Iterator[tuple[int, int, SingleSuit]]:
    """The suits on which the contract depends, and how many tricks they must give.

    Only those where the best line is likelier to give them than a plain finesse or the drop.
    """
    beliefs = table.game.beliefs
    if beliefs.weight(table.state.alive) < _RARE * beliefs.weight(beliefs.begin()):
        return
    sure = [_top_tricks(table, suit) for suit in table.suits]
    for suit in table.suits:
        tricks = table.needed - sum(sure) + sure[suit]
        most = max(table.length(player, suit) for player in OURS)
        few = sum(1 for player in OURS if table.ranks(player, suit)) < len(OURS)
        if few or not sure[suit] < tricks <= most or table.top_out(suit) < 0:
            continue
        if table.out(suit).bit_count() <= _MOST_OUT:
            plain = _plain(table, suit)
            if plain + _MARGIN >= 1:
                continue
            single = _single(table, suit)
            if single.chance(tricks) > plain + _MARGIN:
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
    rows: list[tuple[Alive, ClassCounts, ClassCounts]] = [(state.alive, (), ())]
    for group in groups:
        for defender in (LEFT, RIGHT):
            gone = state.played(defender, suit)
            split: list[tuple[Alive, ClassCounts, ClassCounts]] = []
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
