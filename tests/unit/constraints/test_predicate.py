"""Predicates: their text, and the hands for which they hold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.constraints import Predicate, PredicateError, batch
from bluechip_bot.model import Hand
from support.tables import rows

TEXTS = [
    "balanced", "semibalanced", "unbalanced", "stopper S", "no stopper H", "2 aces", "0-1 kings",
    "3 keycards H", "2+ of AKQ S", "2+ honours S", "0 of A D", "0+ aces", "1 of T3 C",
]  # fmt: skip
hand_strategy = st.permutations(range(52)).map(lambda cards: Hand.of(cards[:13]))


@st.composite
def counts(draw: st.DrawFn) -> str:
    """Draw a count of some cards, with a range that is possible."""
    noun, total = draw(
        st.sampled_from([("aces", 4), ("kings", 4), ("keycards D", 5), ("honours S", 5)])
        | st.sets(st.sampled_from("AKQJT98765432"), min_size=1).map(
            lambda ranks: (f"of {''.join(sorted(ranks))} H", len(ranks))
        )
    )
    low = draw(st.integers(0, total))
    return f"{low}-{draw(st.integers(low, total))} {noun}"


@given(st.sampled_from(TEXTS) | counts())
def test_round_trip(text: str) -> None:
    """Every predicate is read back from its text."""
    predicate = Predicate.parse(text)
    assert Predicate.parse(str(predicate)) == predicate


@pytest.mark.parametrize(
    ("text", "same"),
    [
        *zip(TEXTS, TEXTS, strict=True),
        ("BALANCED", "balanced"),
        ("2+ of qak s", "2+ of AKQ S"),
        ("1 ace", "1 aces"),
        ("2 of AKQJT S", "2 honours S"),
        ("0-4 aces", "0+ aces"),
        (" stopper   d ", "stopper D"),
    ],
)
def test_parse_is_free(text: str, same: str) -> None:
    """Case, blanks, order of ranks and number of the noun do not matter."""
    assert str(Predicate.parse(text)) == same


@pytest.mark.parametrize(
    "text",
    ["", "round", "stopper", "stopper N", "5 aces", "3-2 kings", "keycards H", "2 keycards",
     "2 of AAK S", "2 of S", "4 of AKQ S", "aces", "-1 aces"],
)  # fmt: skip
def test_parse_refuses(text: str) -> None:
    """What is no predicate, or counts more cards than there are, is refused with the text."""
    with pytest.raises(PredicateError):
        Predicate.parse(text)


@pytest.mark.parametrize(("text", "hand", "holds"), rows("constraints", "holds"))
def test_holds(text: str, hand: str, *, holds: bool) -> None:
    """Each predicate holds for just the hands that its name means."""
    assert Predicate.parse(text).holds(batch.masks([Hand.parse(hand)])).tolist() == [holds]


@given(st.lists(hand_strategy, min_size=1, max_size=6))
def test_balance_is_by_shape(hands: list[Hand]) -> None:
    """Balanced hands are the three patterns; semibalanced and unbalanced divide all hands."""
    masks = batch.masks(hands)
    patterns = [sorted(hand.lengths) for hand in hands]
    expected = [pattern in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5]) for pattern in patterns]
    assert Predicate.parse("balanced").holds(masks).tolist() == expected
    flat = Predicate.parse("semibalanced").holds(masks)
    assert (flat == ~Predicate.parse("unbalanced").holds(masks)).all()
    assert (flat | ~np.array(expected)).all()
