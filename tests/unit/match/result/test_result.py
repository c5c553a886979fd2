"""Swings, totals and tables of a match; scores computed again from records."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.formats import PbnError, pbn
from bluechip_bot.match.result.result import (
    HEADINGS,
    ROOM_HEADINGS,
    BoardResult,
    MatchResult,
    ResultError,
    RoomResult,
    check_score,
    result_text,
    score_of_record,
)
from bluechip_bot.model import Board, Call, Called, Deal, Phase, Played, Side

# North holds all spades and thirteen tricks in them; East all hearts, and so on.
ONE_SUIT = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")


def played(number: int, *calls: str) -> Board:
    """A finished board of the one-suit deal, East-West playing their hearts and clubs."""
    board = Board.begin(number, deal=ONE_SUIT)
    for call in calls:
        board = board.apply(Called(board.auction.turn, Call.parse(call)))
    while board.phase is Phase.PLAY:
        assert board.turn is not None
        board = board.apply(Played(board.turn, next(iter(board.legal_cards))))
    return board


PASSED = ("P", "P", "P", "P")
GRAND = ("7S", "P", "P", "P")  # by North, made: 1510, 2210 vulnerable


def test_result_texts() -> None:
    """Contract, declarer and tricks over or under; `=` when just made; Pass."""
    assert result_text(played(1, *GRAND)) == "7S N ="
    assert result_text(played(1, "4S", "P", "P", "X", "P", "P", "P")) == "4SX N +3"
    assert result_text(played(1, "1D", "P", "P", "X", "XX", "P", "P", "P")) == "1DXX N +6"
    assert result_text(played(1, "1NT", "P", "P", "P")) == "1NT N -7"
    assert result_text(played(1, *PASSED)) == "Pass"


def test_swing_is_from_the_view_of_team_a() -> None:
    """A sits North-South in the open room: what North makes there counts for A."""
    good, nothing = played(1, *GRAND), played(1, *PASSED)
    assert BoardResult(1, good, nothing).swing == 17  # 1510
    assert BoardResult(1, nothing, good).swing == -17
    assert BoardResult(1, good, good).swing == 0


def test_a_single_room_counts_points() -> None:
    """From the view of team A, wherever it sits, with a running total."""
    boards = (played(1, *GRAND), played(3, *PASSED))
    assert RoomResult(boards, Side.NS).points == 1510
    other = RoomResult(boards, Side.EW)
    assert other.points == -1510
    assert other.rows == (
        ("1", "N", "None", "7S N =", "-1510", "-1510"),
        ("3", "S", "EW", "Pass", "0", "-1510"),
    )
    assert all(len(row) == len(ROOM_HEADINGS) for row in other.rows)
    assert (RoomResult((), Side.NS).points, RoomResult((), Side.NS).rows) == (0, ())


def test_totals_and_rows() -> None:
    """IMPs of each team, their difference, victory points and one row a board."""
    match = MatchResult(
        (
            BoardResult(1, played(1, *GRAND), played(1, *PASSED)),
            BoardResult(2, played(2, *PASSED), played(2, "P", "P", "P", *GRAND)),
            BoardResult(3, played(3, *PASSED), played(3, *PASSED)),
        )
    )
    assert (match.imps_a, match.imps_b, match.margin) == (17, 19, -2)  # 1510 and 2210
    assert sum(match.victory_points) == 20
    first, second, third = match.rows
    assert first == ("1", "N", "None", "7S N =", "1510", "Pass", "0", "17", "", "+17")
    assert second[:2] == ("2", "E")
    assert second[-3:] == ("", "19", "-2")
    assert third[-3:] == ("", "", "-2")
    assert all(len(row) == len(HEADINGS) for row in match.rows)


def test_table_is_aligned_and_ends_with_totals() -> None:
    """The table has a line for headings, boards and totals; columns end together."""
    match = MatchResult((BoardResult(1, played(1, *GRAND), played(1, *PASSED)),))
    lines = match.table().splitlines()
    assert len(lines) == 3
    assert lines[2] == "IMPs 17-0, VPs 20.00-0.00"
    assert re.search(r"Score", lines[0])
    assert lines[0].index("Score") + len("Score") == lines[1].index("1510") + len("1510")


def test_match_without_boards_is_drawn() -> None:
    """No board yet: 10-10."""
    assert MatchResult().victory_points == (10.0, 10.0)
    assert "10.00-10.00" in MatchResult().table()


@pytest.mark.parametrize(
    ("number", "closed", "part"),
    [
        (1, played(2, *PASSED), "board 2 of the closed room"),
        (1, Board.begin(1, deal=ONE_SUIT), "not over in the closed"),
        (2, played(1, *PASSED), "board 1 of the open room"),
    ],
)
def test_boards_that_do_not_belong_together(number: int, closed: Board, part: str) -> None:
    """Another number, or an unfinished board, cannot be compared."""
    with pytest.raises(ResultError, match=part):
        BoardResult(number, played(1, *PASSED), closed)


def test_other_deals_do_not_belong_together(finished_board) -> None:
    """Boards of one number with different cards cannot be compared."""
    with pytest.raises(ResultError, match="differ"):
        BoardResult(1, played(1, *PASSED), finished_board(40))


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_score_of_a_record_is_that_of_its_board(finished_board, seed: int) -> None:
    """The score computed from a record's tags is the board's, and its Score tag says so."""
    board = finished_board(seed)
    record = pbn.record_from_board(board, {})
    assert score_of_record(record) == board.score()
    check_score(record)


CONTRACT = '[Vulnerable "All"]\n[Declarer "{}"]\n[Contract "4SX"]\n[Result "9"]\n[Score "{}"]'


@pytest.mark.parametrize(
    ("declarer", "score"),
    [
        ("S", "NS -200"),
        ("S", "-200"),
        ("S", "EW 200"),
        ("S", "EW +200 NS -200"),
        ("E", "-200"),
        ("E", "NS 200"),
    ],
)
def test_score_tag_in_all_forms(declarer: str, score: str) -> None:
    """A score with a side is that side's, without one declarer's."""
    (record,) = pbn.loads(CONTRACT.format(declarer, score))
    check_score(record)


@pytest.mark.parametrize("score", ["NS 200", "200", "EW -200", "NS -100", "much"])
def test_wrong_score_tag_is_refused(score: str) -> None:
    """A Score tag that the tricks do not come to is an error at its line."""
    (record,) = pbn.loads(CONTRACT.format("S", score))
    with pytest.raises(PbnError, match=r"come to NS -200|score like") as caught:
        check_score(record)
    assert caught.value.line == 5


def test_score_needs_its_tags() -> None:
    """Without result there is no score; a pass-out needs none."""
    (record,) = pbn.loads('[Board "1"]\n[Contract "4S"]\n[Declarer "N"]\n[Vulnerable "None"]')
    with pytest.raises(PbnError, match="no score without"):
        score_of_record(record)
    (passed,) = pbn.loads('[Contract "Pass"]\n[Score ""]')
    assert score_of_record(passed) == 0
    check_score(passed)
