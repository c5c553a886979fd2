"""Whether a decision answers its request."""

from __future__ import annotations

import pytest

from bluechip_bot.model import (
    PASS,
    Board,
    BoardError,
    Call,
    Called,
    Card,
    Deal,
    Decision,
    DecisionError,
    DecisionRequest,
    IllegalCallError,
    IllegalPlayError,
    Phase,
    Played,
    Seat,
)
from support.boards import after

DEAL = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")


def test_check() -> None:
    """A decision must answer its request, with a legal action of the kind that is wanted."""
    auction = DecisionRequest(4, Board.begin(1, deal=DEAL), Seat.NORTH, 1.0, 0)
    auction.check(Decision(4, PASS))
    with pytest.raises(DecisionError, match="does not answer"):
        auction.check(Decision(5, PASS))
    with pytest.raises(DecisionError, match="auction"):
        auction.check(Decision(4, Card(0)))
    with pytest.raises(IllegalCallError):
        auction.check(Decision(4, Call(1)))
    board = auction.board
    board = after(board, "7NT P P P")
    play = DecisionRequest(5, board, Seat.EAST, 1.0, 0)
    play.check(Decision(5, Card.parse("ST")))
    with pytest.raises(IllegalPlayError):
        play.check(Decision(5, Card.parse("SA")))
    with pytest.raises(DecisionError, match="play"):
        play.check(Decision(5, PASS))


def test_check_of_a_board_that_waits_for_nobody() -> None:
    """A finished board asks for nothing."""
    board = Board.begin(1)
    for _ in range(4):
        board = board.apply(Called(board.auction.turn, PASS))
    with pytest.raises(DecisionError, match="waits for nobody"):
        DecisionRequest(1, board, Seat.NORTH, 1.0, 0).check(Decision(1, PASS))


def test_last_resort() -> None:
    """It is legal at every moment of a board, and says why nobody thought."""
    board = Board.begin(1, deal=DEAL)
    for call in ("1NT", "X", "P", "P", "P"):
        board = board.apply(Called(board.auction.turn, Call.parse(call)))
        assert board.decider is not None
        asked = DecisionRequest(3, board, board.decider, 1.0, 0)
        asked.check(asked.last_resort("late"))
    while board.turn is not None:
        asked = DecisionRequest(3, board, board.turn, 1.0, 0)
        decision = asked.last_resort("late")
        assert decision.fallback
        assert decision.reason == "late"
        asked.check(decision)
        assert isinstance(decision.action, Card)
        board = board.apply(Played(board.turn, decision.action))
    assert board.phase is Phase.OVER
    with pytest.raises(BoardError, match="no card"):
        DecisionRequest(3, board, Seat.NORTH, 1.0, 0).last_resort("late")


def test_last_resort_without_what_is_refused() -> None:
    """Each card once, then none; there is no call but a pass."""
    board = Board.begin(1, deal=DEAL)
    with pytest.raises(BoardError, match="North has no other call or card"):
        DecisionRequest(3, board, Seat.NORTH, 1.0, 0).last_resort("late", {PASS})
    board = after(board, "1NT P P P")
    asked = DecisionRequest(3, board, Seat.EAST, 1.0, 0)
    refused: set[Call | Card] = set()
    for _ in range(13):
        decision = asked.last_resort("late", refused)
        asked.check(decision)
        assert decision.action not in refused
        refused.add(decision.action)
    with pytest.raises(BoardError, match="East has no other"):
        asked.last_resort("late", refused)


def test_last_resort_from_an_unknown_hand() -> None:
    """Nothing can be played from a hand that nobody has shown."""
    board = after(Board.begin(1), "1NT P P P")
    with pytest.raises(BoardError, match="unknown"):
        DecisionRequest(3, board, Seat.EAST, 1.0, 0).last_resort("late")
