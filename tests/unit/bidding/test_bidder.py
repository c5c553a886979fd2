"""The engine: calls with their words, labels of many hands, readings of all four players."""

import numpy as np
import pytest

from bluechip_bot.bidding.auction.roles import AuctionRole, captain, open_question, role_of
from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.bidding.features import OneHand
from bluechip_bot.bidding.floor import NaturalFloor
from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.reading.softness import default_profiles
from bluechip_bot.constraints import ANY, Box, batch
from bluechip_bot.model import PASS, Auction, Hand, Seat, Side, Suit
from bluechip_bot.model.cards import Vulnerability
from support.bidding import auction, position
from support.call_tables import bidder, book
from support.tables import rows

PROFILES = default_profiles()


@pytest.fixture(scope="module")
def sayc() -> Bidder:
    """Both sides on SAYC."""
    return bidder()


def deal(rng: np.random.Generator) -> list[Hand]:
    """Return four random hands."""
    cards = rng.permutation(52).tolist()
    return [Hand.of(cards[13 * seat : 13 * seat + 13]) for seat in range(4)]


def test_choice(sayc: Bidder) -> None:
    """A choice has its call, words, alert, the place of its rule and what else would fit."""
    choice = sayc.choose(Hand.parse("K862.Q83.KJT.T82"), auction("1NT P"), Vulnerability.NONE)
    assert (str(choice.call), choice.alert) == ("2C", True)
    told = "Stayman: asks for a four-card major, 8+ HCP or weak with shortness in clubs"
    assert choice.explanation == told
    assert choice.reason.startswith("notrump.bid:")
    assert [str(call) for call in choice.runners_up] == ["2NT"]


def test_without_rules_the_floor_calls() -> None:
    """Two sides without rules call exactly as the natural chooser."""
    rng, floor = np.random.default_rng(5), Bidder((NATURAL, NATURAL))
    for _ in range(8):
        hands, made = deal(rng), Auction(Seat.NORTH)
        while not made.is_over:
            hand = hands[made.turn]
            nature = NaturalFloor(floor.position(made, Vulnerability.NS).state)
            call = floor.choose(hand, made, Vulnerability.NS).call
            one = OneHand(hand)
            assert call == next(
                rule.call for rule in nature.in_order() if rule.test(one, rule.scene)
            )
            made = made.with_call(call)


def test_many_hands_are_labelled_as_one(sayc: Bidder) -> None:
    """The call of a hand does not depend on the others that are asked with it."""
    rng = np.random.default_rng(6)
    hands = [deal(rng)[0] for _ in range(100)]
    made = auction("1NT P")
    labels = sayc.position(made, Vulnerability.NONE).choose_many(batch.masks(hands))
    for hand, label in zip(hands, labels.tolist(), strict=True):
        assert sayc.choose(hand, made, Vulnerability.NONE).call == label


def test_own_hands_are_inside_their_readings(sayc: Bidder) -> None:
    """In self-play every auction ends, and every hand lies in its outer box with some weight."""
    rng = np.random.default_rng(7)
    for board in range(10):
        hands, vulnerability = deal(rng), Vulnerability.of_board(board + 1)
        made = Auction(Seat(board % 4))
        while not made.is_over:
            call = sayc.choose(hands[made.turn], made, vulnerability).call
            made = made.with_call(call)
        for seat, reading in enumerate(sayc.read(made, vulnerability)):
            assert reading.box.contains(hands[seat]), (made, seat, str(hands[seat]))
            assert reading.weights(batch.masks([hands[seat]]))[0] > 0


def test_nonsense_is_answered(sayc: Bidder) -> None:
    """Against random legal calls every auction ends, with a legal call and a reading for all."""
    rng = np.random.default_rng(8)
    for board in range(10):
        hands, made = deal(rng), Auction(Seat(board % 4))
        while not made.is_over:
            if made.turn.side is Side.NS:
                call = sayc.choose(hands[made.turn], made, Vulnerability.BOTH).call
            else:
                legal = [c for c in made.legal_calls if c.level < 4 or rng.random() < 0.02]
                call = legal[int(rng.integers(len(legal)))]
            made = made.with_call(call)
        for seat in (Seat.NORTH, Seat.SOUTH):
            assert sayc.read(made, Vulnerability.BOTH)[seat].box.contains(hands[seat]), made


