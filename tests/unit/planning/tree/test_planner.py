"""What the planner does with what methods offer, and where they offer nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bluechip_bot.model import Hand, Suit
from bluechip_bot.planning.declarer import GOALS, GoalName, HtnDeclarer, Plan
from bluechip_bot.planning.methods.task import TaskCatalogue
from bluechip_bot.planning.settings import TreeLimits
from bluechip_bot.planning.state.belief import Beliefs
from bluechip_bot.planning.view import DeclarerView
from support.planning import PLANNING, Ending, random_board, vacant

WIN = ("K4...A", ".AK..K", 9)
LOSE = ("4...AK", "K.AK..", 1)
"""The king of spades in front of the tenace, or behind it with two hearts to cash."""


def finesse(needed: int, share: float, goal: GoalName = "make") -> Plan:
    """Two tricks by the finesse, or one by the ace; the finesse loses in a tenth of the layouts."""
    place = Ending("32.2..", "AQ...2", "K4.AK..AK", needed=needed).position
    rows = [(Hand.parse(w).mask, Hand.parse(e).mask, weight) for w, e, weight in (WIN, LOSE)]
    declarer = HtnDeclarer(float, PLANNING, stages=(TreeLimits(share=share),))
    return declarer.choose(place, Beliefs.of(place, rows), budget=1.0, goal=goal)


def methods(choice: Plan) -> Sequence[str]:
    """What was thought of."""
    return [other.method for other in choice.root.edges]


def test_no_overtrick_at_the_price_of_what_is_not_looked_at() -> None:
    """A tree that leaves out the losing layouts does not take the finesse for a trick more."""
    choice = finesse(1, 0.2)
    assert methods(choice)[0] == "cash out"
    assert "finesse" not in methods(choice)
    assert choice.value == pytest.approx(1.0009)


def test_the_whole_tree_shows_the_price() -> None:
    """Where all layouts are looked at the finesse is worth what it wins, and the ace is better."""
    choice = finesse(1, 0.0)
    values = {other.method: other.value for other in choice.root.edges}
    assert methods(choice)[-1] == "finesse"
    assert values["finesse"] == pytest.approx(0.9 * 1.001 + 0.1 * 0.0008)


def test_prudence_is_not_timid() -> None:
    """Where the contract needs the finesse, it is taken, though not all layouts are looked at."""
    choice = finesse(2, 0.2)
    assert methods(choice)[0] == "finesse"
    assert choice.value == pytest.approx(1.0009)


@pytest.mark.parametrize("goal", GOALS)
def test_nothing_is_given_up_for_prudence(goal: GoalName) -> None:
    """Where the sure tricks do not make the contract more of them are tried for."""
    for needed in (2, 3):
        assert methods(finesse(needed, 0.2, goal))[0] == "finesse"


def test_a_safe_overtrick_is_taken() -> None:
    """What is better in a whole tree is better, however little."""
    place = Ending("32.2..", "AQ...2", "K4.AK..AK", needed=1).position
    rows = [(Hand.parse(WIN[0]).mask, Hand.parse(WIN[1]).mask, 1)]
    declarer = HtnDeclarer(float, PLANNING, stages=(TreeLimits(share=0.2),))
    choice = declarer.choose(place, Beliefs.of(place, rows), budget=1.0, goal="make")
    assert methods(choice)[0] == "finesse"
    assert choice.value == pytest.approx(1.001)


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "trick", "card", "said"),
    [
        ("AK.2.2.", "32.A..3", "QJT.KQ.K.KQ", "S", "SA", "No stratagem applies: cash two spades"),
        ("32.2.2.", "A4..3.3", "KQJ.AK.A.AK", "S", "", "No stratagem applies: cash a spade."),
        ("32.2.2.", "54..3.3", "AKQ.AK.A.AK", "S", "", "No stratagem applies: give up the rest: "),
        ("A2.2.2.", "43...3", "KQ.A.A.AK", "W SJ S5 ST", "", "No stratagem applies: play the "),
        ("2...", "3...", "AK...", "S", "S2", "Play the two of spades, the only legal card."),
    ],
)
def test_no_method(declarer: str, dummy: str, out: str, trick: str, card: str, said: str) -> None:
    """Without any method there is a legal card, and words that say so."""
    place = Ending(declarer, dummy, out, needed=2, trick=trick)
    chooser = HtnDeclarer(float, PLANNING, methods=TaskCatalogue())
    choice = chooser.choose(place.position, place.beliefs, budget=1.0, goal="make")
    assert choice.card in place.position.legal
    assert str(choice.card) == (card or str(choice.card))
    assert said in choice.explain()


@pytest.mark.parametrize(
    ("declarer", "dummy", "out"),
    [("..2.32", "AK..K.", ".AK.A.AKQ"), (".2.2.2", "AKQ...", ".AK.AK.AK")],
)
def test_no_entry(declarer: str, dummy: str, out: str) -> None:
    """Winners that cannot be reached are not counted: a legal card, and nothing sure."""
    place = Ending(declarer, dummy, out, needed=3)
    choice = place.choose()
    assert choice.card in place.position.legal
    assert choice.root.edges[0].method == "concede"
    text = choice.explain()
    assert "Give up the rest: lead the " in text
    assert "That makes six tricks: down three." in text


@pytest.mark.parametrize(
    ("needed", "said"),
    [
        (0, "The contract is made already."),
        (-1, "The contract is made already."),
        (4, "The contract cannot be made any more."),
    ],
)
def test_decided_contracts(needed: int, said: str) -> None:
    """With the contract made or lost the rest of the tricks are still played for."""
    place = Ending("AK.2..", "32...A", "QJ.KQ..QJ", needed=needed)
    choice = place.choose()
    text = choice.explain()
    assert said in text
    assert str(choice.card) == "SA"
    tricks = place.position.won + 2
    assert choice.root.edges[0].node.tricks in {tricks, -1}


def test_what_is_certain_goes_first() -> None:
    """Nothing is held up where to win at once leaves the defenders no chance."""
    choice = Ending(
        "74.T4.Q7.KQ", "KQ.Q75.86.7", "J985.AKJ98632.J94.", needed=5, trick="E DT"
    ).choose(stages=4)  # fmt: skip
    assert str(choice.card) == "DQ"


def test_the_last_hope_is_not_given_up() -> None:
    """Where all tricks are needed, a trick is not thrown away though no way to make it is seen."""
    choice = Ending(
        "KJT.4.2.", ".A83..2", "9.JT97.J.J96", needed=5, trick="N C4 H6",
        lengths={(1, "C"): (0, 0)}, contract="4S-S",
    ).choose()  # fmt: skip
    assert choice.card.suit is Suit.SPADES


def test_time_is_kept() -> None:
    """When the time is spent there is the answer of the first stage."""
    ticks = iter(range(10**9))
    board = random_board(5, "3NT-S", 1)
    place = DeclarerView.of(board)
    beliefs = vacant(place)
    stages = (TreeLimits(0, 0.1, 1, 4), TreeLimits(13, 0.0))
    hurried = HtnDeclarer(lambda: float(next(ticks)), PLANNING, stages=stages)
    chosen = hurried.choose(place, beliefs, budget=3.0)
    assert chosen.stages == 1
    assert chosen.card in place.legal
