"""Plans in a bridge player's words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Any

import pytest

from bluechip_bot.model import Card
from bluechip_bot.planning.declarer import HtnDeclarer, Plan
from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.view import DEFENDERS, DeclarerView
from bluechip_bot.planning.words.wording import (
    CROSSINGS,
    FOLLOWING,
    HOPES,
    LEADING,
    MINOR,
    NOTHING,
    NUMBERS,
    ONE,
)
from support.planning import PLANNING, STAGES, Ending, random_board, vacant

FIELDS = {
    "card", "key", "rank", "suit", "one", "seat", "hand", "here", "honours", "answer", "put",
    "split",
}  # fmt: skip


@pytest.mark.parametrize(
    ("hands", "needed", "trick", "facts", "said"),
    [
        (
            ("A54..AK.32", "K63..QJT.4", "QJT98..98765.AKQ"), 5, "W S2", {},
            "Keep the entry in dummy: play the three of spades, and win in hand with the ace",
        ),
        (
            ("A54..AK.32", "K63..QJT.4", "QJT98..98765.AKQ"), 5, "W S2", {"swap": True},
            "Keep the entry in hand: play the three of spades, and win in dummy with the ace",
        ),
        (
            (".A72..KQJ", ".86..T93", ".QJT94..A8765"), 2, "W HK H5 H3",
            {"known": ("HQ HJ", ""), "lengths": {(0, "H"): (3, 4)}},
            "Hold up the ace of hearts: play the two of hearts",
        ),
        (
            ("32.2..", "AQ...2", "K54.A..AK"), 2, "S", {},
            "Finesse West for the king of spades: lead the two of spades; then put in the queen of",
        ),
        (
            ("...432", "..AQJT.", "..9876.AKQ"), 4, "S DK D5", {},
            "Overtake with the ace of diamonds; then cash three diamonds.",
        ),
        (
            ("AK.2.2.", "32...A3", "QJT.KQ.A.KQ"), 2, "S", {},
            "Cash two spades. That makes nine tricks and the contract.",
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
    """The stratagem has its usual name and its card; what follows comes after."""
    declarer, dummy, out = hands
    if facts.pop("swap", False):
        declarer, dummy, trick = dummy, declarer, trick.replace("W", "E")
    place = Ending(declarer, dummy, out, needed=needed, trick=trick, opening="C", **facts)
    assert said in place.choose().explain()


TRICKS = {word: number for number, word in enumerate(NUMBERS)}
COUNTED = {
    **{f"{word} {one}s": number for word, number in TRICKS.items() for one in (*ONE, "trump")},
    **{f"a {one}": 1 for one in (*ONE, "trump")},
}
"""Numbers of tricks or losers in a suit, in words."""
PLACES = [
    (seed, contract, cards)
    for seed, contract in enumerate(("3NT-S", "4S-S", "2H-S", "6NT-S", "4S-S", "1NT-S", "3D-S"))
    for cards in ((1, 27), (8, 50))[seed % 2]
]


@cache
def short_plan(seed: int, contract: str, cards: int) -> Plan:
    """A short plan of a random position, a few cards later where a defender is to play."""
    board = random_board(seed, contract, cards)
    while DeclarerView.of(board).turn in DEFENDERS:
        cards += 1
        board = random_board(seed, contract, cards)
    place = DeclarerView.of(board)
    declarer = HtnDeclarer(float, PLANNING, stages=STAGES[:2])
    return declarer.choose(place, vacant(place), budget=1.0, goal="make")


def texts(plan: Plan, chances: Mapping[Card, float] | None = None) -> Iterator[str]:
    """What is said of each card that a method thought of."""
    for edge in plan.root.edges:
        yield plan.explain(edge.card, chances=chances)


@pytest.mark.parametrize(("seed", "contract", "cards"), PLACES)
def test_sentences(seed: int, contract: str, cards: int) -> None:
    """Five sentences at most, each whole: no field unfilled, nothing left empty."""
    for text in texts(short_plan(seed, contract, cards)):
        assert re.fullmatch(r"([A-Z][^.]*[^ .:;,]\. ?){1,5}", text), text
        assert not set("{}_") & set(text)
        assert not re.search(r"  | [,;:.]|\bno stratagem\b|\b(\w+) \1\b", text), text
        assert "100 %" not in text
        assert "0 %" not in text.replace("10 %", "").split()


@pytest.mark.parametrize(("seed", "contract", "cards"), PLACES)
def test_counts_add_up(seed: int, contract: str, cards: int) -> None:
    """The tricks or losers that are named by suit are as many as the number before them."""
    text = short_plan(seed, contract, cards).explain().split(". ")[0].rstrip(".").lower()
    number = re.search(r"(\w+) (?:more (?:is|are)|tricks?|losers?)\b(?! (?:is|are) in)", text)
    listed = re.search(r"(?:on top|in sight|too many|afford): (.*)|losers?, (.*): ", text)
    if listed is None or number is None:
        assert re.search(r"contract|to burn|no loser|on top$|in sight$", text), text
        return
    words = re.split(r", | and ", (listed[1] or listed[2]))
    named = sum(1 if word.startswith("the ") else COUNTED[word] for word in words)
    assert named == TRICKS[number[1]], text


@pytest.mark.parametrize(("seed", "contract", "cards"), PLACES)
def test_percentages_are_those_that_were_checked(seed: int, contract: str, cards: int) -> None:
    """With chances given every percentage is one of them, and without any there is none."""
    plan = short_plan(seed, contract, cards)
    chances = {card: (37 * card % 101) / 101 for card in plan.position.legal}
    known = {round(100 * chance) for chance in chances.values()}
    for text in texts(plan, chances):
        assert {int(share) for share in re.findall(r"(\d+) %", text)} <= known
    assert not any("%" in text for text in texts(plan, {}))


HOLD_UP = Ending(
    ".A72..KQJ", ".86..T93", ".QJT94..A8765", 2, "W HK H5 H3",
    known=("HQ HJ", ""), lengths={(0, "H"): (3, 4)},
)  # fmt: skip


def test_checked_chances_replace_those_of_the_tree() -> None:
    """The card's own chance is told, and that of the next best plan."""
    plan = HOLD_UP.choose()
    hold, win = Card.parse("H2"), Card.parse("HA")
    text = plan.explain(chances={hold: 0.57, win: 0.21})
    assert "It is a 57 % chance" in text
    assert text.endswith("It would be worse to win with the ace of hearts (21 %).")
    assert "win with the ace of hearts (" not in plan.explain(chances={hold: 0.57})
    assert "an 88 % chance" in plan.explain(chances={hold: 0.88})
    assert "The contract should make." in plan.explain(chances={hold: 1.0, win: 1.0})
    assert "The likely result is down" in plan.explain(chances={hold: 0.0, win: 0.0})
    assert "wrong to win with the ace of hearts: " in plan.explain(chances={hold: 0.9, win: 0.0})


