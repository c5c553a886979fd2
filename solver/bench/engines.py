"""Questions to solvers, and our solver, DDS (a library) and macroxue's (a program) to answer them.

The last two are not part of the project. Users build them from
https://github.com/dds-bridge/dds and https://github.com/macroxue/bridge-solver. Times are CPU time
of one thread. In files of questions, lines that begin with # are comments.
"""

import ctypes
import gzip
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from ctypes.util import find_library
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import psutil

from solver import DoubleDummySolver
from solver.core.deals import RANKS, parse_pbn
from solver.core.errors import SolverError
from solver.core.tricks import SUIT

Hands: TypeAlias = tuple[int, int, int, int]
Kind: TypeAlias = Literal["table", "tricks", "target", "cards"]


class SolverQuestion(NamedTuple):
    """A position, what is asked of it, and the answer if it is known.

    The answer depends on `kind`: the 20 numbers of a deal (`table`); North-South's tricks
    (`tricks`); whether they reach the target (`target`, 0 or 1); or the tricks of the mover's side
    by card, 52 numbers, -1 where the card is not legal (`cards`).
    """

    kind: Kind
    hands: Hands
    answer: tuple[int, ...] | None = None
    trump: int = 4
    leader: int = 0
    trick: tuple[int, ...] = ()
    target: int = -1

    def __str__(self) -> str:
        hands = " ".join(".".join(suits(hand)) for hand in self.hands)
        if self.kind == "table":
            return f"N:{hands}"
        what = f"target {self.target}" if self.kind == "target" else self.kind
        return f"N:{hands}, trump {self.trump}, leader {self.leader}, trick {self.trick}, {what}"


def suits(hand: int) -> list[str]:
    """The ranks of a hand by suit, from the highest down."""
    return [
        "".join(RANKS[rank] for rank in range(12, -1, -1) if hand >> 13 * suit + rank & 1)
        for suit in range(4)
    ]


def hard_deals(path: Path) -> Iterator[SolverQuestion]:
    """Yield the deals of a file with their tables; `SolverError` names the first wrong line.

    A line is `deal;numbers`: a PBN deal, and the tricks of N E S W at S, H, D, C and notrump.
    """
    for place, line in _lines(path):
        deal, _, numbers = line.partition(";")
        try:
            answer = tuple(map(int, numbers.split()))
            if len(answer) != 20:
                raise SolverError(f"20 numbers after the deal, not {len(answer)}")
            hands = parse_pbn(deal)
        except ValueError as error:
            raise SolverError(f"{place}: {error}") from None
        yield SolverQuestion("table", hands, answer)


def workload(path: Path) -> Iterator[SolverQuestion]:
    """Yield the questions of a workload; `SolverError` names the first wrong line.

    A line has words: group, trump, leader, target, number of cards of the trick, three cards, four
    hands as hexadecimal numbers, and the answer. With target -1 the answer is the tricks of
    North-South, or has 52 letters: the tricks of the mover's side by card from "a" on, "." where a
    card is not legal.
    """
    for place, line in _lines(path):
        try:
            words = line.split()
            _, trump, leader, target, played, *cards = map(int, words[:8])
            north, east, south, west = (int(word, 16) for word in words[8:12])
            (text,) = words[12:]
            letters = len(text) == 52
            answer = tuple(-1 if c == "." else ord(c) - ord("a") for c in text)
            if not letters:
                answer = (int(text),)
        except ValueError as error:
            raise SolverError(f"{place}: {error}") from None
        kind: Kind = "target" if target >= 0 else "cards" if letters else "tricks"
        trick = tuple(cards[:played])
        yield SolverQuestion(kind, (north, east, south, west), answer, trump, leader, trick, target)


def random_tables(count: int, seed: int) -> Iterator[SolverQuestion]:
    """Yield questions for the tables of random deals; the answers are not known."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        cards = rng.permutation(52).reshape(4, 13).tolist()
        north, east, south, west = (sum(1 << card for card in hand) for hand in cards)
        yield SolverQuestion("table", (north, east, south, west))


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the lines of a file, without comments, each after its place: `FILE, line 7`."""
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.startswith("#"):
                yield f"{path}, line {number}", line.strip()


class BenchEngineError(Exception):
    """An engine is missing, or does not answer; the text says what is wrong."""


class MeasuredAnswer(NamedTuple):
    """An answer, as in `SolverQuestion.answer`, and its cost.

    Seconds are CPU time, memory is that of our table or of the program, in MiB, and nodes are
    positions visited; memory and nodes are 0 where they are not known.
    """

    answer: tuple[int, ...]
    seconds: float
    memory: float = 0.0
    nodes: int = 0


class OurEngine:
    """Our solver; its table is kept from question to question."""

    name = "ours"

    def __init__(self, memory_mb: int, without: Sequence[str] = ()) -> None:
        """Make a solver; `without` names the enhancements of `signature.SWITCHES` to switch off."""
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
    ends the process (`Memory::GetPtr`) if the last line of `free -k` shows no free memory, as on
    a machine without swap.
    """

    name = "dds"

    def __init__(self, library: Path | None) -> None:
        """Load a library, by default the one that the system finds."""
        path = find_library("dds") if library is None else str(library)
        if path is None:
            raise BenchEngineError("no libdds is installed; --library PATH says where one is")
        try:
            self._dds = ctypes.CDLL(path)
            self._dds.SetMaxThreads(1)
        except (OSError, AttributeError) as error:
            raise BenchEngineError(f"no libdds: {error}") from None

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
            raise BenchEngineError(f"DDS: {text.value.decode()}")


def _dds_cards(hands: Hands) -> "ctypes.Array[ctypes.Array[ctypes.c_uint]]":
    return _Cards(
        *(_Hand(*((hand >> 13 * suit & SUIT) << 2 for suit in range(4))) for hand in hands)
    )


class MacroxueEngine:
    """macroxue's solver, a program that is started for each table; its start-up time is counted."""

    name = "macroxue"

    def __init__(self, program: Path | None) -> None:
        """Keep the path of the program; raise BenchEngineError if it is not executable."""
        if program is None or not os.access(program, os.X_OK):
            raise BenchEngineError(
                f"macroxue's solver: --program PATH says where it is, not {program}"
            )
        self._program = program

    def ask(self, question: SolverQuestion) -> MeasuredAnswer:
        """Return the answer and its cost."""
        if question.kind != "table":
            raise BenchEngineError("macroxue's solver answers tables alone: --hard or --random")
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
            raise BenchEngineError(
                f"macroxue's solver: exit status {child.returncode}: {output[-200:]}"
            )
        # tricks of South, North, West and East, seconds so far, peak of memory in MiB
        order = [*rows[1:], rows[0]]
        answer = tuple(int(row[place]) for row in order for place in (2, 4, 1, 3))
        return MeasuredAnswer(answer, usage.ru_utime + usage.ru_stime, float(rows[-1][7]))


BenchEngine: TypeAlias = OurEngine | DdsEngine | MacroxueEngine
"""Answers questions: `ask` raises `BenchEngineError` if there is no answer."""


def _timed(answer: Callable[[], tuple[int, ...]]) -> tuple[tuple[int, ...], float]:
    begun = time.process_time()
    found = answer()
    return found, time.process_time() - begun
