"""Canonical words: what conditions are called, and that the words are read back exactly."""

import numpy as np
import pytest

from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.language.condition import holds
from bluechip_bot.bidding.language.limits import resolve
from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.scene import PLAIN
from bluechip_bot.bidding.language.syntax import Condition
from bluechip_bot.bidding.language.wording import WordingError, describe, understand_text
from bluechip_bot.constraints import Box, batch
from bluechip_bot.model import Hand, Suit

CONDITIONS = {
    "5+ S, 8-16 hcp": "5+ !S; 8-16 HCP",
    "bal, 15-17 hcp": "balanced; 15-17 HCP",
    "4 S | 4 H, not 2+ aces": "4 !S or 4 !H; not (2+ aces)",
    "10+ sup(H), (stop(S) | unbal), 1-2 keycards(D)": (
        "10+ points with !H; (stopper in !S or unbalanced); 1-2 keycards for !D"
    ),
    "longer(S, H), aslong(D, C), 20+ rule20": (
        "!S longer than !H; !D not shorter than !C; 20+ HCP and two longest suits"
    ),
    "not not bal": "not (not (balanced))",
    "12+ pts, 2+ tops(C), 6 longest, <=7 losers": (
        "12+ total points; 2+ of AKQ in !C; 6 in the longest suit; 0-7 losers"
    ),
    "10+ two_longest": "10+ in the two longest suits",
}


def need(text: str) -> Condition:
    """Return a rule's condition."""
    (section,) = parse(f"@after\n1C need {text}", "a.bid")
    return resolve(section.rules[0].need, PLAIN)


@pytest.mark.parametrize(("condition", "words"), CONDITIONS.items())
def test_words_are_read_back(condition: str, words: str) -> None:
    """The canonical text of a condition is what it is, and means the same when it is read."""
    found = need(condition)
    assert describe(found) == words
    again = understand_text(words)
    assert describe(again) == words
    rng = np.random.default_rng(3)
    hands = (rng.permutation(52)[:13].tolist() for _ in range(500))
    features = HandFeatures(batch.masks(map(Hand.of, hands)))
    assert (holds(found, features) == holds(again, features)).all()


@pytest.mark.parametrize("text", ["", "5+", "5+ !Q", "strong", "5+ !S;", "(5+ !S", "5+ !S)"])
def test_other_words_are_refused(text: str) -> None:
    """Free text is not canonical."""
    with pytest.raises(WordingError):
        understand_text(text)


def test_partner_counts() -> None:
    """A fit and the points of both hands are told as length and points of one's own."""
    scene = PLAIN.bind({"M": Suit.HEARTS})
    scene = type(scene)(scene.suits, Box.parse("12+ HCP, 5+ H"), (12, 21))
    (section,) = parse("@after\n1C need 8+ fit(M), 25+ combined", "a.bid")
    assert describe(resolve(section.rules[0].need, scene)) == "3+ !H; 13+ total points"
