"""Recorded boards: what really was is never excluded."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from bluechip_bot.constraints import HardFacts
from bluechip_bot.engine import make_prior
from bluechip_bot.engine.pool import agrees
from bluechip_bot.inference import evidence
from bluechip_bot.inference.records import read_records
from bluechip_bot.model import Board, Played
from support.collection import FOLDERS, SAMPLE, graded
from support.settings import FLOOR, INFERENCE


def boards(folder: Path) -> Iterator[Board]:
    """The boards with play of all files."""
    for path in sorted(folder.glob("*.jsonl.gz")):
        played = (record.board for record in read_records(path))
        yield from (board for board in played if board.play and board.play.cards)


def check(board: Board) -> int:
    """Judge the true layout at every card for who decides, its weight twice; the cards."""
    assert board.play is not None
    truth = np.array([[hand.mask for hand in board.hands if hand is not None]], dtype=np.uint64)
    now = board.until(0)
    for at, card in enumerate(board.play.cards):
        seat = now.decider
        assert seat is not None
        facts = HardFacts.of(now, seat)
        assert agrees(truth, facts).all(), (board.number, at)
        if at % 26 == 25:
            known = evidence(now.seen_by(seat), seat, INFERENCE, FLOOR)
            prior = make_prior(facts, known.statements)
            left = truth & ~np.array(now.played, dtype=np.uint64)
            assert prior.sampler.weigh(left)[0] > 0, (board.number, at)
            assert prior.relaxed == ()
            for likelihood in known.likelihoods:
                assert np.isfinite(likelihood.log(truth[:, likelihood.seat])).all()
        assert now.turn is not None
        now = now.apply(Played(now.turn, card))
    return len(board.play.cards)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("folder", graded(FOLDERS))
def test_the_true_layout_is_never_excluded(folder: Path) -> None:
    """At every card of recorded play the true layout agrees with the facts, and has a weight."""
    step, least = (4, 450) if folder == SAMPLE else (1, 400_000)
    found = islice(boards(folder / "auctions"), 0, None, step)
    assert sum(map(check, found)) > least
