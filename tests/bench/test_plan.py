"""How long declarer's plans take at dummy's first turn, in random contracts after a random lead.

The first answer is that of the first stage; the full one that of all stages but the last, in which
every line goes to the end of the play. Seconds are of processor time.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from bluechip_bot.engine import CardEngine, Question
from bluechip_bot.inference import evidence
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import Board, Called, Contract, Played, Seat, calls_to
from bluechip_bot.planning import DeclarerView, HtnDeclarer, Plan
from bluechip_bot.player.planned import believed
from support.planning import PLANNING, STAGES
from support.settings import INFERENCE

BOARDS: Final = 215
SEED: Final = 11
CONTRACTS: Final = ("3NT", "4S", "4H", "1NT", "2S", "3D", "6NT", "5C")


def boards() -> Iterator[Board]:
    """What South sees after the lead."""
    for planned in boards_from_seed(SEED, BOARDS):
        chance = Random(planned.number)
        contract = Contract.parse(f"{chance.choice(CONTRACTS)}-S")
        board = Board.begin(planned.number, planned.dealer, planned.vulnerability, planned.deal)
        for call in calls_to(contract, board.dealer):
            board = board.apply(Called(board.auction.turn, call))
        assert board.play is not None
        lead = chance.choice(list(board.legal_cards))
        yield board.apply(Played(board.play.turn, lead)).seen_by(Seat.SOUTH)


def timed(engine: CardEngine, board: Board, stages: int) -> tuple[float, Plan]:
    """Seconds of a plan of so many stages."""
    known = evidence(board, Seat.SOUTH, INFERENCE)
    sample = engine.worlds(Question(board, Seat.SOUTH, known, seed=1), PLANNING.vote.worlds)
    position = DeclarerView.of(board)
    beliefs = believed(position, sample)
    start = time.process_time()
    declarer = HtnDeclarer(lambda: 0.0, PLANNING, stages=STAGES[:stages])
    planned = declarer.choose(position, beliefs, budget=1.0)
    return time.process_time() - start, planned


@pytest.mark.bench
@pytest.mark.timeout(3600)
def test_plans(capsys: pytest.CaptureFixture[str]) -> None:
    """In the median a first answer takes less than a hundredth of a full one."""
    engine = CardEngine(8)
    first: list[float] = []
    full: list[float] = []
    nodes: list[int] = []
    leaves: list[int] = []
    for board in boards():
        if len(board.legal_cards) == 1:
            continue
        first.append(timed(engine, board, 1)[0])
        seconds, planned = timed(engine, board, len(STAGES) - 1)
        full.append(seconds)
        nodes.append(planned.nodes)
        leaves.append(planned.root.leaves)
    with capsys.disabled():
        print(f"\n{len(first)} contracts, seed {SEED}, {PLANNING.vote.worlds} layouts")
        for name, times in (("first answer", first), ("full answer", full)):
            tenth = statistics.quantiles(times, n=10)[-1]
            middle = statistics.median(times)
            print(f"{name:12} median {middle:.4f} s, 90 % {tenth:.4f} s, most {max(times):.4f} s")
        for what, counts in (("nodes", nodes), ("leaves", leaves)):
            print(f"{what:12} mean {statistics.mean(counts):.0f}, most {max(counts)}")
    assert statistics.median(first) < statistics.median(full) / 100
