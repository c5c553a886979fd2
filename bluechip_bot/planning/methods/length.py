"""Tricks that have to be developed: force out honours, establish length, play for the drop."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from bluechip_bot.planning.methods.outlook import (
    affordable,
    cards_out,
    entries,
    exhausted,
    missing,
    sequence,
    side_suits,
    spared,
    survives,
    winners,
)
from bluechip_bot.planning.methods.task import Task, TaskCatalogue, TaskWay, play
from bluechip_bot.planning.methods.tenace import rungs
from bluechip_bot.planning.state.table import PlanTable
from bluechip_bot.planning.view import OURS

LENGTH = TaskCatalogue()


def _long_hand(table: PlanTable, suit: int) -> int:
    """Return our hand with more cards of a suit, or the hand on turn if they have equally many."""
    mine, his = table.length(table.turn, suit), table.length(table.other, suit)
    return table.turn if mine >= his else table.other


@LENGTH.method("play on", "force out")
def force_out(table: PlanTable) -> Iterator[TaskWay]:
    """Force out higher honours with our equal ones, those of the shorter hand first."""
    numbers = table.numbers.suits
    for suit in side_suits(table):
        cards = sequence(table, suit)
        if cards is None or cards.higher > affordable(table):
            continue
        mine, his = table.ranks(table.turn, suit), table.ranks(table.other, suit)
        here, there = mine & cards.ranks, his & cards.ranks
        if not mine:
            continue
        longer = _long_hand(table, suit)
        reach = 1.0 if cards.higher == 1 and entries(table, longer, suit) else numbers.far
        key = 13 * suit + table.top_out(suit)
        gain = min(cards.tricks, missing(table)) * reach - numbers.forced * (cards.higher - 1)
        gain *= survives(table, suit, key, cards.higher)
        if here and (longer != table.turn or not there):
            card = 13 * suit + here.bit_length() - 1
            yield TaskWay((play(card), Task("play low")), gain, suit, key, table.turn)
        elif there:
            card = 13 * suit + there.bit_length() - 1
            tasks = (play(table.lowest(table.turn, suit)), Task("win with", (card,)))
            yield TaskWay(tasks, gain, suit, key, table.turn)


@LENGTH.method("play low", "follow")
def follow_low(table: PlanTable) -> Iterator[TaskWay]:
    """Play the lowest card of the suit led or, if there is none, discard the card best spared."""
    suit = table.state.round.suit
    card = table.lowest(table.turn, suit)
    if card < 0:
        card = spared(table, table.turn)[0][1]
    yield TaskWay((play(card),), suit=suit, card=card, player=table.turn)


def _promised(table: PlanTable, suit: int) -> float:
    """Return the expected length tricks of a suit, beyond its winners."""
    chances = exhausted(table, suit)[winners(table, suit) :]
    return sum(
        chance * (survives(table, suit, lost=given) if given else 1.0)
        for given, chance in enumerate(chances)
        if 0 < chance < 1 and (not table.is_notrump or given <= affordable(table))
    )


@LENGTH.method("play on", "establish length")
def establish(table: PlanTable) -> Iterator[TaskWay]:
    """Play a long suit from the top to establish it, and give up the rounds that must be lost."""
    numbers = table.numbers.suits
    for suit in table.suits:
        long_hand = _long_hand(table, suit)
        if suit == table.trumps or not table.out(suit) or table.length(long_hand, suit) < 2:
            continue
        gain, tasks = _promised(table, suit), top_round(table, suit)
        losers = max(0, (cards_out(table, suit) + 1) // 2 - winners(table, suit))
        if gain < numbers.worth or losers > affordable(table) or not tasks:
            continue
        if losers and not entries(table, long_hand, suit):
            gain *= numbers.no_entry
        gain = min(gain, missing(table)) - numbers.given * losers
        yield TaskWay(tasks, gain, suit, -1, long_hand)


@LENGTH.method("play on", "play for the drop")
def drop(table: PlanTable) -> Iterator[TaskWay]:
    """Cash winners, now and later, in the hope that the highest card out falls."""
    for suit in table.suits:
        top, tasks = table.top_out(suit), top_round(table, suit)
        second = any(
            rung.missing == 1 for player in OURS for rung in islice(rungs(table, player, suit), 1)
        )
        if top < 0 or not tasks or not second:
            continue
        longer = max(table.length(player, suit) for player in OURS)
        gain = table.falls(suit, 1 << top, min(winners(table, suit), longer - 1))
        # What is certain to fall is no hope, but counted among the sure tricks.
        if table.numbers.suits.rare <= gain < 1:
            yield TaskWay(tasks, gain, suit, 13 * suit + top, table.turn)


def top_round(table: PlanTable, suit: int) -> tuple[Task, ...]:
    """Return tasks to win a round with a master, the short hand's if possible; empty for none."""
    low = table.lowest(table.turn, suit)
    here, there = table.masters(table.turn, suit), table.masters(table.other, suit)
    # A master that is led low would fall under another.
    here_first = table.turn != _long_hand(table, suit) or here >> max(0, low % 13) & 1
    if low >= 0 and here and (here_first or not there):
        return (play(13 * suit + here.bit_length() - 1), Task("play low"))
    if low >= 0 and there:
        return (play(low), Task("win with", (13 * suit + there.bit_length() - 1,)))
    return ()


@LENGTH.method("win with", "win")
def win_with(table: PlanTable, card: int) -> Iterator[TaskWay]:
    """Play the intended winner, whatever second hand has played."""
    if table.beats(card):
        yield TaskWay((play(card),), suit=card // 13, card=card, player=table.turn)
