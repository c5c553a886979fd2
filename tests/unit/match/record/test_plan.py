"""Declarer's plan among the thoughts of a board."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bluechip_bot.formats.record import Remark
from bluechip_bot.match.record.document import Sight, board_document
from bluechip_bot.match.record.plan import besides, plan_of
from bluechip_bot.model import Board

TEXT = "Eight tricks on top. Draw trumps."


@pytest.fixture
def board(finished_board: Callable[[int], Board]) -> Board:
    """A board that was played."""
    board = finished_board(0)
    assert board.play is not None, "choose a seed that plays"
    return board


def test_the_first_plan_of_the_play_is_declarer_s(board: Board) -> None:
    """Later ones stay among the thoughts, and so does whatever else was said."""
    made = len(board.auction.calls)
    remarks = (
        Remark(1, "plan: to bid game"),
        Remark(made + 2, "pimc, 40 worlds"),
        Remark(made + 2, f"plan: {TEXT}"),
        Remark(made + 4, "plan: Cash two spades."),
        Remark(made + 5, "a plan: none"),
    )
    plan = plan_of(board, remarks)
    assert plan == Remark(made + 2, TEXT)
    assert besides(plan, remarks) == remarks[:2] + remarks[3:]
    assert plan_of(board, remarks[:2]) is None
    assert besides(None, remarks) == remarks


def test_a_document_tells_the_plan_by_itself(board: Board) -> None:
    """It is not repeated among the thoughts; the public gets it when the board is over."""
    made = len(board.auction.calls)
    remarks = (Remark(made + 2, "pimc"), Remark(made + 2, f"plan: {TEXT}"))
    whole = board_document(board, Sight.PUBLIC, remarks=remarks)
    assert whole["plan"] == [made + 2, TEXT]
    assert whole["thoughts"] == [[made + 2, "pimc"]]
    half = board.until(20)
    assert board_document(half, Sight.PUBLIC, remarks=remarks)["plan"] is None
    assert board_document(half, Sight.OPERATOR, remarks=remarks)["plan"] == [made + 2, TEXT]
    assert board_document(board)["plan"] is None
