"""What a seat knows of the hands."""

from __future__ import annotations

import random
from collections.abc import Callable

from attrs import evolve

from bluechip_bot.bidding import read
from bluechip_bot.inference import Evidence, evidence
from bluechip_bot.model import Board, Call, Called, Deal, Phase, Played, Seat

FULL = (1 << 52) - 1
MakeBoard = Callable[[int], Board]


def after(finished: Board, cards: int) -> Board:
    """A finished board again, after so many cards."""
    north, east, south, west = (hand for hand in finished.hands if hand is not None)
    board = Board.begin(finished.number, deal=Deal((north, east, south, west)))
    for call in finished.auction.calls:
        board = board.apply(Called(board.auction.turn, call))
    for card in finished.play.cards[:cards] if finished.play else ():
        assert board.turn is not None
        board = board.apply(Played(board.turn, card))
    return board


def positions(finished_board: MakeBoard, count: int) -> list[Board]:
    """Boards at a card, early and late."""
    found = []
    for seed in range(2 * count):
        finished = finished_board(seed)
        if finished.play is not None:
            found.append(after(finished, random.Random(seed).randrange(52)))
    return found[:count]


def test_the_truth_agrees_with_the_facts(finished_board: MakeBoard) -> None:
    """The real deal is one of those that the hard facts allow, at any time, for each seat."""
    for board in positions(finished_board, 40):
        for seat in Seat:
            if seat is board.dummy:
                continue
            known = evidence(board, seat)
            assert known.hidden | sum(known.held) | sum(known.played) == FULL
            assert sum(known.vacant) == known.hidden.bit_count()
            for other in Seat:
                left = board.remaining(other)
                assert left is not None
                assert known.held[other] in (0, left.mask)
                assert (left.mask & known.hidden).bit_count() == known.vacant[other]
                for suit in range(4):
                    assert not (known.void[other] >> suit & 1 and left.length(suit))


def test_nothing_unseen_is_used(finished_board: MakeBoard) -> None:
    """The evidence of a full board is that of the board as the seat sees it."""
    for board in positions(finished_board, 20):
        for seat in Seat:
            if seat is not board.dummy:
                assert evidence(board, seat) == evidence(board.seen_by(seat), seat)


def test_who_sees_what(finished_board: MakeBoard) -> None:
    """Three hands are hidden at the opening lead, afterwards two; dummy's is known to all."""
    finished = next(
        board for board in map(finished_board, range(99)) if board.play and board.contract
    )
    contract = finished.contract
    assert contract is not None
    lead = evidence(after(finished, 0), contract.leader)
    assert [bool(hand) for hand in lead.held].count(True) == 1
    assert lead.vacant.count(13) == 3
    for seat in Seat:
        if seat is not contract.dummy:
            known = evidence(after(finished, 1), seat)
            assert {other for other in Seat if known.held[other]} == {seat, contract.dummy}


def test_ranges_come_from_the_calls() -> None:
    """Hidden hands have the limits that their calls show; known hands have none."""
    deal = Deal.parse("N:AQ32.K54.A32.K54 K54.A32.K54.A632 J76.J76.QJ76.J87 T98.QT98.T98.QT9")
    board = Board.begin(1, Seat.NORTH, deal=deal)
    for text in ("1NT", "P", "P", "P"):
        board = board.apply(Called(board.auction.turn, Call.parse(text)))
    known = evidence(board, Seat.EAST)
    readings = read(board.auction, board.vulnerability)
    assert known.hcp[Seat.NORTH] == readings[Seat.NORTH].box.hcp != (0, 37)
    assert known.lengths[Seat.NORTH] == readings[Seat.NORTH].box.lengths
    assert known.hcp[Seat.NORTH][0] <= 16 <= known.hcp[Seat.NORTH][1]
    assert known.hcp[Seat.EAST] == (0, 37)
    assert known.lengths[Seat.EAST] == ((0, 13),) * 4


def test_the_auction_can_be_left_out(finished_board: MakeBoard) -> None:
    """Without the auction the facts are the same and all ranges stand open."""
    for board in positions(finished_board, 5):
        seat = board.decider
        assert seat is not None
        whole, facts = evidence(board, seat), evidence(board, seat, auction=False)
        assert facts.hcp == ((0, 37),) * 4
        assert facts.lengths == (((0, 13),) * 4,) * 4
        assert facts == evolve(whole, hcp=facts.hcp, lengths=facts.lengths)
        assert isinstance(facts, Evidence)


def test_during_the_auction() -> None:
    """Before the play a seat knows its own thirteen cards."""
    deal = Deal.parse("N:AQ32.K54.A32.K54 K54.A32.K54.A632 J76.J76.QJ76.J87 T98.QT98.T98.QT9")
    board = Board.begin(1, deal=deal)
    assert board.phase is Phase.AUCTION
    known = evidence(board, Seat.SOUTH)
    assert known.held == (0, 0, deal[Seat.SOUTH].mask, 0)
    assert known.vacant == (13, 13, 0, 13)


def test_values_are_plain(finished_board: MakeBoard) -> None:
    """All numbers are whole, so that the sampler takes them."""
    board = positions(finished_board, 1)[0]
    assert board.decider is not None
    known = evidence(board, board.decider)
    assert all(type(value) is int for value in (*known.held, *known.vacant, *known.void))
