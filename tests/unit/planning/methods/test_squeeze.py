"""Squeezes: automatic, positional, and where there is none."""

from __future__ import annotations

import pytest

from bluechip_bot.model import Card
from bluechip_bot.planning.methods.squeeze import SQUEEZE
from bluechip_bot.planning.methods.task import FOLLOW, PLAY_ON
from support.planning import Ending, trump_ending

GUARDS_WEST = ("HK DK DQ", "")
GUARDS_EAST = ("", "HK DK DQ")
AUTOMATIC = "A.Q.4.", "..AJ.2"
"""The ace of spades squeezes whoever has the king of hearts and both high diamonds."""
POSITIONAL = "A..4.2", ".Q.AJ."
"""Both threats lie in dummy, which discards before East."""
OUT = ".K2.KQ.K3"


def squeezes(place: Ending) -> list[str]:
    """Return the methods of the planned cards that end in a squeeze."""
    methods = [each.method for each in place.choose(stages=3).alternatives]
    return [method for method in methods if method.endswith("squeeze")]


@pytest.mark.parametrize(
    ("hands", "known", "works"),
    [
        (AUTOMATIC, GUARDS_WEST, True),
        (AUTOMATIC, GUARDS_EAST, True),
        (POSITIONAL, GUARDS_WEST, True),
        (POSITIONAL, GUARDS_EAST, False),
        # Each of them keeps one guard.
        (AUTOMATIC, ("HK", "DK DQ"), False),
        (POSITIONAL, ("HK", "DK DQ"), False),
    ],
)
def test_the_guards(hands: tuple[str, str], known: tuple[str, str], *, works: bool) -> None:
    """An automatic squeeze catches either defender, a positional one him who discards first."""
    place = Ending(*hands, OUT, 3, known=known)
    chosen = place.choose(stages=3)
    assert bool(squeezes(place)) is works
    assert (chosen.value > 0.99) is works
    if works:
        assert str(chosen.card) == "SA"


def test_the_chance() -> None:
    """What remains is the probability that one defender guards both suits, or nobody one of them.

    The six cards lie in 20 ways. The trick is lost where one defender has the king of hearts and
    the other both diamonds.
    """
    place = Ending(*AUTOMATIC, OUT, 3)
    table = place.table
    (way,) = SQUEEZE.ways(PLAY_ON, table)
    won, lost, weight, total = way.tasks[-1].arguments
    assert (won, lost, total) == (9, 8, 20)
    # Beside the king of hearts two of the three other cards: three ways for each defender.
    assert total - weight == 2 * 3
    assert way.gain == weight / total


def test_winners_are_cashed_first_and_the_entry_is_kept() -> None:
    """Before the squeeze card comes the winner of the hand that has the long threat."""
    place = Ending("A.Q.42.", "2..AJ.A", "K.K2.KQ.K43", 4, trick="N", known=GUARDS_WEST)
    assert str(place.choose(stages=3).card) == "CA"


def test_with_a_loser_too_many() -> None:
    """The count is not right: a defender can still throw an idle card."""
    assert not squeezes(Ending("A.Q2.4.", "2.3.AJ.", "K.K4.KQ.K32", 4, known=GUARDS_WEST))


def test_trumps_are_drawn_first() -> None:
    """The last trump is a squeeze card; while a trump is out there is no squeeze."""
    drawn = trump_ending("4S", *AUTOMATIC, OUT, 3, known=GUARDS_WEST)
    assert squeezes(drawn)
    out = trump_ending("4S", "A3.Q.4.", ".2.AJ.2", "2.K.KQ.K543", 4, known=GUARDS_WEST)
    assert not squeezes(out)


def test_discards_keep_the_threats() -> None:
    """On a winner of the hand opposite, the cards of the squeeze are not thrown."""
    place = Ending("K.Q.4.", "..AJ.32", ".K2.KQ.K65", 4, trick="S SA S3", known=GUARDS_WEST)
    (way,) = SQUEEZE.ways(FOLLOW, place.table)
    assert str(Card(way.card)) == "C2"
    chosen = place.choose(stages=3)
    assert str(chosen.card) == "C2"
    assert chosen.value > 0.99


def test_in_words() -> None:
    """Both suits are named, and who is squeezed."""
    told = Ending(*AUTOMATIC, OUT, 3, known=GUARDS_WEST).choose(stages=3).plan.explain()
    assert "The ninth can come from a squeeze in diamonds and hearts." in told
    assert "Squeeze West, who cannot guard both diamonds and the queen of hearts" in told
