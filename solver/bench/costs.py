"""Searches side by side: what each costs in the same positions and worlds."""

import itertools
import statistics
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from solver.alphamu.alphamu import AlphaMuSearch
from solver.alphamu.options import DEFAULTS, SearchOptions
from solver.bench.games import NOTRUMP, DeclarerDecision
from solver.core.tricks import touching_groups


class Cost(NamedTuple):
    """What a column did in a position.

    Attributes:
        seconds: the time it took.
        value: of the best card; None if the search was broken off.
        nodes: positions of alpha-mu.
        calls: double-dummy questions.
        positions: of the double-dummy search.
    """

    seconds: float
    value: float | None
    nodes: int = 0
    calls: int = 0
    positions: int = 0


class CostColumn(Protocol):
    """A column of a table of costs: a search that is measured."""

    @property
    def name(self) -> str:
        """The heading."""
        ...

    def __call__(self, decision: DeclarerDecision) -> Cost:
        """The cost of a decision."""
        ...


class AlphaMuColumn:
    """Alpha-mu with its options, measured.

    Args:
        name: its heading.
        moves: M; None to the end.
        options: of the search.
        memory_mb: of the search.
        threads: of the search.
        clock: the time in seconds.
        node_limit: after which a search is broken off.
        longest: seconds after which it is.
    """

    def __init__(  # noqa: PLR0913 - each has a default that serves
        self,
        name: str,
        moves: int | None,
        options: SearchOptions = DEFAULTS,
        *,
        memory_mb: int = 128,
        threads: int = 1,
        clock: Callable[[], float] = time.thread_time,
        node_limit: int | None = None,
        longest: float | None = None,
    ) -> None:
        self.name = name
        self.moves = moves
        self.clock = clock
        self.node_limit = node_limit
        self.longest = longest
        self.search = AlphaMuSearch(memory_mb, threads, options=options)

    def __call__(self, decision: DeclarerDecision) -> Cost:
        """Search a decision.

        Raises:
            SearchStopped: the search was broken off before it had looked at a card.
        """
        alarm = None
        if self.longest is not None:
            alarm = threading.Timer(self.longest, self.search.stop)
            alarm.start()
        begun = self.clock()
        try:
            found = self.search.search(
                decision.worlds,
                NOTRUMP,
                decision.leader,
                decision.trick,
                min(13, max(0, decision.target)),
                self.moves,
                node_limit=self.node_limit,
            )
        finally:
            spent = self.clock() - begun
            if alarm is not None:
                alarm.cancel()
                alarm.join()
                self.search.clear_stop()
        value = found.value if found.complete else None
        return Cost(spent, value, found.nodes, found.dd_calls, found.dd_nodes)


def is_open(decision: DeclarerDecision) -> bool:
    """Whether there is something to search: cards that differ, tricks that are not decided."""
    groups = touching_groups(decision.worlds[0], decision.state)
    return 0 < decision.target <= decision.left and len(groups) > 1


def compare(
    columns: Sequence[CostColumn], decisions: Iterable[DeclarerDecision]
) -> Iterator[tuple[DeclarerDecision, list[Cost]]]:
    """Yield each decision and its cost in each column; the one that begins changes each time."""
    for turn, decision in enumerate(decisions):
        costs: dict[int, Cost] = {}
        for step in range(len(columns)):
            place = (turn + step) % len(columns)
            costs[place] = columns[place](decision)
        yield decision, [costs[place] for place in range(len(columns))]


class CostTable:
    """The costs of columns, summed up.

    Attributes:
        names: of the columns.
        costs: for each decision of each column.
        searched: for each decision whether there was something to search.
    """

    def __init__(
        self, columns: Sequence[CostColumn], decisions: Iterable[DeclarerDecision]
    ) -> None:
        self.names = [column.name for column in columns]
        self.costs: list[list[Cost]] = []
        self.searched: list[bool] = []
        for decision, costs in compare(columns, decisions):
            self.costs.append(costs)
            self.searched.append(is_open(decision))

    def column(self, place: int) -> list[Cost]:
        """The costs of one column."""
        return [costs[place] for costs in self.costs]

    def mean(self, place: int) -> float:
        """Seconds a decision of one column."""
        return statistics.fmean(cost.seconds for cost in self.column(place))

    def median(self, place: int) -> float:
        """Seconds of the median decision in which there was something to search."""
        costs = itertools.compress(self.column(place), self.searched)
        return statistics.median(cost.seconds for cost in costs)

    def median_ratio(self, place: int, base: int) -> float:
        """The median of one column's time to another's where there was something to search."""
        pairs = itertools.compress(self.costs, self.searched)
        return statistics.median(row[place].seconds / row[base].seconds for row in pairs)

    def differing(self, place: int, base: int) -> int:
        """Decisions in which two columns have other values; without forced or broken off ones."""
        searched = itertools.compress(self.costs, self.searched)
        pairs = ((row[place].value, row[base].value) for row in searched)
        return sum(one != two and None not in (one, two) for one, two in pairs)

    def lines(self) -> Iterator[str]:
        """Yield a line for each column, the first one being the measure of the others."""
        yield (
            f"{'':22s} {'mean ms':>9s} {'ratio':>7s} {'median':>9s} {'ratio':>7s} {'of each':>7s}"
            f" {'nodes':>9s} {'dd calls':>9s} {'dd nodes':>9s} {'other value':>11s} {'cut off':>7s}"
        )
        for place, name in enumerate(self.names):
            costs = self.column(place)
            nodes = statistics.fmean(cost.nodes for cost in costs)
            calls = statistics.fmean(cost.calls for cost in costs)
            positions = statistics.fmean(cost.positions for cost in costs)
            yield (
                f"{name:22s} {1e3 * self.mean(place):9.3f} {self.mean(place) / self.mean(0):7.2f}"
                f" {1e3 * self.median(place):9.3f} {self.median(place) / self.median(0):7.2f}"
                f" {self.median_ratio(place, 0):7.2f}"
                f" {nodes:9.0f} {calls:9.0f} {positions:9.0f} {self.differing(place, 0):11d}"
                f" {sum(cost.value is None for cost in costs):7d}"
            )
        yield f"{len(self.costs)} decisions, {sum(self.searched)} with something to search"
