"""What calls say of hidden hands: graded boxes that leave every hand possible."""

from itertools import pairwise

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.bidding.reading import interpret, understand
from bluechip_bot.constraints import ANY, LIMIT, Box, Reliability, batch
from bluechip_bot.inference.auction import (
    STEPS,
    AuctionSettings,
    AuctionSettingsError,
    CallGrades,
    CallKind,
    auction_statements,
    graded,
    ladders,
)
from bluechip_bot.inference.auction_fit import LEAST, Example, examples, fitted
from bluechip_bot.inference.auction_score import (
    OWN,
    auction_worth,
    deal_hands,
    information,
    observer,
    rebid,
)
from bluechip_bot.inference.records import Record
from bluechip_bot.model import Board, Call, Called, Deal, Hand, Seat, Vulnerability

DEAL = Deal.parse("N:AK952.A42.T76.Q8 T4.KQJ98.J5.K742 Q863.T3.AQ84.A95 J7.765.K932.JT63")
HANDS = [Hand.of(np.random.default_rng(seed).permutation(52)[:13].tolist()) for seed in range(300)]
MASKS = batch.masks(HANDS)


def board_of(text, deal=DEAL):
    """Return a board of a known deal, North dealing, after the calls."""
    board = Board.begin(1, Seat.NORTH, Vulnerability.NONE, deal)
    for call in text.split():
        board = board.apply(Called(board.auction.turn, Call.parse(call)))
    return board


def weigh(statement, text):
    """Return the weight of one hand."""
    return statement.constraint.weights(batch.masks([Hand.parse(text)]))[0]


def test_every_hidden_caller_has_one_statement():
    """The observer's own hand, and who has not called, are not spoken of."""
    statements = auction_statements(board_of("1S P"), Seat.EAST)
    assert [statement.seat for statement in statements] == [Seat.NORTH]
    statements = auction_statements(board_of("1S P 3S P 4S P P P"), Seat.EAST)
    assert [statement.seat for statement in statements] == [Seat.NORTH, Seat.SOUTH, Seat.WEST]


def test_nothing_is_said_before_the_first_call_or_when_off():
    """Without calls, or switched off, there are no statements."""
    assert auction_statements(board_of(""), Seat.EAST) == ()
    assert auction_statements(board_of("1S"), Seat.EAST, AuctionSettings(on=False)) == ()


@pytest.mark.parametrize("seat", list(Seat))
def test_the_hidden_hands_are_not_looked_at(seat):
    """What is said is the same whatever the hidden hands are."""
    other = Deal.parse("N:J7.765.K932.JT63 Q863.T3.AQ84.A95 AK952.A42.T76.Q8 T4.KQJ98.J5.K742")
    text = "1S 2H 3S P P X P 4H P P P"
    assert auction_statements(board_of(text), seat) == auction_statements(
        board_of(text, other), seat
    )


@given(st.lists(st.integers(0, 37), max_size=14), st.sampled_from(list(Seat)))
def test_every_hand_keeps_some_weight(calls, seat):
    """After any legal auction every hand weighs something, in no more boxes than allowed."""
    board = board_of("")
    for call in map(Call, calls):
        if board.auction.is_legal(call):
            board = board.apply(Called(board.auction.turn, call))
    for statement in auction_statements(board, seat):
        assert (statement.constraint.weights(MASKS) > 0).all()
        assert len(statement.constraint.union.boxes) <= LIMIT


def test_a_hand_within_the_limits_weighs_most():
    """An opening of one spade speaks for five spades and opening values, in this order."""
    north = auction_statements(board_of("1S"), Seat.EAST)[0]
    full = weigh(north, "AK952.A42.T76.Q8")
    short = weigh(north, "AK95.A42.T762.Q8")
    nothing = weigh(north, "952.8642.T762.83")
    assert full > short > nothing > 0


def test_a_silent_player_has_rather_few_points():
    """Who passes over an opening is the less likely the stronger he is."""
    east = auction_statements(board_of("1S P"), Seat.SOUTH)[1]
    weak, strong = weigh(east, "T4.QJ98.J52.J742"), weigh(east, "T4.AKQ8.AK2.K742")
    assert weak > 2 * strong > 0


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (AuctionSettings(), [Reliability.PARTNER_CALL, Reliability.STRANGER_CALL]),
        (
            AuctionSettings(partner_on_system=False, opponents_on_system=True),
            [Reliability.STRANGER_CALL, Reliability.OPPONENT_CALL],
        ),
    ],
)
def test_reliability_follows_from_who_plays_our_system(settings, expected):
    """Calls of our system are firmer than those of strangers."""
    statements = auction_statements(board_of("1S P 2S P"), Seat.SOUTH, settings)
    assert [statement.reliability for statement in statements[:2]] == expected


def test_source_names_every_call():
    """The source of a statement lists the player's calls with their reasons."""
    north = auction_statements(board_of("1S P 2S P P"), Seat.SOUTH)[0]
    assert north.source.startswith("1S opening, P ")


def test_kinds_of_calls():
    """Passes are told apart by whether they have limits and what went before."""
    calls = interpret(board_of("P 1S P P X P P P").auction, Vulnerability.NONE)
    north = [kind for kind, _ in ladders(calls, Seat.NORTH, single_rules=False)]
    assert north[0] is CallKind.OPENING_PASS
    assert north[1] is CallKind.DOUBLE
    west = [kind for kind, _ in ladders(calls, Seat.WEST, single_rules=False)]
    assert west[0] in (CallKind.LIMITED_PASS, CallKind.FIRST_SILENCE)


