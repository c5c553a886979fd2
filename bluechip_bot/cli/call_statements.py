"""The meanings of calls by the systems of both sides, for spectators."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.config import BiddingConfig, MatchConfig
from bluechip_bot.match.record.record import team_of
from bluechip_bot.model import Board, Call, Side
from bluechip_bot.player.assembly import PlayerAssembly

CallReader: TypeAlias = Callable[[Side, Board, Call], str]
"""Returns the meaning of the next call, given which side is ours; empty if unknown."""
RoomReader: TypeAlias = Callable[[str, Board, Call], str]
"""The same for a room of a match, team A being our side."""


def call_reader(bidding: BiddingConfig, *, ours: bool = True, theirs: bool = True) -> CallReader:
    """Return a reader of the calls of both sides, each by its own system.

    If `ours` or `theirs` is false, that side follows no known system: its calls get no meaning.
    """
    parts = PlayerAssembly(bidding=bidding)
    systems = parts.partnership()
    bidders = systems.bidder(Side.NS), systems.bidder(Side.EW)
    known = ours, theirs and parts.systems.settings.opponents != UNKNOWN_SYSTEM

    def read(side: Side, board: Board, call: Call) -> str:
        if not known[board.auction.turn.side is not side]:
            return ""
        return bidders[side].position(board.auction, board.vulnerability).statement(call)

    return read


def in_rooms(read: CallReader) -> RoomReader:
    """Adapt a reader that takes our side to one that takes a room, where our side is team A's."""
    return lambda room, board, call: read(Side(team_of(room, Side.NS)), board, call)


def match_reader(settings: MatchConfig) -> RoomReader:
    """Return a reader of the calls of a match.

    Calls of other programs are read by the team's system if the settings say that it is declared;
    if not, their meaning is unknown.
    """
    a, b = settings.teams
    bidding = BiddingConfig(settings.bidding, a.system, b.system)
    ours, theirs = (settings.declared or team.is_ours for team in settings.teams)
    return in_rooms(call_reader(bidding, ours=ours, theirs=theirs))
