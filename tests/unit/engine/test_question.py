"""What the engine is asked, and its limits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from bluechip_bot.engine import Question, QuestionError, SearchLimits
from bluechip_bot.inference import evidence
from bluechip_bot.model import PASS, Board, BoardError, Called, Card, Deal, Seat
from solver.core.tricks import TrickState
from support.boards import after
from support.settings import FLOOR, INFERENCE

DEAL = Deal.parse("N:AQ32.K54.A32.K54 K54.A32.K54.A632 J76.J76.QJ76.J87 T98.QT98.T98.QT9")
EARLY = Board.begin(1, deal=DEAL).apply(Called(Seat.NORTH, PASS))


def begun(*cards: str) -> Board:
    """2NT by South, some cards into the play."""
    return after(Board.begin(1, Seat.SOUTH, deal=DEAL), "2NT P P P", " ".join(cards))


def asked(board: Board, seat: Seat, **others: Any) -> Question:
    """What a seat is asked."""
    return Question(board.seen_by(seat), seat, evidence(board, seat, INFERENCE, FLOOR), **others)


def test_it_knows_what_follows_from_the_board() -> None:
    """Declarer plays dummy's cards, in the open, for his contract; a defender against it."""
    dummys = asked(begun("ST"), Seat.SOUTH)
    assert (dummys.observer, dummys.concealed, dummys.stake.target) == (None, False, 8)
    assert dummys.state == TrickState(4, Seat.WEST, [int(Card.parse("ST"))], 8)
    easts = asked(begun("ST", "SQ"), Seat.EAST)
    assert (easts.observer, easts.concealed, easts.stake.target) == (Seat.EAST, True, 6)
    assert asked(begun("ST", "SQ", "SK"), Seat.SOUTH).concealed


def test_touching_cards_are_a_group() -> None:
    """Cards between which none is left touch; those of the current trick are still there."""

    def groups(question: Question) -> list[str]:
        return [" ".join(str(Card(card)) for card in group) for group in question.groups]

    assert groups(asked(begun("ST"), Seat.SOUTH)) == ["S2 S3", "SQ", "SA"]
    assert groups(asked(begun("ST", "S2", "SK"), Seat.SOUTH)) == ["S6 S7", "SJ"]
    assert groups(asked(begun("ST", "SQ", "SK", "S6", "S4", "S7"), Seat.WEST)) == ["S8 S9"]


def test_promising_cards_come_first() -> None:
    """The best first, equal ones low to high, without those of which nothing is said."""
    worth = {"S2": -2.0, "S3": -math.inf, "SQ": 3.0, "SA": 3.0}

    def rate(cards: Sequence[Card]) -> list[float]:
        return [worth[str(card)] for card in cards]

    question = asked(begun("ST"), Seat.SOUTH)
    assert list(question.promising) == []
    ordered = evolve(question, move_order=rate)
    assert [str(Card(card)) for card in ordered.promising] == ["SQ", "SA", "S2"]


@pytest.mark.parametrize(
    ("board", "seat", "words"),
    [
        (begun(), Seat.NORTH, "North is not to play"),
        (begun("ST"), Seat.NORTH, "North is not to play"),
        (EARLY, Seat.EAST, "East is not to play"),
        (evolve(begun(), hands=(None, None, None, None)), Seat.WEST, "West is unknown"),
    ],
    ids=["not his turn", "dummy", "the auction", "an unknown hand"],
)
def test_whoever_cannot_answer_is_not_asked(board: Board, seat: Seat, words: str) -> None:
    """A card is wanted from the one who decides, in the play, and from a hand that is known."""
    known = evidence(begun(), Seat.WEST, INFERENCE, FLOOR)
    with pytest.raises(BoardError, match=words):
        Question(board, seat, known)


def test_scoring_is_checked() -> None:
    """An unknown scoring is named beside those that there are."""
    with pytest.raises(QuestionError, match="imps, win, points, matchpoints, not 'bam'"):
        asked(begun(), Seat.WEST, scoring="bam")


def test_any_whole_number_is_a_seed() -> None:
    """Seeds of more than 64 bits, and negative ones, are seeds too."""
    assert asked(begun(), Seat.WEST, seed=2**64 + 5).seed == 5
    assert asked(begun(), Seat.WEST, seed=-1).seed == 2**64 - 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("budget", -0.1),
        ("budget", math.nan),
        ("budget", math.inf),
        ("most", -1.0),
        ("worlds", 0),
        ("worlds", 1.5),
        ("worlds", True),
        ("depth", -1),
        ("votes", 0),
    ],
)
def test_limits_are_checked(name: str, value: Any) -> None:
    """A limit that none can keep is named with its value."""
    with pytest.raises(QuestionError, match=rf"{name} must be .*, not {value!r}"):
        SearchLimits(**{name: value})


def test_the_longest_time() -> None:
    """A close decision may take longer than the budget, not less."""
    assert SearchLimits(budget=2.0).longest == 2.0
    assert SearchLimits(budget=2.0, most=3.0).longest == 3.0
    assert SearchLimits(budget=2.0, most=1.0).longest == 2.0