@pytest.mark.parametrize("single_rules", [False, True])
@pytest.mark.parametrize("text", ["1S 2H 3S P P X P 4H P P P", "P P 1NT P 2C P 2H P 4H", "7NT X"])
def test_ladders_lead_outwards(text, single_rules):
    """Each set of boxes of a call lies within the next, the last is any hand; one for a grade."""
    calls = interpret(board_of(text).auction, Vulnerability.NONE)
    for seat in Seat:
        for kind, rungs in ladders(calls, seat, single_rules=single_rules):
            assert len(rungs) == kind.grades
            assert rungs[-1] == (ANY,)
            for inner, outer in pairwise(rungs):
                assert all(any(big.encloses(box) for big in outer) for box in inner)


def test_graded_weighs_by_the_first_set_that_holds_the_hand():
    """A hand weighs the grade of the innermost boxes around it; empty sets are passed over."""
    rungs = ((), (Box((15, 17)), Box((0, 5))), (Box((14, 18)), Box((0, 6))), (ANY,))
    union = graded(rungs, (1.0, 0.8, 0.8, 0.1))
    points = [hand.hcp for hand in HANDS]
    expected = [0.8 if value <= 6 or 14 <= value <= 18 else 0.1 for value in points]
    assert union.weights(MASKS) == pytest.approx(expected)


def test_interpretation_agrees_with_the_state():
    """The calls interpreted one by one mean what the state says that they mean."""
    auction = board_of("1S 2H 3S P P X P 4H P P P").auction
    calls = interpret(auction, Vulnerability.NONE)
    state = understand(auction, Vulnerability.NONE)
    assert tuple(call.meaning for call in calls) == state.meanings
    for call in calls:
        hull = call.boxes[0]
        for box in call.boxes[1:]:
            hull = hull.hull(box)
        assert hull == call.meaning.box


@pytest.mark.parametrize(
    "grades",
    [
        {"bid": (1, 0.5)},
        {"bid": (1,) * len(STEPS) + (0,)},
        {"bid": (1,) * len(STEPS) + (float("nan"),)},
        {"double": (0.5,) * len(STEPS) + (1,)},
        {"first_silence": (1,) * 8},
    ],
)
def test_grades_are_checked(grades):
    """Grades that are too few, not positive or rising are refused with their name."""
    with pytest.raises(AuctionSettingsError, match=next(iter(grades))):
        CallGrades(**grades)


def records(count):
    """Return deals bid by our own system."""
    found = []
    for number in range(count):
        cards = np.random.default_rng(number).permutation(52)
        hands = [Hand.of(cards[13 * seat : 13 * seat + 13].tolist()) for seat in range(4)]
        board = Board.begin(number + 1, deal=Deal(tuple(hands)))
        found.append(Record("deals", board, (), held_out=False))
    return list(rebid(found))


def test_statements_tell_more_than_a_box():
    """Of hands that bid our own system, statements tell more than one loose box, and not little."""
    worth = auction_worth(records(30), AuctionSettings(opponents_on_system=True), samples=60)[OWN]
    assert (worth.boards, worth.hands) == (30, 90)
    assert worth.inside > 0.95
    assert worth.bits > worth.box_bits + 0.3
    assert worth.bits == pytest.approx((worth.partner_bits + 2 * worth.opponent_bits) / 3)


def test_worth_is_the_same_again():
    """The measurement depends on nothing but its arguments."""
    sample = records(4)
    assert auction_worth(sample, samples=20) == auction_worth(sample, samples=20)


def test_information():
    """A weight twice the mean of the others is one bit."""
    assert information(np.array([4.0, 1.0, 3.0])) == pytest.approx(1.0)


def test_hands_are_dealt_from_the_unseen_cards():
    """The first hand is the true one; the others have thirteen cards that the observer lacks."""
    board = board_of("1S")
    found = deal_hands(board, Seat.EAST, 50, 7)
    assert list(found) == [Seat.NORTH, Seat.SOUTH, Seat.WEST]
    for seat, hands in found.items():
        assert hands[0] == DEAL[seat].mask
        assert (np.bitwise_count(hands) == 13).all()
        assert not (hands & np.uint64(DEAL[Seat.EAST].mask)).any()


def test_fit_finds_the_grades_that_made_the_data():
    """From true hands drawn by known grades the fit returns about these, falling outwards."""
    generator = np.random.default_rng(5)
    truth = np.array([1.0, 0.5, 0.5, 0.25, 0.25, 0.1, 0.1, 0.1])
    data = []
    for _ in range(1500):
        levels = generator.integers(0, 8, 20).astype(np.int16)
        first = generator.choice(levels, p=truth[levels] / truth[levels].sum())
        data.append(Example([(CallKind.BID, np.concatenate(([first], levels)))]))
    found = np.array(fitted(data).bid)
    assert (np.diff(found) <= 0).all()
    assert np.abs(np.log(found / truth)).max() < 0.35
    assert set(fitted(data).double) == {1.0}


def test_fit_to_boards_improves_on_flat_grades():
    """Grades fitted to boards tell something of them; equal grades tell nothing."""
    sample = records(25)
    grades = fitted(examples(sample, single_rules=True, samples=40))
    assert min(grades.bid) >= LEAST
    flat = CallGrades(**{kind.value: (1.0,) * kind.grades for kind in CallKind})
    base = AuctionSettings(opponents_on_system=True, system=flat)
    nothing = auction_worth(sample, base, samples=60)[OWN].bits
    something = auction_worth(sample, evolve(base, system=grades), samples=60)[OWN].bits
    assert nothing == pytest.approx(0.0)
    assert something > 1.0


def test_observers_differ():
    """Boards are looked at from all seats."""
    assert {observer(record.board) for record in records(20)} == set(Seat)
