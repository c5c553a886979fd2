"""Both ends of a session driven by hand, and a memory table that can lose its players."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence

import pytest
from attrs import define, field

from bluechip_bot.model import Board, Call, Deal, Decision, DecisionRequest, Hand, Phase, Seat
from bluechip_bot.protocol.effects import (
    AbandonRequest,
    AskPlayer,
    BoardFinished,
    BoardForfeited,
    CloseConnection,
    DropClient,
    LogGrade,
    LogLine,
    SeatCut,
    SendLine,
    SendTo,
    SessionEnding,
    SessionFinished,
)
from bluechip_bot.protocol.messages import HandShown
from bluechip_bot.protocol.pair import MemoryTable
from bluechip_bot.protocol.seat.session import SeatOptions, SeatSession
from bluechip_bot.protocol.table.session import TableOptions, TableSession
from bluechip_bot.protocol.writer import format_message
from support.boards import answer_from, random_answer, random_boards
from support.interop import plain

DEAL = Deal.parse(
    "N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74"
)  # South plays 4S in the tests


class Logged:
    """Keeps what is logged."""

    logs: list[LogLine]

    def grave(self) -> list[str]:
        """The texts of warnings and errors."""
        return [log.text for log in self.logs if log.level in (LogGrade.WARNING, LogGrade.ERROR)]


@define
class Client(Logged):
    """A client's session; it answers as in a finished board, unless it is to hold its answers."""

    session: SeatSession
    board: Board | None = None
    hold: bool = False
    requests: list[DecisionRequest] = field(factory=list)
    abandoned: list[int] = field(factory=list)
    logs: list[LogLine] = field(factory=list)
    close: CloseConnection | None = None

    @classmethod
    def make(cls, seat: Seat | None, board: Board | None = None, **options: object) -> Client:
        """A client of team A that is connected, and not seated yet."""
        session = SeatSession(SeatOptions(team="A", seat=seat, **options))  # type: ignore[arg-type]
        client = cls(session, board, hold=board is None)
        client.carry_out(session.connected())
        return client

    @classmethod
    def seated(cls, seat: Seat, board: Board | None = None, **options: object) -> Client:
        """A client that has been seated and told the teams."""
        client = cls.make(seat, board, **options)
        client.feed(f'{seat} ("A") seated', 'Teams : N/S : "A" E/W : "A"')
        return client

    @classmethod
    def dealt(cls, seat: Seat, dealer: Seat = Seat.NORTH, **options: object) -> Client:
        """A client that has its cards of board 1 and holds its answers."""
        client = cls.seated(seat, None, **options)
        header = f"Board number 1. Dealer {dealer}. Neither vulnerable."
        client.feed("Start of board", header, format_message(HandShown(seat, DEAL[seat])))
        return client

    def feed(self, *lines: str) -> list[str]:
        """The lines that the client sends when these arrive."""
        return [sent for line in lines for sent in self.carry_out(self.session.receive(line))]

    def decide(self, action: str) -> list[str]:
        """The lines sent when the player answers the last request."""
        request = self.requests[-1]
        call = request.board.phase is Phase.AUCTION
        chosen = Call.parse(action) if call else Hand.parse(action).__iter__().__next__()
        return self.carry_out(self.session.decided(Decision(request.id, chosen)))

    def carry_out(self, effects: Sequence[object]) -> list[str]:
        """The lines among the effects; the others are remembered or answered."""
        sent: list[str] = []
        for effect in effects:
            match effect:
                case SendLine(line):
                    sent.append(line)
                case AskPlayer(request):
                    self.requests.append(request)
                    if not self.hold:
                        assert self.board is not None
                        decision = answer_from(self.board, request)
                        sent += self.carry_out(self.session.decided(decision))
                case AbandonRequest(number):
                    self.abandoned.append(number)
                case LogLine():
                    self.logs.append(effect)
                case CloseConnection():
                    assert self.close is None, "closed twice"
                    self.close = effect
        return sent


