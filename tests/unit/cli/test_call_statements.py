"""What calls show, for those who watch."""

from __future__ import annotations

from attrs import evolve

from bluechip_bot.cli.call_statements import RoomReader, call_reader, match_reader
from bluechip_bot.cli.web import ShowPage
from bluechip_bot.config import BiddingConfig, MatchConfig, TeamConfig
from bluechip_bot.model import Board, Call, Called, Seat, Side

MATCH = MatchConfig(team_b=TeamConfig("B", system="two_over_one"))
BOARD = Board.begin(1)


def response(read: RoomReader, room: str, opener: Seat) -> str:
    """What 1NT over partner's 1S shows in a room, uncontested."""
    board = Board.begin(1, opener)
    for text in ("1S", "P"):
        board = board.apply(Called(board.auction.turn, Call.parse(text)))
    return read(room, board, Call.parse("1NT"))


def test_each_team_s_calls_are_read_by_its_own_system() -> None:
    """1NT over 1S is forcing for two over one and not for SAYC, wherever the teams sit."""
    read = match_reader(MATCH)
    told = {
        (room, opener): response(read, room, opener)
        for room in ("open", "closed")
        for opener in (Seat.NORTH, Seat.EAST)
    }
    assert told["open", Seat.NORTH] == told["closed", Seat.EAST]
    assert told["open", Seat.EAST] == told["closed", Seat.NORTH]
    assert "forcing" in told["open", Seat.EAST]
    assert "forcing" not in told["open", Seat.NORTH]


def test_programs_that_declare_no_system_are_not_read() -> None:
    """Their calls stay without words; ours have them."""
    ours = TeamConfig("A", system="floor")
    settings = MatchConfig(team_a=ours, team_b=evolve(ours, name="B", wait=True), declared=False)
    read = match_reader(settings)
    assert response(read, "open", Seat.EAST) == ""
    assert response(read, "closed", Seat.NORTH) == ""
    assert response(read, "open", Seat.NORTH)


def test_strangers_are_not_read() -> None:
    """At a table of others only our own calls have words."""
    read = call_reader(BiddingConfig(our="floor", opponents="unknown"))
    opening = Call.parse("1NT")
    assert read(Side.NS, BOARD, opening)
    assert read(Side.EW, BOARD, opening) == ""


def test_a_reading_that_fails_is_empty() -> None:
    """The page goes on."""

    def fails(_call: Call) -> str:
        raise LookupError

    assert ShowPage.guarded(fails, "")(Call.parse("1C")) == ""
