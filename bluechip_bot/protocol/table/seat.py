"""One seat as a table manager keeps it: the connection, the requests, and the lines sent to it."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field, frozen

from bluechip_bot.model import Board, Seat
from bluechip_bot.protocol.messages import (
    CallMade,
    CallNote,
    CardPlayed,
    HandShown,
    ManagerMessage,
    NoteKind,
    Readiness,
    ToLead,
)
from bluechip_bot.protocol.writer import clean_note


@define
class TableSeat:
    """A seat at the table, as the manager keeps it.

    A readiness line is a request: `calls_wanted` and `cards_wanted` count those not answered yet.
    `calls_seen` and `cards_seen` count what the player knows, its own calls and cards included.

    Attributes:
        peer: the connection that holds the seat; None while the seat is free or lost.
        team: the team name given at `Connecting`; kept when the connection is lost.
        stages: the stages announced and not yet used up.
        stale: whether the player has not yet answered `Start of board`, so that its lines belong to
            a board that was broken off.
        illegal: the number of illegal calls and cards that the player has sent on this board.
        senseless: the number of its lines on this board that made no sense.
    """

    seat: Seat
    peer: int | None = None
    team: str | None = None
    stages: set[Readiness] = field(factory=set)
    stale: bool = False
    illegal: int = 0
    senseless: int = 0
    calls_wanted: int = 0
    calls_seen: int = 0
    cards_wanted: int = 0
    cards_seen: int = 0
    dummy_wanted: bool = False
    prompted: int = 0

    def begin_board(self, *, again: bool) -> None:
        """Reset the seat for the next board.

        `again` says that this board was broken off: announcements for it are then dropped, as they
        may be old, and the player's errors on it still count.
        """
        if again:
            self.stages -= {Readiness.DEAL, Readiness.CARDS}
        else:
            self.illegal = self.senseless = 0
        self.stale = Readiness.DEAL not in self.stages
        self.calls_wanted = self.calls_seen = 0
        self.cards_wanted = self.cards_seen = 0
        self.dummy_wanted = False
        self.prompted = 0

    def leave(self) -> None:
        """Note that the connection is lost."""
        self.peer = None
        self.illegal = self.senseless = 0
        self.begin_board(again=True)
        self.stages.clear()
        self.stale = False

    def deliver(self, board: Board, *, notes: bool) -> list[ManagerMessage]:
        """Return the lines to send now, and count them as sent; `notes` adds explanations."""
        return [
            *self._calls(board, notes=notes),
            *self._dummy(board),
            *self._cards(board),
            *self._prompt(board),
        ]

    def is_up_to_date(self, board: Board) -> bool:
        """Whether the player knows every call and card."""
        cards = len(board.play.cards) if board.play else 0
        return self.calls_seen == len(board.auction.calls) and self.cards_seen == cards

    def _calls(self, board: Board, *, notes: bool) -> list[ManagerMessage]:
        sent: list[ManagerMessage] = []
        while self.calls_seen < len(board.auction.calls):
            index = self.calls_seen
            caller = board.auction.caller(index)
            if caller is not self.seat:
                if not self.calls_wanted:
                    break
                self.calls_wanted -= 1
                theirs = notes and caller.side is not self.seat.side
                note = _note(board, index) if theirs else None
                sent.append(CallMade(caller, board.auction.calls[index], note))
            self.calls_seen += 1
        return sent

    def _dummy(self, board: Board) -> list[ManagerMessage]:
        dummy, play = board.dummy, board.play
        if not self.dummy_wanted or dummy is None or play is None or not play.cards:
            return []
        hand = board.hands[dummy]
        if dummy is self.seat or hand is None:
            return []
        self.dummy_wanted = False
        return [HandShown(None, hand)]

    def _cards(self, board: Board) -> list[ManagerMessage]:
        sent: list[ManagerMessage] = []
        play = board.play
        if play is None or self.cards_seen == len(play.cards):
            return sent
        cards = [item for trick in play.tricks for item in trick.by_seat().items()]
        for owner, card in cards[self.cards_seen :]:
            sender = owner.partner if owner is board.dummy else owner
            if sender is not self.seat:
                if not self.cards_wanted:
                    break
                self.cards_wanted -= 1
                sent.append(CardPlayed(owner, card))
            self.cards_seen += 1
        return sent

    def _prompt(self, board: Board) -> list[ManagerMessage]:
        play = board.play
        if play is None or play.is_over or play.trick.cards or board.decider is not self.seat:
            return []
        if self.prompted >= play.trick_number or not self.is_up_to_date(board):
            return []
        self.prompted = play.trick_number
        return [ToLead(None if play.turn is board.dummy else play.turn)]


@frozen
class OwedLine:
    """A line that the manager waits for, and the seats that owe it; no seats if none is owed."""

    seats: tuple[Seat, ...]
    what: str

    @classmethod
    def by(cls, places: Iterable[TableSeat], what: str) -> OwedLine:
        """Create the line, described by `what`, that these seats owe."""
        return cls(tuple(place.seat for place in places), what)

    def __str__(self) -> str:
        """The seats, and the line that they owe."""
        return f"{', '.join(map(str, self.seats))} {self.what}" if self.seats else "nobody"


def _note(board: Board, index: int) -> CallNote | None:
    """The note to a call: its explanation, its alert or both; None if the call has neither."""
    text, alert = dict(board.explanations).get(index, ""), index in board.alerts
    if not (text or alert):
        return None
    return CallNote(NoteKind.ALERT if alert else NoteKind.INFOS, clean_note(text))