@define
class Manager(Logged):
    """A table's session, spoken to line by line."""

    session: TableSession
    now: float = 0.0
    got: dict[int, list[str]] = field(factory=dict)
    finished: list[BoardFinished] = field(factory=list)
    logs: list[LogLine] = field(factory=list)
    dropped: list[int] = field(factory=list)
    forfeited: list[BoardForfeited] = field(factory=list)
    ended: SessionFinished | None = None

    @classmethod
    def make(cls, boards: int = 1, **options: object) -> Manager:
        """A table with copies of one deal, and nobody there."""
        begun = [Board.begin(number, Seat.NORTH, deal=DEAL) for number in range(1, boards + 1)]
        return cls(TableSession(begun, TableOptions(**options)))  # type: ignore[arg-type]

    @classmethod
    def gathered(cls, boards: int = 1, **options: object) -> Manager:
        """A table at which all four sit; South's peer is 2 and so on."""
        table = cls.make(boards, **options)
        for peer, seat in enumerate(Seat):
            table.sit(peer, seat)
        return table

    @classmethod
    def ready(cls, boards: int = 1, **options: object) -> Manager:
        """A table at which all four have their cards."""
        table = cls.gathered(boards, **options)
        table.prepare("for teams", "to start", "for deal", "for cards")
        table.hear()
        return table

    def prepare(self, *stages: str) -> None:
        """Every seat is ready for each of these, one after the other."""
        for stage in stages:
            self.all_say(f"ready {stage}")

    def enter(self, peer: int, place: Seat | None = None) -> None:
        """A connection comes."""
        self.carry_out(self.session.connected(peer, place))

    def say(self, peer: int, line: str) -> list[str]:
        """The lines that this connection gets at once when it sends one."""
        before = len(self.got.setdefault(peer, []))
        self.carry_out(self.session.receive(peer, line, self.now))
        return self.got[peer][before:]

    def all_say(self, words: str, peers: Sequence[int] = range(4)) -> list[list[str]]:
        """What these seats get at once when each sends a line that begins with its name."""
        return [self.say(peer, f"{Seat(peer)} {words}") for peer in peers]

    @staticmethod
    def each(peers: Sequence[int], line: str) -> dict[int, list[str]]:
        """One line to each of these."""
        return {peer: [line] for peer in peers}

    def sit(self, peer: int, place: object, team: str = "", port: Seat | None = None) -> list[str]:
        """What a new connection hears when it asks for a place; teams are A and B."""
        self.enter(peer, port)
        team = team or "AB"[str(place) in ("East", "West")]
        return self.say(peer, f'Connecting "{team}" as {place} using protocol version 18')

    def lose(self, peer: int) -> None:
        """A connection goes."""
        self.carry_out(self.session.lost(peer, self.now))

    def hear(self) -> dict[int, list[str]]:
        """The lines got since the last time, by connection; silent ones are left out."""
        got, self.got = self.got, {}
        return {peer: lines for peer, lines in got.items() if lines}

    def call(self, *calls: str) -> None:
        """These calls are made in turn from the dealer on, and asked for by the others."""
        for words in calls:
            board = self.session.board
            assert board is not None
            caller = board.auction.turn
            for peer, seat in enumerate(Seat):
                if seat is caller:
                    self.say(peer, f"{seat} {words}")
                else:
                    self.say(peer, f"{seat} ready for {caller}'s bid")

    def four_spades(self) -> None:
        """South declares 4S; nobody has led."""
        self.call("passes", "passes", "bids 4S", "passes", "passes", "passes")
        self.hear()

    def carry_out(self, effects: Sequence[object]) -> None:
        """Remember the effects."""
        for effect in effects:
            match effect:
                case SendTo(peer, line):
                    self.got.setdefault(peer, []).append(line)
                case BoardFinished():
                    self.finished.append(effect)
                case SessionFinished():
                    assert self.ended is None, "finished twice"
                    self.ended = effect
                case LogLine():
                    self.logs.append(effect)
                case DropClient(peer, _) | SeatCut(peer, _, _):
                    self.dropped.append(peer)
                case BoardForfeited():
                    self.forfeited.append(effect)


