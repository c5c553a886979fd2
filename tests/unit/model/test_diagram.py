"""Boards, hands and deals as text and as HTML."""

from __future__ import annotations

import pytest
from attrs import evolve

from bluechip_bot.model import Board, Called, Deal, Played
from bluechip_bot.model.calls import Call
from bluechip_bot.model.cards import Card, Seat
from bluechip_bot.model.diagram import as_html, with_signs

DEAL = Deal.parse("N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74")


def called(board: Board, *calls: str) -> Board:
    """The board after more calls."""
    for text in calls:
        board = board.apply(Called(board.auction.turn, Call.parse(text)))
    return board


@pytest.mark.parametrize(
    ("text", "signed"),
    [
        ("1S", "1♠"),
        ("4HX by South", "4♥X by South"),
        ("7CXX", "7♣XX"),
        ("2NT P X", "2NT P X"),
        ("SA D7", "♠A ♦7"),
        ("5+ !S, !H", "5+ ♠, ♥"),
        ("SOUTH, CAT, 11S, 8D, SAK", "SOUTH, CAT, 11S, 8D, SAK"),
    ],
)
def test_signs(text: str, signed: str) -> None:
    """Calls, cards and the suits of systems have signs, other words stay."""
    assert with_signs(text) == signed


@pytest.mark.parametrize("dealer", Seat)
def test_the_auction_stands_in_the_columns_of_its_callers(dealer: Seat) -> None:
    """The first call is below its player's name, whoever deals."""
    board = called(Board.begin(1, dealer), "1S", "P")
    heading, first, *_ = str(board).split("\n\n")[-1].splitlines()
    assert first.index("1♠") == heading.index(str(dealer))


def test_a_board_with_calls_and_cards() -> None:
    """Explained and alerted calls have a star; a trick has its leader, its cards, its winner."""
    board = Board.begin(3, Seat.NORTH, deal=DEAL)
    board = board.apply(Called(Seat.NORTH, Call.parse("1NT"), "15-17"))
    board = board.apply(Called(Seat.EAST, Call.parse("2S"), alert=True))
    text = str(board)
    assert "1NT*   2♠*" in text
    assert "N 1NT: 15-17" in text
    assert "by North" not in text
    board = called(board, "3NT", "P", "P", "P")
    for card in ("S3", "S2", "SJ", "SA", "C6"):
        turn = board.turn
        assert turn is not None
        board = board.apply(Played(turn, Card.parse(card)))
    assert str(board).endswith("3NT by North\n 1. E: ♠3 ♠2 ♠J ♠A  North\n 2. N: ♣6")


def test_unknown_hands_and_a_pass_out() -> None:
    """A hand that is not known leaves its place empty; a passed-out board says so."""
    board = called(Board.begin(1), *"PPPP")
    assert str(board).endswith("passed out")
    shown = evolve(board, hands=(None, DEAL[1], None, None))
    (line,) = (line for line in str(shown).splitlines() if "♠" in line)
    assert line == " " * 28 + "♠ 643"


def test_html_is_escaped_and_coloured() -> None:
    """Names and explanations are text in HTML; the three suits in colour have one each."""
    html = as_html("<b> & ♥♦♣♠")
    assert "&lt;b&gt; &amp; " in html
    assert html.count("<span") == 3
    for one in (DEAL, DEAL[0], Board.begin(1, deal=DEAL)):
        assert one._repr_html_().startswith("<pre")
        assert one._repr_html_().count("♠") in {1, 4}
