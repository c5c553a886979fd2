"""Stored endings with the fronts that the plain reference finds for each card at every depth.

Run as a script it draws the endings and writes the file anew (about 15 minutes).
"""

import gzip
import itertools
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from solver import DoubleDummySolver
from support.alphamu.cuts import CUTS, MISTAKES, SHOWING, CutSearch
from support.alphamu.endings import Shape, tactical
from support.alphamu.reference import Front, Question, Reference, TooLargeError, Wins, maximal, won

STORED = Path(__file__).parents[2] / "data" / "alphamu" / "endings.jsonl.gz"

FUSION, DEFENCE = "fusion", "defence"
PLAN: list[tuple[int, Shape, int, dict[str, int]]] = [
    (1, Shape(2), 3000, {FUSION: 60, **dict.fromkeys(MISTAKES, 8)}),
    (2, Shape(3, 10), 300, {FUSION: 40, **dict.fromkeys(MISTAKES, 8)}),
    (3, Shape(3), 400, {FUSION: 60, **dict.fromkeys(MISTAKES, 12)}),
    (4, Shape(4, 8), 30, {FUSION: 12, **dict.fromkeys(MISTAKES, 4)}),
    (5, Shape(2, defence=True), 30, {DEFENCE: 30}),
    (6, Shape(3, 10, defence=True), 40, {DEFENCE: 40}),
]
"""Seed, shape, how many endings are looked at, and how many of each kind are kept.

An ending is kept if a search with one of MISTAKES goes wrong on it, or if a look one card ahead
promises too much (fusion).
"""


class Stored(NamedTuple):
    """An ending and its fronts.

    Attributes:
        question: the decision.
        fronts: by Max's cards looked ahead from 1 on, the last being to the end: the front of each
            card, vectors being sets of won worlds.
    """

    question: Question
    fronts: list[dict[int, Front]]

    @property
    def defence(self) -> bool:
        return self.question.observer is not None

    def values(self, moves: int | None = None, weights: list[int] | None = None) -> dict[int, int]:
        """What each card is worth: the weight of worlds won."""
        ones = weights or [1] * len(self.question.worlds)
        fronts = self.fronts[-1 if moves is None else min(moves, len(self.fronts)) - 1]
        return {card: int(won(front, ones)) for card, front in fronts.items()}

    def root_front(self, moves: int | None = None) -> Front:
        """The front of the question."""
        fronts = self.fronts[-1 if moves is None else min(moves, len(self.fronts)) - 1]
        return maximal(Wins(self.question), itertools.chain.from_iterable(fronts.values()))


def pack(reference: Reference) -> dict[str, Any]:
    """A line of the file; a depth whose fronts are those of the depth before is left empty."""
    question = reference.question
    depths: list[dict[str, list[int]]] = []
    last: dict[int, Front] = {}
    for moves in range(1, question.moves + 1):
        fronts = reference.card_fronts(moves)
        same = fronts == last
        depths.append({} if same else {str(c): sorted(front) for c, front in fronts.items()})
        last = fronts
    first = question.worlds[0]
    hidden = [s for s in range(4) if any(world[s] != first[s] for world in question.worlds)]
    return {
        **question._asdict(),
        "worlds": first,
        "hidden": hidden,
        "held": [world[hidden[0]] for world in question.worlds],
        "fronts": depths,
    }


def unpack(line: dict[str, Any]) -> Stored:
    """The ending of a line."""
    one, two = line.pop("hidden")
    first = line.pop("worlds")
    worlds = []
    for held in line.pop("held"):
        world = list(first)
        world[one], world[two] = held, (first[one] | first[two]) & ~held
        worlds.append(tuple(world))
    fronts: list[dict[int, Front]] = []
    for depth in line.pop("fronts"):
        fronts.append({int(c): frozenset(f) for c, f in depth.items()} if depth else fronts[-1])
    line["trick"] = tuple(line["trick"])
    return Stored(Question(worlds=tuple(worlds), **line), fronts)


def stored() -> Iterator[Stored]:
    """The stored endings."""
    with gzip.open(STORED, "rt") as lines:
        for line in lines:
            yield unpack(json.loads(line))


def kinds(reference: Reference) -> set[str]:
    """What an ending is good for."""
    if reference.question.observer is not None:
        return {DEFENCE}
    value = CutSearch(reference).search().value
    found = {FUSION} if CutSearch(reference).search(1).value > value else set()
    return found | {
        mistake
        for mistake in MISTAKES
        if CutSearch(reference, SHOWING.get(mistake, CUTS), mistake).search().value != value
    }


def drawn(seed: int, shape: Shape, looked_at: int, wanted: dict[str, int]) -> Iterator[str]:
    """The lines of one part of the plan."""
    solver = DoubleDummySolver(8)
    have: Counter[str] = Counter()
    draws = tactical(seed, shape, lambda position: solver.tricks(*position))
    for reference in itertools.islice(draws, looked_at):
        new = {kind for kind in kinds(reference) if have[kind] < wanted.get(kind, 0)}
        if not new:
            continue
        try:
            line = pack(reference)
        except TooLargeError:
            continue
        have.update(new)
        yield json.dumps(line) + "\n"
    print(seed, shape, dict(have), flush=True)


def write() -> None:
    """Draw the endings of the plan, ask the reference, and write the file."""
    STORED.parent.mkdir(exist_ok=True)
    with STORED.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as out:
        for part in PLAN:
            out.writelines(line.encode() for line in drawn(*part))


if __name__ == "__main__":
    write()
