"""Effects: the only output of a session.

A session does nothing itself; `net` carries out the effects that it returns, in order.
`SeatSession` returns those of a client, `TableSession` those of a manager.
"""

from __future__ import annotations

import json
from enum import Enum

from attrs import frozen

from bluechip_bot.model import Board, Called, Decision, DecisionRequest, Played, Seat
from bluechip_bot.protocol.seat.clock import Allotment


class LogGrade(Enum):
    """The severity of a log entry, by Twisted's names."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warn"
    ERROR = "error"


@frozen
class LogLine:
    """A line for the operator's log."""

    level: LogGrade
    text: str


@frozen
class SendLine:
    """Send a line to the manager."""

    line: str


@frozen
class AskPlayer:
    """Put a request to the player; the answer goes to `SeatSession.decided`."""

    request: DecisionRequest


@frozen
class DecisionSpent:
    """A decision that has been made, and its cost.

    Attributes:
        seconds: the time that it took, from the question to the answer.
        left: seconds left for the pair on this board; None without a clock.
        place: the number of calls and cards before it on the board.
        thoughts: what the player thought, in words; see `Decision`.
    """

    board: int
    seat: Seat
    action: str
    allotted: Allotment
    seconds: float
    left: float | None
    place: int
    thoughts: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        asked: DecisionRequest,
        decision: Decision,
        allotted: Allotment,
        seconds: float,
        left: float | None,
    ) -> DecisionSpent:
        """Describe a decision and its cost. If the player was not asked, the thoughts say why."""
        board, thoughts = asked.board, decision.thoughts
        if not thoughts and (allotted.at_once or decision.fallback):
            thoughts = (allotted.at_once or "the rule of last resort answered",)
        action = str(decision.action)
        return cls(board.number, asked.seat, action, allotted, seconds, left, board.made, thoughts)

    def __str__(self) -> str:
        left = "" if self.left is None else f"; {self.left:.1f} s left for the pair"
        why = f" ({self.allotted.at_once})" if self.allotted.at_once else ""
        return (
            f"board {self.board}, {self.seat}: {self.action} in {self.seconds:.2f} s"
            f" of {self.allotted.budget:.2f} s{why}{left}"
        )

    def to_json(self) -> str:
        """Return the decision as one line of JSON."""
        return json.dumps(
            {
                "board": self.board,
                "seat": self.seat.letter,
                "action": self.action,
                "budget": round(self.allotted.budget, 3),
                "most": None if self.allotted.most is None else round(self.allotted.most, 3),
                "seconds": round(self.seconds, 3),
                "left": None if self.left is None else round(self.left, 3),
                "at_once": self.allotted.at_once,
                "place": self.place,
                "thoughts": list(self.thoughts),
            }
        )


@frozen
class AbandonRequest:
    """Drop a request to the player: its answer is no longer wanted."""

    request_id: int


class SessionEnding(Enum):
    """Why a client's session is over."""

    FINISHED = "the session has ended"
    REFUSED = "the manager refuses us"
    FAILED = "the session cannot go on"


@frozen
class CloseConnection:
    """Close the connection, as the session is over; `passing` if another attempt may succeed."""

    ending: SessionEnding
    text: str
    passing: bool = False


SeatEffect = LogLine | SendLine | AskPlayer | DecisionSpent | AbandonRequest | CloseConnection


@frozen
class SendTo:
    """Send a line to one client."""

    peer: int
    line: str


@frozen
class SeatTaken:
    """A connection has taken a seat; the first line sent to it is `seated`."""

    peer: int
    seat: Seat


@frozen
class DropClient:
    """Close one client's connection."""

    peer: int
    text: str


@frozen
class SeatCut:
    """Close the connection that holds a seat; the seat may be taken again."""

    peer: int
    seat: Seat
    text: str


@frozen
class BoardBegun:
    """A board begins, perhaps not for the first time."""

    number: int


@frozen
class TableActed:
    """A call or a card was made.

    Attributes:
        event: the call or the card, with the hand that it came from.
        player: the player who decided.
        seconds: the time since the previous call or card, or since all have their cards.
    """

    number: int
    event: Called | Played
    player: Seat
    seconds: float


@frozen
class BoardFinished:
    """A board, with all hands, is over; `seconds` are the thinking times of N/S and E/W on it."""

    board: Board
    seconds: tuple[float, float]


@frozen
class SessionFinished:
    """The manager's session is over; it is `complete` if every board has been played."""

    complete: bool
    text: str


@frozen
class BoardForfeited:
    """A board was given up without a result, because `seats` did not send the line they owed."""

    number: int
    seats: tuple[Seat, ...]


TableEvent = BoardBegun | TableActed | BoardFinished | BoardForfeited
"""The events of a manager's session, for its record."""

TableEffect = LogLine | SendTo | SeatTaken | SeatCut | DropClient | TableEvent | SessionFinished
