"""Endplays: a defender is thrown in when each of his leads costs a trick."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.planning.methods.losers import (
    TRUMPS_FIRST,
    cashed,
    is_master_left,
    side_suits,
    trumps_out,
    winners,
)
from bluechip_bot.planning.methods.outlook import sequence
from bluechip_bot.planning.methods.task import FOLLOW, Catalogue, Task, Way, play
from bluechip_bot.planning.state.state import NO_TRUMPS
from bluechip_bot.planning.state.table import Table
from bluechip_bot.planning.view import OURS

ENDPLAY = Catalogue()
_TEN: Final = 8
_ELIMINATE: Final = 0.85
"""Gain of throwing in a defender who must open the frozen suit; more for each long card of it."""
_AFTER_TRUMPS: Final = 0.1
"""What an endplay promises less than drawing trumps, if these come first."""
_STRIP: Final = 0.9
"""Gain of a round that strips the hands, which comes before everything else."""
_CROSS: Final = 0.8
"""Gain of crossing to the other hand to go on there."""
_HIGH_EXIT: Final = 0.9
"""Gain of a high exit card; that of a low one is 1."""
_RUN: Final = 0.85
"""Gain of letting a lead into our tenace run to last hand."""


@ENDPLAY.method("play on", "eliminate and throw in")
def eliminate(table: Table) -> Iterator[Way]:
    """Strip the hands of all but a suit that they should lead, and let a defender have the lead."""
    if table.trumps == NO_TRUMPS or not all(table.ranks(player, table.trumps) for player in OURS):
        return
    for frozen in side_suits(table):
        if not _is_frozen(table, frozen):
            continue
        for exit_suit in table.suits:
            if exit_suit == frozen or not _is_exit(table, exit_suit):
                continue
            if not _can_strip(table, frozen, exit_suit):
                continue
            arguments = (frozen, exit_suit)
            tasks: tuple[Task, ...] = (Task("strip", arguments), Task("throw in", arguments))
            if trumps_out(table) and not is_master_left(table):
                tasks = (Task("draw all"), *tasks)
            longer = max(table.length(player, frozen) for player in OURS)
            gain = _ELIMINATE + max(0, longer - winners(table, frozen) - 1)
            if trumps_out(table) and not is_master_left(table):
                gain = TRUMPS_FIRST - _AFTER_TRUMPS
            yield Way(tasks, gain, exit_suit, -1, -1)


def _is_frozen(table: Table, suit: int) -> bool:
    """Whether we lose a trick in a suit, and may gain one if they lead it."""
    if not all(table.ranks(player, suit) for player in OURS):
        return False
    longer = max(table.length(player, suit) for player in OURS)
    if longer < 2 or winners(table, suit) >= longer or sequence(table, suit) is not None:
        return False
    top = table.top_out(suit)
    beaten = table.state.both(suit) & ((1 << max(0, top)) - 1)
    return beaten.bit_length() - 1 >= _TEN


def _is_exit(table: Table, suit: int) -> bool:
    """Whether both hands can lose the lead with the last card of a suit.

    With more cards in one hand the suit could be led back, to be ruffed by the other for no gain.
    """
    if suit == table.trumps:
        both = min(table.length(player, suit) for player in OURS) > 1
        return both and is_master_left(table)
    lengths = [table.length(player, suit) for player in OURS]
    if not min(lengths) or table.top_out(suit) < 0 or sequence(table, suit) is not None:
        return False
    return lengths[0] == lengths[1] and winners(table, suit) < lengths[0]


def _can_strip(table: Table, frozen: int, exit_suit: int) -> bool:
    """Whether the other suits can be played until neither hand has any."""
    for suit in side_suits(table):
        if suit in {frozen, exit_suit}:
            continue
        lengths = [table.length(player, suit) for player in OURS]
        rounds = winners(table, suit)
        if min(lengths) > rounds:
            return False
        if max(lengths) - rounds > min(table.length(player, table.trumps) for player in OURS):
            return False
    return True


@ENDPLAY.method("strip", "eliminate")
def strip(table: Table, frozen: int, exit_suit: int) -> Iterator[Way]:
    """A winner of the suits that must go, or a ruff."""
    again = Task("strip", (frozen, exit_suit))
    for suit in side_suits(table):
        if suit == frozen or not table.state.both(suit):
            continue
        tasks = cashed(table, suit)
        if not tasks and suit != exit_suit:
            tasks = _ruffed(table, suit)
        if tasks:
            yield Way((*tasks, again), _STRIP, suit)
            return
    if not _stripped(table, frozen, exit_suit):
        # The cards that must go are in the other hand.
        cross = Task("get to", (table.other,))
        if any(table.ranks(table.other, suit) for suit in _others(table, frozen, exit_suit)):
            yield Way((cross, again), _CROSS)


@ENDPLAY.method("strip", "stripped")
def stripped(table: Table, frozen: int, exit_suit: int) -> Iterator[Way]:
    """Go on: nothing is left to strip."""
    if _stripped(table, frozen, exit_suit) and not cashed(table, exit_suit):
        yield Way((), 1.0, exit_suit)


def _others(table: Table, frozen: int, exit_suit: int) -> list[int]:
    """The side suits of which both hands are to be stripped."""
    return [suit for suit in side_suits(table) if suit not in {frozen, exit_suit}]


def _stripped(table: Table, frozen: int, exit_suit: int) -> bool:
    """Whether we have no card of these left."""
    return not any(table.state.both(suit) for suit in _others(table, frozen, exit_suit))


def _ruffed(table: Table, suit: int) -> tuple[Task, ...]:
    """A card of a suit ruffed in the other hand."""
    low = table.lowest(table.turn, suit)
    if low < 0 or table.ranks(table.other, suit) or not table.ranks(table.other, table.trumps):
        return ()
    return (play(low), Task("ruff"))


@ENDPLAY.method("throw in", "throw in")
def throw_in(table: Table, frozen: int, exit_suit: int) -> Iterator[Way]:
    """The exit card, from the hand on lead: low, or as high as may be to keep a defender out."""
    low, high = table.lowest(table.turn, exit_suit), table.highest(table.turn, exit_suit)
    if low >= 0:
        yield Way((play(low), Task("exit two", (exit_suit,))), 1.0, frozen, low)
        if high % 13 > low % 13 + 1:
            yield Way((play(high), Task("exit two", (exit_suit,))), _HIGH_EXIT, frozen, high)
    elif table.ranks(table.other, exit_suit):
        yield Way((Task("get to", (table.other,)), Task("throw in", (frozen, exit_suit))), _CROSS)


@ENDPLAY.method("exit two", "play low")
def exit_two(table: Table, suit: int) -> Iterator[Way]:
    """Low from the other hand, or what is thrown on the exit."""
    card = table.lowest(table.turn, suit)
    if card >= 0:
        yield Way((play(card),), 1.0, suit, card)
    else:
        yield Way((FOLLOW,), 1.0)


@ENDPLAY.method("follow", "let it run")
def let_it_run(table: Table) -> Iterator[Way]:
    """Low in second hand on a lead into our suit: the last hand wins with what is just enough."""
    round_, suit = table.state.round, table.state.round.suit
    low = table.lowest(table.turn, suit)
    if round_.played != 1 or low < 0 or suit == table.trumps or table.is_notrump:
        return
    over = table.ranks(table.other, suit)
    masters = table.masters(table.other, suit)
    if masters and (over ^ masters) >> _TEN and not table.masters(table.turn, suit) >> low % 13 & 1:
        yield Way((play(low),), _RUN, suit, low, table.other)
