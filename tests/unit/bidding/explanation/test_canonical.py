"""Canonical words: what any rule tells is read back exactly, as are boxes and whole texts."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.bidding.explanation import ExplanationDialect, understand
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.language.condition import holds
from bluechip_bot.bidding.language.limits import resolve
from bluechip_bot.bidding.language.scene import AUCTION_SUITS, PLAIN, VARIABLES, Scene
from bluechip_bot.bidding.language.syntax import AllParts, AnyPart, AtomTest, Condition, NotPart
from bluechip_bot.bidding.language.wording import WordingError, describe, understand_text
from bluechip_bot.bidding.position import explain
from bluechip_bot.bidding.system.system import load
from bluechip_bot.config import conf_dir
from bluechip_bot.constraints import Box, batch
from bluechip_bot.model import Auction, Call, Hand, Seat, Suit, Vulnerability
from support.call_tables import bidder

SYSTEMS = conf_dir() / "systems"
SPANS = st.tuples(st.integers(0, 13), st.integers(0, 13)).map(lambda pair: (min(pair), max(pair)))
SUITS = st.sampled_from("SHDC")


def scenes() -> list[Scene]:
    """Return auctions in which every name of a suit has one, with and without partner's limits."""
    names = [*VARIABLES, *AUCTION_SUITS]
    found = []
    for shift, box, points in ((0, "any", (0, 42)), (1, "12-14 HCP, 4+ H, 3+ C", (12, 16))):
        suits = {name: Suit((index + shift) % 4) for index, name in enumerate(names)}
        scene = PLAIN.bind(suits)
        found.append(
            Scene(
                scene.suits,
                Box.parse(box),
                points,
                defaultdict(bool, vul=True, seat=1, level=2),
                (Suit(2),),
            )
        )
    return found


def test_every_rule_of_the_systems_is_read_back() -> None:
    """The text of what a rule shows, in any scene, is read as that very condition."""
    count = 0
    for path in sorted(SYSTEMS.glob("*.toml")):
        for section in load(path, check=False).sections:
            for rule in section.rules:
                for told in (rule.need, rule.shows):
                    if told is None:
                        continue
                    for scene in scenes():
                        condition = resolve(told, scene)
                        assert understand_text(describe(condition)) == condition
                        count += 1
    assert count > 300


@pytest.mark.parametrize("calls", ["", "1NT P", "1H P", "1D P", "1S X", "1NT P 2C P", "2C P 2D P"])
def test_texts_of_calls_are_read_back(calls: str) -> None:
    """The words that go out with a call describe exactly the hands that its rules show."""
    auction = Auction(Seat.NORTH, tuple(map(Call.parse, calls.split())))
    position = bidder().position(auction, Vulnerability(0))
    rng = np.random.default_rng(4)
    features = HandFeatures(
        batch.masks(Hand.of(rng.permutation(52)[:13].tolist()) for _ in range(300))
    )
    for call in position.defined:
        makers = position.makers(call)
        told = [holds(bound.shown, features) for bound in makers]
        found = understand(explain(makers))
        if all(not bound.boxes for bound in makers):
            continue
        assert found.dialect is ExplanationDialect.CANONICAL, found.text
        assert (holds(found.condition, features) == np.logical_or.reduce(told)).all(), found.text


def box_condition(box: Box) -> Condition:
    """Return a box as a condition."""
    parts: list[Condition] = [AtomTest("hcp", (), box.hcp)]
    parts += (AtomTest("SHDC"[suit], (), span) for suit, span in enumerate(box.lengths))
    return AllParts(tuple(parts))


@given(hcp=st.tuples(st.integers(0, 37), st.integers(0, 37)), lengths=st.tuples(*[SPANS] * 4))
def test_boxes_are_read_back(hcp: tuple[int, int], lengths: tuple[tuple[int, int], ...]) -> None:
    """A box told in words is the same box when it is read."""
    box = Box.within((min(hcp), max(hcp)), lengths)
    if box is None:
        return
    told = box_condition(box)
    found = understand(describe(told))
    assert found.condition == told
    assert found.boxes == (box,)


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


@settings(max_examples=200)
@given(condition=CONDITIONS)
def test_conditions_are_read_back(condition: Condition) -> None:
    """Whatever can be told is read as the same."""
    assert understand_text(describe(condition)) == condition


@pytest.mark.parametrize(
    "text",
    ["5-3 !S", "stopper in", "5 HCP !S", "!S balanced !H", "(" * 100, "not " * 400, "5 " * 90],
)
def test_what_no_condition_says_is_refused(text: str) -> None:
    """Reversed ranges, words without their suit and endless brackets are no canonical text."""
    with pytest.raises(WordingError):
        understand_text(text)
