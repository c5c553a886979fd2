"""Boards as documents: nothing is lost, and nothing is shown that is hidden."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from attrs import evolve

from bluechip_bot.formats.record import Remark
from bluechip_bot.match.record.document import (
    BoardSight,
    board_document,
    board_of,
    plans_apart,
    result_document,
)
from bluechip_bot.model import PASS, Board, Called, Phase, Seat
from support.happenings import before, happenings

MakeBoard = Callable[[int], Board]


@pytest.mark.parametrize("seed", range(3))
def test_a_document_is_the_whole_board(finished_board: MakeBoard, seed: int) -> None:
    """At every call and card a board comes back from its document, through JSON."""
    board = before(finished_board(seed))
    for event, _ in happenings(finished_board(seed)):
        board = board.apply(event)
        assert board_of(json.loads(json.dumps(board_document(board)))) == board


@pytest.mark.parametrize("seed", range(3))
def test_the_public_sees_dummy_alone(finished_board: MakeBoard, seed: int) -> None:
    """Before the end: no hand but dummy's after the lead, no thought; then everything."""
    board = before(finished_board(seed))
    remarks = (Remark(0, "I hold the ace of spades"),)
    for event, _ in happenings(finished_board(seed)):
        board = board.apply(event)
        shown = board_document(board, BoardSight.PUBLIC, remarks=remarks)
        has_led = board.play is not None and bool(board.play.cards)
        is_over = board.phase is Phase.OVER
        for seat, hand in zip(Seat, shown["hands"], strict=True):
            assert (hand is not None) == (is_over or (has_led and seat is board.dummy))
        assert bool(shown["thoughts"]) == is_over
        assert None not in board_document(board, BoardSight.OPERATOR)["hands"]


def test_a_player_s_board_is_completed_by_its_cards(finished_board: MakeBoard) -> None:
    """Hands that our seats never saw are known when all their cards have been played."""
    whole = finished_board(0)
    assert whole.play is not None, "choose a seed that plays"
    seen = evolve(whole, hands=(whole.hands[0], None, None, None))
    assert board_document(seen)["hands"] == [str(hand) for hand in whole.hands]
    half = whole.until(30)
    mine = evolve(half, hands=(half.hands[0], None, None, None))
    assert board_document(mine)["hands"][1:] == [None] * 3


def test_results() -> None:
    """A board that is passed out, and one that is not over."""
    board = Board.begin(1)
    assert board_document(board)["result"] is None
    for seat in Seat:
        board = board.apply(Called(seat, PASS))
    passed = {"tricks": None, "over": None, "score": 0}
    assert board_document(board)["result"] == passed
    assert board_document(board)["passed"]
    assert result_document(board) == {"contract": None, "lead": None, **passed}


PLAN = "Eight tricks on top. Draw trumps."


def test_plans_are_apart_from_thoughts(finished_board: MakeBoard) -> None:
    """A plan holds until the next one; the public gets it and the thoughts after the board."""
    board = finished_board(0)
    made, raw = len(board.auction.calls), "pimc, 40 worlds"
    remarks = (
        Remark(1, "plan: to bid game"),
        Remark(made + 2, raw),
        Remark(made + 2, f"plan: {PLAN}"),
        Remark(made + 3, f"plan: {PLAN}"),
        Remark(made + 4, "plan: Cash two spades."),
        Remark(made + 5, "a plan: none"),
    )
    plans, others = plans_apart(board, remarks)
    assert plans == [(made + 2, PLAN), (made + 4, "Cash two spades.")]
    assert others == [*remarks[:2], remarks[5]]
    whole = board_document(board, BoardSight.PUBLIC, remarks=remarks)
    assert whole["plans"] == [list(plan) for plan in plans]
    words = "I looked at 40 layouts of the hidden cards."
    assert whole["thoughts"][1:] == [[made + 2, words, raw], [made + 5, "a plan: none", ""]]
    half = board.until(20)
    assert board_document(half, BoardSight.PUBLIC, remarks=remarks)["plans"] == []
    assert board_document(half, BoardSight.OPERATOR, remarks=remarks)["plans"] == whole["plans"]
