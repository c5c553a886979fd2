"""Prints the search's signature (positions visited over fixed deals) and the time it takes.

    python -m solver.bench
    python -m solver.bench --switches
    python -m solver.bench --threads
    python -m solver.bench --against dds WORKLOADS

The signature is the same on every machine; a change of it means that the search changed. The second
form counts positions with each enhancement switched off, the third times a second thread. The
last measures both engines on stored workloads (a folder of *.txt.gz), each on one thread and in a
process of its own, and checks every answer. DDS is the library that comes with endplay; mode 1 is a
single question, mode 2 keeps DDS's table through a group of questions.

A workload line: group trump leader target played c1 c2 c3 N E S W answer. Target -1 asks for
North-South's exact tricks, or for all cards when the answer has 52 letters (a = 0 tricks).
"""

import argparse
import ctypes
import gzip
import itertools
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from solver import DoubleDummySolver, solve_many

MASK = (1 << 64) - 1


class SplitMix:
    """A small generator of our own, so that the deals never change."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, n: int) -> int:
        """Return the next number, 0 to n - 1."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        x = self.state
        x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
        x = ((x ^ x >> 27) * 0x94D049BB133111EB) & MASK
        return ((x ^ x >> 31) >> 32) * n >> 32

    def deal(self, size: int) -> list[int]:
        """Return four hands of `size` random cards."""
        deck = list(range(52))
        for i in range(51, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return [sum(1 << card for card in deck[size * i : size * (i + 1)]) for i in range(4)]


def signature() -> None:
    """Solve the fixed deals and print a line for each size."""
    total = 0
    for size, count in ((13, 10), (11, 20), (9, 50), (7, 200), (5, 500), (3, 1000)):
        source = SplitMix(size)
        deals = np.array([source.deal(size) for _ in range(count)], dtype=np.uint64)
        nodes = 0
        begun = time.perf_counter()
        for trump in range(5):
            solver = DoubleDummySolver(128)
            solver.solve_worlds(deals, trump, 3, (), (size + 1) // 2)
            nodes += solver.nodes
        spent = time.perf_counter() - begun
        print(
            f"{size:2d} tricks: {5 * count:5d} questions {nodes:9d} nodes "
            f"{1e3 * spent / (5 * count):9.4f} ms each {1e9 * spent / max(nodes, 1):5.0f} ns a node"
        )
        total += nodes
    print(f"signature {total}")


SWITCHES = (
    "target_check",
    "quick_tricks",
    "later_tricks",
    "table",
    "winning_ranks",
    "touching",
    "ordering",
    "early_cutoffs",
    "skip_small",
    "fitted_weights",
)


def switches() -> None:
    """Solve fixed positions of 10 tricks with each enhancement off, and print what it costs."""
    source = SplitMix(10)
    deals = np.array([source.deal(10) for _ in range(20)], dtype=np.uint64)
    base = 0
    for name in ("", *SWITCHES):
        nodes = 0
        begun = time.perf_counter()
        for trump in range(5):
            solver = DoubleDummySolver(128, **({name: False} if name else {}))
            solver.solve_worlds(deals, trump, 3, (), 5)
            nodes += solver.nodes
        spent = time.perf_counter() - begun
        base = base or nodes
        label = f"without {name}" if name else "all"
        print(f"{label:23s} {nodes:10d} nodes {nodes / base:9.2f} times {1e3 * spent:10.1f} ms")


def threads(rounds: int = 3) -> None:
    """Solve 200 fixed deals on one thread and on two, in turn, and print the ratio of medians."""
    source = SplitMix(99)
    deals = [source.deal(13) for _ in range(200)]
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(rounds):
        for count, times in seconds.items():
            begun = time.perf_counter()
            solve_many(deals, threads=count)
            times.append(time.perf_counter() - begun)
    one, two = (statistics.median(times) for times in seconds.values())
    print(f"200 tables: one thread {one:.2f} s, two {two:.2f} s, ratio {one / two:.2f} (medians)")


class Question(NamedTuple):
    """One line of a workload."""

    group: int
    trump: int
    leader: int
    target: int
    trick: tuple[int, ...]
    hands: tuple[int, ...]
    answer: str

    @property
    def left(self) -> int:
        """Tricks left, the current one included."""
        return max(hand.bit_count() for hand in self.hands)

    @property
    def mover(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.trick)) % 4


def read_workload(path: Path) -> Iterator[Question]:
    """Yield the questions of a workload file."""
    with gzip.open(path, "rt") as lines:
        for line in lines:
            words = line.split()
            group, trump, leader, target, played = map(int, words[:5])
            trick = tuple(int(card) for card in words[5 : 5 + played])
            hands = tuple(int(hand, 16) for hand in words[8:12])
            yield Question(group, trump, leader, target, trick, hands, words[12])


def letters(tricks: dict[int, int]) -> str:
    """Return the answer text for all cards."""
    return "".join(chr(97 + tricks[c]) if c in tricks else "." for c in range(52))


class Run(NamedTuple):
    """What one engine did with a workload: times in ns, wrong answers, nodes."""

    times: list[int]
    wrong: int
    nodes: int


def run_ours(path: Path, _mode: int) -> Run:
    """Ask our solver: worlds of one question in one call, the table forgotten between groups."""
    solver = DoubleDummySolver()
    times: list[int] = []
    wrong = 0
    group = -1
    for key, lines in itertools.groupby(read_workload(path), key=lambda q: q[:5]):
        questions = list(lines)
        trump, leader, target, trick = key[1:]
        if len(questions[0].answer) < 52 and target < 0:
            for question in questions:
                solver.forget()
                begun = time.thread_time_ns()
                tricks = solver.tricks(question.hands, trump, leader, trick)
                times.append(time.thread_time_ns() - begun)
                wrong += str(tricks) != question.answer
            continue
        if key[0] != group:
            group = key[0]
            solver.forget()
        worlds = np.array([question.hands for question in questions], dtype=np.uint64)
        texts: list[str]
        begun = time.thread_time_ns()
        if target < 0:
            cards = solver.solve_world_cards(worlds, trump, leader, trick)
            spent = time.thread_time_ns() - begun
            texts = ["".join("." if n < 0 else chr(97 + n) for n in row) for row in cards.tolist()]
        else:
            reached = solver.solve_worlds(worlds, trump, leader, trick, target)
            spent = time.thread_time_ns() - begun
            texts = [str(int(yes)) for yes in reached]
        times += [spent // len(questions)] * len(questions)
        wrong += sum(t != q.answer for t, q in zip(texts, questions, strict=True))
    return Run(times, wrong, solver.nodes)


def struct(**fields: Any) -> Any:
    """Return a C struct of these fields."""
    return type("Struct", (ctypes.Structure,), {"_fields_": list(fields.items())})


def dds_library() -> Any:
    """Load the DDS library that endplay carries, for one thread; its structs become attributes."""
    import endplay  # type: ignore[import-not-found,unused-ignore]

    folder = Path(endplay.__file__).parent / "_dds"
    file = next(path for path in folder.iterdir() if path.stem in {"libdds", "dds"})
    library: Any = ctypes.CDLL(str(file))
    number = ctypes.c_int
    library.deal = struct(
        trump=number,
        first=number,
        currentTrickSuit=number * 3,
        currentTrickRank=number * 3,
        remainCards=(ctypes.c_uint * 4) * 4,
    )
    library.futureTricks = struct(
        nodes=number,
        cards=number,
        suit=number * 13,
        rank=number * 13,
        equals=number * 13,
        score=number * 13,
    )
    library.SetResources(2000, 1)
    library.SolveBoard.argtypes = [
        library.deal,
        *([number] * 3),
        ctypes.POINTER(library.futureTricks),
        number,
    ]
    return library


def dds_deal(library: Any, question: Question) -> Any:
    """Return a question in DDS's form."""
    deal = library.deal(trump=question.trump, first=question.leader)
    for place, card in enumerate(question.trick):
        deal.currentTrickSuit[place] = card // 13
        deal.currentTrickRank[place] = card % 13 + 2
    for seat, suit in itertools.product(range(4), range(4)):
        deal.remainCards[seat][suit] = (question.hands[seat] >> 13 * suit & 0x1FFF) << 2
    return deal


def dds_answer(question: Question, target: int, got: Any) -> str:
    """Return DDS's result in the form of a workload's answer; target is the mover's."""
    if len(question.answer) == 52:
        tricks = {}
        for i in range(got.cards):
            tricks[13 * got.suit[i] + got.rank[i] - 2] = got.score[i]
            for rank in range(2, 15):
                if got.equals[i] >> rank & 1:
                    tricks[13 * got.suit[i] + rank - 2] = got.score[i]
        return letters(tricks)
    mine = got.score[0]
    if question.target < 0:
        return str(question.left - mine if question.mover % 2 else mine)
    reached = mine >= target
    return str(int(reached != bool(question.mover % 2)))


def run_dds(path: Path, mode: int) -> Run:
    """Ask DDS one question a call."""
    library = dds_library()
    got = library.futureTricks()
    times: list[int] = []
    wrong = nodes = 0
    group = -1
    for question in read_workload(path):
        target, solutions = -1, 1
        if len(question.answer) == 52:
            solutions = 3
        elif question.target >= 0:
            target = question.target
            if question.mover % 2:
                target = question.left - target + 1
            if not 0 < target <= question.left:
                # decided before any card; DDS reads 0 and -1 as other questions
                times.append(0)
                continue
        deal = dds_deal(library, question)
        keep = mode == 2 and question.group == group and question.target >= 0
        group = question.group
        begun = time.thread_time_ns()
        code = library.SolveBoard(deal, target, solutions, 2 if keep else 1, ctypes.byref(got), 0)
        times.append(time.thread_time_ns() - begun)
        nodes += got.nodes
        wrong += code != 1 or dds_answer(question, target, got) != question.answer
    return Run(times, wrong, nodes)


ENGINES = {"ours": run_ours, "dds": run_dds}


def measure(engine: str, mode: int, path: Path) -> Run:
    """Run one engine in a process of its own."""
    command = [sys.executable, "-m", "solver.bench", "--worker", engine, str(mode), str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return Run(*json.loads(done.stdout))


def against(folder: Path, names: list[str]) -> None:
    """Print totals, medians and ratios for every workload of a folder."""
    for path in sorted(folder.glob("*.txt.gz")):
        name = path.name.removesuffix(".txt.gz")
        if names and name not in names:
            continue
        ours = measure("ours", 1, path)
        line = f"{name:7s} ours {sum(ours.times) / 1e6:10.1f} ms"
        line += f" (median {statistics.median(ours.times) / 1e6:8.4f})"
        line += f" {ours.nodes:10d} nodes, {ours.wrong} wrong"
        for mode in (1, 2):
            dds = measure("dds", mode, path)
            line += f" | dds mode {mode} {sum(dds.times) / 1e6:10.1f} ms"
            line += f" (median {statistics.median(dds.times) / 1e6:8.4f}), {dds.wrong} wrong,"
            line += f" ratio {sum(dds.times) / sum(ours.times):6.2f}"
        print(line, flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m solver.bench")
    parser.add_argument("--against", nargs="+", metavar=("dds", "WORKLOADS"))
    parser.add_argument("--switches", action="store_true", help="what each enhancement saves")
    parser.add_argument("--threads", action="store_true", help="what a second thread gains")
    parser.add_argument("--worker", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        engine, mode, path = options.worker
        json.dump(ENGINES[engine](Path(path), int(mode)), sys.stdout)
    elif options.switches:
        switches()
    elif options.threads:
        threads()
    elif options.against:
        if options.against[0] != "dds" or len(options.against) == 1:
            parser.error("--against dds WORKLOADS [NAME ...]")
        against(Path(options.against[1]), options.against[2:])
    else:
        signature()


if __name__ == "__main__":
    main()
