"""What a seat knows of the hands."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
from attrs import evolve

from bluechip_bot.inference import InferenceSettings, evidence
from bluechip_bot.inference.settings import AuctionSettings
from bluechip_bot.model import Board, Deal, Hand, Seat
from support.boards import after, at_card
from support.settings import FLOOR, INFERENCE

FULL = (1 << 52) - 1
DEAL = Deal.parse("N:AQ32.K54.A32.K54 K54.A32.K54.A632 J76.J76.QJ76.J87 T98.QT98.T98.QT9")
MakeBoard = Callable[[int], Board]


def positions(finished_board: MakeBoard, count: int) -> list[Board]:
    """Boards at a card, early and late."""
    found = []
    for seed in range(2 * count):
        finished = finished_board(seed)
        if finished.play is not None:
            found.append(at_card(finished, random.Random(seed).randrange(52)))
    return found[:count]


def test_the_truth_agrees_with_the_facts(finished_board: MakeBoard) -> None:
    """The real deal is one of those that the hard facts allow, at any time, for each seat."""
    for board in positions(finished_board, 8):
        for seat in Seat:
            if seat is board.dummy:
                continue
            known = evidence(board, seat, INFERENCE, FLOOR).facts
            numbers = (*known.held, *known.vacant, *known.void)
            assert all(type(value) is int for value in numbers)  # as the sampler takes them
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
    for board in positions(finished_board, 4):
        for seat in Seat:
            if seat is not board.dummy:
                whole = evidence(board, seat, INFERENCE, FLOOR)
                seen = evidence(board.seen_by(seat), seat, INFERENCE, FLOOR)
                assert whole.facts == seen.facts
                assert whole.statements == seen.statements
                for one, other in zip(whole.likelihoods, seen.likelihoods, strict=True):
                    hand = board.hands[one.seat]
                    assert hand is not None
                    dealt = np.array([hand.mask], dtype=np.uint64)
                    assert one.name == other.name
                    assert one.log(dealt) == other.log(dealt)


def test_who_sees_what(finished_board: MakeBoard) -> None:
    """Three hands are hidden at the opening lead, afterwards two; dummy's is known to all."""
    finished = next(
        board for board in map(finished_board, range(99)) if board.play and board.contract
    )
    contract = finished.contract
    assert contract is not None
    lead = evidence(at_card(finished, 0), contract.leader, INFERENCE, FLOOR).facts
    assert [bool(hand) for hand in lead.held].count(True) == 1
    assert lead.vacant.count(13) == 3
    for seat in Seat:
        if seat is not contract.dummy:
            known = evidence(at_card(finished, 1), seat, INFERENCE, FLOOR).facts
            assert {other for other in Seat if known.held[other]} == {seat, contract.dummy}


def test_statements_come_from_the_calls() -> None:
    """Each hidden hand that called has a statement, and hands like those shown weigh most."""
    board = after(Board.begin(1, Seat.NORTH, deal=DEAL), "1NT P P P")
    known = evidence(board, Seat.EAST, INFERENCE, FLOOR)
    assert [statement.seat.letter for statement in known.statements] == list("NSW")
    weak, shown = (Hand.parse(text) for text in ("8732.J54.632.854", "AQ32.K54.A32.K54"))
    hands = np.array([weak.mask, shown.mask], dtype=np.uint64)
    weights = known.statements[0].constraint.weights(hands)
    assert 0 < 20 * weights[0] < weights[1]


def test_each_source_can_be_left_out(finished_board: MakeBoard) -> None:
    """Without the calls or the cards the facts are the same and the rest says nothing of them."""
    silent = InferenceSettings(AuctionSettings(on=False), evolve(INFERENCE.play, on=False))
    for board in positions(finished_board, 5):
        seat = board.decider
        assert seat is not None
        whole, facts = evidence(board, seat, INFERENCE, FLOOR), evidence(board, seat, silent)
        assert facts.facts == whole.facts
        assert facts.statements == ()
        assert facts.likelihoods == ()
    # Before the play a seat knows its own thirteen cards.
    known = evidence(Board.begin(1, deal=DEAL), Seat.SOUTH, INFERENCE, FLOOR).facts
    assert known.held == (0, 0, DEAL[Seat.SOUTH].mask, 0)
    assert known.vacant == (13, 13, 0, 13)
