"""What the defenders are likely to play next."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pytest

from bluechip_bot.inference.facts import acts
from bluechip_bot.inference.forecast import Forecast
from bluechip_bot.inference.play import likelihoods
from bluechip_bot.model import Board, BoardError, Card, Played, Seat
from support.boards import at_card

MakeBoard = Callable[[int], Board]


def left(board: Board) -> npt.NDArray[np.uint64]:
    """The layout that is there, as the only one."""
    hands = [board.remaining(seat) for seat in Seat]
    return np.array([[0 if hand is None else hand.mask for hand in hands]], dtype=np.uint64)


def positions(finished_board: MakeBoard, count: int) -> Iterator[Board]:
    """Boards at a card of declarer's side, with what was played after it."""
    found = 0
    for seed in itertools.count():
        finished = finished_board(seed)
        if finished.contract is None or finished.play is None:
            continue
        board = at_card(finished, 1 + seed * 7 % 45)
        if board.turn is not None and board.turn.side is finished.contract.declarer.side:
            yield board
            found += 1
        if found == count:
            return


@pytest.mark.parametrize(
    ("count", "least"), [(16, 200), pytest.param(40, 500, marks=pytest.mark.slow)]
)
def test_chances_are_the_likelihoods(finished_board: MakeBoard, count: int, least: int) -> None:
    """The chance of a defender's card is what its likelihood says once it is played."""
    seen = 0
    for board in positions(finished_board, count):
        assert board.contract is not None
        declarer = board.contract.declarer
        forecast = Forecast(board, 2).chances(left(board))
        for line, chances in forecast.items():
            assert chances.sum(axis=1) == pytest.approx([1.0])
            after = board
            for card in line:
                assert after.turn is not None
                after = after.apply(Played(after.turn, Card(card)))
            seat = after.turn
            assert seat is not None
            assert seat.side is not declarer.side
            for card in after.legal_cards:
                played = after.apply(Played(seat, card))
                likelihood = likelihoods(played, declarer)[-1]
                assert likelihood.act.card == card
                dealt = board.hands[seat]
                assert dealt is not None
                log = likelihood.log(np.array([dealt.mask], dtype=np.uint64))
                assert chances[0, card] == pytest.approx(np.exp(log[0]))
                seen += 1
    assert seen > least


def test_every_card_of_declarer_has_a_forecast(finished_board: MakeBoard) -> None:
    """Each legal card leads to a forecast, unless no defender plays after it."""
    for board in positions(finished_board, 20):
        lines = Forecast(board, 1).chances(left(board))
        first = {line[0] for line in lines}
        if board.play is not None and len(board.play.cards) < 48:
            assert first == set(map(int, board.legal_cards))
        assert len(list(acts(board))) <= len(board.play.cards if board.play else ())


def test_layouts_that_a_line_contradicts_have_no_chances(finished_board: MakeBoard) -> None:
    """After a defender's card only the layouts in which he can have played it count."""
    board = next(
        board
        for board in positions(finished_board, 40)
        if len(left(board)[0].tolist()) == 4 and int(left(board)[0, 0]).bit_count() > 6
    )
    layout = left(board)[0]
    assert board.contract is not None
    one, two = (seat for seat in Seat if seat.side is not board.contract.declarer.side)
    other = layout.copy()
    other[one], other[two] = layout[two], layout[one]
    lines = Forecast(board, 2).chances(np.array([layout, other]))
    later = [chances for line, chances in lines.items() if len(line) > 2]
    assert later
    assert any((chances.sum(axis=1) == 0).any() for chances in later)


def test_not_for_a_defender(finished_board: MakeBoard) -> None:
    """A forecast is made when declarer's side plays."""
    finished = finished_board(1)
    with pytest.raises(BoardError, match="declarer"):
        Forecast(at_card(finished, 0), 1)
