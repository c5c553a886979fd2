"""The table of Tignum 2's planner: the size of its trees; and deals after the lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, ClassVar, Final

from attrs import frozen

from bluechip_bot.engine import DoubleDummy, Question
from bluechip_bot.inference import evidence
from bluechip_bot.lab.duel.conditions import CONDITIONS
from bluechip_bot.lab.duel.source import DealSource, Sieve, lead_by_rule
from bluechip_bot.lab.estimates import mean
from bluechip_bot.lab.paper.figure import Figure
from bluechip_bot.lab.paper.table import TablePart, TableSize
from bluechip_bot.lab.rows import ColumnMeaning, Row
from bluechip_bot.model import Board, Seat
from bluechip_bot.planning import DeclarerView, HtnDeclarer
from bluechip_bot.player.assembly import Assembly
from bluechip_bot.player.planned import believed

AGES: Final = 1e6
"""Seconds; a budget that is never spent."""
CONTRACTS: Final = ("3NT", "4S")
"""The contracts of deals 2, 4, ... and of 1, 3, ..."""


def deal_after_lead(size: TableSize, number: int, sieve: Sieve | None) -> tuple[str, Board]:
    """The contract of a deal, half of them at 3NT and half at 4S, and the board after the lead."""
    contract = CONTRACTS[number % len(CONTRACTS)]
    conditions = CONDITIONS[contract]
    solver = DoubleDummy(size.memory_mb)
    board = DealSource(conditions, size.seed, sieve).deal(number, solver).board
    return contract, lead_by_rule(board, conditions.lead)


def declarers_question(board: Board, seat: Seat, number: int) -> Question:
    """Declarer's question on the deal of a number."""
    seen = board.seen_by(seat)
    return Question(seen, seat, evidence(seen, seat, Assembly().inference), seed=number)


@frozen
class TreeSize(Row):
    """The tree of declarer's first plan on a deal."""

    KIND: ClassVar[str] = "trees of plans"
    number: Annotated[int, ColumnMeaning("of the deal, from 1")]
    contract: Annotated[str, ColumnMeaning("what is played")]
    leaves: Annotated[int, ColumnMeaning("of the last tree that was searched")]
    nodes: Annotated[int, ColumnMeaning("of all trees")]


def trees(size: TableSize) -> TablePart[TreeSize]:
    """The trees of first plans after the lead."""
    return TablePart(
        "trees",
        f"trees of first plans, {' and '.join(CONTRACTS)} in turn, seed {size.seed}",
        TreeSize,
        size.deals,
        partial(_tree, size),
        _figures,
    )


def _tree(size: TableSize, number: int) -> TreeSize:
    contract, board = deal_after_lead(size, number, None)
    assert board.decider is not None
    question = declarers_question(board, board.decider, number)
    view = DeclarerView.of(question.board)
    parts = Assembly()
    numbers = parts.planning
    sample = parts.world_pool().worlds(question, numbers.vote.worlds)
    planned = HtnDeclarer(lambda: 0.0, numbers).choose(view, believed(view, sample), budget=AGES)
    return TreeSize(number, contract, planned.plan.root.leaves, planned.nodes)


def _figures(rows: Sequence[TreeSize]) -> Iterator[Figure]:
    leaves, count = [row.leaves for row in rows], len(rows)
    yield Figure.of("leaves, average", mean(leaves), "leaves", count, printed="about 26,000")
    yield Figure.of("leaves, worst", max(leaves), "leaves", count, printed="about 305,000")
    yield Figure.of("nodes of all stages", mean([row.nodes for row in rows]), "nodes", count)
