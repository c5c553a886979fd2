"""The signature of the double-dummy search (its nodes) and its speed: `python -m solver.bench`.

With questions (--hard, --workloads, --random), it prints their cost and whether the answers are
right; with --against, another solver is asked the same questions. Times are CPU time of one thread.
Exit status: 0 done, 1 an answer is wrong, 2 wrong usage or a missing solver.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import TypeAlias

from solver.bench import engines
from solver.bench.signature import SWITCHES, fixed_deals, solve
from solver.core.errors import SolverError

_WORKLOADS = ("a_nt", "a_suit", "b20", "d52")
_Answers: TypeAlias = list[engines.MeasuredAnswer]


def main() -> int:
    """Compare solvers, or print a line for each size of the fixed deals, and then the signature."""
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
        rival: engines.BenchEngine | None = None
        if given.against == "dds":
            rival = engines.DdsEngine(given.library)
        elif given.against:
            rival = engines.MacroxueEngine(given.program)
        return _compare(given, rival)
    except (engines.BenchEngineError, SolverError, MemoryError, OSError) as error:
        parser.exit(2, f"{parser.prog}: error: {error}\n")


def _ranges(text: str) -> set[int]:
    """Return the numbers in a text such as `1-11,18`."""
    try:
        bounds = [part.partition("-") for part in text.split(",")]
        ranges = [range(int(first), int(last or first) + 1) for first, _, last in bounds]
    except ValueError:
        raise argparse.ArgumentTypeError(f"numbers such as 1-11,18, not {text!r}") from None
    return set().union(*ranges)


def _sets(given: argparse.Namespace) -> Iterator[tuple[str, Iterator[engines.SolverQuestion]]]:
    if given.hard:
        yield "hard", engines.hard_deals(given.hard)
    if given.workloads:
        for name in _WORKLOADS:
            yield name, engines.workload(given.workloads / f"{name}.txt.gz")
    if given.random or not (given.hard or given.workloads):
        yield "random", engines.random_tables(given.random or 100, given.seed)


def _compare(given: argparse.Namespace, rival: engines.BenchEngine | None) -> int:
    """Ask both solvers all questions; return 1 if any answer is wrong, else 0."""
    show = partial(print, flush=True)
    rows, wrong = [head(rival)], 0
    for name, questions in _sets(given):
        asked = {
            number: question
            for number, question in enumerate(questions, 1)
            if given.only is None or number in given.only
        }
        if not asked:
            raise engines.BenchEngineError(f"{name}: there are no such questions")
        make = partial(engines.OurEngine, given.memory_mb, given.without)
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


def compare(
    questions: Mapping[int, engines.SolverQuestion],
    make: Callable[[], engines.BenchEngine],
    rival: engines.BenchEngine | None,
    show: Callable[[str], object],
    *,
    each: bool,
) -> tuple[_Answers, _Answers, int]:
    """Ask all questions; return our answers, the rival's, and the number of wrong ones.

    A wrong answer is passed to `show`, with its question and all answers. With `each`, every
    question gets a new solver from `make`, and a line with its cost is shown.
    """
    ours, theirs, wrong = _Answers(), _Answers(), 0
    kept = make()
    for number, question in questions.items():
        ours.append((make() if each else kept).ask(question))
        answers = {"known": question.answer, "ours": ours[-1].answer}
        if rival is not None:
            theirs.append(rival.ask(question))
            answers[rival.name] = theirs[-1].answer
        is_wrong = len(set(answers.values()) - {None}) > 1
        wrong += is_wrong
        if each:
            costs = _cost(ours[-1]) + (f"  {_cost(theirs[-1])}" if theirs else "")
            show(f"{number:>4} {costs}  {'wrong' if is_wrong else 'right'}")
        if is_wrong:
            show(f"wrong: {number}: {question}")
            for name, answer in answers.items():
                show(f"  {name:<9}{answer if answer is None else ' '.join(map(str, answer))}")
    return ours, theirs, wrong


def _cost(found: engines.MeasuredAnswer) -> str:
    nodes = f"{found.nodes:>13} nodes" if found.nodes else ""
    return f"{found.seconds:>9.3f} s{nodes}{found.memory:>8.1f} MiB"


def head(rival: engines.BenchEngine | None) -> str:
    """Return the heading of a table that has a `row` for each set of questions."""
    theirs = (
        f"{rival.name + ' s':>12}{'median ms':>11}{'ratio':>7}{'of medians':>12}" if rival else ""
    )
    return (
        f"{'':<10}{'questions':>10}{'CPU s':>10}{'median ms':>11}{'nodes':>14}{theirs}{'wrong':>7}"
    )


def row(name: str, ours: _Answers, theirs: _Answers, wrong: int) -> str:
    """Return the line of a set of questions: times, and ratios that exceed 1 if ours is faster."""
    (total, middle), nodes = _times(ours), sum(each.nodes for each in ours)
    line = f"{name:<10}{len(ours):>10}{total:>10.3f}{1e3 * middle:>11.3f}{nodes:>14}"
    if theirs:
        their_total, their_middle = _times(theirs)
        line += f"{their_total:>12.3f}{1e3 * their_middle:>11.3f}"
        line += f"{their_total / total:>7.2f}{their_middle / middle:>12.2f}"
    return f"{line}{wrong:>7}"


def _times(found: _Answers) -> tuple[float, float]:
    seconds = [each.seconds for each in found]
    return sum(seconds), median(seconds)


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    os._exit(status)  # not by the end of libraries: that of DDS 2.9 crashes
