"""What a session wants done: its only outputs.

A session never does anything itself; `net` carries out what it returns, in order. `SeatSession`
returns effects of a client, `TableSession` those of a manager.
"""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from bluechip_bot.model import Board, Called, DecisionRequest, Played, Seat


class Level(Enum):
    """How grave a log entry is."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@frozen
class Log:
    """Tell the operator."""

    level: Level
    text: str


@frozen
class Send:
    """Send a line to the manager."""

    line: str


@frozen
class Ask:
    """Put a request to the player; the answer goes to `SeatSession.decided`."""

    request: DecisionRequest


@frozen
class Abandon:
    """The answer to a request is no longer wanted."""

    request_id: int


class Ending(Enum):
    """Why a client's session is over."""

    FINISHED = "the session has ended"
    REFUSED = "the manager refuses us"
    FAILED = "the session cannot go on"


@frozen
class Close:
    """Close the connection: the session is over.

    Attributes:
        passing: whether the reason may pass, so that it is worth while to try again soon.
    """

    ending: Ending
    text: str
    passing: bool = False


SeatEffect = Log | Send | Ask | Abandon | Close


@frozen
class SendTo:
    """Send a line to one client.

    Attributes:
        peer: the number of the connection.
    """

    peer: int
    line: str


@frozen
class Drop:
    """Close one client's connection."""

    peer: int
    text: str


@frozen
class BoardBegun:
    """A board begins, perhaps anew."""

    number: int


@frozen
class Acted:
    """A call or a card was made.

    Attributes:
        number: the board's.
        event: the call or the card, with the hand that it came from.
        player: who decided.
        seconds: since the call or card before, or since all have seen their cards.
    """

    number: int
    event: Called | Played
    player: Seat
    seconds: float


@frozen
class BoardFinished:
    """A board is over.

    Attributes:
        board: with all hands, calls and cards.
        seconds: thinking time of North-South and East-West, in seconds.
    """

    board: Board
    seconds: tuple[float, float]


@frozen
class SessionFinished:
    """The manager's session is over.

    Attributes:
        complete: whether every board has been played.
    """

    complete: bool
    text: str


@frozen
class BoardForfeited:
    """A board was given up, without a result.

    Attributes:
        seats: who owed a line.
    """

    number: int
    seats: tuple[Seat, ...]


TableEvent = BoardBegun | Acted | BoardFinished | BoardForfeited
"""What happens in a manager's session, for its record."""

TableEffect = Log | SendTo | Drop | TableEvent | SessionFinished
