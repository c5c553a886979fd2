"""The cost of searches in the same positions, measured with `solver.bench` for experiments."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import field, frozen

from solver import AlphaMuSearch, SearchOptions, SearchResult
from solver.bench.games import NOTRUMP, games
from solver.bench.signature import SWITCHES, fixed_deals, solve

IDEAS: Final = SWITCHES
"""The enhancements that the double-dummy search can do without, by name."""

_TRICKS: Final = 10
"""The tricks of deals for switched-off enhancements: without some, 13 take far too long."""


@frozen
class SearchColumn:
    """A way to search that is measured: one column of a table of results.

    Attributes:
        moves: alpha-mu's M, the number of our own cards looked ahead.
        options: fields of `solver.SearchOptions` that differ from the defaults.
    """

    name: str
    moves: int
    options: Mapping[str, Any] = field(factory=dict, hash=False)


@frozen
class SearchCost:
    """The cost of one way to search, in one game.

    Attributes:
        seconds: processor time for all decisions.
        nodes: positions that alpha-mu visited.
        calls: double-dummy searches that alpha-mu asked for.
        other: decisions whose value differs from that of the first way to search.
    """

    seconds: float
    nodes: int
    calls: int
    other: int


def game_costs(
    columns: Sequence[SearchColumn], cards: int, worlds: int, seed: int, memory_mb: int
) -> tuple[int, list[SearchCost]]:
    """Play a game at notrump; return its number of decisions for declarer, and each column's cost.

    Every column has a search of its own, whose tables live from card to card.

    Args:
        columns: the ways to search; they take turns to be first in each position.
        cards: 52 for three notrump, 32 for short random deals; see `solver.bench.games`.
        worlds: the layouts of each decision.
        memory_mb: memory of each search's tables, in MiB.
    """
    decisions = next(games(cards, worlds, seed, memory_mb=memory_mb))
    searches = [
        AlphaMuSearch(
            memory_mb, options=SearchOptions(**{"low_card_classes": False, **column.options})
        )
        for column in columns
    ]
    seconds = [0.0] * len(columns)
    found: list[list[SearchResult]] = [[] for _ in columns]
    for turn, decision in enumerate(decisions):
        question = decision.worlds, NOTRUMP, decision.leader, decision.trick
        target = min(13, max(0, decision.target))
        for step in range(len(columns)):
            # the one that begins changes each time
            place = (turn + step) % len(columns)
            begun = time.thread_time()
            result = searches[place].search(*question, target, columns[place].moves)
            seconds[place] += time.thread_time() - begun
            found[place].append(result)
    return len(decisions), [
        SearchCost(
            spent,
            sum(result.nodes for result in results),
            sum(result.dd_calls for result in results),
            # the value of a forced card is a bound
            sum(
                result.value != first.value
                for result, first, decision in zip(results, found[0], decisions, strict=True)
                if decision.is_open
            ),
        )
        for spent, results in zip(seconds, found, strict=True)
    ]


def idea_nodes(idea: str, deals: int) -> int:
    """Return the positions that double-dummy search visits in fixed deals of ten tricks.

    All strains are solved. `idea` is the enhancement of `IDEAS` that is off; empty for none.
    """
    switches = {idea: False} if idea else {}
    nodes, _ = solve(fixed_deals(_TRICKS, deals), _TRICKS // 2, **switches)
    return nodes
