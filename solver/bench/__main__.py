"""The signature of the double-dummy search, and its speed: `python -m solver.bench`.

With questions (--hard, --workloads, --random), what they cost, each right or wrong; with --against,
beside another solver that is asked the same. Times are CPU time of one thread. Exit status: 0 done,
1 an answer is wrong, 2 wrong usage or a solver that is not there.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from solver.bench.comparison import compare, head, row
from solver.bench.engines import BenchEngine, DdsEngine, EngineError, MacroxueEngine, OurEngine
from solver.bench.signature import SWITCHES, fixed_deals, solve
from solver.bench.workloads import SolverQuestion, hard_deals, random_tables, workload
from solver.core.errors import SolverError

_WORKLOADS = ("a_nt", "a_suit", "b20", "d52")


def main() -> int:
    """Compare, or print a line for each size of the fixed deals and the signature."""
    parser = argparse.ArgumentParser(prog="python -m solver.bench", description=__doc__)
    add = parser.add_argument
    add("--hard", type=Path, metavar="FILE", help="deals with their tables; each is shown")
    add("--workloads", type=Path, metavar="FOLDER", help=f"files {', '.join(_WORKLOADS)}.txt.gz")
    add("--random", type=int, metavar="N", help="tables of random deals; 100 for --against alone")
    add("--seed", type=int, default=1, help="of the random deals")
    add("--only", type=_ranges, metavar="1-11,18", help="questions of each set, by number")
    add("--memory-mb", type=int, default=128, metavar="MIB", help="of our table")
    names = ", ".join(SWITCHES)
    add("--without", choices=SWITCHES, action="append", default=[], metavar="NAME", help=names)
    add("--against", choices=["dds", "macroxue"], help="another solver")
    add("--library", type=Path, metavar="PATH", help="libdds; by default where the system has it")
    add("--program", type=Path, metavar="PATH", help="macroxue's solver")
    given = parser.parse_args()
    if not (given.hard or given.workloads or given.random or given.against):
        _signature()
        return 0
    try:
        rival: BenchEngine | None = None
        if given.against:
            rival = (
                DdsEngine(given.library)
                if given.against == "dds"
                else MacroxueEngine(given.program)
            )
        return _compare(given, rival)
    except (EngineError, SolverError, MemoryError, OSError) as error:
        parser.exit(2, f"{parser.prog}: error: {error}\n")


def _ranges(text: str) -> set[int]:
    """The numbers of a text such as `1-11,18`."""
    try:
        bounds = [part.partition("-") for part in text.split(",")]
        ranges = [range(int(first), int(last or first) + 1) for first, _, last in bounds]
    except ValueError:
        raise argparse.ArgumentTypeError(f"numbers such as 1-11,18, not {text!r}") from None
    return set().union(*ranges)


def _sets(given: argparse.Namespace) -> Iterator[tuple[str, Iterator[SolverQuestion]]]:
    if given.hard:
        yield "hard", hard_deals(given.hard)
    if given.workloads:
        for name in _WORKLOADS:
            yield name, workload(given.workloads / f"{name}.txt.gz")
    if given.random or not (given.hard or given.workloads):
        yield "random", random_tables(given.random or 100, given.seed)


def _compare(given: argparse.Namespace, rival: BenchEngine | None) -> int:
    """Ask both solvers all questions; return 1 if an answer is wrong."""
    show = partial(print, flush=True)
    rows, wrong = [head(rival)], 0
    for name, questions in _sets(given):
        asked = {
            number: question
            for number, question in enumerate(questions, 1)
            if given.only is None or number in given.only
        }
        if not asked:
            raise EngineError(f"{name}: there are no such questions")
        make = partial(OurEngine, given.memory_mb, given.without)
        each = name == "hard"
        found = compare(asked, make, rival, show, each=each)
        rows.append(row(name, *found))
        wrong += found[2]
    show("\n".join(rows))
    return min(wrong, 1)


def _signature() -> None:
    total = 0
    for size, count in ((13, 10), (11, 20), (9, 50), (7, 200), (5, 500), (3, 1000)):
        nodes, spent = solve(fixed_deals(size, count), (size + 1) // 2)
        print(
            f"{size:2d} tricks: {5 * count:5d} questions {nodes:9d} nodes "
            f"{1e3 * spent / (5 * count):9.4f} ms each {1e9 * spent / max(nodes, 1):5.0f} ns a node"
        )
        total += nodes
    print(f"signature {total}")


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    os._exit(status)  # not by the end of libraries: that of DDS 2.9 crashes
