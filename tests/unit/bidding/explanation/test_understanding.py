"""Opponents' explanations: three dialects read into conditions, and never an error."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bluechip_bot.bidding.auction.meaning import Forcing
from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.bidding.explanation import CallSetting, understand
from bluechip_bot.bidding.language.wording import describe
from bluechip_bot.constraints import ANY
from bluechip_bot.model import Auction, Call, Hand, Seat, Suit, Vulnerability
from support.bidding import auction, records
from support.collection import found, graded, whole
from support.tables import rows

EXPLAINED = graded([
    *found("auctions/bluechip_bot.jsonl.gz"), *whole("auctions/bbo_gib_explained.jsonl.gz")
])  # fmt: skip


def over_hearts(call: str = "2D") -> CallSetting:
    """Return a call opposite hearts, over spades."""
    return CallSetting(Call.parse(call), Suit.HEARTS, (Suit.SPADES,))


@pytest.mark.parametrize(("text", "told"), rows("bidding", "lists_of_keys"))
def test_lists_of_keys(text: str, told: str) -> None:
    """Every key and range of a list is taken up."""
    assert describe(understand(text).condition) == told


@pytest.mark.parametrize(("text", "told"), rows("bidding", "english"))
def test_english(text: str, told: str) -> None:
    """English says what a player would take it to say, and no more."""
    assert describe(understand(text, over_hearts()).condition) == told


@pytest.mark.parametrize(("call", "text", "told", "name"), rows("bidding", "names_of_conventions"))
def test_names_of_conventions(call: str, text: str, told: str, name: str) -> None:
    """A convention is known by its name, and the suit that the call names is not shown."""
    setting = over_hearts(call) if name != "unusual" else CallSetting(Call.parse(call), None, ())
    found = understand(text, setting)
    assert (found.names, found.natural) == ((name,), False)
    if name == "unusual":
        assert {str(box) for box in found.boxes} == {"5+ D, 5+ C", "5+ H, 5+ C", "5+ H, 5+ D"}
    else:
        assert describe(found.condition) == told


def test_a_name_before_canonical_words() -> None:
    """Our own words may follow a name, which tells what sort of call it is."""
    found = understand("transfer to hearts: 5+ !H; 0-9 HCP", over_hearts())
    assert (found.is_canonical, found.natural, found.suit) == (True, False, Suit.HEARTS)
    assert describe(found.condition) == "5+ !H; 0-9 HCP"


def test_forcing() -> None:
    """How far a call forces is taken up."""
    found = understand("natural GF, with zest", over_hearts())
    assert (found.forcing, found.natural) == (Forcing.GAME, True)
    assert understand("4+ !S; forcing to 2N").forcing is Forcing.TWO_NOTRUMP
    assert understand("4+ !S; forcing").forcing is Forcing.ROUND
    assert understand("non-forcing").forcing is Forcing.NONE


WORDS = """
5+ !S|8-16 HCP|or|not|no|denies|;|,|(|)| -- |transfer|to|hearts|15-17|99+|0-0 !C|or more|Stayman|=|
stop in !D|rebiddable !H|at least|at most|5-5|minors|7- |13+ !H|!SAKQ|Alert.|Infos.|HCP=|S=5-|C=9-3|
\u2660|\u00e2\u2660|4th suit|1430|balanced|if|can be|<|>=|3 or 4|[0:13]|*|A=1/5|Michaels|splinter
"""
PHRASES = st.sampled_from(WORDS.split("|"))


@settings(max_examples=60, deadline=None)
@given(
    text=st.one_of(
        st.text(max_size=600), st.lists(PHRASES, max_size=14).map(" ".join),
        st.lists(PHRASES, max_size=14).map("".join),
    ),
    call=st.integers(0, 37),
    partner=st.none() | st.sampled_from(Suit),
    theirs=st.lists(st.sampled_from(Suit), max_size=4),
)  # fmt: skip
@example("(" * 500, 3, None, [])
@example("not " * 500, 3, None, [])
@example("9" * 5000, 3, None, [])
@example("\u0663+ \u0665 HCP", 3, None, [])
def test_no_text_is_an_error(
    text: str, call: int, partner: Suit | None, theirs: list[Suit]
) -> None:
    """Any text has an answer, and some hand meets it."""
    found = understand(text, CallSetting(Call(call), partner, tuple(theirs)))
    assert found.boxes
    assert found.says or all(box == ANY for box in found.boxes)


@pytest.mark.parametrize("path", EXPLAINED)
def test_words_of_callers_are_understood_and_mostly_true(path: Path) -> None:
    """Nearly all texts limit the hand, and the hand lies in or near the limits."""
    texts = limited = near = 0
    bidder = Bidder((NATURAL, NATURAL))
    for board in records(path):
        made = auction(" ".join(board["auction"]), Seat.parse(board["dealer"]))
        hands = [Hand.parse(text) for text in board["deal"].split()]
        for key, text in (board["explained"] or {}).items():
            index = int(key)
            before = Auction(made.dealer, made.calls[:index])
            state = bidder.position(before, Vulnerability.parse(board["vul"])).state
            found = understand(text, CallSetting.of(state, made.calls[index]))
            texts += 1
            limited += found.says
            hand = hands[made.dealer.plus(index)]
            near += found.says and any(box.widen(2, 1).contains(hand) for box in found.boxes)
    assert limited >= 0.99 * texts
    assert near >= 0.93 * limited
