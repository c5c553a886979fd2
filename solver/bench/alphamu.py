"""Prints what alpha-mu costs, all columns side by side in the same positions and worlds.

    python -m solver.bench.alphamu depths|cuts|dds|threads|growth|memory
        [--cards 52|32] [--worlds N] [--games N] [--depth M] [--seed N] [--plot FILE.svg]

depths: M = 1 to 4 over whole games. cuts: M = 3, each enhancement switched off. dds: M = 1
against a vote of the worlds by DDS, in a process of its own. threads: two against one. growth: cost
by worlds and M, from one decision of each game. memory: the most that a process takes.

The positions are those of `solver.bench.games`. Every column has a search of its own, whose tables
live from card to card; columns take turns in each position. Times are CPU time of the thread, for
threads time passed. Means are over all decisions of the games, medians over those in which there
was something to search.
"""

import argparse
import itertools
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from solver.alphamu.options import SearchOptions
from solver.bench.costs import AlphaMuColumn, Cost, CostTable, is_open
from solver.bench.dds import DdsVote
from solver.bench.games import DeclarerDecision, games

CUTS = (
    "early_cut",
    "root_cut",
    "useful_worlds",
    "world_cuts",
    "empty_entry",
    "cut_on_win",
    "alpha_cut",
    "deep_alpha_cut",
    "transposition_table",
)
CARD_BY_CARD = SearchOptions(low_card_classes=False)
"""Every hidden card is a card, as in the papers."""
LIMIT = 20_000_000
"""Positions after which a search without any enhancement is broken off."""
LONGEST = 20.0
"""Seconds after which one of the searches of growth or memory is."""


def depths(decisions: Iterable[DeclarerDecision], depth: int, memory_mb: int) -> CostTable:
    """M = 1 to `depth`, first with every hidden card a card, then with classes."""
    columns = [
        AlphaMuColumn(
            f"M={moves}{' classes' if merged else ''}",
            moves,
            SearchOptions(low_card_classes=merged),
            memory_mb=memory_mb,
        )
        for merged in (False, True)
        for moves in range(1, depth + 1)
    ]
    return CostTable(columns, decisions)


def cuts(decisions: Iterable[DeclarerDecision], depth: int, memory_mb: int) -> CostTable:
    """One M with all enhancements, with each one off, with classes, and with none."""
    options = {
        "all": CARD_BY_CARD,
        **{f"without {cut}": _without(cut) for cut in CUTS},
        "without either alpha": _without("alpha_cut", "deep_alpha_cut"),
        "with low_card_classes": SearchOptions(),
        "none": _without(*CUTS),
    }
    columns = [
        AlphaMuColumn(
            name,
            depth,
            these,
            memory_mb=memory_mb,
            node_limit=LIMIT if name == "none" else None,
        )
        for name, these in options.items()
    ]
    return CostTable(columns, decisions)


def _without(*cuts: str) -> SearchOptions:
    return replace(CARD_BY_CARD, **dict.fromkeys(cuts, False))


def dds(decisions: Iterable[DeclarerDecision], depth: int, memory_mb: int) -> CostTable:
    """M = 1 to `depth`, M = 1 with classes, and the vote of DDS."""
    votes = [DdsVote(1), DdsVote(2)]
    columns = [
        *(
            AlphaMuColumn(f"M={moves}", moves, CARD_BY_CARD, memory_mb=memory_mb)
            for moves in range(1, depth + 1)
        ),
        AlphaMuColumn("M=1 classes", 1, memory_mb=memory_mb),
    ]
    try:
        return CostTable([*columns, *votes], decisions)
    finally:
        for vote in votes:
            vote.close()


def threads(decisions: Iterable[DeclarerDecision], depth: int, memory_mb: int) -> CostTable:
    """One M on one thread and on two; times are times passed."""
    columns = [
        AlphaMuColumn(
            f"M={depth}, {workers} threads",
            depth,
            CARD_BY_CARD,
            memory_mb=memory_mb,
            threads=workers,
            clock=time.perf_counter,
        )
        for workers in (1, 2)
    ]
    return CostTable(columns, decisions)


WORLDS = (20, 40, 80, 160, 320, 640)


class Cell(NamedTuple):
    """What one M takes with so many worlds.

    Attributes:
        mean: seconds a decision, at least, if any was broken off.
        median: seconds of the median decision.
        broken: decisions that were broken off.
    """

    mean: float
    median: float
    broken: int


def growth(
    decisions: Iterable[DeclarerDecision], depth: int, memory_mb: int, sizes: Sequence[int] = WORLDS
) -> dict[int, dict[int, Cell]]:
    """What decisions take, by M and worlds; small samples begin the large ones."""
    columns = {
        (moves, size): AlphaMuColumn("", moves, CARD_BY_CARD, memory_mb=memory_mb, longest=LONGEST)
        for moves in range(1, depth + 1)
        for size in sizes
    }
    costs: dict[tuple[int, int], list[Cost]] = {key: [] for key in columns}
    for decision in decisions:
        for (moves, size), column in columns.items():
            part = decision._replace(worlds=decision.worlds[:size])
            costs[moves, size].append(column(part))
    return {
        moves: {size: _cell(costs[moves, size]) for size in sizes} for moves in range(1, depth + 1)
    }


def _cell(costs: Sequence[Cost]) -> Cell:
    seconds = [cost.seconds for cost in costs]
    broken = sum(cost.value is None for cost in costs)
    return Cell(statistics.fmean(seconds), statistics.median(seconds), broken)


