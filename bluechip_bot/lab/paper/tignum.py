"""Tables of the planner of Tignum 2: the size of its trees, and the worked example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar, Final, Self

from attrs import frozen

from bluechip_bot.engine import CardEngine, DoubleDummy, Question
from bluechip_bot.inference import evidence
from bluechip_bot.lab.duel.conditions import CONDITIONS
from bluechip_bot.lab.duel.source import DealSource, lead_by_rule
from bluechip_bot.lab.journal import Column, RowError
from bluechip_bot.lab.paper.figure import Figure
from bluechip_bot.lab.paper.table import Part, Size
from bluechip_bot.planning import DeclarerView, HtnDeclarer
from bluechip_bot.player.planned import WORLDS, believed
from bluechip_bot.statistics.estimates import mean

_AGES: Final = 1e6
"""Seconds; a budget that is never spent."""
_CONTRACTS: Final = ("3NT", "4S")


@frozen
class TreeSize:
    """The tree of declarer's first plan on a deal.

    Attributes:
        number: of the deal, from 1.
        contract: what is played.
        leaves: of the last tree that was searched.
        nodes: of all trees.
    """

    KIND: ClassVar[str] = "trees of plans"
    COLUMNS: ClassVar[tuple[Column, ...]] = (
        Column("number", "integer", "of the deal, from 1"),
        Column("contract", "text", "what is played"),
        Column("leaves", "integer", "of the last tree that was searched"),
        Column("nodes", "integer", "of all trees"),
    )

    number: int
    contract: str
    leaves: int
    nodes: int

    @property
    def dealt(self) -> str:
        """The contract and the number: the deal follows from them and the seed."""
        return f"{self.contract} {self.number}"

    @property
    def measures(self) -> dict[str, float]:
        """The leaves and nodes."""
        return {"leaves": self.leaves, "nodes": self.nodes}

    def to_row(self) -> dict[str, str]:
        """The texts of `COLUMNS`."""
        return {
            "number": str(self.number),
            "contract": self.contract,
            "leaves": str(self.leaves),
            "nodes": str(self.nodes),
        }

    @classmethod
    def from_row(cls, row: dict[str, str]) -> Self:
        """The size of the texts that `to_row` makes.

        Raises:
            RowError: if they are not.
        """
        try:
            return cls(int(row["number"]), row["contract"], int(row["leaves"]), int(row["nodes"]))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RowError.of(row, error) from None


def trees(size: Size) -> Part[TreeSize]:
    """The trees of first plans after the lead, half of them at 3NT and half at 4S."""
    return Part(
        "trees",
        f"trees of first plans, {' and '.join(_CONTRACTS)} in turn, seed {size.seed}",
        TreeSize,
        size.deals,
        lambda workers, numbers: workers.in_order(partial(_tree, size), numbers),
        _figures,
    )


def _tree(size: Size, number: int) -> TreeSize:
    contract = _CONTRACTS[number % len(_CONTRACTS)]
    conditions = CONDITIONS[contract]
    solver = DoubleDummy(size.memory_mb)
    board = DealSource(conditions, size.seed, None).deal(number, solver).board
    board = lead_by_rule(board, conditions.lead)
    seat = board.decider
    assert seat is not None
    seen = board.seen_by(seat)
    question = Question(seen, seat, evidence(seen, seat), seed=number)
    view = DeclarerView.of(seen)
    sample = CardEngine(size.memory_mb).worlds(question, WORLDS)
    planned = HtnDeclarer(lambda: 0.0).choose(view, believed(view, sample), budget=_AGES)
    return TreeSize(number, contract, planned.plan.root.leaves, planned.nodes)


def _figures(rows: Sequence[TreeSize]) -> Iterator[Figure]:
    """Yield the mean and the greatest number of leaves."""
    leaves = [row.leaves for row in rows]
    yield Figure.of("leaves, average", mean(leaves), "leaves", len(rows), printed="about 26,000")
    yield Figure.of(
        "leaves, worst", float(max(leaves)), "leaves", len(rows), printed="about 305,000"
    )
    yield Figure.of("nodes of all stages", mean([row.nodes for row in rows]), "nodes", len(rows))
