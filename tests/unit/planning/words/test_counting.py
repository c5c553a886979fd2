"""Tricks on top and losers, as a player counts them."""

from __future__ import annotations

import pytest

from bluechip_bot.planning.state.cashing import sure_tricks
from bluechip_bot.planning.state.state import begin
from bluechip_bot.planning.view import DEFENDERS, DeclarerView
from bluechip_bot.planning.words.counting import counted, excess, losers, missing, solid, tops
from support.planning import PLANNING, Ending, at_trick_one, random_board, vacant


@pytest.mark.parametrize(
    ("declarer", "dummy", "trick", "counts"),
    [
        # Cards of both hands, but no more than the longer one has.
        ("AK32.AK.A43.T432", "54.QJ.KQ2.A98765", "S", (2, 2, 3, 1)),
        # Four honours are worth five tricks if the sixth card cannot be in the way.
        ("AKQJ2.432.432.32", "T9.A65.A65.87654", "S", (5, 1, 1, 0)),
        # West has led the king: the queen is good when the ace has been played.
        ("AQ2.432.5432.432", "43.A65.A876.9876", "W SK", (2, 1, 1, 0)),
        # Fourth hand wins the nine with the ten, which is no top card.
        ("T32.432.5432.432", "84.A65.A876.976", "W S9 S5 S6", (1, 1, 1, 0)),
        # Dummy's seven has won already, whatever is played to it.
        ("832.432.5432.432", "4.A65.A876.9876", "W S5 S9 S6", (1, 1, 1, 0)),
        # North has led the queen, and West has not played: the king is still to come.
        ("A32.432.5432.432", "4.A65.A876.9876", "N SQ S6", (1, 1, 1, 0)),
        ("32.432.5432.5432", "4.A65.A876.9876", "N SA S6", (1, 1, 1, 0)),
        # Nothing is on top of a void.
        ("5432.432.5432.32", "JT9..Q876.987654", "S", (0, 0, 0, 0)),
    ],
)
def test_tops(declarer: str, dummy: str, trick: str, counts: tuple[int, ...]) -> None:
    """By suit, the tricks from the top; in the trick in progress only what is sure."""
    assert tops(at_trick_one("1NT", declarer, dummy, trick)) == counts


@pytest.mark.parametrize(
    ("declarer", "dummy", "trick", "counts"),
    [
        # The ace of each minor; with all the equal honours no more.
        ("AQJ95.K4.KJ5.QJ2", "KT84.A72.Q63.K85", "S", (0, 0, 1, 1)),
        # A finesse is lost, a king that the ace may lie over is no trick.
        ("AKQJ5.AQ4.K5.432", "T984.732.63.AK65", "S", (0, 2, 2, 1)),
        # A side suit that breaks 4-2 gives declarer's third and fourth card no trick.
        ("AKQJ5.AK42.32.32", "T984.753.A4.AK54", "S", (0, 2, 1, 0)),
        # The king of trumps is lost, the other trumps break.
        ("AQJ95.A2.A32.432", "T84.K543.K54.AK5", "S", (1, 0, 1, 1)),
        # West leads the ace: that is one of the losers, and the king is none.
        ("AKQJ5.K4.432.432", "T984.3.AK5.AK65", "W HA H5 H6", (0, 1, 1, 1)),
    ],
)
def test_losers(declarer: str, dummy: str, trick: str, counts: tuple[int, ...]) -> None:
    """By suit, what the hand with the long trumps loses before anything is done about it."""
    place = at_trick_one("4S", declarer, dummy, trick)
    assert losers(place) == counts
    over = excess(place)
    assert over is None or over == sum(counts) - 3


def test_no_losers_are_counted() -> None:
    """In notrump, and with four trumps, a player counts his tricks."""
    hands = "AK32.AK3.A43.543", "Q54.QJ2.KQ2.A987"
    for contract in ("3NT", "4S"):
        place = at_trick_one(contract, *hands)
        assert losers(place) is None
        assert excess(place) is None


@pytest.mark.parametrize(
    ("contract", "hands", "said"),
    [
        (
            "3NT", ("AK32.A3.A432.432", "54.42.KQ65.AK765"),
            "eight tricks on top: two spades, the ace of hearts, three diamonds and two clubs",
        ),
        (
            "4S", ("AQJ95.K4.KJ5.QJ2", "KT84.A72.Q63.K85"),
            "only two losers, a diamond and a club: one fewer than the contract can afford",
        ),
        (
            "4S", ("AQJ95.K4.J52.QJ2", "KT84.A72.643.K85"),
            "four losers, one too many: three diamonds and a club",
        ),
        (
            "4S", ("KQJ95.K4.KJ5.QJ2", "T842.A72.Q63.K85"),
            "three losers, as many as the contract can afford: a trump, a diamond and a club",
        ),
        ("7S", ("AKQJ95.K4.AK5.A2", "T842.AQJ.Q63.K85"), "there is no loser, if nothing breaks"),
        (
            "2S", ("AQ95.K43.KJ5.QJ2", "KJ42.A72.Q63.K85"),
            "six tricks in sight: four trumps and two hearts",
        ),
        ("3NT", ("5432.5432.32.432", "T9876.T9.654.765"), "no tricks on top"),
    ],
)  # fmt: skip
def test_counts_are_told(contract: str, hands: tuple[str, str], said: str) -> None:
    """Suits in their order, a single top card by its name, and losers with what they mean."""
    assert counted(at_trick_one(contract, *hands)).startswith(said)


def test_tricks_that_are_in_are_told() -> None:
    """After the first trick: how many are won, and how many more there are."""
    place = Ending("A32.2..", "54...32", "KQJ.KQ..KQJ", needed=2).position
    assert counted(place) == "seven tricks are in, and one more is on top: the ace of spades"
    assert missing(place) == 1


def test_a_suit_without_a_loser_is_solid() -> None:
    """All cards win, when the top ones have drawn what is out or the hands are short."""
    place = at_trick_one("3NT", "AK32.AQ.A432.432", "Q654.KJ.KQ65.A76")
    assert [solid(place, suit) for suit in range(4)] == [False, True, False, False]


@pytest.mark.parametrize("seed", range(16))
def test_sure_tricks_are_among_those_on_top(seed: int) -> None:
    """In notrump, what can be run whatever the defenders hold is counted, and is all there is."""
    board = random_board(seed, "3NT-S", 4 * (seed % 8))
    place = DeclarerView.of(board)
    total = place.contract.target - place.won - missing(place)
    assert total <= place.tricks_left
    if place.turn not in DEFENDERS:
        assert sure_tricks(*begin(place, vacant(place), PLANNING)).tricks <= total
