"""Layouts of the hidden hands for a player who is to call."""

from __future__ import annotations

import numpy as np
import pytest

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.settings import BiddingSettings, Systems
from bluechip_bot.config import conf_dir
from bluechip_bot.constraints import batch
from bluechip_bot.engine import draw_layouts
from bluechip_bot.inference import evidence
from bluechip_bot.model import Board, Deal, Seat
from support.boards import after
from support.settings import INFERENCE

DEAL = Deal.parse("N:AQ75.K843.Q2.A74 KJ2.AT2.JT986.82 T983.J5.AK3.KJ53 64.Q976.754.QT96")
PACK = (1 << 52) - 1


@pytest.fixture(scope="module")
def sayc() -> Partnership:
    """SAYC at both sides, and both know it."""
    settings = BiddingSettings(our="sayc", opponents="sayc")
    return Systems(settings, conf_dir() / "systems", check=False).partnership()


def heard(calls: str) -> Board:
    """Board 1 after some calls from North, as the player to call sees it."""
    board = after(Board.begin(1, deal=DEAL), calls)
    return board.seen_by(board.auction.turn)


def test_layouts_are_deals_with_the_own_hand(sayc: Partnership) -> None:
    """Each has all cards once, and the hand that is known; equal seeds give equal layouts."""
    board = heard("1C P")
    known = evidence(board, Seat.SOUTH, INFERENCE, sayc)
    sample = draw_layouts(known, 40, 3)
    assert sample.layouts.shape == (40, 4)
    assert (np.bitwise_count(sample.layouts) == 13).all()
    assert (np.bitwise_or.reduce(sample.layouts, axis=1) == PACK).all()
    assert (sample.layouts[:, Seat.SOUTH] == DEAL[Seat.SOUTH].mask).all()
    assert (draw_layouts(known, 40, 3).layouts == sample.layouts).all()
    assert (draw_layouts(known, 40, 4).layouts != sample.layouts).any()
    assert sample.relaxed == ()


def test_layouts_agree_with_the_calls(sayc: Partnership) -> None:
    """Facing a notrump opening, nearly all have 15 to 17 points opposite."""
    known = evidence(heard("1NT P"), Seat.SOUTH, INFERENCE, sayc)
    points = batch.hcp(draw_layouts(known, 200, 1).layouts[:, Seat.NORTH])
    assert np.mean((points >= 15) & (points <= 17)) > 0.95
    assert 15 < points.mean() < 17


def test_calls_that_cannot_be_believed_are_relaxed(sayc: Partnership) -> None:
    """Everybody shows more than there is: layouts come all the same."""
    board = heard("2NT X XX 3C")
    sample = draw_layouts(evidence(board, board.auction.turn, INFERENCE, sayc), 16, 1)
    assert len(sample.layouts) == 16
    assert (np.bitwise_count(sample.layouts) == 13).all()
    assert sample.effective > 0


def test_nothing_heard(sayc: Partnership) -> None:
    """Before any call the other hands are random: ten points each, nearly."""
    known = evidence(heard(""), Seat.NORTH, INFERENCE, sayc)
    others = batch.hcp(draw_layouts(known, 400, 2).layouts[:, 1:])
    left = 40 - int(batch.hcp(np.array([DEAL[Seat.NORTH].mask], dtype=np.uint64))[0])
    assert others.mean() == pytest.approx(left / 3, abs=0.01)
