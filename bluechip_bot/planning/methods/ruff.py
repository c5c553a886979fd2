"""Ruffs: in the short hand, both ways, to set up a long suit, and with a finesse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.planning.methods.finesse import CROSSING
from bluechip_bot.planning.methods.losers import (
    TRUMPS_FIRST,
    cashed,
    follows,
    guarded,
    kept_for_ruffs,
    losers,
    overruffed,
    ruffs,
    ruffs_wanted,
    side_suits,
    trumps_out,
    winners,
)
from bluechip_bot.planning.methods.outlook import affordable, runs_out
from bluechip_bot.planning.methods.spare import thrown
from bluechip_bot.planning.methods.task import FOLLOW, Catalogue, Task, Way, play
from bluechip_bot.planning.methods.tenace import cheapest, is_sure
from bluechip_bot.planning.state.state import NO_TRUMPS, partner
from bluechip_bot.planning.state.table import Table
from bluechip_bot.planning.view import DEFENDERS, OURS

RUFF = Catalogue()
_RUFF: Final = Task("ruff")
_CROSS: Final = Task("cross-ruff")
_SHORT: Final = 1.0
"""Gain of a ruff in the short hand that is in no danger."""
_LONG: Final = 0.4
"""Gain of a ruff in the long hand, whose trumps win tricks anyway."""
_LOW: Final = 0.75
"""Gain of a low ruff that cannot be overruffed."""
_OVERRUFFED: Final = 0.2
"""Loss of gain if it is sure to be overruffed."""
_HIGH: Final = 0.6
"""Gain of a ruff with a master trump when a low one would do."""
_SAVED: Final = 0.1
"""What it gains in addition if a low ruff is sure to be overruffed."""
_WANTED: Final = 0.5
"""What a ruff promises beyond drawing trumps if the contract wants it, and less if it does not."""
_CROSSING: Final = 0.1
"""Cost of crossing to the leading hand first."""
_PREPARED: Final = 0.2
"""What to prepare a ruff promises beyond drawing trumps if the contract wants it."""
_PREPARED_LOSS: Final = 0.1
"""Loss of gain for each trick given up on the way."""
_EARLY: Final = 1.0
"""Gain of preparing a ruff that the contract does not need."""
_EARLY_LOSS: Final = 0.3
"""Loss of gain for each trick given up in that case."""
_CROSS_RUFF: Final = 0.7
"""What a cross-ruff that makes the contract promises beyond drawing trumps."""
_ANY_CROSS_RUFF: Final = 0.6
"""Gain of any other cross-ruff."""
_SIDE_WINNER: Final = 0.5
"""Gain of cashing a side winner before a cross-ruff."""
_SURE: Final = 0.4
"""What that gains in addition if they are sure to follow."""
_NEXT_RUFF: Final = 0.5
"""Gain of the next ruff of a cross-ruff that cannot be overruffed."""
_AT_LEAST: Final = 0.1
"""Gain of a ruffing finesse that loses but sets up the lower cards."""
_SET_UP: Final = 0.9
"""Gain of ruffing out a long suit that is sure to break."""
_GO_ON: Final = 0.9
"""Gain of the next trick of a suit being ruffed out: more than that of stopping too early."""
_STOP: Final = 0.5
"""Gain of stopping."""
_LAST: Final = 0.1
"""Gain of going on when nothing else can be done."""


@RUFF.method("follow", "ruff low")
def ruff_low(table: Table) -> Iterator[Way]:
    """Ruff with the lowest trump that does it as the trick stands."""
    low, _, risk = _trumps(table)
    if low >= 0 and not is_sure(table):
        yield Way((play(low),), _LOW - _OVERRUFFED * risk, table.trumps, low, table.turn)


@RUFF.method("follow", "ruff high")
def ruff_high(table: Table) -> Iterator[Way]:
    """Ruff with a trump that cannot be beaten, where a low one may be."""
    low, high, risk = _trumps(table)
    if risk and high not in {low, -1} and not is_sure(table):
        yield Way((play(high),), _HIGH + _SAVED * risk, table.trumps, high, table.turn)


@RUFF.method("ruff", "ruff low")
def shall_ruff_low(table: Table) -> Iterator[Way]:
    """Ruff with the lowest trump that does it as the trick stands."""
    low, _, risk = _trumps(table)
    if low >= 0:
        yield Way((play(low),), _LOW - _OVERRUFFED * risk, table.trumps, low, table.turn)
    else:
        yield Way((FOLLOW,), _LAST)


@RUFF.method("ruff", "ruff high")
def shall_ruff_high(table: Table) -> Iterator[Way]:
    """Ruff with a trump that cannot be beaten, where a low one may be."""
    low, high, risk = _trumps(table)
    if risk and high not in {low, -1}:
        yield Way((play(high),), _HIGH + _SAVED * risk, table.trumps, high, table.turn)


def _trumps(table: Table) -> tuple[int, int, float]:
    """The lowest trump that wins so far, the lowest that wins at all, the risk of the first."""
    suit, trumps, round_ = table.state.round.suit, table.trumps, table.state.round
    if trumps in {NO_TRUMPS, suit} or table.ranks(table.turn, suit):
        return -1, -1, 0.0
    floor = round_.top if round_.best_suit == trumps else -1
    low = cheapest(table, trumps, floor)
    if low < 0 or round_.played == 3:
        return low, low, 0.0
    high = cheapest(table, trumps, max(floor, table.top_out(trumps)))
    return low, high, overruffed(table, (table.turn + 1) % 4, suit, low % 13)


@RUFF.method("play on", "ruff a loser", urgent=True)
def ruff_a_loser(table: Table) -> Iterator[Way]:
    """Lead a suit that the other hand lacks, and ruff it there; or get to the hand that leads."""
    first = _SHORT
    if trumps_out(table):
        first = TRUMPS_FIRST + (_WANTED if kept_for_ruffs(table) else -_WANTED)
    for suit in side_suits(table) if table.trumps != NO_TRUMPS else ():
        for leader in OURS:
            ruffer = partner(leader)
            low = table.lowest(leader, suit)
            trump = table.highest(ruffer, table.trumps)
            if low < 0 or trump < 0 or table.ranks(ruffer, suit):
                continue
            if not losers(table, leader, suit) and follows(table, suit, 1) == 1:
                continue
            short = table.length(ruffer, table.trumps) <= table.length(leader, table.trumps)
            risk = overruffed(table, (ruffer + 1) % 4, suit, trump % 13)
            gain = (first if short else _LONG) * (1 - risk)
            if leader == table.turn:
                yield Way((play(low), _RUFF), gain, suit, low, ruffer)
            elif short:
                tasks = (Task("cross for a ruff", (leader,)), play(low), _RUFF)
                yield Way(tasks, gain - _CROSSING, suit, low, ruffer)


@RUFF.method("play on", "prepare a ruff", urgent=True)
def prepare_a_ruff(table: Table) -> Iterator[Way]:
    """Play a suit of which the short trump hand has few cards, until it has none."""
    if not trumps_out(table):
        return
    wanted = kept_for_ruffs(table)
    for suit in side_suits(table):
        for leader in OURS:
            ruffer = partner(leader)
            short, few = table.length(ruffer, table.trumps), table.length(ruffer, suit)
            if not 0 < few < 3 or not 0 < short <= table.length(leader, table.trumps):
                continue
            if table.length(leader, suit) - max(few, winners(table, suit)) < 1:
                continue
            tasks = cashed(table, suit) or _given(table, suit)
            if tasks:
                lost = few - min(few, winners(table, suit))
                if lost and guarded(table, suit) and not winners(table, suit):
                    lost -= 1
                if lost > affordable(table):
                    continue
                promised = TRUMPS_FIRST + _PREPARED - _PREPARED_LOSS * lost
                gain = promised if wanted else _EARLY - _EARLY_LOSS * lost
                yield Way(tasks, gain, suit, -1, ruffer)


def _given(table: Table, suit: int) -> tuple[Task, ...]:
    """Give up a trick of the suit."""
    low = table.lowest(table.turn, suit)
    return (play(low), FOLLOW) if low >= 0 else ()


@RUFF.method("play on", "cross-ruff", urgent=True)
def cross_ruff(table: Table) -> Iterator[Way]:
    """Cross-ruff; cash the side winners first, or they will be ruffed."""
    if not trumps_out(table):
        return
    both = [ruffs(table, player) for player in OURS]
    if min(both) < 2:
        return
    side = sum(winners(table, suit) for suit in side_suits(table))
    total = side + sum(both)
    enough = total >= table.needed or total >= table.state.left - 1
    wanted = enough and ruffs_wanted(table) > 0
    gain = TRUMPS_FIRST + _CROSS_RUFF if wanted else _ANY_CROSS_RUFF
    for way in cross_on(table):
        if way.tasks:
            yield way._replace(gain=gain)


@RUFF.method("cross-ruff", "cash side winners")
def cash_side_winners(table: Table) -> Iterator[Way]:
    """A winner that would be ruffed later, of the suit that is most likely to stand it."""
    best: tuple[float, int, tuple[Task, ...]] | None = None
    for suit in side_suits(table):
        tasks = cashed(table, suit)
        if tasks and (best is None or follows(table, suit, 1) > best[0]):
            best = (follows(table, suit, 1), suit, tasks)
    if best is not None:
        chance, suit, tasks = best
        gain = _SIDE_WINNER + _SURE * chance
        yield Way((*tasks, _CROSS), gain, suit, -1, table.turn)


@RUFF.method("cross-ruff", "ruff")
def cross_over(table: Table) -> Iterator[Way]:
    """Lead what the other hand lacks, and ruff."""
    best: tuple[float, int] | None = None
    for suit in side_suits(table):
        low = table.lowest(table.turn, suit)
        trump = table.highest(table.other, table.trumps)
        if low >= 0 and trump >= 0 and not table.ranks(table.other, suit):
            safe = 1 - overruffed(table, (table.other + 1) % 4, suit, trump % 13)
            if best is None or safe > best[0]:
                best = (safe, low)
    if best is not None:
        safe, low = best
        yield Way((play(low), _RUFF, _CROSS), _NEXT_RUFF * safe, low // 13, low, table.other)


def cross_on(table: Table) -> Iterator[Way]:
    """The next trick of a cross-ruff."""
    yield from cash_side_winners(table)
    yield from cross_over(table)


@RUFF.method("cross-ruff", "end of the cross-ruff")
def cross_end(table: Table) -> Iterator[Way]:
    """Stop: nothing is left to ruff."""
    del table
    yield Way((), _LAST)


@RUFF.method("play on", "ruffing finesse")
def ruffing_finesse(table: Table) -> Iterator[Way]:
    """An honour led through the one card that beats it, towards a hand that can ruff."""
    for suit in side_suits(table) if table.trumps != NO_TRUMPS else ():
        for leader in OURS:
            ruffer, out = partner(leader), table.out(suit)
            high = table.highest(leader, suit)
            if high < 0 or table.ranks(ruffer, suit) or not table.ranks(ruffer, table.trumps):
                continue
            higher = out >> high % 13
            if higher.bit_count() != 1 or table.length(leader, suit) < 2:
                continue
            below = (out & ((1 << high % 13) - 1)).bit_length() - 1
            if (table.ranks(leader, suit) >> below + 1).bit_count() < 2:
                continue
            key = 13 * suit + out.bit_length() - 1
            left = (leader + 1) % 4
            gain = _AT_LEAST + (1 - _AT_LEAST) * table.chance(left, suit, 1 << key % 13)
            tasks: tuple[Task, ...] = (play(high), Task("ruffing finesse two", (key,)))
            if leader != table.turn:
                tasks, gain = (Task("get to", (leader,)), *tasks), gain - CROSSING
            yield Way(tasks, gain, suit, key, left)


@RUFF.method("ruffing finesse two", "ruff the cover")
def ruff_the_cover(table: Table, key: int) -> Iterator[Way]:
    """Second hand has covered, or ruffed: ruff."""
    del key
    if table.state.round.best in DEFENDERS:
        yield Way((_RUFF,), 1.0, table.state.round.suit)


@RUFF.method("ruffing finesse two", "discard on the finesse")
def discard_on_the_finesse(table: Table, key: int) -> Iterator[Way]:
    """Second hand has not covered: throw a loser, and hope."""
    if table.state.round.best in OURS:
        for place, card in enumerate(thrown(table)):
            yield Way((play(card),), 1.0 - 0.1 * place, key // 13, card, table.turn)


@RUFF.method("play on", "ruff out")
def ruff_out(table: Table) -> Iterator[Way]:
    """Ruff a long suit until the defenders have no more of it."""
    if table.trumps == NO_TRUMPS:
        return
    for suit in side_suits(table):
        for long in OURS:
            short = partner(long)
            few, trumps = table.length(short, suit), table.length(short, table.trumps)
            length = table.length(long, suit)
            if length < 3 or few > 2 or not trumps or few > winners(table, suit):
                continue
            if winners(table, suit) >= length or not table.longest(suit):
                continue
            rounds = min(length - 1, max(few, winners(table, suit)) + trumps)
            gain = _SET_UP * runs_out(table, suit, rounds)
            tasks = _established(table, suit, long)
            if tasks and gain:
                yield Way((*tasks, Task("ruff out", (suit, long))), gain, suit, -1, long)


def _established(table: Table, suit: int, long: int) -> tuple[Task, ...]:
    """The next trick towards a long suit: a winner, then ruffs."""
    short = partner(long)
    if table.ranks(short, suit):
        return cashed(table, suit)
    if not table.ranks(short, table.trumps) or table.length(long, suit) < 2:
        return ()
    low = table.lowest(long, suit)
    if table.turn != long:
        return (Task("cross for a ruff", (long,)), play(low), _RUFF)
    return (play(low), _RUFF)


@RUFF.method("ruff out", "ruff out")
def ruff_on(table: Table, suit: int, long: int) -> Iterator[Way]:
    """The next trick, unless the suit is good."""
    if table.longest(suit):
        tasks = _established(table, suit, long)
        if tasks:
            yield Way((*tasks, Task("ruff out", (suit, long))), _GO_ON, suit, -1, long)


@RUFF.method("ruff out", "the suit is good")
def ruffed_out(table: Table, suit: int, long: int) -> Iterator[Way]:
    """Go on: the suit is good."""
    yield Way((), _STOP if table.longest(suit) else 1.0, suit, -1, long)
