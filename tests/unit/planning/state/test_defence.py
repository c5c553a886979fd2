"""What defenders do with the lead, and to keep it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

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


def test_second_hand_takes_an_honour_with_the_ace() -> None:
    """An honour led is not let past by who has the master."""
    found = turn(Ending("A..Q.", "2..J4.", "..A765.K5", needed=1, trick="S DK"))
    acts = {branch.act for branch in found if branch.ranks >> 12 & 1}
    assert acts == {DefenderAct.WIN}


def test_partner_takes_over_to_run_the_suit() -> None:
    """Who has the winners wins the trick that his partner has led with his last card."""
    place = Ending(
        "4.2..", "65..A.", "KQ8..K3.", needed=1, trick="E S9 S3", known=("SK SQ", ""),
        lengths={(1, "S"): (0, 0)},
    )  # fmt: skip
    (branch,) = turn(place)
    assert branch.act is DefenderAct.HIGH
    assert branch.state.round.best == 1


def test_setting_trick_is_cashed() -> None:
    """With a master that beats the contract a defender does not go on with his suit."""
    place = Ending("A2...K", "3...Q2", "KQ...A543", needed=3, trick="W", known=("CA SK", ""))
    (branch,) = turn(place)
    assert (branch.act, branch.suit) == (DefenderAct.CASH, Suit.CLUBS)


def test_sequence_is_led_from_the_top() -> None:
    """From king and queen he does not lead low into our ten."""
    place = Ending("AT2..2.", "3..65.4", "KQ9..A.AK87", needed=2, trick="W",
        known=("SK SQ S9", ""))  # fmt: skip
    assert any(branch.ranks == 0b11 << 10 for branch in turn(place))


def test_third_hand_keeps_a_tenace() -> None:
    """The queen is enough against the ten; the ace waits for dummy's king."""
    found = turn(Ending("T6.A2..", "K.K3..", "AQ94.QJ5..", needed=2, trick="W S2 S5",
        known=("", "SA SQ")))  # fmt: skip
    (branch,) = found
    assert (branch.act, branch.ranks) == (DefenderAct.HIGH, 1 << 10)


def test_third_hand_plays_high() -> None:
    """Where fourth hand can beat every card of his, the highest does most."""
    found = turn(Ending("A6.A2..", "5.K3..", "QJ94.QJ5..", needed=2, trick="W S2 S3",
        known=("", "SQ S9")))  # fmt: skip
    (branch,) = found
    assert branch.act is DefenderAct.HIGH
    assert branch.ranks >> 10 & 1


@pytest.mark.parametrize(
    ("trumps", "theirs", "act"), [("K5", "3", DefenderAct.DISCARD), ("54", "Q", DefenderAct.RUFF)]
)
def test_no_ruff_to_be_overruffed(trumps: str, theirs: str, act: DefenderAct) -> None:
    """A trump in front of a higher one is not spent on a loser."""
    place = Ending(
        f"{trumps}.A..", ".Q..6", f"{theirs}.JT..T97", needed=3, trick="N C4",
        known=("", f"S{theirs}"), lengths={(1, "C"): (0, 0)}, contract="4S-S",
    )  # fmt: skip
    (branch,) = turn(place)
    assert branch.act is act


def test_two_setting_tricks_are_cashed() -> None:
    """With two winners that beat the contract he does not go on with the suit that was led."""
    place = Ending("32...Q", "54...J", "KQJ...AK9", needed=2, trick="W", known=("SJ CA CK", ""))
    (branch,) = turn(place)
    assert (branch.act, branch.suit) == (DefenderAct.CASH, Suit.CLUBS)


def test_ace_is_not_led_into_the_king() -> None:
    """In notrump, too, who has another suit leaves ours to us if just one card of his is above."""
    place = Ending("A..K4.", "3..J2.", "KQJ..A98.", needed=2, trick="W", opening="",
        known=("DA SK", ""))  # fmt: skip
    assert all(branch.suit == Suit.SPADES for branch in turn(place))


def test_partner_is_given_a_ruff() -> None:
    """With a trump of his partner's and a suit that he lacks, that suit comes before the others."""
    place = Ending(
        "K5.A4..", "4.2..65", "3.K98..AK98", needed=3, trick="W",
        known=("CA", "S3"), lengths={(1, "H"): (0, 0)}, contract="4S-S", opening="C",
    )  # fmt: skip
    assert {branch.suit for branch in turn(place)} == {Suit.HEARTS}


def test_second_hand_rises_with_the_setting_trick() -> None:
    """A low card was led, and dummy's nine would win; the king beats the contract."""
    found = turn(Ending(".2..", "9.3..", "K8.K4..", needed=2, trick="S S6", known=("SK S8", "")))
    assert [(branch.act, branch.ranks) for branch in found] == [(DefenderAct.WIN, 1 << 11)]


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


def test_an_ace_is_not_cashed_over_a_guarded_king() -> None:
    """In notrump who has to attack the suit leads low, so that the king is not a winner at once."""
    place = Ending("2...K5", "3...42", "K...AQJ98", needed=1, trick="W", known=("CA CQ C9", ""))
    (branch,) = turn(evolve(place, opening="C"))
    assert (branch.act, branch.suit) == (DefenderAct.LEAD, Suit.CLUBS)
    assert not branch.ranks >> 12
