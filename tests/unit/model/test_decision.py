"""Requests and decisions as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.model import (
    PASS,
    Board,
    Call,
    Called,
    Card,
    Deal,
    Decision,
    DecisionError,
    DecisionRequest,
    IllegalCallError,
    IllegalPlayError,
    Played,
    Seat,
    board_from_dict,
    board_to_dict,
)

DEAL = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")


def part_of(final: Board, length: int, seat: Seat | None) -> Board:
    """A board after some of another's events, as a seat sees it."""
    board = Board.begin(final.number, deal=Deal(final.hands))  # type: ignore[arg-type]
    for index, call in enumerate(final.auction.calls[:length]):
        board = board.apply(
            Called(
                board.auction.turn, call, dict(final.explanations).get(index, ""), index % 3 == 0
            )
        )
    for card in final.play.cards[: max(0, length - len(final.auction.calls))] if final.play else ():
        assert board.turn is not None
        board = board.apply(Played(board.turn, card))
    return board if seat is None else board.seen_by(seat)


@settings(max_examples=80, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    length=st.integers(0, 70),
    seat=st.sampled_from(Seat),
    budget=st.floats(0, 1e6),
    most=st.none() | st.floats(0, 1e6),
)
def test_request_round_trip(
    finished_board: Callable[[int], Board],
    seed: int,
    length: int,
    seat: Seat,
    budget: float,
    most: float | None,
) -> None:
    """A request of any moment of a board, seen by any seat, comes back equal from one line."""
    board = part_of(finished_board(seed), length, seat)
    request = DecisionRequest(seed, board, seat, budget, 2**63, most=most)
    assert request.limit == max(budget, most or 0.0)
    text = request.to_json()
    assert "\n" not in text
    assert DecisionRequest.from_json(text) == request


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), length=st.integers(0, 70))
def test_board_as_json(finished_board: Callable[[int], Board], seed: int, length: int) -> None:
    """A board of which all is known comes back equal through JSON."""
    board = part_of(finished_board(seed), length, None)
    assert board_from_dict(json.loads(json.dumps(board_to_dict(board)))) == board


@given(
    action=st.one_of(st.integers(0, 37).map(Call), st.integers(0, 51).map(Card)),
    explanation=st.text(),
    fallback=st.booleans(),
    thoughts=st.lists(st.text(), max_size=3).map(tuple),
)
def test_decision_round_trip(
    action: Call | Card, explanation: str, *, fallback: bool, thoughts: tuple[str, ...]
) -> None:
    """A decision comes back equal, its action of the same type."""
    record = {"worlds": 40, "scores": [1.5, None]}
    decision = Decision(7, action, explanation, fallback, record, thoughts)
    text = decision.to_json()
    assert "\n" not in text
    back = Decision.from_json(text)
    assert back == decision
    assert type(back.action) is type(action)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", "null", '{"id": 1}', '{"id": 1, "call": "8C"}', '{"call": "P"}']
)
def test_no_decision(text: str) -> None:
    """Another text is a DecisionError that holds it."""
    with pytest.raises(DecisionError, match="not a decision"):
        Decision.from_json(text)


@pytest.mark.parametrize(
    "change",
    [{"seat": "Q"}, {"id": None}, {"board": {}}, {"board": 3}, {"budget": "soon"}, {"seed": []}],
)
def test_no_request(change: dict[str, object]) -> None:
    """A wrong or missing value makes no request."""
    good = json.loads(DecisionRequest(1, Board.begin(1), Seat.NORTH, 1.0, 0).to_json())
    assert DecisionRequest.from_json(json.dumps(good)).id == 1
    with pytest.raises(DecisionError, match="not a request"):
        DecisionRequest.from_json(json.dumps({**good, **change}))


def test_request_with_an_illegal_board() -> None:
    """A board whose calls or cards break the rules makes no request."""
    good = json.loads(DecisionRequest(1, Board.begin(1), Seat.NORTH, 1.0, 0).to_json())
    for change in ({"calls": ["1D", "1C"]}, {"cards": ["SA"]}, {"hands": {"N": "A..."}}):
        with pytest.raises(DecisionError, match="not a request"):
            DecisionRequest.from_json(json.dumps({**good, "board": {**good["board"], **change}}))


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
    for call in ("7NT", "P", "P", "P"):
        board = board.apply(Called(board.auction.turn, Call.parse(call)))
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