def test_a_reading(sayc: Bidder) -> None:
    """A transfer shows its suit; hands that would call otherwise weigh less, by softness."""
    made = auction("1NT P 2H P")
    _, _, reading, _ = sayc.read(made, Vulnerability.NONE)
    assert reading.box.lengths[Suit.SPADES][0] == 5
    assert {"transfer", "artificial"} <= reading.calls[-1].tags
    hands = batch.masks(
        map(Hand.parse, ("KQ762.Q83.JT.T82", "KQ76.Q832.JT.T82", "K76.Q83.JT87.T82"))
    )
    weights = reading.weights(hands)
    assert weights[0] > weights[1] >= weights[2] > 0


def test_profiles_differ() -> None:
    """Strangers' calls are believed less firmly than partner's."""
    text = "@after\n1NT need 15-17 hcp, bal\nP need not (15-17 hcp, bal)"
    rules, hand = Rulebook(parse(text, "a.bid")), batch.masks([Hand.parse("KQ76.Q83.AJT.Q82")])
    weights = [
        Bidder((rules, rules), (softness, softness))
        .read(auction("1NT"), Vulnerability.NONE)[0]
        .weights(hand)[0]
        for softness in (PROFILES.partner, PROFILES.declared, PROFILES.unknown)
    ]
    assert 0 < weights[0] < min(weights[1:])
    assert max(weights) < 1


def test_auction_state(sayc: Bidder) -> None:
    """Roles, questions and the captain follow from the calls as understood."""
    state = sayc.position(auction("1NT P 2C"), Vulnerability.NONE).state
    roles = [role_of(state, seat) for seat in Seat]
    assert [role and role.value for role in roles] == [
        "opener", "advancer", "responder", "overcaller",
    ]  # fmt: skip
    assert open_question(state, Seat.SOUTH) == "stayman"
    assert captain(state, Side.NS) is Seat.SOUTH
    state = sayc.position(auction("1NT P 2C P 2D"), Vulnerability.NONE).state
    assert open_question(state, Seat.SOUTH) == ""
    contested = sayc.position(auction("1H X P"), Vulnerability.NONE).state
    assert role_of(contested, Seat.EAST) is AuctionRole.OVERCALLER
    assert role_of(contested, Seat.WEST) is AuctionRole.ADVANCER


@pytest.mark.parametrize(("bid", "forced"), [("2H", True), ("3H", False)])
def test_forcing_to_two_notrump(bid: str, *, forced: bool) -> None:
    """A call that forces to two notrump forbids a pass below it, and not above."""
    text = "@after 1M (P)\n2m need 4+ m f2nt\n@after 1M (P) 2m (P)\n2M need 5+ M\n3M need 5+ M"
    assert position(text, f"1H P 2C P {bid} P").state.must_act is forced


@pytest.mark.parametrize(
    ("calls", "is_forced"),
    rows("bidding", "two_over_one_forces_to_game"),
)
def test_two_over_one_forces_to_game(calls: str, *, is_forced: bool) -> None:
    """Nobody passes below game, unless responder had passed or they doubled."""
    assert position(book("two_over_one"), calls).state.must_act is is_forced


@pytest.mark.parametrize(
    ("calls", "most"),
    rows("bidding", "passes_limit_no_hand_that_passes"),
)
def test_passes_limit_no_hand_that_passes(calls: str, most: int) -> None:
    """What a pass limits holds for every hand that has no other call; else it limits none."""
    assert position(book(), calls, Vulnerability.BOTH).read(PASS).outer.hcp == (0, most)


@pytest.mark.parametrize(("need", "limited"), [("5+ hcp", True), ("5+ hcp, 0-9 S", False)])
def test_rare_shapes_without_a_rule_are_found(need: str, *, limited: bool) -> None:
    """A pass is limited by its rule where rules provide for every shape, however rare."""
    here = position(f"@after 1X (P)\n1NT need {need}\nP need 0-4 hcp", "1C P")
    assert here.read(PASS).outer == (Box((0, 4)) if limited else ANY)
