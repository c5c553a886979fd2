"""A table with a person at it: the manager, our players, and the page on which the person plays.

The rules of this file:

* The person's seat is a client of the table like any other. Its board is all that the page shows
  until the manager says that a board is over.
* Nothing here thinks. Players are processes; so are the judge of claims and the players who play
  the same boards for comparison. What calls mean is found in a thread.
* A board starts again only if all others are our own players; `SettledPlay` brings it back to
  where it was.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from attrs import define, evolve, field, frozen
from twisted.internet.defer import Deferred, DeferredList, succeed
from twisted.internet.task import LoopingCall
from twisted.internet.threads import deferToThreadPool
from twisted.logger import Logger
from twisted.python.threadpool import ThreadPool

from bluechip_bot.dataformats import parse_json
from bluechip_bot.match.record.document import BoardSight, board_document, statements
from bluechip_bot.match.record.thoughts import remarks_of
from bluechip_bot.model import (
    Board,
    Call,
    Card,
    Decision,
    DecisionRequest,
    Phase,
    PlannedBoard,
    Seat,
    Side,
)
from bluechip_bot.net.seat_client import RequestAnswerer, SeatClient, TableAddress
from bluechip_bot.net.table_server import TableServer
from bluechip_bot.net.viewers import PageViewers
from bluechip_bot.net.watch_page import BoardValues, Solve
from bluechip_bot.net.web_server import WebServer
from bluechip_bot.net.workers import PlayerWorkers
from bluechip_bot.protocol.effects import (
    BoardBegun,
    BoardFinished,
    DecisionSpent,
    SessionFinished,
    TableEvent,
)
from bluechip_bot.protocol.seat.session import SeatOptions
from bluechip_bot.protocol.table.session import TableSession
from bluechip_bot.sitting.desk import MOST_BODY, DeskWish, SeatDesk
from bluechip_bot.sitting.script import SettledPlay
from bluechip_bot.sitting.site import SeatSite

Reads = Callable[[Board, Call], str]
"""The meaning of a call, given the board before it."""

INTERRUPTION: Final = "interrupted"
"""The text of a session that is closed before all boards are played."""
_LOG: Final = Logger(namespace="bluechip_bot.sitting")
_LOOK_EVERY: Final = 0.5
"""The seconds from one look for empty seats to the next."""
_HINTS: Final = 1 << 40
"""The addition to a request's number when our player is asked in the person's place."""


@frozen
class OtherSeats:
    """The other seats at the person's table, and the services that answer questions about boards.

    Attributes:
        players: our players, by side; each serves one seat of its side or both.
        open: the seats that are left to other clients.
        load: returns the function that says what a call means; runs in a thread: it takes seconds.
        judge: finds the play that proves a claim, see `cli.values`; it is asked with `board`,
            `side` and `tricks`.
    """

    players: Mapping[Side, PlayerWorkers]
    open: frozenset[Seat]
    budget: float
    seed: int
    load: Callable[[], Reads]
    solve: Solve
    judge: Solve
    replay: Solve


@define(eq=False)
class PersonPlayer:
    """The person as a player, who answers through the page."""

    _desk: SeatDesk
    _waiting: Deferred[Decision] | None = None

    def decide(self, request: DecisionRequest) -> Deferred[Decision]:
        """Ask the person, unless the decision is settled in advance; fires with the decision."""
        settled = self._desk.script.answer(request)
        if settled is not None:
            return succeed(settled)
        self._waiting = Deferred()
        self._desk.ask(request)
        return self._waiting

    def abandon(self, request_id: int) -> None:
        """Drop a request: its decision is no longer wanted."""
        self._waiting = None
        self._desk.abandon(request_id)

    def answer(self, decision: Decision) -> None:
        """Pass the person's decision on."""
        waiting, self._waiting = self._waiting, None
        self._desk.answered()
        if waiting is not None:
            waiting.callback(decision)


