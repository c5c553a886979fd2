"""What opponents say of their calls changes what these tell, to us and for the calls after."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.bidding.explanation import CallExplanation, CallWords, SeatedTeams
from bluechip_bot.bidding.explanation.overrides import parse
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.reading.player import CallReading
from bluechip_bot.bidding.reading.softness import ReadingSoftness, default_profiles
from bluechip_bot.constraints import batch
from bluechip_bot.model import Auction, Board, Call, Called, Hand, Seat, Side, Suit, Vulnerability
from support.bidding import auction, records
from support.call_tables import book
from support.collection import found, graded, whole

PROFILES = default_profiles()

NONE = Vulnerability.NONE
WITH_WORDS = graded([
    *found("auctions/bluechip_bot.jsonl.gz"), *whole("auctions/bbo_gib_explained.jsonl.gz")
])  # fmt: skip


def last_reading(
    calls: str, text: str, *, alert: bool = False, book: Rulebook = NATURAL
) -> CallReading:
    """Return the reading of the last of North's calls and his opponents', with words for it."""
    last = len(calls.split()) - 1
    words = CallWords({last: CallExplanation(text, alert)})
    return Bidder((book, book)).read(auction(calls), NONE, words)[last % 4].calls[-1]


def weight(reading: CallReading, hand: str) -> float:
    """Return the weight of a hand for one call."""
    values = batch.features(batch.masks([Hand.parse(hand)]))
    return float(np.exp(reading.log_grades(values, PROFILES.explained)[0]))


def test_silence_changes_nothing() -> None:
    """A call of which nothing is said reads as before."""
    plain = Bidder((NATURAL, NATURAL)).read(auction("1H"), NONE)
    assert last_reading("1H", "") == plain[0].calls[0]


def test_told_calls_have_a_profile_of_their_own() -> None:
    """A call with its caller's words is believed by another profile than the player's others."""
    told = last_reading("1H", "11-21 HCP; 5+ !H")
    other = ReadingSoftness("other")
    assert told.believed(PROFILES.unknown) is PROFILES.explained
    assert told.believed(evolve(PROFILES.unknown, told=other)) is other
    assert last_reading("1H", "").believed(PROFILES.unknown) is PROFILES.unknown
    joke = last_reading("2D", "a private joke", alert=True)
    assert joke.believed(PROFILES.unknown) is PROFILES.explained


@pytest.mark.parametrize("text", ["", "a private joke", "multi", "artificial"])
def test_alerted_call_is_not_natural(text: str) -> None:
    """Without words that are understood, an alerted bid shows nothing of its suit."""
    reading = last_reading("2D", text, alert=True)
    assert reading.outer.lengths[Suit.DIAMONDS][0] == 0
    assert weight(reading, "KQJ987.42.2.8763") == 1


def test_unknown_words_without_alert_leave_the_natural_reading() -> None:
    """Words that say nothing known are kept, and the call stays natural."""
    plain, told = last_reading("2D", ""), last_reading("2D", "a private joke")
    assert told.boxes == plain.boxes


def test_transfer_shows_the_other_suit() -> None:
    """A transfer shows its suit, not the one that it names, and later calls know that."""
    made, words = auction("1NT P 2D"), CallWords({2: CallExplanation("transfer to hearts", True)})
    bidder = Bidder((NATURAL, NATURAL))
    reading = bidder.read(made, NONE, words)[Seat.SOUTH]
    assert reading.calls[-1].boxes[0].lengths[Suit.HEARTS] == (5, 13)
    assert reading.box.lengths[Suit.DIAMONDS] == (0, 13)
    state = bidder.position(made, NONE, words).state
    assert state.meanings[-1].transfer is Suit.HEARTS
    assert state.their_suits == (Suit.HEARTS,)


def test_alerted_bid_is_not_counted_as_their_suit() -> None:
    """After an alerted bid its suit is not one that they have shown."""
    bidder = Bidder((NATURAL, NATURAL))
    assert bidder.position(auction("1C"), NONE).state.their_suits == (Suit.CLUBS,)
    strong = CallWords({0: CallExplanation("16+ any", True)})
    state = bidder.position(auction("1C"), NONE, strong).state
    assert state.their_suits == ()
    assert state.shown[Seat.NORTH].box.hcp[0] == 16


def test_what_words_leave_open() -> None:
    """Points alone keep the natural length; another suit alone opens the one named."""
    points = last_reading("1S", "10-13").boxes[0]
    assert (points.hcp, points.lengths[Suit.SPADES][0] >= 4) == ((10, 13), True)
    suit = last_reading("1H P 3S", "4+ !H").boxes[0]
    assert (suit.lengths[Suit.HEARTS], suit.lengths[Suit.SPADES][0]) == ((4, 13), 0)


def test_words_are_firm_but_not_hard() -> None:
    """A hand outside of the words weighs less, the further the less, and never nothing."""
    reading = last_reading("1NT", "15-17 HCP; 2-5 !S; 2-5 !H; 2-5 !D; 2-5 !C")
    inside, near, far = (
        weight(reading, hand)
        for hand in ("AQ3.KJ4.A872.Q96", "AQ3.KJ4.A872.T96", "9873.84.8762.J96")
    )
    assert inside == 1
    assert inside > near > far > 0


def test_known_convention_keeps_its_rules() -> None:
    """The name Stayman adds nothing where the rules know it."""
    plain = last_reading("1NT P 2C", "", book=book())
    assert last_reading("1NT P 2C", "Stayman", alert=True, book=book()).boxes == plain.boxes


TEXTS = st.one_of(
    st.text(max_size=40),
    st.lists(
        st.sampled_from(
            ["5+ !S", "0 !H", "9+ !C", "transfer", "Stayman", "natural", "weak", "10-12", "or",
             "30+ HCP", "artificial", "no", "4 card raise", "takeout", "GF", ";", "H=5-,HCP=3-9"]
        ),
        max_size=5,
    ).map(" ".join),
)  # fmt: skip


@settings(max_examples=5, deadline=None)
@given(
    steps=st.lists(st.integers(0, 60), max_size=8),
    said=st.lists(st.builds(CallExplanation, TEXTS, st.booleans()), min_size=8, max_size=8),
)
def test_no_words_are_an_error(steps: list[int], said: list[CallExplanation]) -> None:
    """Whatever is said of whichever calls, all are read, hands weigh something and we can call."""
    bidder, auction = Bidder((book(), book())), Auction(Seat.NORTH)
    for step in steps:
        if auction.is_over:
            break
        legal = auction.legal_calls
        auction = auction.with_call(legal[step % min(8, len(legal))])
    words = CallWords(dict(enumerate(said)))
    hand = Hand.parse("AQ3.KJ4.A872.Q96")
    for reading in bidder.read(auction, NONE, words):
        assert reading.weights(batch.masks([hand]))[0] > 0
    if not auction.is_over:
        assert auction.is_legal(bidder.choose(hand, auction, NONE, words).call)


def test_words_of_a_board_are_those_of_one_side() -> None:
    """What opponents say is taken up, and what partner says is not."""
    board = Board.begin(1)
    for call, text, alert in (("1C", "16+", True), ("1D", "4+ !S", True), ("1H", "", True)):
        turn = board.auction.turn
        board = board.apply(Called(turn, Call.parse(call), text, alert))
    assert CallWords.of(board, Side.NS).calls == {
        0: CallExplanation("16+", True),
        2: CallExplanation("", True),
    }
    assert CallWords.of(board, Side.EW).calls == {1: CallExplanation("4+ !S", True)}


def test_override_goes_before_words_and_rules() -> None:
    """What the operator says of a call holds, whatever the caller says, and firmly."""
    overrides, _ = parse("them (1NT) 2C = 5+ !S; 10-15 HCP", "x")
    words = CallWords({1: CallExplanation("5+ !C", False)}, overrides, SeatedTeams(ours=Side.NS))
    found = Bidder((NATURAL, NATURAL)).read(auction("1NT 2C"), NONE, words)[Seat.EAST]
    assert str(found.calls[0].boxes[0]) == "10-15 HCP, 5+ S"
    assert str(found.box) == "9-16 HCP, 5+ S"


@pytest.mark.parametrize("path", WITH_WORDS)
def test_hands_lie_within_the_words(path: Path) -> None:
    """With the callers' words the true hands mostly lie within the readings."""
    inside = seen = 0
    for board in records(path, 12):
        made = auction(" ".join(board["auction"]), Seat.parse(board["dealer"]))
        texts = (board["explained"] or {}).items()
        explained = CallWords({int(key): CallExplanation(text) for key, text in texts})
        hands = [Hand.parse(text) for text in board["deal"].split()]
        vulnerability = Vulnerability.parse(board["vul"])
        readings = Bidder((NATURAL, NATURAL)).read(made, vulnerability, explained)
        inside += sum(
            reading.box.contains(hand) for reading, hand in zip(readings, hands, strict=True)
        )
        seen += 4
    assert inside >= 0.85 * seen
