"""Cashing the sure tricks, and discarding losers on winners or on other losers."""

from __future__ import annotations

from collections.abc import Iterator

from bluechip_bot.planning.methods.length import top_round
from bluechip_bot.planning.methods.outlook import (
    affordable,
    drawn,
    follows,
    losers,
    quick_losers,
    side_suits,
    spared,
    trumps_out,
)
from bluechip_bot.planning.methods.task import FOLLOW, RUN, Task, TaskCatalogue, TaskWay, play
from bluechip_bot.planning.state.state import NO_TRUMPS, partner
from bluechip_bot.planning.state.table import PlanTable
from bluechip_bot.planning.view import OURS

DISCARD = TaskCatalogue()


@DISCARD.method("play on", "cash out", urgent=True)
def cash_out(table: PlanTable) -> Iterator[TaskWay]:
    """Run the sure tricks and give up the rest: a claim if all are sure, or a concession."""
    if table.sure.tricks == table.state.left:
        yield TaskWay((RUN,), 13.0, method="claim")
    else:
        yield TaskWay((RUN,), method="" if table.sure.tricks else "concede")


@DISCARD.method("follow", "discard")
def discard(table: PlanTable) -> Iterator[TaskWay]:
    """Discard the card best spared, even instead of a ruff (a loser on a loser)."""
    numbers, round_, trumps = table.numbers.discards, table.state.round, table.trumps
    if table.ranks(table.turn, round_.suit):
        return
    name = ""
    if round_.best in OURS:
        gain = numbers.ours
    elif trumps in {NO_TRUMPS, round_.suit} or not table.ranks(table.turn, trumps):
        gain = numbers.theirs
    else:
        name = "loser on loser"
        wins = table.masters(table.other, round_.suit).bit_length() - 1 > round_.top
        gain = numbers.opposite if round_.played == 1 and wins else numbers.lost
    for cost, card in spared(table, table.turn)[: 1 if table.is_notrump else 2]:
        yield TaskWay((play(card),), gain - numbers.next * cost, card // 13, card, table.turn, name)


@DISCARD.method("play on", "discard losers", urgent=True)
def discard_losers(table: PlanTable) -> Iterator[TaskWay]:
    """Cash winners to which the other hand cannot follow, and discard its losers on them."""
    if not trumps_out(table):
        return
    lost = drawn(table).lost
    hurry = lost > 0 and lost + quick_losers(table) > affordable(table)
    for suit in side_suits(table):
        for long in OURS:
            # Before trumps only where drawing them would lose the lead, and too many tricks.
            gain = table.numbers.trumps.draw + 1 if hurry else table.numbers.discards.later
            safe = follows(table, suit, table.length(partner(long), suit) + 1)
            for way in go_on(table, suit, long):
                yield way._replace(gain=gain * safe)


@DISCARD.method("discard losers", "discard losers")
def go_on(table: PlanTable, suit: int, long: int) -> Iterator[TaskWay]:
    """Play the next winner of `suit` if one is left and the hand opposite `long` has a loser."""
    short = partner(long)
    length, masters = table.length(short, suit), table.masters(long, suit)
    others = [side for side in side_suits(table) if side != suit]
    if (masters | table.masters(short, suit)).bit_count() <= length or not masters:
        return
    crosses = table.turn == short and not length
    tasks = (Task("get to", (long,)),) if crosses else top_round(table, suit)
    if table.turn == long:
        tasks = (*tasks[:1], FOLLOW)
    if any(losers(table, short, side) for side in others):
        card = -1 if crosses else tasks[0].arguments[0]
        yield TaskWay((*tasks, Task("discard losers", (suit, long))), 0.0, suit, card, short)