class Rig(Logged, MemoryTable):
    """A memory table that can lose players, and that strangers may talk to (peers from 4 on).

    Attributes:
        seen: the boards finished as each client saw them, by seat.
        lines: every line delivered, as (peer, `table` or `seat`, text).
    """

    def __init__(self, *boards: object, **options: object) -> None:
        super().__init__(*boards, **options)  # type: ignore[arg-type]
        self.seen: dict[Seat, list[Board]] = {seat: [] for seat in Seat}
        self.logs: list[LogLine] = []
        self.closes: dict[Seat, CloseConnection] = {}
        self.ended: SessionFinished | None = None
        self.lines: list[tuple[int, str, str]] = []

    def deliver(self) -> None:
        """Deliver one line, and take note of it, and of the board that it ends."""
        target, peer, line = self._queue[0]
        self.lines.append((peer, target, line))
        super().deliver()
        seen, session = self.seen[Seat(peer)] if peer < 4 else [], self.seats[peer % 4]
        if session.board is not None and session.boards > len(seen):
            seen.append(session.board)

    def send_to_table(self, peer: int, line: str) -> None:
        """Put a line on its way to the manager, as if the client had sent it."""
        self._queue.append(("table", peer, line))

    def lose(self, peer: int) -> None:
        """The connection is gone, and all lines on their way with it."""
        self._queue = deque(entry for entry in self._queue if entry[1] != peer)
        self._do_table(self.table.lost(peer, self.now))

    def return_to(self, peer: int) -> None:
        """A new client, as before, connects under the number of one that is gone."""
        self.seats[peer] = SeatSession(self.seats[peer].options)
        self.table.connected(peer)
        self._do_seat(peer, self.seats[peer].connected())

    def check(self, numbers: Sequence[int]) -> None:
        """Every board was finished once, and no client has lost track of the last one."""
        assert [board.number for board in self.finished] == list(numbers)
        assert all(board.phase is Phase.OVER for board in self.finished)
        assert self.ended is not None
        assert self.ended.complete
        assert {close.ending for close in self.closes.values()} == {SessionEnding.FINISHED}
        for seat, session in zip(Seat, self.seats, strict=True):
            assert session.board is not None
            assert plain(session.board) == plain(self.finished[-1].seen_by(seat))

    @property
    def is_idle(self) -> bool:
        """Whether no line is under way."""
        return not self._queue

    def _do_seat(self, peer: int, effects: Sequence[object]) -> None:
        super()._do_seat(peer, effects)
        self.logs += [effect for effect in effects if isinstance(effect, LogLine)]
        for effect in effects:
            if isinstance(effect, CloseConnection):
                self.closes[Seat(peer)] = effect

    def _do_table(self, effects: Sequence[object]) -> None:
        self.logs += [effect for effect in effects if isinstance(effect, LogLine)]
        self.ended = next((e for e in effects if isinstance(e, SessionFinished)), self.ended)
        super()._do_table(
            [e for e in effects if not (isinstance(e, SendTo) and e.peer >= len(self.seats))]
        )


@pytest.fixture(scope="session")
def client() -> type[Client]:
    """The driver of a client's session."""
    return Client


@pytest.fixture(scope="session")
def manager() -> type[Manager]:
    """The driver of a table's session."""
    return Manager


@pytest.fixture(scope="session")
def rig() -> Callable[..., Rig]:
    """A function from boards (or how many), a seed and options to a connected memory table.

    Its players are random, if no `decide` is given.
    """

    def make(
        boards: int | Sequence[Board],
        seed: int = 0,
        decide: Callable[[DecisionRequest], Decision] = random_answer,
        **options: object,
    ) -> Rig:
        if isinstance(boards, int):
            boards = random_boards(boards, random.Random(seed))
        table = Rig(boards, decide, **options)
        table.connect()
        return table

    return make
