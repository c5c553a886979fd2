"""Trumps: ruffing, drawing trumps, and when to leave the master trump out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.planning.methods.outlook import (
    follows,
    is_master_left,
    kept_for_ruffs,
    losers,
    overruffed,
    sequence,
    side_suits,
    trumps_out,
)
from bluechip_bot.planning.methods.task import FOLLOW, Task, TaskCatalogue, TaskWay, play
from bluechip_bot.planning.methods.tenace import TenaceRung, cheapest, equals, is_sure, rungs
from bluechip_bot.planning.state.state import NO_TRUMPS, partner
from bluechip_bot.planning.state.table import PlanTable
from bluechip_bot.planning.view import DEFENDERS, OURS

TRUMPS = TaskCatalogue()
_DRAW_ON: Final = Task("draw on")


@TRUMPS.method("follow", "ruff")
def ruff(table: PlanTable) -> Iterator[TaskWay]:
    """Ruff with the lowest trump that wins so far, or with one that cannot be overruffed."""
    if not is_sure(table):
        yield from _ruffed(table)


@TRUMPS.method("ruff", "ruff")
def shall_ruff(table: PlanTable) -> Iterator[TaskWay]:
    """Ruff a trick that was led to be ruffed; follow if that is impossible."""
    yield from _ruffed(table) or [TaskWay((FOLLOW,))]


def _ruffed(table: PlanTable) -> list[TaskWay]:
    """Return ways to ruff: with the lowest trump that wins so far, and the lowest sure to win."""
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


@TRUMPS.method("play on", "ruff a loser", urgent=True)
def ruff_a_loser(table: PlanTable) -> Iterator[TaskWay]:
    """Lead a suit that the other hand can ruff, after crossing to the leading hand if needed."""
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


@TRUMPS.method("play on", "draw trumps", urgent=True)
@TRUMPS.method("draw on", "draw trumps")
def draw_trumps(table: PlanTable) -> Iterator[TaskWay]:
    """Lead trumps until the defenders have none; a single master that is still out may wait."""
    numbers = table.numbers.trumps
    if trumps_out(table) and (tasks := round_of_trumps(table)):
        waits = is_master_left(table) or _exhausts(table)
        yield TaskWay(
            (*tasks, _DRAW_ON), numbers.exhausted if waits else numbers.draw, table.trumps
        )


def _exhausts(table: PlanTable) -> bool:
    """Whether one defender holds all trumps that are out, at least as many as our longer hand."""
    if trumps_out(table) < max(table.length(player, table.trumps) for player in OURS):
        return False
    return any(not table.chance(defender, table.trumps) for defender in DEFENDERS)


@TRUMPS.method("play on", "finesse in trumps", urgent=True)
@TRUMPS.method("draw on", "finesse in trumps")
def finesse_trumps(table: PlanTable) -> Iterator[TaskWay]:
    """Draw trumps by leading so that a missing honour can be finessed."""
    numbers = table.numbers.trumps
    suit = table.trumps
    if not trumps_out(table) or is_master_left(table):
        return
    # Ruffs that are wanted come before it.
    share = numbers.finesse_later if kept_for_ruffs(table) else numbers.finesse
    rounds = sum(table.masters(player, suit).bit_count() for player in OURS)
    for leader in OURS:
        left = (leader + 1) % 4
        for rung, tasks in _finesses(table, leader):
            chance = table.chance(left, suit, rung.keys, rung.keys_needed())
            falls = table.falls(suit, rung.keys, rounds) if rounds else 0.0
            if chance <= falls:
                continue
            gain = numbers.draw + share * (chance - falls)
            cross = () if leader == table.turn else (Task("get to", (leader,)),)
            agenda, key = (*cross, *tasks, _DRAW_ON), 13 * suit + rung.lowest_key
            yield TaskWay(agenda, gain - numbers.crossing * share * len(cross), suit, key, left)


def _finesses(table: PlanTable, leader: int) -> Iterator[tuple[TenaceRung, tuple[Task, ...]]]:
    """Yield trump finesses from a hand: run an honour, or lead low towards the hand opposite."""
    suit, over = table.trumps, partner(leader)
    masters, low = table.masters(over, suit), table.lowest(leader, suit)
    mine, his = (next(rungs(table, player, suit), None) for player in (leader, over))
    if mine is not None and masters and mine.cards.bit_count() > 1 == mine.keys.bit_count():
        card = 13 * suit + mine.top
        yield mine, (play(card), Task("run two", (card, 13 * suit + mine.lowest_key)))
    elif his is not None and low >= 0 and low % 13 < his.top:
        keys = (13 * suit + his.top, 13 * suit + his.lowest_key)
        if masters:
            yield his, (play(low), Task("finesse two", keys))
        elif his.missing == 1 == his.cards.bit_count() and not (
            table.masters(leader, suit) | equals(table, leader, suit, his)
        ):
            # No other card of ours forces the best one out.
            yield his, (play(low), Task("honour two", keys))


@TRUMPS.method("draw on", "stop drawing trumps")
def stop_drawing(table: PlanTable) -> Iterator[TaskWay]:
    """Stop drawing trumps: none are out, or ours are needed for ruffs."""
    numbers = table.numbers.trumps
    wanted = trumps_out(table) > 0 and kept_for_ruffs(table)
    yield TaskWay((), numbers.draw * wanted + numbers.stop, table.trumps)


def round_of_trumps(table: PlanTable) -> tuple[Task, ...]:
    """Return the tasks of a round of trumps: cash a master, or else force out a higher card."""
    suit, turn, other = table.trumps, table.turn, table.other
    low, high = table.lowest(turn, suit), table.highest(turn, suit)
    if low < 0:
        return (Task("get to", (other,)),) if table.ranks(other, suit) else ()
    mine, his = table.masters(turn, suit), table.masters(other, suit)
    alone = his and table.length(other, suit) == 1
    if alone and low < 13 * suit + his.bit_length() - 1:
        # It would fall under an honour from here.
        return (play(low), play(13 * suit + his.bit_length() - 1))
    # The honours of the hand that has more are cashed first: the rest lie over either defender.
    if mine and (mine.bit_count() >= his.bit_count() or not his):
        return (play(high), FOLLOW)
    if his and low < 13 * suit + his.bit_length() - 1:
        return (play(low), play(13 * suit + his.bit_length() - 1))
    if mine:
        return (play(high), FOLLOW)
    if high > table.highest(other, suit) and sequence(table, suit) is not None:
        return (play(high), FOLLOW)
    return (play(low), Task("top or low", (suit,)))


@TRUMPS.method("top or low", "force out")
def top_or_low(table: PlanTable, suit: int) -> Iterator[TaskWay]:
    """Play our highest card if it beats the trick so far, otherwise our lowest."""
    high = table.highest(table.turn, suit)
    if high >= 0:
        card = high if table.beats(high) else table.lowest(table.turn, suit)
        yield TaskWay((play(card),), 1.0, suit, card, table.turn)
