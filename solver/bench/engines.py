"""Our solver and those it is compared with: DDS, a library, and macroxue's solver, a program.

Neither is part of the project: whoever compares builds them, https://github.com/dds-bridge/dds and
https://github.com/macroxue/bridge-solver. Times are CPU time of one thread.
"""

import ctypes
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from ctypes.util import find_library
from pathlib import Path
from typing import NamedTuple, Protocol

import psutil

from solver import DoubleDummySolver
from solver.bench.workloads import Hands, SolverQuestion, suits
from solver.core.tricks import SUIT


class EngineError(Exception):
    """An engine is not there, or does not answer; the text says what is wrong."""


class MeasuredAnswer(NamedTuple):
    """An answer as `SolverQuestion.answer`, and what it cost.

    Seconds are of CPU time, memory is in MiB of our table or the program, nodes are positions
    visited; both are 0 where they are not known.
    """

    answer: tuple[int, ...]
    seconds: float
    memory: float = 0.0
    nodes: int = 0


class BenchEngine(Protocol):
    """Answers questions."""

    name: str

    def ask(self, question: SolverQuestion) -> MeasuredAnswer:
        """Return the answer and its cost; raise `EngineError` if there is none."""


class OurEngine:
    """Our solver with a table of its own, which is kept from question to question."""

    name = "ours"

    def __init__(self, memory_mb: int, without: Sequence[str] = ()) -> None:
        """Make a solver without some enhancements, see `signature.SWITCHES`."""
        self._process = psutil.Process()
        self._before = self._process.memory_info().rss
        self._solver = DoubleDummySolver(memory_mb, **dict.fromkeys(without, False))

    def ask(self, question: SolverQuestion) -> MeasuredAnswer:
        """Return the answer and its cost."""
        nodes = self._solver.nodes
        answer, seconds = _timed(lambda: self._answer(question))
        memory = (self._process.memory_info().rss - self._before) / 2**20
        return MeasuredAnswer(answer, seconds, memory, self._solver.nodes - nodes)

    def _answer(self, question: SolverQuestion) -> tuple[int, ...]:
        solver, hands, rest = self._solver, question.hands, question[3:6]
        if question.kind == "table":
            return tuple(solver.table(hands).ravel().tolist())
        if question.kind == "tricks":
            return (solver.tricks(hands, *rest),)
        if question.kind == "target":
            return (int(solver.reaches(hands, *rest, question.target)),)
        tricks = solver.card_tricks(hands, *rest)
        return tuple(tricks.get(card, -1) for card in range(52))


_Hand = ctypes.c_uint * 4
_Cards = _Hand * 4


class _DdsDeal(ctypes.Structure):
    _fields_ = (
        ("trump", ctypes.c_int),
        ("first", ctypes.c_int),
        ("suit", ctypes.c_int * 3),
        ("rank", ctypes.c_int * 3),
        ("cards", _Cards),
    )


class _DdsFuture(ctypes.Structure):
    _fields_ = (
        ("nodes", ctypes.c_int),
        ("cards", ctypes.c_int),
        ("suit", ctypes.c_int * 13),
        ("rank", ctypes.c_int * 13),
        ("equals", ctypes.c_int * 13),
        ("score", ctypes.c_int * 13),
    )


class _TableDeal(ctypes.Structure):
    _fields_ = (("cards", _Cards),)


class _DdsTable(ctypes.Structure):
    _fields_ = (("tricks", ctypes.c_int * 4 * 5),)


