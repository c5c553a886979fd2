"""What defenders do with the lead, and to keep it."""

from __future__ import annotations

from typing import Any

import pytest

from bluechip_bot.model import Suit
from bluechip_bot.planning.state.defence import DefenderAct, branches, other_plays
from support.planning import Ending


def turn(ending: Ending) -> list[Any]:
    """The branches of a defender's turn."""
    table = ending.table
    return branches(table.game, table.state)


def contrary(ending: Ending) -> list[Any]:
    """The branches of a defender who uses a winner otherwise than usual."""
    table = ending.table
    return other_plays(table.game, table.state)


ACE, KING, QUEEN, JACK, NINE, EIGHT = (1 << rank for rank in (12, 11, 10, 9, 7, 6))


@pytest.mark.parametrize(
    ("ending", "act", "suit", "ranks"),
    [
        pytest.param(
            Ending("4.2..", "65..A.", "KQ8..K3.", needed=1, trick="E S9 S3", known=("SK SQ", ""),
                   lengths={(1, "S"): (0, 0)}),
            DefenderAct.HIGH, Suit.SPADES, KING | QUEEN | EIGHT,
            id="the winner of a trick that partner leads with his last card runs the suit",
        ),
        pytest.param(
            Ending("A2...K", "3...Q2", "KQ...A543", needed=3, trick="W", known=("CA SK", "")),
            DefenderAct.CASH, Suit.CLUBS, ACE,
            id="a master that beats the contract is cashed before the suit goes on",
        ),
        pytest.param(
            Ending("32...Q", "54...J", "KQJ...AK9", needed=2, trick="W", known=("SJ CA CK", "")),
            DefenderAct.CASH, Suit.CLUBS, ACE | KING,
            id="two winners that beat the contract, too",
        ),
        pytest.param(
            Ending("T6.A2..", "K.K3..", "AQ94.QJ5..", needed=2, trick="W S2 S5",
                   known=("", "SA SQ")),
            DefenderAct.HIGH, Suit.SPADES, QUEEN,
            id="the queen is enough against the ten, and the ace waits for the king",
        ),
        pytest.param(
            Ending("A6.A2..", "5.K3..", "QJ94.QJ5..", needed=2, trick="W S2 S3",
                   known=("", "SQ S9")),
            DefenderAct.HIGH, Suit.SPADES, QUEEN | JACK | NINE,
            id="third hand plays high where fourth hand beats every card",
        ),
        pytest.param(
            Ending("K5.A..", ".Q..6", "3.JT..T97", needed=3, trick="N C4", known=("", "S3"),
                   lengths={(1, "C"): (0, 0)}, contract="4S-S"),
            DefenderAct.DISCARD, -1, 0,
            id="a trump in front of a higher one is not spent",
        ),
        pytest.param(
            Ending("54.A..", ".Q..6", "Q.JT..T97", needed=3, trick="N C4", known=("", "SQ"),
                   lengths={(1, "C"): (0, 0)}, contract="4S-S"),
            DefenderAct.RUFF, Suit.SPADES, QUEEN,
            id="a trump that wins is",
        ),
        pytest.param(
            Ending(".2..", "9.3..", "K8.K4..", needed=2, trick="S S6", known=("SK S8", "")),
            DefenderAct.WIN, Suit.SPADES, KING,
            id="second hand rises with the card that beats the contract",
        ),
        pytest.param(
            Ending("2...K5", "3...42", "K...AQJ98", needed=1, trick="W", known=("CA CQ C9", ""),
                   opening="C"),
            DefenderAct.LEAD, Suit.CLUBS, QUEEN | JACK | NINE | EIGHT,
            id="in notrump an ace is not cashed over a guarded king",
        ),
    ],
)  # fmt: skip
def test_a_defender_plays(ending: Ending, act: DefenderAct, suit: int, ranks: int) -> None:
    """There is one branch, with this act, suit and class of cards."""
    (branch,) = turn(ending)
    assert (branch.act, branch.suit, branch.ranks) == (act, suit, ranks)


@pytest.mark.parametrize(
    ("ending", "suits"),
    [
        pytest.param(
            Ending("A..K4.", "3..J2.", "KQJ..A98.", needed=2, trick="W", opening="",
                   known=("DA SK", "")),
            {Suit.SPADES},
            id="an ace is not led into the king in notrump",
        ),
        pytest.param(
            Ending("K5.A4..", "4.2..65", "3.K98..AK98", needed=3, trick="W", known=("CA", "S3"),
                   lengths={(1, "H"): (0, 0)}, contract="4S-S", opening="C"),
            {Suit.HEARTS},
            id="partner is given a ruff",
        ),
    ],
)  # fmt: skip
def test_a_defender_leads(ending: Ending, suits: set[Suit]) -> None:
    """The suits that a defender leads."""
    assert {branch.suit for branch in turn(ending)} == suits


def test_second_hand_takes_an_honour_with_the_ace() -> None:
    """An honour led is not let past by who has the master."""
    found = turn(Ending("A..Q.", "2..J4.", "..A765.K5", needed=1, trick="S DK"))
    assert {branch.act for branch in found if branch.ranks & ACE} == {DefenderAct.WIN}


def test_sequence_is_led_from_the_top() -> None:
    """From king and queen he does not lead low into our ten."""
    place = Ending("AT2..2.", "3..65.4", "KQ9..A.AK87", needed=2, trick="W", known=("SK SQ S9", ""))
    assert any(branch.ranks == KING | QUEEN for branch in turn(place))


def test_a_winner_is_used_otherwise() -> None:
    """Second hand may rise with the ace, fourth hand may hold it up while we have more cards."""
    low = Ending("43..2.", "KQ5..3.", "AJT9..AKQJ.", needed=3, trick="S S2", known=("SA SJ", ""))
    usual, other = turn(low), contrary(low)
    assert {branch.act for branch in usual} == {DefenderAct.LOW}
    assert DefenderAct.WIN in {branch.act for branch in other}
    top = Ending("4...32", "KJ3...", "A98...KQJ7", needed=3, trick="S SQ S7 S5")
    assert DefenderAct.WIN in {branch.act for branch in turn(top)}
    assert DefenderAct.WIN not in {branch.act for branch in contrary(top)}


def test_nothing_to_think_about() -> None:
    """On their own lead, or without a winner, there is one way to play."""
    assert not contrary(Ending("K..2.", "Q5..3.", "JT98..AK.", needed=2, trick="S S4"))
    assert not contrary(Ending("K4..2.", "5..3.", "AT9..AK.", needed=2, trick="W S8 SQ"))
