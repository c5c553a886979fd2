"""Transport: how to get from one hand to the other, by the cheapest entry."""

from __future__ import annotations

from collections.abc import Iterator

from bluechip_bot.planning.methods.task import Task, TaskCatalogue, TaskWay, play
from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import PlanTable

TRANSPORT = TaskCatalogue()


@TRANSPORT.method("get to", "cross to a winner")
def cross(table: PlanTable, player: int) -> Iterator[TaskWay]:
    """Lead low to a winner in the other hand, in the suits where that costs least."""
    if table.turn == player:
        return
    found = []
    for suit in table.suits:
        low, masters = table.lowest(table.turn, suit), table.masters(player, suit)
        if low >= 0 and masters and not table.masters(table.turn, suit) >> low % 13 & 1:
            found.append((_cost(table, player, suit), suit, low, masters))
    for cost, suit, low, masters in sorted(found)[: table.numbers.entries.ways]:
        yield _crossing(low, suit, masters, cost, player)


@TRANSPORT.method("get to", "overtake")
def overtake(table: PlanTable, player: int) -> Iterator[TaskWay]:
    """Overtake a winner with a higher one; this is free if there are winners to spare."""
    if table.turn == player:
        return
    found = []
    for suit in table.suits:
        low, here = table.lowest(table.turn, suit), table.masters(table.turn, suit)
        there = table.masters(player, suit)
        if low >= 0 and here >> low % 13 & 1 and (higher := there >> low % 13 << low % 13):
            length = max(table.length(table.turn, suit), table.length(player, suit))
            crash = here.bit_count() + there.bit_count() <= length
            found.append((crash, _cost(table, player, suit), suit, low, higher))
    for crash, cost, suit, low, higher in sorted(found)[:1]:
        yield _crossing(low, suit, higher, cost + crash, player)


def _crossing(low: int, suit: int, winners: int, cost: float, player: int) -> TaskWay:
    """Return the way to lead low to the lowest of some winners, given as a mask."""
    winner = 13 * suit + (winners & -winners).bit_length() - 1
    return TaskWay((play(low), Task("win with", (winner,))), -cost, suit, winner, player)


@TRANSPORT.method("get to", "ruff to the other hand")
def ruff_over(table: PlanTable, player: int) -> Iterator[TaskWay]:
    """Lead a side suit that the other hand can ruff."""
    if table.turn == player or table.is_notrump:
        return
    trump = table.lowest(player, table.trumps)
    for suit in table.suits:
        low = table.lowest(table.turn, suit)
        if suit != table.trumps and trump >= 0 and low >= 0 and not table.ranks(player, suit):
            yield TaskWay((play(low), Task("ruff")), 0.0, suit, trump, player)


def _cost(table: PlanTable, player: int, suit: int) -> float:
    """Return the cost of using a winner of a suit as an entry to a hand, in tricks."""
    numbers = table.numbers.entries
    over = partner(player)
    here, there = table.masters(over, suit), table.masters(player, suit)
    cost = -numbers.spare * there.bit_count()
    if there.bit_count() == 1:
        if table.out(suit) and not here:
            cost += numbers.stopper
        if table.length(player, suit) > table.length(over, suit):
            cost += numbers.own
    return cost - numbers.trumps if suit == table.trumps else cost
