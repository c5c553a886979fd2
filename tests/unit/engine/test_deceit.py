"""Opponents who do not mean what they say: the worlds stay sane and the bot plays on."""

from __future__ import annotations

import numpy as np
import pytest

from bluechip_bot.constraints import HardFacts
from bluechip_bot.constraints.batch import hcp, lengths
from bluechip_bot.engine import CardEngine, Limits, Pool, Question, WorldPool
from bluechip_bot.engine.pool import agrees
from bluechip_bot.inference import Evidence, evidence
from bluechip_bot.model import Board, Card, Deal, Phase, Played, Seat, Side
from support.boards import after

# East opens one heart on nothing, with two hearts; South declares three notrump.
PSYCHE = Deal.parse("E:7643.85.J982.T73 AK5.AJ4.KQ3.KJ64 QJT9.T976.T54.52 82.KQ32.A76.AQ98")
PSYCHIC_AUCTION = "1H X P 2H P 3NT P P P"
# An honest deal: East and West will give false count and attitude in every suit.
LIES = Deal.parse("E:Q863.T95.KJ4.T73 AK5.AJ4.AQ3.KJ64 JT974.Q876.T52.5 2.K32.9876.AQ982")
LYING_AUCTION = "P 2NT P 3NT P P P"


def auction(deal: Deal, calls: str) -> Board:
    """The board before the opening lead; East deals."""
    return after(Board.begin(1, Seat.EAST, deal=deal), calls)


def weighed(board: Board, seat: Seat) -> tuple[Evidence, Pool]:
    """The evidence of a seat, and the layouts that it reckons with."""
    known = evidence(board, seat)
    pool = WorldPool(256).pool(Question(board, seat, known, seed=3), 20)
    return known, pool


def liar(board: Board) -> Card:
    """The card that speaks most clearly for what is not so: the least likely by our own models."""
    assert board.turn is not None
    cards = list(board.legal_cards)
    hand = board.hands[board.turn]
    assert hand is not None
    dealt = np.array([hand.mask], dtype=np.uint64)

    def likely(card: Card) -> float:
        after = board.apply(Played(board.turn, card)) if board.turn is not None else board
        last = evidence(after, Seat.SOUTH).likelihoods[-1]
        return float(last.log(dealt)[0])

    return min(cards, key=likely)


def play_out(board: Board, *, lying: bool) -> list[Board]:
    """The positions at which South decided, until the board is over."""
    engine, seen = CardEngine(16), []
    while board.phase is Phase.PLAY:
        seat = board.decider
        assert seat is not None
        assert board.turn is not None
        if seat.side is Side.EW and lying:
            card = liar(board)
        else:
            question = Question(board.seen_by(seat), seat, evidence(board, seat), seed=5)
            choice = engine.choose(question, Limits(budget=1000.0, worlds=6, votes=6))
            assert choice is not None
            card = choice.card
        if seat is Seat.SOUTH:
            seen.append(board)
        board = board.apply(Played(board.turn, card))
    assert board.play is not None
    assert len(board.play.cards) == 52
    return seen


@pytest.mark.parametrize(
    ("deal", "calls", "lying"),
    [
        (PSYCHE, PSYCHIC_AUCTION, False),
        (PSYCHE, PSYCHIC_AUCTION, True),
        (LIES, LYING_AUCTION, True),
    ],
)
def test_the_bot_plays_on(deal: Deal, calls: str, lying: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """A whole board against deceit: every sample agrees with the facts and keeps the truth."""
    truth = np.array([[hand.mask for hand in deal.hands]], dtype=np.uint64)
    for board in play_out(auction(deal, calls), lying=lying):
        known, pool = weighed(board, Seat.SOUTH)
        facts = HardFacts.of(board, Seat.SOUTH)
        assert agrees(pool.dealt, facts).all()
        assert np.isfinite(pool.weights).all()
        assert pool.weights.max() > 0
        assert pool.prior.sampler.weigh(truth & ~np.array(board.played, dtype=np.uint64))[0] > 0
        if pool.complete:
            found = (pool.dealt == truth).all(axis=1)
            assert found.sum() == 1
            # However they lie, the truth keeps a share that a search can meet.
            assert pool.weights[found][0] / pool.weights.sum() > 1e-4 / len(pool.dealt)
        assert all(np.isfinite(likelihood.log(truth[:, likelihood.seat])).all()
                   for likelihood in known.likelihoods)  # fmt: skip


def test_a_psyche_is_found_out() -> None:
    """Once points and hearts show up elsewhere, the psychic is no longer believed."""
    board = auction(PSYCHE, PSYCHIC_AUCTION)
    board = after(board, cards="SQ S2 S3 SA HA H7 H2 H5 HJ H6 HQ H8")
    before = auction(PSYCHE, PSYCHIC_AUCTION).apply(Played(Seat.WEST, Card.parse("SQ")))
    _, early = weighed(before, Seat.SOUTH)
    east = early.dealt[:, Seat.EAST]
    assert np.average(lengths(east)[:, 1], weights=early.weights) > 3.2, "believed at first"
    # A third round of hearts: East shows out, his opening was a lie.
    board = after(board, cards="HK D2 H4 H9")
    _, late = weighed(board, Seat.SOUTH)
    assert (lengths(late.dealt[:, Seat.EAST])[:, 1] == 2).all()
    points = np.average(hcp(late.dealt[:, Seat.EAST]), weights=late.weights)
    assert 0 <= points <= 3, "there are but four points in both hands"
    assert late.weights.size > 50
