"""What searches cost in the same positions, for experiments: the seam to `solver.bench`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import field, frozen

from solver import SearchOptions
from solver.bench.costs import AlphaMuColumn, CostTable
from solver.bench.games import games
from solver.bench.signature import SWITCHES, fixed_deals, solve

IDEAS: Final = SWITCHES
"""The enhancements that the double-dummy search can do without, by name."""

_TRICKS: Final = 10
"""The cards of a hand where enhancements are switched off: without some, 13 take for ever."""


@frozen
class SearchColumn:
    """A way to search that is measured.

    Attributes:
        name: its name.
        moves: M.
        options: fields of `solver.SearchOptions` that are not the defaults.
    """

    name: str
    moves: int
    options: Mapping[str, Any] = field(factory=dict, hash=False)


@frozen
class SearchCost:
    """What a way to search cost in one game.

    Attributes:
        seconds: of processor time, for all decisions.
        nodes: positions of alpha-mu.
        calls: double-dummy questions.
        other: decisions in which the value is not the first column's.
    """

    seconds: float
    nodes: int
    calls: int
    other: int


def game_costs(
    columns: Sequence[SearchColumn], cards: int, worlds: int, seed: int, memory_mb: int
) -> tuple[int, list[SearchCost]]:
    """How many decisions declarer has in a game at notrump, and what each column costs in it.

    Args:
        columns: ways to search; they take turns in each position.
        cards: 52 for three notrump, 32 for short random deals; see `solver.bench.games`.
        worlds: in each sample.
        seed: of the deal and the play.
        memory_mb: of each search.
    """
    decisions = next(games(cards, worlds, seed, memory_mb=memory_mb))
    table = CostTable(
        [
            AlphaMuColumn(
                one.name,
                one.moves,
                SearchOptions(**{"low_card_classes": False, **one.options}),
                memory_mb=memory_mb,
            )
            for one in columns
        ],
        decisions,
    )
    found = []
    for place in range(len(columns)):
        costs = table.column(place)
        found.append(
            SearchCost(
                sum(cost.seconds for cost in costs),
                sum(cost.nodes for cost in costs),
                sum(cost.calls for cost in costs),
                table.differing(place, 0),
            )
        )
    return len(decisions), found


def idea_nodes(idea: str, deals: int) -> int:
    """Positions of the double-dummy search over fixed deals of ten tricks, all strains.

    Args:
        idea: which enhancement is off, of `IDEAS`; empty for none.
        deals: how many.
    """
    switches = {idea: False} if idea else {}
    nodes, _ = solve(fixed_deals(_TRICKS, deals), _TRICKS // 2, **switches)
    return nodes
