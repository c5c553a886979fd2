"""Boxes: limits of points and lengths, their text and their algebra."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.constraints import ANY, Box, BoxError, outermost
from bluechip_bot.model import Hand

few = settings(max_examples=30, deadline=None)

hands = st.permutations(range(52)).map(lambda cards: Hand.of(cards[:13]))


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    """Draw a box around one or two hands: always possible, of every shape."""
    first, second = draw(hands), draw(hands)
    spades, hearts, diamonds, clubs = (
        (min(a, b), max(a, b)) for a, b in zip(first.lengths, second.lengths, strict=True)
    )
    points = (min(first.hcp, second.hcp), max(first.hcp, second.hcp))
    return Box(points, (spades, hearts, diamonds, clubs))


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("any", ANY),
        ("11-21 HCP, 5+ S, 0-4 H", Box((11, 21), ((5, 13), (0, 4), (0, 13), (0, 13)))),
        ("15 HCP", Box((15, 15))),
        ("12+ HCP, 4 D", Box((12, 37), ((0, 13), (0, 13), (4, 4), (0, 13)))),
    ],
)
def test_text(text: str, box: Box) -> None:
    """A box is written as the field writes it, and read back in any case and order."""
    assert str(box) == text
    assert Box.parse(text) == box
    assert Box.parse(", ".join(reversed(text.lower().split(", ")))) == box


@few
@given(boxes())
def test_text_round_trip(box: Box) -> None:
    """Every box is read back from its text."""
    assert Box.parse(str(box)) == box


@pytest.mark.parametrize(
    "text",
    ["", "5+", "5+ X", "11-21", "5+ S, 4 S", "21-11 HCP", "14+ S", "7+ S, 7+ H", "3 S; 4 H",
     "0-3 S, 0-3 H, 0-3 D, 0-3 C"],
)  # fmt: skip
def test_parse_refuses(text: str) -> None:
    """What is no box, or has no hand, is refused with the offending text."""
    with pytest.raises(BoxError):
        Box.parse(text)


@few
@given(boxes(), boxes(), hands)
def test_intersection_and_hull(a: Box, b: Box, hand: Hand) -> None:
    """The intersection holds just the common hands, the hull at least the hands of either."""
    both = a.intersect(b)
    common = a.contains(hand) and b.contains(hand)
    assert common == (both is not None and both.contains(hand))
    if a.contains(hand) or b.contains(hand):
        assert a.hull(b).contains(hand)


@few
@given(boxes(), hands)
def test_widened_and_tightened(box: Box, hand: Hand) -> None:
    """Widening loses no hand; tightening neither loses nor admits one."""
    if box.contains(hand):
        assert box.widen().contains(hand)
    assert box.tighten().contains(hand) == box.contains(hand)
    # Points move by two and lengths by one, but not past what exists.
    assert str(Box.parse("1-11 HCP, 5-13 S, 0-3 H").widen()) == "0-13 HCP, 4+ S, 0-4 H"


def test_outermost() -> None:
    """Boxes within others are left out, however limits are written; equal ones are kept once."""
    texts = ["5+ S", "5+ S, 0-8 H", "12-14 HCP", "13 HCP, 4+ H", "12-14 HCP", "4+ D"]
    kept = outermost(map(Box.parse, texts))
    assert list(map(str, kept)) == ["5+ S", "12-14 HCP", "4+ D"]
    assert outermost(map(Box.parse, ["4+ D", "any"])) == (ANY,)
    assert outermost([]) == ()
