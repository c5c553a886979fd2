"""Discards: losers thrown on winners, and on losers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.planning.methods.losers import (
    TRUMPS_FIRST,
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
_ON_OURS: Final = 1.0
"""Gain of a discard on a trick that is ours so far: nothing else can be done."""
_ON_THEIRS: Final = 0.4
"""Gain of a discard on a trick of theirs that cannot be ruffed."""
_PARTNER_WINS: Final = 0.9
"""Gain of throwing a loser when the hand opposite can still win the trick."""
_TRICK_LOST: Final = 0.45
"""Gain of throwing a loser when a ruff would win the trick."""
_SECOND_CHOICE: Final = 0.1
"""Loss of gain for each next choice in a suit contract; in notrump, for each trick of price."""
_SUITS: Final = 3
"""The number of suits considered for a discard in notrump."""
_GO_ON: Final = 0.9
"""Gain of the next winner on which a loser is thrown: more than that of stopping."""
_STOP: Final = 0.5
"""Gain of stopping."""
_LEISURE: Final = 0.4
"""Gain of discards on winners when trumps can be drawn first."""


@DISCARD.method("follow", "discard")
def discard(table: Table) -> Iterator[Way]:
    """Throw the card that can best be spared, on a winner or where there is no ruffing."""
    if table.is_notrump:
        yield from _spared(table)[:1]
    elif not _may_ruff(table):
        yield from _thrown(table, _ON_OURS if table.state.round.best in OURS else _ON_THEIRS)


@DISCARD.method("follow", "discard", deliberate=True)
def discard_elsewhere(table: Table) -> Iterator[Way]:
    """In notrump, throw a card of another suit if that costs little more."""
    if table.is_notrump:
        yield from _spared(table)[1:_SUITS]


def _spared(table: Table) -> list[Way]:
    """The cards to throw in notrump, the one that costs least first; none if we can follow."""
    if table.ranks(table.turn, table.state.round.suit):
        return []
    gain = _ON_OURS if table.state.round.best in OURS else _ON_THEIRS
    return [
        Way((play(card),), gain - _SECOND_CHOICE * cost, card // 13, card, table.turn)
        for cost, card in spared(table, table.turn)
    ]


@DISCARD.method("follow", "loser on loser")
def loser_on_loser(table: Table) -> Iterator[Way]:
    """Throw a loser on a trick that could be ruffed: it is lost anyway, and the trump is kept."""
    if _may_ruff(table):
        yield from _thrown(table, _PARTNER_WINS if _is_partners(table) else _TRICK_LOST)


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
    """The cards to throw in a suit contract, losers first; none if we can follow."""
    if table.trumps != NO_TRUMPS and not table.ranks(table.turn, table.state.round.suit):
        for place, card in enumerate(thrown(table)):
            yield Way((play(card),), gain - _SECOND_CHOICE * place, card // 13, card, table.turn)


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
                (TRUMPS_FIRST + 1 if hurry else _LEISURE) * safe,
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
        yield Way((*tasks, Task("discard losers", (suit, long))), _GO_ON, suit, -1, partner(long))


@DISCARD.method("discard losers", "enough discards")
def enough(table: Table, suit: int, long: int) -> Iterator[Way]:
    """Stop: the losers are gone."""
    del table, long
    yield Way((), _STOP, suit)


@DISCARD.method("throw a loser", "discard losers")
def throw(table: Table) -> Iterator[Way]:
    """Follow suit if possible; otherwise throw a loser, unless a defender has ruffed."""
    round_ = table.state.round
    if table.ranks(table.turn, round_.suit) or round_.best not in OURS:
        yield Way((FOLLOW,), 1.0)
        return
    for place, card in enumerate(thrown(table)):
        yield Way((play(card),), _ON_OURS - _SECOND_CHOICE * place, card // 13, card, table.turn)