@define(eq=False)
class ScriptedPlayer:
    """One of our players; calls and cards settled in advance are made without its workers."""

    _script: SettledPlay
    _workers: PlayerWorkers
    _seat: Seat
    _asked: int = 0

    @property
    def _first(self) -> int:
        # Two seats may share the workers.
        return (1 + self._seat) << 32

    def decide(self, request: DecisionRequest) -> Deferred[Decision]:
        """Answer a request; fires with a legal decision."""
        settled = self._script.answer(request)
        if settled is not None:
            return succeed(settled)
        self._asked = self._first + request.id
        found = self._workers.decide(evolve(request, id=self._asked))
        return found.addCallback(lambda decision: evolve(decision, id=request.id))

    def abandon(self, request_id: int) -> None:
        """Drop a request: its decision is no longer wanted."""
        self._workers.abandon(self._first + request_id)

    def stop(self) -> None:
        """Abandon the request that the workers are working on."""
        self._workers.abandon(self._asked)


@define(eq=False, slots=False)
class SittingTable:
    """A table with a person. Call `listen` and `run` once, and `close` at the end."""

    _reactor: Any
    desk: SeatDesk
    _planned: Sequence[PlannedBoard]
    _sitters: OtherSeats
    _on_board: Callable[[Board], object]
    _host: str = field(default="127.0.0.1", kw_only=True)

    def __attrs_post_init__(self) -> None:
        reactor, desk = self._reactor, self.desk
        self.token = secrets.token_urlsafe(16)
        self.finished: list[Board] = []
        self._boards = {board.number: board for board in self._planned}
        self._load = cache(self._sitters.load)
        self._reading = ThreadPool(0, 1, "calls")
        self._begun: set[int] = set()
        self._remarks: dict[tuple[int, Seat], tuple[str, ...]] = {}
        self._hinted = 0
        self._is_closed = False
        self._person = PersonPlayer(desk)
        session = TableSession([board.begin() for board in self._planned])
        self._server = TableServer(reactor, session, self._happened)
        self._clients: list[SeatClient] = []
        self._bots: list[ScriptedPlayer] = []
        self._viewers = PageViewers(reactor, {BoardSight.PUBLIC: desk.topics})
        site = SeatSite(desk, self.token, BoardValues(self._sitters.solve).answer, self._do)
        self.web = WebServer(
            reactor, site.answer, self._host, most_body=MOST_BODY, viewers=self._viewers
        )
        self._watch = LoopingCall(lambda: desk.miss(self._server.session.empty))
        self._watch.clock = reactor

    def listen(self, web: int, host: str, port: int) -> int:
        """Open the web page at port `web` and the table at `port`; return the table's port."""
        self.web.listen(web)
        (found,) = self._server.listen(host, (port,))
        address = TableAddress("127.0.0.1" if host in ("0.0.0.0", "::") else host, found)  # noqa: S104
        for seat in Seat:
            if seat not in self._sitters.open:
                self._clients.append(self._client(seat, address))
        return found

    def run(self) -> Deferred[SessionFinished]:
        """Start the players and seat ours; fires when the session is over. The page stays open."""
        for player in set(self._sitters.players.values()):
            player.start()
        for client in self._clients:
            client.run()
        if self._sitters.open:
            self._watch.start(_LOOK_EVERY)
        return self._server.finished.addCallback(self._over)

    def close(self) -> Deferred[Any]:
        """Close everything; fires when all processes and connections are gone."""
        if self._watch.running:
            self._watch.stop()
        self._is_closed = True
        self._server.stop(INTERRUPTION)
        for client in self._clients:
            client.stop()
        for bot in self._bots:
            bot.stop()
        if self._reading.started:
            self._reading.stop()
        self._viewers.end()
        workers = [player.close() for player in set(self._sitters.players.values())]
        return DeferredList([*workers, self._server.close(), self.web.close()])

    # The table

    def _client(self, seat: Seat, address: TableAddress) -> SeatClient:
        team, budget = ("NS", "EW")[seat.side], self._sitters.budget
        options = SeatOptions(
            team, seat, budget_call=budget, budget_card=budget, seed=self._sitters.seed
        )
        is_person = seat is self.desk.seat
        thinker: RequestAnswerer = self._person
        if not is_person:
            player = self._sitters.players[seat.side]
            thinker = bot = ScriptedPlayer(self.desk.script, player, seat)
            self._bots.append(bot)
        return SeatClient(
            self._reactor,
            address,
            options,
            thinker,
            on_spent=None if is_person else self._thought,
            on_board=self._seen if is_person else None,
        )

    def _happened(self, event: TableEvent) -> None:
        match event:
            case BoardBegun(number):
                self._remarks.clear()
                if number not in self._begun:
                    self._begun.add(number)
                    self._replay(number)
            case BoardFinished(board):
                self.finished.append(board)
                self.desk.finish(board, remarks_of(self._remarks))
                self._on_board(board)

    def _replay(self, number: int) -> None:

        def failed(failure: Any) -> None:
            if not self._is_closed:
                reason = failure.getErrorMessage()
                _LOG.warn("the bots do not play board {n}: {reason}", n=number, reason=reason)

        asked = json.dumps(board_document(self._boards[number].dealt())).encode()
        answer = self._sitters.replay(asked)
        answer.addCallback(lambda told: self.desk.replayed(number, parse_json(told)))
        answer.addErrback(failed)

    def _thought(self, spent: DecisionSpent) -> None:
        self._remarks[spent.place, spent.seat] = spent.thoughts

    def _over(self, outcome: SessionFinished) -> SessionFinished:
        if self._watch.running:
            self._watch.stop()
        self.desk.end(outcome.text)
        return outcome

    # The person

    def _seen(self, _: Seat, board: Board) -> None:
        self.desk.see(board)
        shows = self._read(lambda reads: list(statements(board, reads)))
        shows.addCallback(lambda found: self.desk.read(board, found))
        # The client asks before it shows the board, or after it.
        self._reactor.callLater(0, self._mean)

    def _mean(self) -> None:
        request = self.desk.request
        if request is None or request.board.phase is not Phase.AUCTION:
            return
        board = request.board
        meanings = self._read(
            lambda reads: {str(call): reads(board, call) for call in board.auction.legal_calls}
        )
        meanings.addCallback(lambda told: self.desk.mean(request.id, told))

    def _read(self, question: Callable[[Reads], Any]) -> Deferred[Any]:
        """Call `question`, which asks what calls mean, in a thread; fires with its result."""
        if not self._reading.started:
            self._reading.start()
        return deferToThreadPool(self._reactor, self._reading, lambda: question(self._load()))

    def _do(self, wish: DeskWish) -> None:
        match wish:
            case Decision():
                self._person.answer(wish)
            case DecisionRequest():
                self._ask_player(wish)
            case int(tricks):
                self._judge(tricks)
            case None:
                self._server.restart()

    def _ask_player(self, request: DecisionRequest) -> None:
        """Ask our player for a hint; it sees only what the person sees."""
        player = self._sitters.players[self.desk.seat.side]
        if self._hinted:
            player.abandon(self._hinted)
        budget = self._sitters.budget
        self._hinted = _HINTS + request.id
        asked = evolve(request, id=self._hinted, budget=budget)

        def found(decision: Decision) -> None:
            self._hinted = 0
            call = decision.action
            if isinstance(call, Card):
                self.desk.hint(request.id, decision, "")
                return
            meaning = self._read(lambda reads: reads(request.board, call))
            meaning.addCallback(lambda text: self.desk.hint(request.id, decision, text))

        player.decide(asked).addCallback(found)

    def _judge(self, tricks: int) -> None:
        board = self._server.session.board
        if board is None:
            return
        asked = {"board": board_document(board), "side": self.desk.seat.side.value}
        answer = self._sitters.judge(json.dumps({**asked, "tricks": tricks}).encode())

        def judged(told: bytes) -> None:
            names = parse_json(told)
            line = None if names is None else [Card.parse(name) for name in names]
            self.desk.judge(tricks, board, line)
            if line is not None and self.desk.request is not None:
                settled = self.desk.script.answer(self.desk.request)
                if settled is not None:
                    self._person.answer(settled)

        def failed(failure: Any) -> None:
            _LOG.warn("a claim is not judged: {reason}", reason=failure.getErrorMessage())
            self.desk.judge(tricks, board, None)

        answer.addCallbacks(judged, failed)
