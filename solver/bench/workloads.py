"""Questions to solvers: files of hard deals and of workloads, and random tables.

A file of hard deals has lines `deal;numbers`: a PBN deal, and the tricks of N E S W at spades,
hearts, diamonds, clubs and notrump. A workload has lines of words: group, trump, leader, target,
number of cards of the trick, three cards, four hands as hexadecimal numbers, and the answer. With
target -1 the answer is the tricks of North-South, or has 52 letters: the tricks of the mover's side
by card from "a" on, "." where a card is not legal. Lines that begin with "#" are comments.
"""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from solver.core.deals import RANKS, parse_pbn
from solver.core.errors import SolverError

Hands: TypeAlias = tuple[int, int, int, int]
Kind: TypeAlias = Literal["table", "tricks", "target", "cards"]


class SolverQuestion(NamedTuple):
    """A position and what is asked of it, with the answer if it is known.

    It is the 20 numbers of a deal; North-South's tricks; whether they reach the target; or the
    tricks of the mover's side by card, -1 where it is not legal.
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
    """Yield the tables of a file of hard deals; raise `SolverError` with a wrong line."""
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
    """Yield the questions of a workload; raise `SolverError` with a wrong line."""
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
    """Yield the tables of random deals; their answers are not known."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        cards = rng.permutation(52).reshape(4, 13).tolist()
        north, east, south, west = (sum(1 << card for card in hand) for hand in cards)
        yield SolverQuestion("table", (north, east, south, west))


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the lines that are no comment, each with its place."""
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.startswith("#"):
                yield f"{path}, line {number}", line.strip()
