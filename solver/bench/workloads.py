"""Our search and DDS on stored workloads: times, positions, wrong answers.

A workload is a file *.txt.gz. Each engine works through it on one thread of a process of its own,
and every answer is checked. DDS's mode 1 is a single question; mode 2 keeps its table through a
group of questions.

A line: group trump leader target played c1 c2 c3 N E S W answer. Target -1 asks for North-South's
exact tricks, or for those of all cards when the answer has 52 letters (a = 0 tricks).
"""

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

from solver import DoubleDummySolver
from solver.bench.dds import dds_deal, dds_library


class WorkloadLine(NamedTuple):
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


def read_workload(path: Path) -> Iterator[WorkloadLine]:
    """Yield the questions of a workload file."""
    with gzip.open(path, "rt") as lines:
        for line in lines:
            words = line.split()
            group, trump, leader, target, played = map(int, words[:5])
            trick = tuple(int(card) for card in words[5 : 5 + played])
            hands = tuple(int(hand, 16) for hand in words[8:12])
            yield WorkloadLine(group, trump, leader, target, trick, hands, words[12])


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


def dds_answer(question: WorkloadLine, target: int, got: Any) -> str:
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
        deal = dds_deal(library, question.trump, question.leader, question.trick, question.hands)
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
