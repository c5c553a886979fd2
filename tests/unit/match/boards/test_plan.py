"""Boards from seeds and from PBN."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.formats import PbnError, pbn
from bluechip_bot.match.boards.plan import PlanError, boards_from_pbn, boards_from_seed
from bluechip_bot.model import Board, Phase, Seat, Vulnerability

GOLDEN = "N:AJ976.AJ2.953.Q3 K53.K95.AQJT82.4 T842.QT43..AT952 Q.876.K764.KJ876"
FULL = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"


@given(st.integers(0, 2**64), st.integers(1, 60), st.integers(1, 6))
def test_a_board_depends_on_seed_and_number_only(seed: int, number: int, count: int) -> None:
    """Board n of a seed is the same whatever the first board and the count."""
    (alone,) = boards_from_seed(seed, 1, first=number)
    among = boards_from_seed(seed, count, first=max(1, number - count + 1))
    assert alone in among


def test_first_deals_of_seed_1_stay() -> None:
    """The deals of a seed are the same for ever: old results can be compared with new ones."""
    assert str(boards_from_seed(1, 1)[0].deal) == GOLDEN


def test_seeds_and_boards_differ() -> None:
    """No deal comes twice among boards of neighbouring seeds."""
    deals = {board.deal for seed in range(10) for board in boards_from_seed(seed, 20)}
    assert len(deals) == 200


def test_standard_rotation() -> None:
    """Dealer and vulnerability follow from the number."""
    boards = boards_from_seed(3, 4, first=4)
    assert [board.dealer.letter for board in boards] == ["W", "N", "E", "S"]
    assert [str(board.vulnerability) for board in boards] == ["All", "NS", "EW", "All"]


def test_deals_are_even() -> None:
    """Each seat gets the spade ace a quarter of the time (within five standard deviations)."""
    counts = [0, 0, 0, 0]
    for board in boards_from_seed(5, 2000):
        counts[next(seat for seat in Seat if 12 in board.deal[seat])] += 1
    assert all(abs(count - 500) < 5 * (2000 * 0.25 * 0.75) ** 0.5 for count in counts)


def test_begin() -> None:
    """A planned board begins with all hands known and the dealer to call."""
    (planned,) = boards_from_seed(1, 1, first=6)
    board = planned.begin()
    assert (board.number, board.phase, board.turn) == (6, Phase.AUCTION, Seat.EAST)
    assert board.hands == planned.deal.hands


@pytest.mark.parametrize("arguments", [(-1, 1, 1), (1, -1, 1), (1, 1, 0)])
def test_senseless_plans_are_refused(arguments: tuple[int, int, int]) -> None:
    """A negative seed or count, or a board 0, is a PlanError."""
    with pytest.raises(PlanError, match="expected"):
        boards_from_seed(*arguments)


def test_boards_from_text_and_file(tmp_path: Path) -> None:
    """Boards come from a text or a file, in its order, told dealers kept, others by number."""
    text = (
        f'[Board "7"]\n[Dealer "W"]\n[Vulnerable "None"]\n[Deal "{FULL}"]\n\n'
        f'[Board "2"]\n[Deal "{FULL}"]\n'
    )
    boards = boards_from_pbn(text)
    assert [board.number for board in boards] == [7, 2]
    assert (boards[0].dealer, boards[0].vulnerability) == (Seat.WEST, Vulnerability.NONE)
    assert (boards[1].dealer, boards[1].vulnerability) == (Seat.EAST, Vulnerability.NS)
    assert str(boards[0].deal) == FULL
    path = tmp_path / "deals.pbn"
    path.write_text(text)
    assert boards_from_pbn(path) == boards


def test_results_of_a_match_can_be_played_again(finished_board: Callable[[int], Board]) -> None:
    """The boards of a file with auctions and play are its deals."""
    board = finished_board(8)
    text = pbn.dumps([pbn.record_from_board(board, {})])
    assert boards_from_pbn(text)[0].begin().hands == board.hands


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        (f'[Board "1"]\n[Deal "{FULL}"]\n\n[Board "1"]\n[Deal "{FULL}"]', 4, "first is on line 1"),
        (f'[Deal "{FULL}"]', 1, "board number"),
        (f'[Board "0"]\n[Deal "{FULL}"]', 1, "board number"),
        ('[Event "x"]\n[Board "1"]', 1, "no complete deal"),
        ('[Board "1"]\n[Deal "N:AKQJ.AKQ.AKQ.AKQ - - -"]', 2, "no complete deal"),
        ('[Board "1"]\n[Deal "N:..A. ..K. ..Q. ..J."]', 2, "no complete deal"),
    ],
)
def test_unusable_files_are_refused_with_the_line(text: str, line: int, part: str) -> None:
    """A number twice, no number or no complete deal is a PbnError with its line."""
    with pytest.raises(PbnError, match=part) as caught:
        boards_from_pbn(text)
    assert caught.value.line == line


def test_empty_file_is_refused() -> None:
    """A file without a board is no plan."""
    with pytest.raises(PlanError, match="no board"):
        boards_from_pbn("% PBN 2.1\n")
