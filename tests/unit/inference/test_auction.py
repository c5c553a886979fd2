"""What calls say of hidden hands: graded boxes and replay, which leave every hand possible."""

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.reading.softness import ReadingSoftness, default_profiles
from bluechip_bot.bidding.system.system import System
from bluechip_bot.constraints import Reliability, Statement, batch
from bluechip_bot.constraints.union import LIMIT
from bluechip_bot.inference.evidence import AuctionEvidence
from bluechip_bot.inference.settings import AuctionSettings
from bluechip_bot.lab.bidding.side import partnership
from bluechip_bot.model import Board, Call, Called, Deal, Hand, Seat, Side, Vulnerability
from support.boards import after

PROFILES = default_profiles()

DEAL = Deal.parse("N:AK952.A42.T76.Q8 T4.KQJ98.J5.K742 Q863.T3.AQ84.A95 J7.765.K932.JT63")
HANDS = [Hand.of(np.random.default_rng(seed).permutation(52)[:13].tolist()) for seed in range(300)]
MASKS = batch.masks(HANDS)
FLOOR = Partnership(partner=PROFILES.partner, opponents=PROFILES.unknown)


def board_of(text: str, deal: Deal = DEAL) -> Board:
    """Return a board of a known deal, North dealing, after the calls."""
    return after(Board.begin(1, Seat.NORTH, Vulnerability.NONE, deal), text)


def said(
    board: Board,
    seat: Seat,
    settings: AuctionSettings | None = None,
    partnership: Partnership = FLOOR,
) -> tuple[Statement, ...]:
    """Return the statements about the hands that a seat does not see."""
    bidder = partnership.bidder(seat.side)
    return AuctionEvidence.of(board, seat, bidder, settings or AuctionSettings()).statements()


def weigh(statement: Statement, text: str) -> float:
    """Return the weight of one hand."""
    return float(statement.constraint.weights(batch.masks([Hand.parse(text)]))[0])


def test_every_hidden_caller_has_one_statement() -> None:
    """The observer's own hand, and who has not called, are not spoken of."""
    board = board_of("1S P")
    assert [statement.seat for statement in said(board, Seat.EAST)] == [Seat.NORTH]
    board = board_of("1S P 3S P 4S P P P")
    seats = [Seat.NORTH, Seat.SOUTH, Seat.WEST]
    assert [statement.seat for statement in said(board, Seat.EAST)] == seats
    found = AuctionEvidence.of(board, Seat.EAST, FLOOR.bidder(Side.EW)).likelihoods()
    assert [likelihood.seat for likelihood in found] == seats
    assert found[0].name == "North called 1S 4S"
    # Without calls, or switched off, there are no statements and no replay.
    assert said(board_of(""), Seat.EAST) == ()
    assert said(board_of("1S"), Seat.EAST, AuctionSettings(on=False)) == ()
    bidder = FLOOR.bidder(Side.EW)
    for off in (AuctionSettings(on=False), AuctionSettings(replay=False)):
        assert AuctionEvidence.of(board_of("1S"), Seat.EAST, bidder, off).likelihoods() == ()


@pytest.mark.parametrize("seat", list(Seat))
def test_the_hidden_hands_are_not_looked_at(seat: Seat) -> None:
    """What is said is the same whatever the hidden hands are."""
    other = Deal.parse("N:J7.765.K932.JT63 Q863.T3.AQ84.A95 AK952.A42.T76.Q8 T4.KQJ98.J5.K742")
    text = "1S 2H 3S P P X P 4H P P P"
    assert said(board_of(text), seat) == said(board_of(text, other), seat)


@given(st.lists(st.integers(0, 37), max_size=14), st.sampled_from(list(Seat)))
def test_every_hand_keeps_some_weight(calls: list[int], seat: Seat) -> None:
    """After any legal auction every hand weighs something, in no more boxes than allowed."""
    board = board_of("")
    for call in map(Call, calls):
        if board.auction.is_legal(call):
            board = board.apply(Called(board.auction.turn, call))
    for statement in said(board, seat):
        assert (statement.constraint.weights(MASKS) > 0).all()
        assert len(statement.constraint.union.boxes) <= LIMIT
    for likelihood in AuctionEvidence.of(board, seat, FLOOR.bidder(seat.side)).likelihoods():
        assert np.isfinite(likelihood.log(MASKS[:20])).all()


