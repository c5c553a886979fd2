"""The meaning of calls by the systems of both sides, for spectators."""

from __future__ import annotations

from attrs import frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.config import BiddingConfig, MatchConfig
from bluechip_bot.match.record.record import team_of
from bluechip_bot.model import Board, Call, Side
from bluechip_bot.player.assembly import PlayerAssembly


@frozen
class CallStatements:
    """Reads calls by the systems of both sides.

    Attributes:
        bidders: the engine of both systems, with our side as North-South and as East-West.
        known: whether our system is known, and whether the other side's is.
    """

    bidders: tuple[Bidder, Bidder]
    known: tuple[bool, bool] = (True, True)

    @classmethod
    def of(
        cls, bidding: BiddingConfig, *, ours: bool = True, theirs: bool = True
    ) -> CallStatements:
        """The calls of two systems.

        `ours` and `theirs` say whether our side and the others follow them.
        """
        parts = PlayerAssembly(bidding=bidding)
        systems = parts.partnership()
        known = (ours, theirs and parts.systems.settings.opponents != UNKNOWN_SYSTEM)
        return cls((systems.bidder(Side.NS), systems.bidder(Side.EW)), known)

    @classmethod
    def of_match(cls, settings: MatchConfig) -> CallStatements:
        """The calls of a match, team A being our side; other programs count if declared."""
        a, b = settings.teams
        bidding = BiddingConfig(settings.bidding, a.system, b.system)
        ours, theirs = (settings.declared or team.is_ours for team in settings.teams)
        return cls.of(bidding, ours=ours, theirs=theirs)

    def in_room(self, room: str, board: Board, call: Call) -> str:
        """The meaning of the next call in a room of a match; empty if unknown."""
        return self.read(Side(team_of(room, Side.NS)), board, call)

    def read(self, side: Side, board: Board, call: Call) -> str:
        """The meaning of the next call, `side` being ours; empty if unknown."""
        is_ours = board.auction.turn.side is side
        if not self.known[not is_ours]:
            return ""
        position = self.bidders[side].position(board.auction, board.vulnerability)
        return position.statement(call)
