"""What is settled before a board is played, and claims."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.match.record.document import actions_of
from bluechip_bot.model import Board, BoardError, DecisionRequest, Played, Side
from bluechip_bot.sitting.script import SettledPlay, line_of_claim

MakeBoard = Callable[[int], Board]


def asked(board: Board) -> DecisionRequest:
    """A request for the next call or card."""
    assert board.decider is not None
    return DecisionRequest(7, board, board.decider, 1.0, 0)


def test_a_script_answers_as_long_as_it_goes(finished_board: MakeBoard) -> None:
    """On its own board, as it was played; then whoever sits there decides."""
    whole = finished_board(0)
    actions = actions_of(whole)
    script = SettledPlay(whole.number, actions[:-3])
    for cards in range(20, 49):
        board = whole.until(cards)
        made = len(actions_of(board))
        answer = script.answer(asked(board))
        assert script.covers(board) is (answer is not None) is (made < len(actions) - 3)
        assert answer is None or (answer.id, answer.action) == (7, actions[made])
    board = whole.until(20)
    assert SettledPlay(whole.number + 1, actions).answer(asked(board)) is None
    assert SettledPlay(whole.number, (*actions[:5], actions[6])).answer(asked(board)) is None


@pytest.mark.parametrize("seed", [0, 3])
@pytest.mark.parametrize("cards", [32, 33, 43, 47])
def test_a_claim_stands_if_best_play_takes_the_tricks(
    finished_board: MakeBoard, seed: int, cards: int
) -> None:
    """Then the rest is played so, to no more than was claimed unless they cannot be lost."""
    scores = DoubleDummy(16).cards
    board = finished_board(seed).until(cards)
    assert board.play is not None
    for side in Side:
        left = 13 - sum(board.play.won)
        lines = [line_of_claim(board, side, tricks, scores) for tricks in range(left + 1)]
        most = max(tricks for tricks, line in enumerate(lines) if line is not None)
        assert [line is not None for line in lines] == [
            tricks <= most for tricks in range(left + 1)
        ]
        other = line_of_claim(board, side.other, left - most, scores)
        assert other is not None
        assert line_of_claim(board, side.other, left - most + 1, scores) is None
        for tricks, line in enumerate(lines[: most + 1]):
            assert line is not None
            played = board
            for card in line:
                assert played.turn is not None
                played = played.apply(Played(played.turn, card))
            assert played.play is not None
            won = played.play.won[side] - board.play.won[side]
            assert tricks <= won <= most
            assert tricks < most or won == most


def test_there_is_no_claim_without_a_play(finished_board: MakeBoard) -> None:
    """Nor after it."""
    with pytest.raises(BoardError, match="no card"):
        line_of_claim(finished_board(0), Side.NS, 0, DoubleDummy(1).cards)
