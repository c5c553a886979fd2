"""Auctions that are given: a seat makes these calls unasked, as long as they fit the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import (
    Call,
    Deal,
    Decision,
    DecisionRequest,
    Phase,
    PlannedBoard,
    Seat,
    Vulnerability,
)
from bluechip_bot.protocol.effects import LogGrade
from bluechip_bot.protocol.messages import BoardHeader, HandShown
from bluechip_bot.protocol.seat.clock import ClockOptions
from bluechip_bot.protocol.seat.session import SeatOptions
from bluechip_bot.protocol.writer import format_message

BOTH = Vulnerability.BOTH
CALLS = tuple(map(Call.parse, ("P", "1NT", "P", "3NT", "P", "P", "P")))
PLANNED, OTHER = (evolve(board, calls=CALLS) for board in boards_from_seed(5, 2))


def given(**changes: Any) -> dict[int, PlannedBoard]:
    """The auction of board 1, but for the changes."""
    return {changes.get("number", 1): evolve(PLANNED, **changes)}


def begin(client: Any, seat: Seat) -> list[str]:
    """What a seat sends once it has its cards."""
    header = BoardHeader(1, PLANNED.dealer, PLANNED.vulnerability)
    hand = HandShown(seat, PLANNED.deal[seat])
    return list(client.feed("Start of board", format_message(header), format_message(hand)))


def test_a_table_plays_the_auctions_that_are_given(rig: Callable[..., Any]) -> None:
    """All four seats make the calls given, without notes; their players are asked for cards."""
    planned = [evolve(board, calls=CALLS) for board in boards_from_seed(5, 3)]
    given = {board.number: board for board in planned}
    asked: list[DecisionRequest] = []

    def decide(request: DecisionRequest) -> Decision:
        asked.append(request)
        return Decision(request.id, next(iter(request.board.legal_cards)))

    seats = [SeatOptions("AB"[seat % 2], seat, given=given) for seat in Seat]
    table = rig([board.dealt() for board in planned], decide=decide, seats=seats)
    table.run()
    assert [board.auction.calls for board in table.finished] == [CALLS] * 3
    assert not any(board.explanations or board.alerts for board in table.finished)
    assert {request.board.phase for request in asked} == {Phase.PLAY}
    assert not any(request.made_up for request in asked)
    assert not [log for log in table.logs if log.level is LogGrade.WARNING]


@pytest.mark.parametrize("made_up", [True, False])
def test_requests_say_whether_the_auction_was_made_up(client: Any, *, made_up: bool) -> None:
    """The player learns from a request for a card that the calls say nothing."""
    south = client.seated(Seat.SOUTH, given=given(made_up=made_up))
    begin(south, Seat.SOUTH)
    calls = ("North passes", "East bids 1NT", "West bids 3NT", "North passes", "East passes")
    south.feed(*calls, "South to lead")
    (request,) = south.requests
    assert request.board.phase is Phase.PLAY
    assert request.made_up is made_up


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"dealer": Seat.EAST}, "North deals, but the given auction begins with East"),
        ({"vulnerability": BOTH}, "vulnerable: None, but All where the auction is given"),
        ({"deal": OTHER.deal}, "the hand of North is not that of the given auction"),
        ({"number": 2}, "no auction is given for it"),
    ],
)
def test_another_board_is_not_followed(client: Any, changes: dict[str, Any], reason: str) -> None:
    """Where dealer, vulnerability, the own hand or the number differ, a seat bids by itself."""
    north = client.seated(Seat.NORTH, given=given(**changes))
    begin(north, Seat.NORTH)
    assert len(north.requests) == 1
    (warning,) = north.grave()
    assert warning == f"board 1: {reason}; we bid by ourselves"


def test_other_hands_are_not_looked_at(client: Any) -> None:
    """A seat follows an auction whose deal differs from the table's in hands that it cannot see."""
    north, east, south, west = PLANNED.deal.hands
    seat = client.seated(Seat.NORTH, given=given(deal=Deal((north, west, south, east))))
    assert "North passes" in begin(seat, Seat.NORTH)
    assert not seat.grave()


def test_another_call_ends_the_given_auction(client: Any) -> None:
    """From a call of somebody else that is not the one given, a seat bids by itself; told once."""
    north = client.seated(Seat.NORTH, given=given(made_up=True))
    assert "North passes" in begin(north, Seat.NORTH)
    north.feed("East bids 2H", "South passes", "West passes")
    assert north.grave() == ["board 1: East called 2H where 1NT is given; we bid by ourselves"]
    (request,) = north.requests
    assert (request.board.phase, request.made_up) == (Phase.AUCTION, False)


def test_a_board_that_begins_anew_is_followed_anew(client: Any) -> None:
    """What went wrong before `Start of board` is forgotten."""
    north = client.seated(Seat.NORTH, given=given())
    begin(north, Seat.NORTH)
    north.feed("East bids 2H")
    assert "North passes" in begin(north, Seat.NORTH)


def test_a_given_call_wins_over_the_clock(client: Any) -> None:
    """A call that is given is made even where the clock leaves no time to think."""
    clock = {"clock": ClockOptions(0.001), "budget_call": 0.0}
    east = client.seated(Seat.EAST, given=given(), **clock)
    begin(east, Seat.EAST)
    assert "East bids 1NT" in east.feed("North passes")
    assert east.grave() == []
