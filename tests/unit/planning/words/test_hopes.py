"""Where more tricks come from, what the danger is, and what is left when a line fails."""

from __future__ import annotations

import pytest

from bluechip_bot.planning.tree.node import PlanEdge, PlanNode, PlanStep
from bluechip_bot.planning.words.hopes import promotions, savings
from bluechip_bot.planning.words.wording import CardTurn, filled
from support.planning import Ending, at_trick_one, trump_ending


@pytest.mark.parametrize(
    ("declarer", "dummy", "sources"),
    [
        ("A32.432.432.KQJ2", "654.A65.A876.543", ["clubs, once the ace is gone"]),
        ("A32.432.432.QJT2", "654.A65.A876.543", ["clubs, once the ace and king are gone"]),
        # Two honours that cost one trick of the three rounds are worth one, and one is none.
        ("A32.432.432.KQ32", "654.A65.A876.654", ["clubs, once the ace is gone"]),
        ("A32.432.432.K432", "654.A65.A876.765", []),
        ("A32.432.432.AKQ2", "654.A65.A876.543", []),
    ],
)
def test_promotions(declarer: str, dummy: str, sources: list[str]) -> None:
    """Equal cards that outnumber the higher ones, which are named."""
    place = at_trick_one("3NT", declarer, dummy)
    assert [hope.source for hope in promotions(place)] == sources


def test_savings() -> None:
    """Losers are ruffed in the hand with the short trumps, or thrown on what it has over."""
    place = at_trick_one("4S", "AKQJ5.432.A43.32", "T984.5.K52.AKQ54")
    assert [hope.saving for hope in savings(place)] == [
        "a heart ruff in dummy",
        "a discard on the clubs",
    ]
    swapped = at_trick_one("4S", "T984.5.K52.AKQ54", "AKQJ5.432.A43.32")
    assert savings(swapped)[0].saving == "a heart ruff in hand"
    assert not savings(at_trick_one("3NT", "AKQJ5.432.A43.32", "T984.5.K52.AKQ54"))


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (
            Ending("32.2..", "AQ...2", "K54.A..AK", needed=2),
            ("The ninth can come from the spade finesse.", "if the spade finesse loses, the "),
        ),
        (
            Ending("...A432", "..5432.", "Q.K.AQ.QJT9", needed=3, opening=""),
            ("It is hard to see where two more will come from.", "That makes seven tricks: down "),
        ),
        (
            Ending("2..AK.3", "A..QJT.", "KQ..9876.AK", needed=4, opening=""),
            ("The diamonds are blocked, and the ", "only sure entry to dummy."),
        ),
        (
            trump_ending("2S", "AK5.2..", "432..3.", "QJ6.AK.A.AK", needed=3),
            ("The danger is a ruff, so trumps come first.",),
        ),
    ],
)
def test_sources_and_dangers(place: Ending, said: tuple[str, ...]) -> None:
    """They are told with the plan."""
    text = place.choose().explain()
    for words in said:
        assert words in text, text


@pytest.mark.parametrize(
    ("declarer", "dummy", "said"),
    [
        ("A5432.A32.A32.32", "K76.K54.K54.7654", " no worse than 4-1"),
        ("AK32.A32.A32.432", "654.K54.K54.A765", " 3-3"),
        ("AK432.A32.A32.32", "65.K54.K54.A7654", " no worse than 4-2"),
        ("AK5432.A32.A3.32", "876.K54.K54.A765", ""),
        ("A2.A432.A432.432", "654.K65.K65.A765", ""),
    ],
)
def test_the_break_that_is_needed(declarer: str, dummy: str, said: str) -> None:
    """Spades are worth a length trick if no defender has as many as the longer of our hands."""
    place = at_trick_one("3NT", declarer, dummy)
    step = PlanStep("establish length", 0)
    turn = CardTurn(place, PlanEdge(1 << 3, PlanNode.leaf(0.0), path=(step,)), 0, leads=True)
    assert filled(turn, step, "{split}") == said


def test_the_suit_that_they_run_is_the_danger() -> None:
    """While the lead must be lost: once the stopper is gone; a second one takes the danger away."""
    bare = at_trick_one("3NT", "A72.AK4.A63.J843", "86.Q52.K74.KQT9", "W SK S5 S4")
    assert bare.turn == 0
    place = Ending(
        "A72.AK4.A63.J843", "86.Q52.K74.KQT9", str(bare.out), 9, "W SK S5 S4",
        known=("SQ SJ", ""), lengths={(0, "S"): (4, 9)},
    )  # fmt: skip
    danger = "The danger is the spade suit: once the ace is gone, they can run it."
    assert danger in place.choose(2).explain()
    guarded = at_trick_one("3NT", "AJ2.AK4.A63.J843", "86.Q52.K74.KQT9", "W SK S5 S4")
    place = Ending(
        "AJ2.AK4.A63.J843", "86.Q52.K74.KQT9", str(guarded.out), 9, "W SK S5 S4",
        known=("SQ", ""), lengths={(0, "S"): (4, 9)},
    )  # fmt: skip
    assert "The danger" not in place.choose(2).explain()