def growth_lines(found: dict[int, dict[int, Cell]]) -> Iterator[str]:
    """Yield by M and worlds the mean and the median of milliseconds, and the mean a world."""
    sizes = list(next(iter(found.values())))
    for heading in ("mean ms", "median ms", "us a world"):
        yield f"{heading:10s} " + " ".join(f"{size:10d}" for size in sizes)
        for moves, row in found.items():
            yield f"M={moves:<8d} " + " ".join(
                f"{_text(cell, size, heading):>10s}" for size, cell in row.items()
            )


def _text(cell: Cell, size: int, heading: str) -> str:
    if heading == "median ms":
        return f"{1e3 * cell.median:.2f}"
    sign = ">" if cell.broken else ""
    return sign + f"{1e3 * cell.mean if heading == 'mean ms' else 1e6 * cell.mean / size:.2f}"


def spread(
    played: Iterable[list[DeclarerDecision]], worlds: int, seed: int
) -> Iterator[DeclarerDecision]:
    """Yield a decision of each game, of another trick each time, with so many worlds.

    Only those with something to search, and with so many layouts.
    """
    for number, game in enumerate(played):
        wanted = [one for one in game if is_open(one) and one.sampler.layouts > worlds]
        if wanted:
            decision = wanted[number % 6 * len(wanted) // 6]
            yield decision._replace(worlds=decision.sampler.draw(worlds, seed + number).worlds)


def _peak_memory() -> int:
    """The most memory that this process has taken so far, in bytes."""
    if sys.platform == "win32":
        raise NotImplementedError("the standard library does not tell the memory on Windows")
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def memory(decisions: Iterable[DeclarerDecision], depth: int, memory_mb: int) -> Iterator[str]:
    """Yield what the search of each decision takes, and the most memory of the process so far."""
    column = AlphaMuColumn("", depth, CARD_BY_CARD, memory_mb=memory_mb, longest=LONGEST)
    for decision in decisions:
        cost = column(decision)
        peak = _peak_memory() / 2**20
        yield (
            f"{len(decision.worlds)} worlds, {decision.left} tricks, M={depth}:"
            f" {cost.seconds:7.2f} s, {cost.nodes} nodes, {cost.calls} dd calls,"
            f" {'complete' if cost.value is not None else 'broken off'}, peak {peak:.0f} MiB"
        )


COMPARISONS: dict[str, Callable[[Iterable[DeclarerDecision], int, int], CostTable]] = {
    "depths": depths,
    "cuts": cuts,
    "dds": dds,
    "threads": threads,
}


class Size(NamedTuple):
    """How large a table is unless the command says otherwise."""

    worlds: int
    games: int
    depth: int


SIZES = {
    "depths": Size(20, 20, 4),
    "cuts": Size(20, 10, 3),
    "dds": Size(20, 20, 1),
    "threads": Size(80, 8, 2),
    "growth": Size(WORLDS[-1], 12, 6),
    "memory": Size(WORLDS[-1], 6, 3),
}


def report(table: str, options: argparse.Namespace) -> Iterator[str]:
    """Yield the lines of a table."""
    worlds = options.worlds or SIZES[table].worlds
    count = options.games or SIZES[table].games
    depth = options.depth or SIZES[table].depth
    memory_mb = options.memory_mb
    yield (
        f"{table}: {options.cards} cards, {worlds} worlds, {count} games, seed {options.seed},"
        f" memory_mb {memory_mb}"
    )
    if table in COMPARISONS:
        played = itertools.islice(games(options.cards, worlds, options.seed), count)
        decisions = [decision for game in played for decision in game]
        yield from COMPARISONS[table](decisions, depth, memory_mb).lines()
        return
    # a small table: what the games take counts as memory, too
    played = itertools.islice(games(options.cards, 20, options.seed, memory_mb=16), count)
    single = spread(played, worlds, options.seed)
    if table == "memory":
        yield from memory(single, depth, memory_mb)
        return
    found = growth(single, depth, memory_mb)
    yield from growth_lines(found)
    if options.plot:
        plot(found, options.plot)


def plot(found: dict[int, dict[int, Cell]], path: Path) -> None:
    """Draw a table of growth with logarithmic axes; a line for each M."""
    from matplotlib.figure import Figure

    figure = Figure()
    axes = figure.subplots()
    for moves, row in found.items():
        axes.loglog(list(row), [1e3 * cell.mean for cell in row.values()], label=f"M={moves}")
    axes.set(title="Alpha-mu: cost of a decision", xlabel="worlds", ylabel="milliseconds")
    axes.legend()
    figure.savefig(path)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m solver.bench.alphamu")
    parser.add_argument("table", choices=list(SIZES))
    parser.add_argument("--cards", type=int, choices=(52, 32), default=52)
    parser.add_argument("--worlds", type=int)
    parser.add_argument("--games", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--depth", type=int, help="M, the greatest where there are several")
    parser.add_argument("--memory-mb", type=int, default=128, help="of each search")
    parser.add_argument("--plot", type=Path, help="draw the table of growth, with matplotlib")
    options = parser.parse_args()
    if options.table == "memory" and sys.platform == "win32":
        parser.error("the memory of a process cannot be measured on Windows")
    for line in report(options.table, options):
        print(line, flush=True)


if __name__ == "__main__":
    main()
