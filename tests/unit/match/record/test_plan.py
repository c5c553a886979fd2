"""Declarer's plans among the thoughts of a board."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bluechip_bot.formats.record import Remark
from bluechip_bot.match.record.document import Sight, besides, board_document, plans_of
from bluechip_bot.model import Board

TEXT = "Eight tricks on top. Draw trumps."


@pytest.fixture
def board(finished_board: Callable[[int], Board]) -> Board:
    """A board that was played."""
    board = finished_board(0)
    assert board.play is not None, "choose a seed that plays"
    return board


def test_a_plan_holds_until_the_next_one(board: Board) -> None:
    """Those of the play are declarer's; whatever else was said stays among the thoughts."""
    made = len(board.auction.calls)
    remarks = (
        Remark(1, "plan: to bid game"),
        Remark(made + 2, "pimc, 40 worlds"),
        Remark(made + 2, f"plan: {TEXT}"),
        Remark(made + 3, f"plan: {TEXT}"),
        Remark(made + 4, "plan: Cash two spades."),
        Remark(made + 5, "a plan: none"),
    )
    plans = plans_of(board, remarks)
    assert plans == (Remark(made + 2, TEXT), Remark(made + 4, "Cash two spades."))
    assert besides(board, remarks) == (*remarks[:2], remarks[5])
    assert plans_of(board, remarks[:2]) == ()


def test_a_document_tells_plans_and_words_by_themselves(board: Board) -> None:
    """The words come before the raw thought; the public gets both when the board is over."""
    made = len(board.auction.calls)
    raw = "pimc, 40 worlds"
    remarks = (Remark(made + 2, raw), Remark(made + 2, f"plan: {TEXT}"), Remark(made + 3, "hm"))
    whole = board_document(board, Sight.PUBLIC, remarks=remarks)
    assert whole["plans"] == [[made + 2, TEXT]]
    words = "I looked at 40 layouts of the hidden cards."
    assert whole["thoughts"] == [[made + 2, words, raw], [made + 3, "hm", ""]]
    half = board.until(20)
    assert board_document(half, Sight.PUBLIC, remarks=remarks)["plans"] == []
    assert board_document(half, Sight.OPERATOR, remarks=remarks)["plans"] == [[made + 2, TEXT]]
    assert board_document(board)["plans"] == []
