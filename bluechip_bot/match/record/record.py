"""What is known of a match when it is reported: boards of two rooms, times, faults.

Team A sits North-South in the open room and East-West in the closed room. Boards that make no match
are a record, too: each is at a table, and nothing is compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final, Literal

from attrs import define, field, frozen

from bluechip_bot.formats.record import NOBODY, BoardRecord, Remark
from bluechip_bot.match.record.counts import DecisionCounts
from bluechip_bot.match.result.comparison import BoardPair
from bluechip_bot.model import Board, BoardError, Card, Contract, Phase, Seat, Side, side_score

RoomName = Literal["open", "closed"]
ROOMS: Final[tuple[RoomName, RoomName]] = ("open", "closed")


class MatchRecordError(ValueError):
    """Boards that make no record, or files without one."""


@frozen
class DecisionTime:
    """How long a call or card took.

    Attributes:
        seat: who decided; declarer for dummy's cards.
        trick: 1..13 for a card, 0 for a call.
        seconds: from the question to the answer.
        fallback: whether the rule of last resort gave the answer.
    """

    seat: Seat
    kind: Literal["call", "card"]
    trick: int
    seconds: float
    fallback: bool = False


@frozen
class FinishedBoard:
    """A board with a result in one room.

    Attributes:
        tricks: what declarer's side took, 0..13; None when passed out.
        seconds: thinking time of North-South and East-West; None if unknown.
        decisions: the times of calls and cards; empty if unknown.
        made_up: whether the auction is made up from the contract.
    """

    board: Board
    contract: Contract | None
    tricks: int | None = field()
    seconds: tuple[float, float] | None = None
    decisions: tuple[DecisionTime, ...] = ()
    remarks: tuple[Remark, ...] = ()
    names: tuple[str, str, str, str] = NOBODY
    made_up: bool = False

    @tricks.validator
    def _check_tricks(self, _attribute: object, tricks: int | None) -> None:
        if (self.contract is None) != (tricks is None):
            raise MatchRecordError(
                f"board {self.number}: a contract has tricks, a pass-out has none"
            )

    @classmethod
    def of(
        cls,
        board: Board,
        seconds: tuple[float, float] | None = None,
        decisions: tuple[DecisionTime, ...] = (),
    ) -> FinishedBoard:
        """The result of a board that is over.

        Raises:
            BoardError: if it is not over.
        """
        if board.phase is not Phase.OVER:
            raise BoardError(f"board {board.number} is not over")
        tricks = None if board.play is None else board.play.declarer_tricks
        return cls(board, board.contract, tricks, seconds, decisions)

    @classmethod
    def of_record(cls, record: BoardRecord) -> FinishedBoard:
        """A board of a file that has a result."""
        if not record.is_scored:
            raise MatchRecordError(f"board {record.board.number}: no result")
        return cls(
            record.replayed,
            record.contract,
            record.result,
            remarks=record.remarks,
            names=record.names,
            made_up=record.replay is not None,
        )

    @property
    def number(self) -> int:
        """The board's number."""
        return self.board.number

    @property
    def lead(self) -> Card | None:
        """The opening lead, where it is known."""
        play = self.board.play
        return play.cards[0] if play is not None and play.cards else None

    def score(self, side: Side = Side.NS) -> int:
        """The points of a side; 0 when passed out."""
        if self.contract is None or self.tricks is None:
            return 0
        return side_score(self.contract, self.tricks, self.board.vulnerability, side)

    def score_of(self, tricks: int) -> int:
        """The points of North-South if declarer's side took so many tricks; 0 when passed out."""
        if self.contract is None:
            return 0
        return side_score(self.contract, tricks, self.board.vulnerability)


Pair = BoardPair[FinishedBoard]
"""A board of a match with its results in both rooms."""


@frozen
class SeatCounts:
    """What a seat counted during the match.

    Attributes:
        room: where it sat; `replay` at the one table of a match that plays each board twice there.
    """

    room: RoomName | Literal["replay"]
    seat: Seat
    counts: DecisionCounts


@frozen
class Crash:
    """Something that broke and was started again, or not."""

    when: str
    room: str
    what: str


@define(frozen=True, slots=False)
class MatchRecord:
    """A match as far as it has been played.

    Attributes:
        open: the finished boards of the open room, in the order played; numbers differ.
        planned: the boards that were to be played; None where not known.
        settings: names and values of what the match was played with.
        seats: what the seats counted; empty where not known.
        tables: boards that make no match, by the name of a table, where no number is twice; there
            are none in the two rooms then.
    """

    teams: tuple[str, str]
    open: tuple[FinishedBoard, ...]
    closed: tuple[FinishedBoard, ...]
    planned: int | None = None
    settings: Mapping[str, object] = field(factory=dict)
    seats: tuple[SeatCounts, ...] = ()
    crashes: tuple[Crash, ...] = ()
    event: str = ""
    tables: Mapping[str, tuple[FinishedBoard, ...]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for room, boards in self.rooms.items():
            for number, times in Counter(board.number for board in boards).items():
                if times > 1:
                    raise MatchRecordError(f"board {number} twice in the {room} room")

    @property
    def rooms(self) -> Mapping[str, tuple[FinishedBoard, ...]]:
        """The boards of both rooms, or of each table."""
        return self.tables or {"open": self.open, "closed": self.closed}

    @property
    def boards(self) -> Iterator[tuple[str, FinishedBoard]]:
        """Every board with its room or table."""
        return ((room, board) for room, boards in self.rooms.items() for board in boards)

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The boards that both rooms have finished, in the order of the open room."""
        closed = {board.number: board for board in self.closed}
        return tuple(
            Pair(board, closed[board.number]) for board in self.open if board.number in closed
        )

    @property
    def unpaired(self) -> tuple[tuple[str, FinishedBoard], ...]:
        """The boards that only one room has finished, and those of tables."""
        both = {pair.number for pair in self.pairs}
        return tuple((room, board) for room, board in self.boards if board.number not in both)


def team_of(room: str, side: Side) -> int:
    """0 for team A, 1 for team B, who change directions for the closed room.

    At a table that is no room of a match they are North-South and East-West.
    """
    return int(side.other if room == "closed" else side)