def test_another_card_is_compared_with_the_plan() -> None:
    """Who asks for a card that is worse is told what would be better."""
    text = HOLD_UP.choose().explain(Card.parse("HA"))
    assert "Win the trick with the ace of hearts" in text
    assert text.endswith("The plan's first choice is to hold up the ace of hearts.")
    chances = {Card.parse("H2"): 0.57, Card.parse("HA"): 0.21}
    checked = HOLD_UP.choose().explain(Card.parse("HA"), chances=chances)
    assert checked.endswith("It would be better to hold up the ace of hearts (57 %).")


NAMED = {
    "busted finesse", "claim", "concede", "cover the key card", "duck",
    "easy finesse", "finesse", "finesse in third hand", "honour in third hand", "keep the honour",
    "let it run", "loser on loser", "overtake with a master",
    "play the honour", "ruff high", "run the finesse", "standard finesse",
}  # fmt: skip
"""Names that a method gives to some of its ways."""


def test_phrases_name_what_there_is() -> None:
    """Every phrase is of a field that is filled in, and of a method that there is."""
    names = {entry.name for entry in catalogue()} | NAMED
    for table in (LEADING, FOLLOWING, HOPES):
        for forms in table.values():
            for form in forms:
                assert {name for _, name, _, _ in Formatter().parse(form) if name} <= FIELDS
    told = {*LEADING, *FOLLOWING}
    assert told <= names
    assert {*CROSSINGS, *NOTHING, *MINOR} <= names
    assert {*HOPES} <= told
    assert len(names & told) > 0.7 * len(names)


def test_a_card_that_no_method_thought_of_has_no_words() -> None:
    """A search may play another card: then nothing is said."""
    place = Ending("AK.2.2.", "32...A3", "QJT.KQ.A.KQ", needed=2)
    plan = place.choose()
    thought = {edge.card for edge in plan.root.edges}
    other = next(card for card in place.position.dummy if card not in thought)
    assert not plan.explain(other)
