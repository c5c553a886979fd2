"""First impressions in notrump: what is thought of first, where later thought costs too much.

Hands are spades, hearts, diamonds and clubs from dots; South declares.
"""

from __future__ import annotations

import pytest

from bluechip_bot.model import Card
from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.methods.outlook import spared, survives
from bluechip_bot.planning.methods.task import FOLLOW, PLAY_ON, TaskWay
from support.planning import Ending


def ways(ending: Ending) -> list[TaskWay]:
    """The ways that are thought of, the most promising first."""
    task = FOLLOW if ending.position.trick.cards else PLAY_ON
    return sorted(catalogue().ways(task, ending.table), key=lambda way: -way.gain)


def first(ending: Ending) -> tuple[str, str]:
    """The card and the method that come first."""
    way = ways(ending)[0]
    return str(Card(way.tasks[0].arguments[0])), way.method


def gain(ending: Ending, method: str) -> float:
    """What the best way of a method promises; nothing if there is none."""
    return max((way.gain for way in ways(ending) if way.method == method), default=0.0)


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "trick", "card"),
    [
        (".KQT.A.", ".5.32.", ".AJ97.K94.", "N H8 H6", "HK HQ"),
        ("..A.KQT", "..32.5", "..K94.AJ97", "N C8 C6", "CK CQ"),
    ],
)
def test_honour_in_third_hand(declarer: str, dummy: str, out: str, trick: str, card: str) -> None:
    """What was led towards, or is to force out the ace, is played in third hand."""
    case = Ending(declarer, dummy, out, needed=2, trick=trick)
    assert first(case)[0] in card.split()
    assert gain(case, "honour in third hand") > 0.4


def test_no_honour_below_an_ace() -> None:
    """Below the ace, the queen is a finesse by that name."""
    case = Ending(".AQT.A.", ".5.32.", ".KJ97.K94.", needed=3, trick="N H8 H6")
    assert not gain(case, "honour in third hand")
    assert gain(case, "finesse in third hand")


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "needed", "trick", "thought"),
    [
        # Where partner has to play the ace, a queen that has become good stays.
        (".Q5.AK.3", ".A.65.42", ".T987.QJT.KQ", 4, "E HJ", ("H5", "keep the entry")),
        ("Q5..AK.3", "A..65.42", "T987..QJT.KQ", 4, "E SJ", ("S5", "keep the entry")),
        # The only stopper is held up, unless no other trick can be lost after it.
        (".A72..KQJ", ".86..T94", ".QJT94..A8765", 2, "W HK H5 H3", ("H2", "hold up")),
        (".A72..KQJ", ".86..T94", ".QJT94..A8765", 5, "W HK H5 H3", ("HA", "win the trick")),
        # Partner's trick is overtaken where winners could not be reached otherwise.
        (".6.A2.A64", "..QJT6.9", ".QJT.9873.KQJT", 4, "N DK D4", ("DA", "overtake")),
        (".6.A2.643", "..QJT6.A", ".QJT.9873.KQJT", 4, "N DK D4", ("D2", "play low")),
        ("K5.6..6", "J..AJ5.8", "QT98.A.7.QT9", 4, "S D8 S3", ("DA", "overtake")),
        ("K5.6..6", "J..AJ5.A", "QT98.A.7.QT9", 4, "S D8 S3", ("D5", "play low")),
    ],
)
def test_first_thoughts(
    declarer: str, dummy: str, out: str, needed: int, trick: str, thought: tuple[str, str]
) -> None:
    """The card that a good player plays without much thought, and its reason."""
    assert first(Ending(declarer, dummy, out, needed, trick)) == thought


def test_a_queen_wins_where_partner_can_play_low() -> None:
    """With a small card beside the ace, the trick may be won here as well."""
    case = Ending(".Q5.AK.3", ".A4.65.4", ".T987.QJT.KQ", needed=4, trick="E HJ")
    ahead = [way.method for way in ways(case)[:2]]
    assert gain(case, "win the trick") > 0.5
    assert "win the trick" in ahead


def test_a_card_that_is_beaten_wins_nothing() -> None:
    """Partner's last card is higher than all that is out, but not than the one led."""
    case = Ending("A2..9.3", "3..K7.4", "KQ..86.QJT", needed=3, trick="W DQ")
    assert first(case) == ("DK", "win the trick")
    assert not gain(case, "keep the entry")


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "trick", "card"),
    [
        (".Q52.AK.", ".K3.65.", ".AJT76.QJT.", "W H9 H4 H8", "HQ"),
        ("..AK.KT5", "..65.62", "..QJT.AJ983", "W CQ C4 C7", "CK"),
    ],
)
def test_no_gift_in_fourth_hand(declarer: str, dummy: str, out: str, trick: str, card: str) -> None:
    """What wins now and could not win later wins now."""
    case = Ending(declarer, dummy, out, needed=3, trick=trick)
    assert {way.method for way in ways(case)} == {"win the trick"}
    assert str(case.choose().card) == card


