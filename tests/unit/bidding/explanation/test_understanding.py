"""Opponents' explanations: three dialects read into conditions, and never an error."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bluechip_bot.bidding.auction.meaning import Forcing
from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.bidding.explanation import CallSetting, ExplanationDialect, understand
from bluechip_bot.bidding.language.wording import describe
from bluechip_bot.constraints import ANY
from bluechip_bot.model import Auction, Call, Hand, Seat, Suit, Vulnerability
from support.collection import found, label, whole
from support.tables import rows

EXPLAINED = [
    *found("auctions/bluechip_bot.jsonl.gz"),
    *whole("auctions/bbo_gib_explained.jsonl.gz"),
]
LISTS = {
    "C=0-8,D=4-8,H=0-5,S=0-5,HCP=17-19,Total=19-21.": (
        "0-8 !C; 4-8 !D; 0-5 !H; 0-5 !S; 17-19 HCP; 19-21 total points"
    ),
    "S4.HCP=06-": "4+ !S; 6+ HCP",
    "H5.HCP=11-19": "5+ !H; 11-19 HCP",
    "H4": "4+ !H",
    "s = 5, hcp = -9": "5 !S; 0-9 HCP",
}
ENGLISH = {
    "13 to 19 total points.": "13-19 total points",
    "3+ !C; 11-21 HCP; 12-22 total points": "3+ !C; 11-21 HCP; 12-22 total points",
    "Weak two bid -- 6+ !H; 5- !S; 5-10 HCP": "6+ !H; 0-5 !S; 5-10 HCP",
    "rebiddable !D; likely stop in !S": "5+ !D; rebiddable !D; 2-4 stopper grade in !S",
    "at best stop in !C; forcing to 3N": "0-3 stopper grade in !C",
    "4+ !C; !CKQ; Q+ in !D; 8+ 8421 HCP in !H": (
        "4+ !C; 2-5 honours in !C; 2-3 of AKQ in !C; 1-3 of AKQ in !D"
    ),
    "No suitable call -- 20- total points": "0-20 total points",
    "At least 14 fit-points. At most 1C. Exactly 4H.": "14+ total points; 0-1 !C; 4 !H",
    "15-17": "15-17 HCP",
    "weak": "0-12 HCP",
    "strong (18-19 hcp)": "18-19 HCP",
    "5+ spades, 8-16": "5+ !S; 8-16 HCP",
    "transfer to hearts": "5+ !H",
    "5-5 minors": "5+ !D; 5+ !C; (5+ !D or 5+ !C)",
    "5\u2660 and 4+minor weak": "5+ !S; (4+ !D or 4+ !C); 0-12 HCP",
    "11-13 bal or any 17+": "11-13 HCP; balanced or 17+ HCP",
    "10+, if fit or 6 cards": "10+ HCP",
    "11-16, no 5 card major": "11-16 HCP; 0-4 !S; 0-4 !H",
    "denies 4\u2660": "0-3 !S",
    "no four-card major": "0-3 !S; 0-3 !H",
    "Michaels: 5+ spades and a 5+ card minor": "5+ !S; (5+ !D or 5+ !C)",
    "12-14, balanced; may have a 5-card major": "12-14 HCP; balanced",
    "3 card fit 8+": "3 !H; 8+ HCP",
    "Stayman": "anything",
    "our own idea": "anything",
    "9-13 !S; 9-13 !H": "9+ !S",
    "6-10 support points": "6-10 points with !H",
    "12+ points with spades as trumps": "12+ points with !S",
    "1 or 4 key cards for hearts": "1 keycards for !H or 4 keycards for !H",
    "0 aces or 4 aces": "0 aces or 4 aces",
}


def over_hearts(call: str = "2D") -> CallSetting:
    """Return a call opposite hearts, over spades."""
    return CallSetting(Call.parse(call), Suit.HEARTS, (Suit.SPADES,))


@pytest.mark.parametrize(("text", "told"), LISTS.items())
def test_lists_of_keys(text: str, told: str) -> None:
    """Every key and range of a list is taken up."""
    found = understand(text)
    assert (found.dialect, describe(found.condition), found.notes) == (
        ExplanationDialect.LIST,
        told,
        (),
    )


@pytest.mark.parametrize(("text", "told"), ENGLISH.items())
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
    assert (found.dialect, found.natural, found.suit) == (
        ExplanationDialect.CANONICAL,
        False,
        Suit.HEARTS,
    )
    assert describe(found.condition) == "5+ !H; 0-9 HCP"


def test_forcing_and_notes() -> None:
    """How far a call forces is taken up; what is not understood is kept as written."""
    found = understand("natural GF, with zest", over_hearts())
    assert (found.forcing, found.natural, found.notes) == (Forcing.GAME, True, ("zest",))
    assert understand("4+ !S; forcing to 2N").forcing is Forcing.TWO_NOTRUMP
    assert understand("4+ !S; forcing").forcing is Forcing.ROUND
    assert understand("non-forcing").forcing is Forcing.NONE


WORDS = """
5+ !S|8-16 HCP|or|not|no|denies|;|,|(|)| -- |transfer|to|hearts|15-17|99+|0-0 !C|or more|Stayman|=|
stop in !D|rebiddable !H|at least|at most|5-5|minors|7- |13+ !H|!SAKQ|Alert.|Infos.|HCP=|S=5-|C=9-3|
\u2660|\u00e2\u2660|4th suit|1430|balanced|if|can be|<|>=|3 or 4|[0:13]|*|A=1/5|Michaels|splinter
"""
PHRASES = st.sampled_from(WORDS.split("|"))


@settings(max_examples=300, deadline=None)
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
    assert found.text == text
    assert found.says or all(box == ANY for box in found.boxes)


@pytest.mark.parametrize("path", EXPLAINED, ids=label)
def test_words_of_callers_are_understood_and_mostly_true(path: Path) -> None:
    """Nearly all texts limit the hand, and the hand lies in or near the limits."""
    texts = limited = near = 0
    bidder = Bidder((NATURAL, NATURAL))
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            board = json.loads(line)
            calls = tuple(map(Call.parse, board["auction"]))
            dealer = Seat.parse(board["dealer"])
            hands = [Hand.parse(text) for text in board["deal"].split()]
            for key, text in (board["explained"] or {}).items():
                index = int(key)
                before = Auction(dealer, calls[:index])
                vulnerability = Vulnerability.parse(board["vul"])
                state = bidder.position(before, vulnerability).state
                found = understand(text, CallSetting.of(state, calls[index]))
                texts += 1
                limited += found.says
                hand = hands[dealer.plus(index)]
                near += found.says and any(box.widen(2, 1).contains(hand) for box in found.boxes)
    assert limited >= 0.99 * texts
    assert near >= 0.93 * limited
