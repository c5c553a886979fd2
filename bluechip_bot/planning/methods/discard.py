"""Discards: losers thrown on winners, and on losers."""

from __future__ import annotations

from collections.abc import Iterator

from bluechip_bot.planning.methods.losers import (
    drawn,
    follows,
    losers,
    quick_losers,
    side_suits,
    trumps_out,
)
from bluechip_bot.planning.methods.outlook import affordable
from bluechip_bot.planning.methods.spare import spared, thrown
from bluechip_bot.planning.methods.task import FOLLOW, Catalogue, Task, Way, play
from bluechip_bot.planning.state.state import NO_TRUMPS, partner
from bluechip_bot.planning.state.table import Table
from bluechip_bot.planning.view import OURS

DISCARD = Catalogue()


@DISCARD.method("follow", "discard")
def discard(table: Table) -> Iterator[Way]:
    """Throw the card that can best be spared, on a winner or where there is no ruffing."""
    numbers = table.numbers.discards
    if not _may_ruff(table):
        yield from _thrown(
            table,
            numbers.ours if table.state.round.best in OURS else numbers.theirs,
        )


@DISCARD.method("follow", "loser on loser")
def loser_on_loser(table: Table) -> Iterator[Way]:
    """Throw a loser on a trick that could be ruffed: it is lost anyway, and the trump is kept."""
    numbers = table.numbers.discards
    if _may_ruff(table):
        yield from _thrown(
            table,
            numbers.opposite if _is_partners(table) else numbers.lost,
        )


def _is_partners(table: Table) -> bool:
    """Whether the other hand is still to play and can win with a master of the suit led."""
    round_ = table.state.round
    masters = table.masters(table.other, round_.suit)
    return round_.played == 1 and masters.bit_length() - 1 > round_.top


def _may_ruff(table: Table) -> bool:
    """Whether a trick that is not ours could be ruffed by the hand whose turn it is."""
    round_, trumps = table.state.round, table.trumps
    if trumps in {NO_TRUMPS, round_.suit} or round_.best in OURS:
        return False
    return table.ranks(table.turn, trumps) > 0


def _thrown(table: Table, gain: float) -> Iterator[Way]:
    """The cards to throw, the one best spared first; none if we can follow."""
    if table.ranks(table.turn, table.state.round.suit):
        return
    found = spared(table, table.turn)[:1] if table.is_notrump else enumerate(thrown(table))
    for cost, card in found:
        yield Way(
            (play(card),), gain - table.numbers.discards.next * cost, card // 13, card, table.turn
        )


@DISCARD.method("play on", "discard losers", urgent=True)
def discard_losers(table: Table) -> Iterator[Way]:
    """Cash more winners than the other hand can follow to, and throw losers of its own."""
    if not trumps_out(table):
        return
    lost = drawn(table).lost
    hurry = lost > 0 and lost + quick_losers(table) > affordable(table)
    for suit in side_suits(table):
        for long in OURS:
            short = partner(long)
            tasks = _first(table, suit, long)
            if not tasks or not _losers(table, short, suit):
                continue
            safe = follows(table, suit, table.length(short, suit) + 1)
            # Before trumps only where drawing them would lose the lead, and too many tricks.
            yield Way(
                (*tasks, Task("discard losers", (suit, long))),
                (table.numbers.trumps.draw + 1 if hurry else table.numbers.discards.later) * safe,
                suit,
                tasks[0].arguments[0] if tasks[0].name == "play" else -1,
                short,
            )


def _first(table: Table, suit: int, long: int) -> tuple[Task, ...]:
    """The first trick of a suit that has winners for discards in a hand; none if it has not."""
    short = partner(long)
    masters, length = table.masters(long, suit), table.length(short, suit)
    held = (masters | table.masters(short, suit)).bit_count()
    if not masters or held <= length:
        return ()
    if table.turn == long:
        # The short hand's honours first, or they block the way.
        if table.masters(short, suit) and table.lowest(long, suit) < table.highest(short, suit):
            return (play(table.lowest(long, suit)), FOLLOW)
        return (play(table.highest(long, suit)), Task("throw a loser"))
    if not length:
        return (Task("get to", (long,)),)
    if table.masters(short, suit):
        return (play(table.highest(short, suit)), FOLLOW)
    return (play(table.lowest(short, suit)), play(13 * suit + masters.bit_length() - 1))


def _losers(table: Table, player: int, suit: int) -> int:
    """The losers of a hand in the other side suits."""
    return sum(losers(table, player, side) for side in side_suits(table) if side != suit)


@DISCARD.method("discard losers", "discard losers")
def go_on(table: Table, suit: int, long: int) -> Iterator[Way]:
    """Play the next winner while there is one, and a loser to throw on it."""
    tasks = _first(table, suit, long)
    if tasks and _losers(table, partner(long), suit):
        yield Way((*tasks, Task("discard losers", (suit, long))), 0.0, suit, -1, partner(long))


@DISCARD.method("throw a loser", "discard losers")
def throw(table: Table) -> Iterator[Way]:
    """Follow suit if possible; otherwise throw a loser, unless a defender has ruffed."""
    round_ = table.state.round
    if table.ranks(table.turn, round_.suit) or round_.best not in OURS:
        yield Way((FOLLOW,), 1.0)
    else:
        yield from _thrown(table, table.numbers.discards.ours)
