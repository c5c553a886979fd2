r"""Every line of the Blue Chip protocol (version 18, and RoboBridge's 19) as a value.

One class for each kind of line, whichever end sends it. `reader.parse` makes them from text,
tolerantly; `writer.format_message` makes exact text from them, in the dialect of the peer.

The beginning of a session, as South sees it (C: the client's lines, S: the manager's)::

    C: Connecting "MyBot" as South using protocol version 18
    S: South ("MyBot") seated
    C: South ready for teams
    S: Teams : N/S : "MyBot" E/W : "Opponents"
    C: South ready to start
    S: Start of board
    C: South ready for deal
    S: Board number 1. Dealer North. Neither vulnerable.
    C: South ready for cards
    S: South's cards : S Q T 9 5 2. H K Q T 7 5. D -. C 9 3 2.
    C: South ready for North's bid
    S: North bids 1C
    C: South ready for East's bid
    S: East passes
    C: South bids 1S
    ...
    C: South ready for West's card to trick 1
    S: West plays AD
    C: South ready for dummy
    S: Dummy's cards : S A K 7. H A 4 2. D T 7 6. C K Q 8 6.
    C: North plays 6D
    C: South ready for East's card to trick 1
    S: East plays 5D
    C: South plays 2S
    S: South to lead
    ...
    S: Timing - N/S : this board  00:14,  total  0:00:14.  E/W : this board  00:08,  ...
    S: Start of board | End of session
"""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from bluechip_bot.model import Call, Called, Card, Hand, Seat, Vulnerability


class Readiness(Enum):
    """The subject of a readiness line, other than a call or a card."""

    TEAMS = "for teams"
    START = "to start"
    DEAL = "for deal"
    CARDS = "for cards"
    DUMMY = "for dummy"


class RefusalReason(Enum):
    """Why a manager refuses or complains, as recognised from the free text of its line."""

    SEAT_TAKEN = "the seat is taken"
    SEAT_UNKNOWN = "the seat is not accepted"
    TEAM = "the team name is not accepted"
    VERSION = "the protocol version is not accepted"
    UNEXPECTED = "the manager expected another line"
    DISCONNECT = "the manager disconnects"
    OTHER = "the manager complains"


class NoteKind(Enum):
    """The word between a call and its explanation."""

    ALERT = "Alert"
    INFOS = "Infos"
    GLUED = ""


@frozen
class CallNote:
    """An explanation sent along with a call.

    Attributes:
        kind: the word before the text; `GLUED` when a manager has dropped it.
        text: the explanation; it may be empty after `Alert.`.
    """

    kind: NoteKind
    text: str

    @property
    def is_alert(self) -> bool:
        """Whether the note is an alert: with the word `Alert`, or without a word; not `Infos`."""
        return self.kind is not NoteKind.INFOS


@frozen
class Connecting:
    """`Connecting "TEAM" as SEAT using protocol version 18`: a client's first line.

    Attributes:
        seat: None stands for `ANYPL`, any place.
        system: the text after the number in version 19.
    """

    team: str
    seat: Seat | None
    version: int = 18
    system: str = ""


@frozen
class Ready:
    """`SEAT ready for teams`, `... to start`, `... for deal`, `... for cards`, `... for dummy`."""

    seat: Seat
    stage: Readiness


@frozen
class ReadyForCall:
    """`SEAT ready for SEAT2's bid`."""

    seat: Seat
    caller: Seat


@frozen
class ReadyForCard:
    """`SEAT ready for SEAT2's card to trick 3` (1..13); for `dummy's card` the player is None."""

    seat: Seat
    player: Seat | None
    trick: int


@frozen
class ReceivedDummy:
    """`SEAT received dummy`: sent by some old clients; needs no answer."""

    seat: Seat


@frozen
class CallMade:
    """`SEAT passes`, `doubles`, `redoubles` or `bids 1NT`, perhaps with a note; from both ends."""

    seat: Seat
    call: Call
    note: CallNote | None = None

    @property
    def event(self) -> Called:
        """The call, with its explanation, as an event of the board."""
        note = self.note
        return Called(self.seat, self.call, note.text if note else "", bool(note and note.is_alert))


@frozen
class CardPlayed:
    """`SEAT plays QS`, or `Dummy plays QS` (no seat); from both ends. More text is ignored."""

    seat: Seat | None
    card: Card


@frozen
class Seated:
    """`SEAT ("TEAM") seated`."""

    seat: Seat
    team: str


@frozen
class Teams:
    """`Teams : N/S : "A" E/W : "B"`; the scoring that version 19 adds is ignored."""

    ns: str
    ew: str


@frozen
class StartOfBoard:
    """`Start of board`: the next board begins, or in mid-board the same one again."""


@frozen
class BoardHeader:
    """`Board number 7. Dealer South. Both vulnerable.`; a room that some add to it is ignored."""

    number: int
    dealer: Seat
    vulnerability: Vulnerability


@frozen
class HandShown:
    """`South's cards : S Q T. H ...`: thirteen cards; the owner is None for `Dummy's cards`."""

    owner: Seat | None
    hand: Hand


@frozen
class ToLead:
    """`SEAT to lead`; the seat is None for `Dummy to lead`."""

    seat: Seat | None


@frozen
class Timing:
    """`Timing - N/S : this board 00:14, total 0:00:14. E/W : ...`: thinking times in seconds.

    Attributes:
        times: North-South on this board and in total, East-West on this board and in total; None
            if the line could not be read, which is never an error.
    """

    times: tuple[int, int, int, int] | None = None


@frozen
class EndOfSession:
    """`End of session`, or a line of results that begins with `NS:`."""

    text: str = ""


@frozen
class Illegal:
    """`Illegal bid` or `Illegal card`: the manager refuses our call or card."""

    card: bool


@frozen
class Explain:
    """`Explain North's  bids 1S`, answered by free text; the call is None if it is unreadable."""

    seat: Seat
    call: Call | None


@frozen
class Complaint:
    """A refusal or an error in the manager's own words."""

    trouble: RefusalReason
    text: str


ClientMessage = (
    Connecting | Ready | ReadyForCall | ReadyForCard | ReceivedDummy | CallMade | CardPlayed
)
ManagerMessage = (
    Seated
    | Teams
    | StartOfBoard
    | BoardHeader
    | HandShown
    | CallMade
    | CardPlayed
    | ToLead
    | Timing
    | EndOfSession
    | Illegal
    | Explain
    | Complaint
)
Message = ClientMessage | ManagerMessage