class DdsEngine:
    """DDS of Haglund and Hein, a shared library, with one thread.

    Its ranks are bits 2 (the two) to 14; suits, strains and seats are numbered as ours. DDS 2.9
    ends the process (`Memory::GetPtr`) where the last line of `free -k` shows no free memory, as on
    a machine without swap.
    """

    name = "dds"

    def __init__(self, library: Path | None) -> None:
        """Load a library, by default the one that the system finds."""
        path = find_library("dds") if library is None else str(library)
        if path is None:
            raise EngineError("no libdds is installed; --library PATH says where one is")
        try:
            self._dds = ctypes.CDLL(path)
            self._dds.SetMaxThreads(1)
        except (OSError, AttributeError) as error:
            raise EngineError(f"no libdds: {error}") from None

    def ask(self, question: SolverQuestion) -> MeasuredAnswer:
        """Return the answer and its cost."""
        return MeasuredAnswer(*_timed(lambda: self._answer(question)))

    def _answer(self, question: SolverQuestion) -> tuple[int, ...]:
        left = max(hand.bit_count() for hand in question.hands)
        if question.kind == "table":
            table = _DdsTable()
            self._call("CalcDDtable", _TableDeal(_dds_cards(question.hands)), ctypes.byref(table))
            # it takes the other side's tricks from 13 in short hands, too
            return tuple(tricks - 13 + left for row in table.tricks for tricks in row)
        east_west = (question.leader + len(question.trick)) % 2
        target = question.target
        if question.kind == "target":
            if not 0 < target <= left:
                return (int(target <= 0),)
            # DDS asks for the mover's side
            aim = left - target + 1 if east_west else target
            reached = self._solve(question, aim, 1).score[0] >= aim
            return (int(reached != east_west),)
        if question.kind == "tricks":
            tricks = self._solve(question, -1, 1).score[0]
            return (left - tricks if east_west else tricks,)
        return self._by_card(self._solve(question, -1, 3))

    @staticmethod
    def _by_card(found: _DdsFuture) -> tuple[int, ...]:
        tricks = [-1] * 52
        for k in range(found.cards):
            for rank in range(13):
                if (found.equals[k] | 1 << found.rank[k]) >> rank + 2 & 1:
                    tricks[13 * found.suit[k] + rank] = found.score[k]
        return tuple(tricks)

    def _solve(self, question: SolverQuestion, target: int, solutions: int) -> _DdsFuture:
        cards = [*question.trick, *[-1] * (3 - len(question.trick))]
        deal = _DdsDeal(
            question.trump,
            question.leader,
            tuple(max(0, card) // 13 for card in cards),
            tuple(card % 13 + 2 if card >= 0 else 0 for card in cards),
            _dds_cards(question.hands),
        )
        found = _DdsFuture()
        self._call("SolveBoard", deal, target, solutions, 1, ctypes.byref(found), 0)
        return found

    def _call(self, name: str, *arguments: object) -> None:
        code = getattr(self._dds, name)(*arguments)
        if code != 1:
            text = ctypes.create_string_buffer(80)
            self._dds.ErrorMessage(code, text)
            raise EngineError(f"DDS: {text.value.decode()}")


def _dds_cards(hands: Hands) -> "ctypes.Array[ctypes.Array[ctypes.c_uint]]":
    return _Cards(
        *(_Hand(*((hand >> 13 * suit & SUIT) << 2 for suit in range(4))) for hand in hands)
    )


class MacroxueEngine:
    """macroxue's solver, a program that is started for every table; its start counts."""

    name = "macroxue"

    def __init__(self, program: Path | None) -> None:
        """Keep where the program is."""
        if program is None or not os.access(program, os.X_OK):
            raise EngineError(f"macroxue's solver: --program PATH says where it is, not {program}")
        self._program = program

    def ask(self, question: SolverQuestion) -> MeasuredAnswer:
        """Return the answer and its cost."""
        if question.kind != "table":
            raise EngineError("macroxue's solver answers tables alone: --hard or --random")
        north, east, south, west = (
            " ".join(suit or "-" for suit in suits(hand)) for hand in question.hands
        )
        with tempfile.NamedTemporaryFile("w", suffix=".deal") as file:
            file.write(f"{north}\n{west}    {east}\n{south}\n")
            file.flush()
            # from a shell: else the peak of memory that the program prints is at least ours
            command = ["sh", "-c", '"$@"; exit $?', "sh", str(self._program), "-if", file.name]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
                assert child.stdout is not None
                output = child.stdout.read()
                _, status, usage = os.wait4(child.pid, 0)
                child.returncode = os.waitstatus_to_exitcode(status)
        rows = [line.split() for line in output.splitlines()[-5:]]
        if child.returncode or [row[0] for row in rows if row] != list("NSHDC"):
            raise EngineError(f"macroxue's solver: exit status {child.returncode}: {output[-200:]}")
        # tricks of South, North, West and East, seconds so far, peak of memory in MiB
        order = [*rows[1:], rows[0]]
        answer = tuple(int(row[place]) for row in order for place in (2, 4, 1, 3))
        return MeasuredAnswer(answer, usage.ru_utime + usage.ru_stime, float(rows[-1][7]))


def _timed(answer: Callable[[], tuple[int, ...]]) -> tuple[tuple[int, ...], float]:
    begun = time.process_time()
    found = answer()
    return found, time.process_time() - begun
