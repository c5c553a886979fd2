"""Plans in a bridge player's words."""

from __future__ import annotations

import re
from string import Formatter
from typing import Any

import pytest

from bluechip_bot.model import Card
from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.words.phrases import BEFORE, CROSSINGS, FOLLOWING, LEADING, NOTHING
from support.planning import Ending

FIELDS = {
    "card", "key", "rank", "suit", "one", "seat", "hand", "here", "honours", "tenace", "answer",
}  # fmt: skip


@pytest.mark.parametrize(
    ("hands", "needed", "trick", "facts", "said"),
    [
        (
            ("A54..AK.32", "K63..QJT.4", "QJT98..98765.AKQ"), 5, "W S2", {},
            "Keep the entry in dummy: play the three of spades, and win in hand with the ace.",
        ),
        (
            ("A54..AK.32", "K63..QJT.4", "QJT98..98765.AKQ"), 5, "W S2", {"swap": True},
            "Keep the entry in hand: play the three of spades, and win in dummy with the ace.",
        ),
        (
            ("..K2.43", "..QJT.", "..9876.AKQ"), 4, "N DA D5", {},
            "Unblock the king of diamonds. Then cash three diamonds. Nine tricks: the contract is",
        ),
        (
            (".A72..KQJ", ".86..T93", ".QJT94..A8765"), 2, "W HK H5 H3",
            {"known": ("HQ HJ", ""), "lengths": {(0, "H"): (3, 4)}},
            "Hold up the ace of hearts: play the two of hearts.",
        ),
        (
            ("..KQ2.AJ4", "2..JT.76", "A..A876.QT983"), 3, "W CK C5 C2",
            {"known": ("CQ CT", ""), "lengths": {(0, "C"): (4, 4)}},
            "Play the Bath coup: duck with the four of clubs, keeping ace and jack over West.",
        ),
        (
            ("32.2..", "AQ...2", "K54.A..AK"), 2, "S", {},
            "Finesse West for the king of spades: lead the two of spades. Then put in the queen of",
        ),
        (
            ("...432", "..AQJT.", "..9876.AKQ"), 4, "S DK D5", {},
            "Overtake with the ace of diamonds. Then cash three diamonds.",
        ),
        (
            ("AK.2.2.", "32...A3", "QJT.KQ.A.KQ"), 2, "S", {},
            "Cash two spades. Nine tricks: the contract is made.",
        ),
    ],
)  # fmt: skip
def test_techniques_have_their_names(
    hands: tuple[str, str, str],
    needed: int,
    trick: str,
    facts: dict[str, Any],
    said: str,
) -> None:
    """The stratagem comes first, with its usual name and its card; what follows comes after."""
    declarer, dummy, out = hands
    if facts.pop("swap", False):
        declarer, dummy, trick = dummy, declarer, trick.replace("W", "E")
    place = Ending(declarer, dummy, out, needed=needed, trick=trick, opening="C", **facts)
    assert place.choose().plan.explain().startswith(said)


def test_answers_are_told_apart() -> None:
    """Each answer of a defender is told once, by what he plays; together they are certain."""
    place = Ending("32.2..", "AQ...2", "K54.A..AK", needed=2)
    text = place.choose().plan.explain()
    found = re.search(r"If (\w+) .*?\.(?= Tricks)", text)
    assert found is not None
    answers = found.group().split("; ")
    assert len({re.sub(r"\(.*", "", answer) for answer in answers}) == len(answers)
    assert sum(int(share) for share in re.findall(r"\((\d+) %\)", found.group())) in {99, 100, 101}


def test_sentences() -> None:
    """An explanation is short, and has no field unfilled and no name of a method twice in a row."""
    place = Ending("A54..AK.32", "K63..QJT.4", "QJT98..98765.AKQ", needed=5, trick="W S2")
    plan = place.choose().plan
    for edge in plan.root.edges:
        text = plan.explain(Card(edge.cards.bit_length() - 1))
        assert text.count(". ") <= 5
        assert not set("{}_") & set(text)
        assert "  " not in text


def test_phrases_name_what_there_is() -> None:
    """Every phrase is of a field that is filled in, and of a method that there is."""
    names = {entry.name for entry in catalogue()}
    for table in (LEADING, FOLLOWING):
        for forms in table.values():
            for form in forms:
                assert {name for _, name, _, _ in Formatter().parse(form) if name} <= FIELDS
    told = {*LEADING, *FOLLOWING}
    assert told - names == {"lead towards the honours"}  # what `safety` calls some of its lines
    assert {*CROSSINGS, *BEFORE, *NOTHING} <= names
    assert len(names & told) > 0.7 * len(names)


def test_a_card_that_no_method_thought_of_has_no_words() -> None:
    """A search may play another card: then nothing is said."""
    place = Ending("AK.2.2.", "32...A3", "QJT.KQ.A.KQ", needed=2)
    plan = place.choose().plan
    thought = {edge.cards.bit_length() - 1 for edge in plan.root.edges}
    other = next(card for card in place.position.dummy if card not in thought)
    assert not plan.explain(other)
