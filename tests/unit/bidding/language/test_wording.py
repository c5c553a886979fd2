"""Conditions in canonical words, which are read back exactly, and in words for people."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.bidding.explanation import understand
from bluechip_bot.bidding.features import random_hands
from bluechip_bot.bidding.language.condition import holds
from bluechip_bot.bidding.language.limits import resolve
from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.scene import AUCTION_SUITS, PLAIN, VARIABLES, RuleScene
from bluechip_bot.bidding.language.syntax import AllParts, AnyPart, AtomTest, Condition, NotPart
from bluechip_bot.bidding.language.wording import WordingError, describe, understand_text
from bluechip_bot.bidding.system.listing import call_phrase, context_phrase, phrase
from bluechip_bot.constraints import Box
from bluechip_bot.model import Suit
from support.bidding import condition, position
from support.call_tables import book, system
from support.tables import rows

SPANS = st.tuples(st.integers(0, 13), st.integers(0, 13)).map(lambda pair: (min(pair), max(pair)))
SUITS = st.sampled_from("SHDC")


@pytest.mark.parametrize(("text", "words"), rows("bidding", "canonical_words"))
def test_words_are_read_back(text: str, words: str) -> None:
    """The canonical text of a condition, which means the same when it is read."""
    found, again = resolve(condition(text), PLAIN), understand_text(words)
    assert describe(found) == describe(again) == words
    hands = random_hands(500, 3)
    assert (holds(found, hands) == holds(again, hands)).all()


@pytest.mark.parametrize(
    "text",
    ["", "5+", "5+ !Q", "strong", "5+ !S;", "(5+ !S", "5+ !S)", "5-3 !S", "stopper in", "5 HCP !S",
     "!S balanced !H", "(" * 100, "not " * 400, "5 " * 90],
)  # fmt: skip
def test_other_words_are_refused(text: str) -> None:
    """Free text, reversed ranges, words without their suit and endless brackets."""
    with pytest.raises(WordingError):
        understand_text(text)


def test_partner_counts() -> None:
    """A fit and the points of both hands become length and points of one's own."""
    scene = RuleScene(PLAIN.bind({"M": Suit.HEARTS}).suits, Box.parse("12+ HCP, 5+ H"), (12, 21))
    told = resolve(condition("8+ fit(M), 25+ combined"), scene)
    assert describe(told) == "3+ !H; 13+ total points"


def scenes() -> list[RuleScene]:
    """Return auctions in which every name of a suit has one, with and without partner's limits."""
    names = [*VARIABLES, *AUCTION_SUITS]
    found = []
    for shift, box, points in ((0, "any", (0, 42)), (1, "12-14 HCP, 4+ H, 3+ C", (12, 16))):
        suits = {name: Suit((index + shift) % 4) for index, name in enumerate(names)}
        scene = PLAIN.bind(suits)
        found.append(
            RuleScene(
                scene.suits,
                Box.parse(box),
                points,
                defaultdict(bool, vul=True, seat=1, level=2),
                (Suit(2),),
            )
        )
    return found


@pytest.mark.parametrize("name", ["two_over_one", pytest.param("acol", marks=pytest.mark.slow)])
def test_every_rule_of_a_system_is_read_back(name: str) -> None:
    """The words of every rule are read back; the two systems use all files of rules."""
    shown = {
        condition
        for section in system(name).sections
        for rule in section.rules
        for condition in (rule.need, rule.shows or rule.need)
    }
    told = {resolve(condition, scene) for condition in shown for scene in scenes()}
    assert len(told) > 1000
    assert all(understand_text(describe(each)) == each for each in told)


@pytest.mark.parametrize("calls", ["", "1NT P", "1H P", "1D P", "1S X", "1NT P 2C P", "2C P 2D P"])
def test_texts_of_calls_are_read_back(calls: str) -> None:
    """The words that go out with a call describe exactly the hands that its rules show."""
    here, features = position(book(), calls), random_hands(300, 4)
    for call in here.defined:
        makers = here.makers(call)
        told = [holds(bound.shown, features) for bound in makers]
        found = understand(here.exact(call))
        if all(not bound.boxes for bound in makers):
            continue
        assert found.is_canonical, call
        assert (holds(found.condition, features) == np.logical_or.reduce(told)).all(), call


ATOMS = st.one_of(
    st.builds(lambda suit, span: AtomTest(suit, (), span), SUITS, SPANS),
    st.builds(lambda word, span: AtomTest(word, (), span),
              st.sampled_from(["hcp", "pts", "losers", "aces", "rule20", "quick"]), SPANS),
    st.builds(lambda word, suit, span: AtomTest(word, (suit,), span),
              st.sampled_from(["sup", "keycards", "honours", "tops", "points_in", "stoppers"]),
              SUITS, SPANS),
    st.builds(lambda word, suit: AtomTest(word, (suit,)),
              st.sampled_from(["stop", "full_stop", "biddable", "rebiddable"]), SUITS),
    st.builds(lambda word, a, b: AtomTest(word, (a, b)),
              st.sampled_from(["longer", "aslong"]), SUITS, SUITS),
    st.sampled_from(["bal", "semibal", "unbal"]).map(AtomTest),
    st.just(AllParts(())), st.just(AnyPart(())),
)  # fmt: skip
CONDITIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        inner.map(NotPart),
        st.lists(inner, min_size=2, max_size=4).map(lambda parts: AllParts(tuple(parts))),
        st.lists(inner, min_size=2, max_size=4).map(lambda parts: AnyPart(tuple(parts))),
    ),
    max_leaves=8,
)


@settings(max_examples=40)
@given(condition=CONDITIONS)
def test_conditions_are_read_back(condition: Condition) -> None:
    """Whatever can be told is read as the same."""
    assert understand_text(describe(condition)) == condition


@pytest.mark.parametrize(("text", "words"), rows("bidding", "conditions"))
def test_conditions(text: str, words: str) -> None:
    """A condition reads as a player would say it; words that are new stand for themselves."""
    assert phrase(condition(text)) == words


@pytest.mark.parametrize(("context", "words"), rows("bidding", "contexts"))
def test_contexts(context: str, words: str) -> None:
    """A context reads as an auction, or as what has happened."""
    (section,) = parse(f"{context}\nP", "a.bid")
    assert context_phrase(section.context) == words


def test_calls() -> None:
    """Calls by words have none of the language's signs."""
    assert [call_phrase(text) for text in ("2oM", "3theirs", "jump2-raise", "4NT", "new")] == [
        "2!oM", "3 their suit", "double jump raise", "4NT", "new",
    ]  # fmt: skip
