"""Ruffs: on a trick that could be lost, and of losers in the hand opposite."""

from __future__ import annotations

from collections.abc import Iterator

from bluechip_bot.planning.methods.losers import (
    follows,
    kept_for_ruffs,
    losers,
    overruffed,
    side_suits,
    trumps_out,
)
from bluechip_bot.planning.methods.task import FOLLOW, Task, TaskCatalogue, TaskWay, play
from bluechip_bot.planning.methods.tenace import cheapest, is_sure
from bluechip_bot.planning.state.state import NO_TRUMPS, partner
from bluechip_bot.planning.state.table import PlanTable
from bluechip_bot.planning.view import OURS

RUFF = TaskCatalogue()


@RUFF.method("follow", "ruff")
def ruff(table: PlanTable) -> Iterator[TaskWay]:
    """Ruff with the lowest trump that wins the trick as it stands."""
    if not is_sure(table):
        yield from _ruffed(table)


@RUFF.method("ruff", "ruff")
def shall_ruff(table: PlanTable) -> Iterator[TaskWay]:
    """Ruff a trick that was led to be ruffed; where that cannot be, follow."""
    yield from _ruffed(table) or [TaskWay((FOLLOW,))]


def _ruffed(table: PlanTable) -> list[TaskWay]:
    """The lowest trump that wins the trick as it stands, and the lowest that must win."""
    numbers = table.numbers.trumps
    suit, trumps, round_ = table.state.round.suit, table.trumps, table.state.round
    if trumps in {NO_TRUMPS, suit} or table.ranks(table.turn, suit):
        return []
    card = cheapest(table, trumps, round_.top if round_.best_suit == trumps else -1)
    if card < 0:
        return []
    last = round_.played == 3
    risk = 0.0 if last else overruffed(table, (table.turn + 1) % 4, suit, card % 13)
    ways = [
        TaskWay((play(card),), numbers.ruff - numbers.overruffed * risk, trumps, card, table.turn)
    ]
    high = cheapest(table, trumps, max(card % 13, table.top_out(trumps)))
    if risk and high >= 0:
        ways.append(TaskWay((play(high),), numbers.high, trumps, high, table.turn, "ruff high"))
    return ways


@RUFF.method("play on", "ruff a loser", urgent=True)
def ruff_a_loser(table: PlanTable) -> Iterator[TaskWay]:
    """Lead a suit that the other hand lacks, and ruff it there; or cross to the hand that leads."""
    numbers = table.numbers.trumps
    first = numbers.short
    if trumps_out(table):
        first = numbers.draw + (numbers.wanted if kept_for_ruffs(table) else -numbers.wanted)
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
            gain = (first if short else numbers.long) * (1 - risk)
            tasks = (play(low), Task("ruff"))
            if leader == table.turn:
                yield TaskWay(tasks, gain, suit, low, ruffer)
            elif short:
                cross = Task("get to", (leader,))
                yield TaskWay((cross, *tasks), gain - numbers.cross, suit, low, ruffer)