@pytest.mark.parametrize(
    ("dummy", "declarer", "spades", "wanted"),
    [
        ("K5.AK.A.", "T6.65.K.", "AQJ98", True),
        ("KQ7.A.A.", "43.65.K.", "AJT98", True),
        ("K5.AK.A.", "Q6.65.K.", "AJT98", False),
        ("Q83.A.A.", "74.65.K.", "AKJT9", False),
    ],
)
def test_insert_in_second_hand(dummy: str, declarer: str, spades: str, *, wanted: bool) -> None:
    """Second hand plays one of two equal honours, or one with one guard and no help opposite."""
    case = Ending(declarer, dummy, f"{spades}.QJT9..", needed=3, trick="W S2")
    assert (gain(case, "insert") > gain(case, "play low")) == wanted


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "card"),
    [
        (".A3.A52.A3", ".75.KQJT6.", ".KQJT9.98743.KQJT", "H5"),
        ("A3..A3.A52", "75...KQJT6", "KQJT9..KQJT.98743", "S5"),
        (".A3.2.AK53", ".75.98765.", ".KQJT9.AKQJT.QJT9", "D5"),
        (".42.AK2.A3", ".K5.765.76", ".AQJT9.QJT98.KQJT", "D5"),
        (".AK2.A3.A3", ".5.7642.76", ".QJT98.KQJT9.KQJT", "D2"),
    ],
)
def test_discards(declarer: str, dummy: str, out: str, card: str) -> None:
    """A long card to be, a guard and the way to partner's winners are kept; others are thrown."""
    case = Ending(declarer, dummy, out, needed=6)
    assert str(Card(spared(case.table, 2)[0][1])) == card


@pytest.mark.parametrize(
    ("dummy", "out", "needed", "best"),
    [
        ("32.3.AQ4.A", "AT98.AKQJT98.KJ9.", 4, "finesse"),
        ("32.A3.AQ4.", "AT98.KQJT987.KJ9.", 4, "force out"),
        ("32.3.AQ4.A", "AT98.AKQJT98.KJ9.", 1, "force out"),
    ],
)
def test_no_tricks_worked_for_when_they_run_theirs(
    dummy: str, out: str, needed: int, best: str
) -> None:
    """The lead is given up only if they cannot beat the contract then."""
    case = Ending("KQJ4.2.32.", dummy, out, needed=needed, opening="H", contract="1NT-S")
    worst = {"finesse": "force out", "force out": "finesse"}[best]
    assert gain(case, best) > gain(case, worst)


def test_what_they_run() -> None:
    """Who has the ace must be able to reach the open suit, and it must be long enough."""
    hands = ("KQJ4.2.32.", "32.3.AQ4.A", "AT98.AKQJT98.KJ9.")
    seven, six = {(0, "H"): (7, 7)}, {(0, "H"): (6, 6)}
    assert survives(Ending(*hands, needed=4).table, 0, 12) < 0.1
    assert survives(Ending(*hands, needed=4, known=("", "SA"), lengths=seven).table, 0, 12) == 1
    assert survives(Ending(*hands, needed=4, known=("SA", ""), lengths=six).table, 0, 12) < 0.1


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "thought"),
    [
        (".A6.A2.", ".Q3.43.", ".KJT98.KQJ.", False),
        (".A64.A.", ".Q32.4.", ".KJT9.KQJT.", True),
        (".65.A2.", ".T9.43.", ".KQ87.KQJT.", False),
    ],
)
def test_towards_an_honour(declarer: str, dummy: str, out: str, *, thought: bool) -> None:
    """An honour is led towards if a round is left for it after theirs and after our winners."""
    case = Ending(declarer, dummy, out, needed=3)
    assert bool(gain(case, "lead towards an honour")) == thought


def test_what_must_fall_is_no_hope() -> None:
    """The last card out falls under the ace for certain, and is counted already."""
    assert not gain(Ending("..97.A", "..A5.2", "..T.KQJT9", needed=3), "play for the drop")
    assert gain(Ending("..97.A", "..A5.2", "..T3.KQJT", needed=3), "play for the drop")
