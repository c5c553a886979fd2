"""DDS, the library that comes with endplay: its C interface, and a vote of the worlds by it."""

import ctypes
import itertools
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from solver.bench.costs import Cost
from solver.bench.games import NOTRUMP, DeclarerDecision


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


def dds_deal(
    library: Any, trump: int, leader: int, trick: Sequence[int], hands: Sequence[int]
) -> Any:
    """Return a question in DDS's form; the hands are without the cards of the trick."""
    deal = library.deal(trump=trump, first=leader)
    for place, card in enumerate(trick):
        deal.currentTrickSuit[place] = card // 13
        deal.currentTrickRank[place] = card % 13 + 2
    for seat, suit in itertools.product(range(4), range(4)):
        deal.remainCards[seat][suit] = (hands[seat] >> 13 * suit & 0x1FFF) << 2
    return deal


class DdsVote:
    """A vote of the worlds by DDS in a process of its own: `SolveBoard` for every world.

    The question is the one that alpha-mu with M = 1 is asked: which cards reach the target (DDS's
    solutions=2). Only DDS's own time counts.

    Args:
        mode: DDS's, 1 or 2; with 2 its table is kept from world to world.
    """

    def __init__(self, mode: int) -> None:
        self.name = f"DDS mode {mode}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "solver.bench.dds", str(mode)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, decision: DeclarerDecision) -> Cost:
        """Solve all worlds of a decision."""
        worlds = decision.worlds
        if decision.target <= 0 or decision.target > decision.left:
            return Cost(0.0, float(len(worlds)) if decision.target <= 0 else 0.0)
        question = [worlds.tolist(), decision.leader, decision.trick, decision.target]
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return Cost(answer[0], answer[1], calls=len(worlds), positions=answer[2])

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def serve_dds(lines: Iterable[str], mode: int) -> Iterator[str]:
    """Yield for each question the seconds, the worlds that the best card wins, and DDS's nodes."""
    library = dds_library()
    got = library.futureTricks()
    for line in lines:
        worlds, leader, trick, target = json.loads(line)
        won: dict[int, int] = {}
        spent = nodes = 0
        for n, hands in enumerate(worlds):
            deal = dds_deal(library, NOTRUMP, leader, trick, hands)
            begun = time.thread_time_ns()
            code = library.SolveBoard(deal, target, 2, mode if n else 1, ctypes.byref(got), 0)
            spent += time.thread_time_ns() - begun
            if code != 1:
                raise ValueError(f"DDS says {code} to {line}")
            nodes += got.nodes
            for i in range(got.cards):
                ranks = got.equals[i] | 1 << got.rank[i]
                for rank in range(2, 15):
                    if got.score[i] >= target and ranks >> rank & 1:
                        card = 13 * got.suit[i] + rank
                        won[card] = won.get(card, 0) + 1
        yield json.dumps([spent / 1e9, float(max(won.values(), default=0)), nodes])


if __name__ == "__main__":
    for answer in serve_dds(sys.stdin, int(sys.argv[1])):
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()
