"""A vote of the worlds by DDS, the library that comes with endplay; it is asked in a process."""

import ctypes
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator

from solver.bench.columns import Cost
from solver.bench.doubledummy import Question, dds_deal, dds_library
from solver.bench.games import NOTRUMP, Decision


class DdsVote:
    """A vote of the worlds by DDS, in a process of its own: `SolveBoard` for every world.

    The question is the one that alpha-mu with M = 1 is asked: which cards reach the target (DDS's
    solutions=2). Only DDS's own time counts.

    Args:
        mode: DDS's, 1 or 2; with 2 its table is kept from world to world.
    """

    def __init__(self, mode: int) -> None:
        self.name = f"DDS mode {mode}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "solver.bench.dds_vote", str(mode)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, decision: Decision) -> Cost:
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
            question = Question(0, NOTRUMP, leader, target, tuple(trick), tuple(hands), "")
            deal = dds_deal(library, question)
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