def test_a_hand_within_the_limits_weighs_most() -> None:
    """An opening of one spade speaks for five spades and opening values, in this order."""
    north = said(board_of("1S"), Seat.EAST)[0]
    full = weigh(north, "AK952.A42.T76.Q8")
    short = weigh(north, "AK95.A42.T762.Q8")
    nothing = weigh(north, "952.8642.T762.83")
    assert full > short > nothing > 0
    # Who passes over an opening is the less likely the stronger he is.
    east = said(board_of("1S P"), Seat.SOUTH)[1]
    weak, strong = weigh(east, "T4.QJ98.J52.J742"), weigh(east, "T4.AKQ8.AKQ.KQ42")
    assert weak > 2 * strong > 0


def test_replay_tells_what_boxes_cannot() -> None:
    """A hand in the limits of an opening weighs less where another call comes first."""
    found = AuctionEvidence.of(board_of("1C"), Seat.EAST, FLOOR.bidder(Side.EW))
    (north,) = found.likelihoods()
    clubs, diamonds = "AK5.A42.T7.Q8642", "AK5.A42.QT765.82"
    logs = north.log(batch.masks([Hand.parse(clubs), Hand.parse(diamonds)]))
    assert logs[0] == 0 > logs[1]


def test_both_sides_are_read_by_their_own_system() -> None:
    """Each side's calls mean what its system says, whoever looks."""
    rules = "@after\n1C! need 16+ hcp  f1\nP need <16 hcp"
    strong = System("strong", {}, (), Rulebook(parse(rules, "strong.bid")))
    partnership = Partnership(theirs=strong, opponents=PROFILES.declared)
    weak, big = "K52.A42.T76.QJ86", "AK5.AQ42.K7.QJ86"
    theirs = said(board_of("1C"), Seat.EAST, partnership=partnership)[0]
    assert weigh(theirs, big) > 3 * weigh(theirs, weak)
    ours = said(board_of("1C"), Seat.SOUTH, partnership=partnership)[0]
    assert weigh(ours, weak) > weigh(ours, "K52.A42.QT765.J8")


def test_source_and_reliability() -> None:
    """A statement lists the player's calls, with what rules show, and is as firm as his profile."""
    north, east, *_ = said(board_of("1S P 2S P P"), Seat.SOUTH)
    assert north.reliability is Reliability.PARTNER_CALL
    assert east.reliability is Reliability.STRANGER_CALL
    assert north.source.startswith("1S opening: 5+ spades, ")
    assert ", P " in north.source
    learned = partnership("learned", "unknown")
    (north, *_) = said(board_of("1S P 2S P P"), Seat.SOUTH, partnership=learned)
    assert north.source == "1S, P"


def test_single_calls_make_up_the_whole() -> None:
    """The statements of single calls stand in the order of the calls, and multiply to the whole."""
    board = board_of("1S P 2S P P")
    evidence = AuctionEvidence.of(board, Seat.SOUTH, FLOOR.bidder(Side.NS))
    singles = evidence.single_statements()
    assert [item.seat for item in singles] == [Seat.NORTH, Seat.EAST, Seat.WEST, Seat.NORTH]
    both = singles[0].constraint.weights(MASKS) * singles[3].constraint.weights(MASKS)
    assert said(board, Seat.SOUTH)[0].constraint.weights(MASKS) == pytest.approx(both)


def test_profiles_widen_the_outer_box() -> None:
    """The margin of a kind of call widens the boxes of such calls."""
    wide = evolve(
        PROFILES.unknown, margins={**ReadingSoftness("").margins, "opening_notrump": (3, 2)}
    )
    board = board_of("1NT")
    for profile, expected in ((wide, (12, 20)), (ReadingSoftness("none"), (15, 17))):
        bidder = Partnership(partner=profile, opponents=profile).bidder(Side.NS)
        reading = bidder.read(board.auction, board.vulnerability)[Seat.NORTH]
        assert reading.box.hcp == expected
    assert ReadingSoftness("none").grades["double"] == (1.0,) * 8
