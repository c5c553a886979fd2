"""What a client's session is told beforehand, and how far it has come."""

from __future__ import annotations

from enum import Enum
from hashlib import blake2b

from attrs import frozen

from bluechip_bot.model import Seat
from bluechip_bot.protocol.dialect import Dialect
from bluechip_bot.protocol.messages import NoteKind
from bluechip_bot.protocol.seat.clock import ClockOptions
from bluechip_bot.protocol.seat.given import GivenAuctions


class SeatPhase(Enum):
    """How far a client's session has come."""

    CONNECTING = "connecting"
    SEATED = "waiting for the teams"
    WAITING = "waiting for a board"
    DEALING = "waiting for the cards"
    BOARD = "in a board"
    ENDED = "ended"


@frozen
class SeatOptions:
    """What a client's session is told beforehand.

    Attributes:
        team: our team name.
        seat: the place to ask for; None takes any.
        dialect: how to write; None begins in the standard dialect and changes to OpenSpiel's
            when the manager writes seats in upper case.
        strict_teams: whether another team name than ours in `Teams` ends the session.
        notes: how our calls' explanations are sent; None keeps them to ourselves.
        budget_call: thinking time for a call, in seconds. With a clock it is the most that a call
            takes, and 0 leaves it to the clock.
        budget_card: the same for a card.
        clock: the time of our pair; None is without a clock.
        seed: where the player's randomness begins.
        given: auctions that are given; without them all calls are the player's own.
    """

    team: str
    seat: Seat | None
    dialect: Dialect | None = None
    strict_teams: bool = False
    notes: NoteKind | None = None
    budget_call: float = 1.0
    budget_card: float = 1.0
    clock: ClockOptions | None = None
    seed: int = 0
    given: GivenAuctions | None = None

    def seed_of(self, board: int, seat: Seat) -> int:
        """A seed of the board: replays ask the same questions, and worlds live through the play."""
        place = (self.seed, board, int(seat))
        digest = blake2b(repr(place).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") >> 1
