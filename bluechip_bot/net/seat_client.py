"""One seat at a table manager: a connection, a `SeatSession` and a player.

The rules of this file:

* The manager need not be up yet: the client tries to connect at growing intervals, until its
  settings make it give up.
* A connection that is lost during a session is made again; the manager then restarts the board.
  Intervals grow until the session comes further than before, so that no manager is flooded.
* Whatever the manager does, or leaves undone, the client waits for a call or card of another player
  no longer than its settings allow. The time in which our own player thinks does not count.
* If a board that cannot be followed does not begin again, the client connects again.
* The reactor never thinks: every request goes to the player's child process.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from random import random
from typing import Any, Final, Protocol, cast

from attrs import Factory, define, evolve, field, frozen
from twisted.internet import error
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.endpoints import HostnameEndpoint
from twisted.internet.error import ConnectError, ConnectingCancelledError, DNSLookupError, UserError
from twisted.logger import Logger, LogLevel
from twisted.python.failure import Failure

from bluechip_bot.codec import to_json
from bluechip_bot.config import ConnectConfig
from bluechip_bot.model import Board, Decision, DecisionRequest, Seat
from bluechip_bot.net.linewire import LIMIT, LineListener, LineRecorder, LineWire, WireFactory
from bluechip_bot.net.reactor import Timer, Timers, cancel
from bluechip_bot.protocol.dialect import DIALECTS
from bluechip_bot.protocol.effects import (
    AbandonRequest,
    AskPlayer,
    CloseConnection,
    DecisionSpent,
    LogLine,
    SeatEffect,
    SendLine,
    SessionEnding,
)
from bluechip_bot.protocol.errors import LocalProtocolError
from bluechip_bot.protocol.seat.clock import SeatClock
from bluechip_bot.protocol.seat.session import SeatOptions, SeatPhase, SeatSession

_WORDS: Final = (
    (error.ConnectionRefusedError, "nothing listens there"),
    ((error.TimeoutError, error.TCPTimedOutError), "no answer"),
    ((error.DNSLookupError, error.UnknownHostError), "there is no such host"),
    (error.ConnectionDone, "the other side closed it"),
    (error.ConnectionLost, "it was cut"),
)


def in_words(reason: BaseException | None) -> str:
    """Why a connection failed: usual reasons in our own words, others in the system's."""
    for kinds, words in _WORDS:
        if isinstance(reason, kinds):
            return words
    number = getattr(reason, "osError", None)
    return os.strerror(number) if isinstance(number, int) and number > 0 else str(reason)


_SPREAD: Final = 0.5
"""A wait is longer or shorter by up to this share: seats that were cut together come back apart."""
_NEWS: Final = 60.0
"""The seconds after which the same trouble is logged again."""
_SILENCE: Final = 10.0
"""Seconds without an answer after which a warning names the profiles."""
_RETRIED_REFUSALS = 5
"""The number of temporary refusals, such as a seat still taken, after which the client gives up."""


@frozen
class TableAddress:
    """Where a table manager listens, and how its lines are handled."""

    host: str
    port: int
    gap: float = 0.0
    record: LineRecorder = lambda *_: None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


@frozen
class SessionOutcome:
    """The end of a seat's session: its kind, the reason, and the number of boards played."""

    ending: SessionEnding
    text: str
    boards: int


class RequestAnswerer(Protocol):
    """Answers requests: `PlayerWorkers`, or a stand-in."""

    def decide(self, request: DecisionRequest) -> Deferred[Decision]:
        """Answer a request; fires with a legal decision."""

    def abandon(self, request_id: int) -> None:
        """Drop a request: its decision is no longer wanted."""


@define(eq=False)
class ConnectionAttempts:
    """The connection attempts since the session last got further than it had before.

    Being dealt a board is not progress, nor are the calls and cards of a board that starts again: a
    manager that always closes the connection at the same point is not retried for ever.
    """

    config: ConnectConfig
    chance: Callable[[], float]
    count: int = field(init=False, default=0)
    _furthest: tuple[int, int] = field(init=False, default=(0, 0))
    _since: float | None = field(init=False, default=None)
    _told: tuple[str, float] | None = field(init=False, default=None)

    def reached(self, progress: tuple[int, int]) -> None:
        """Note the session's progress: if it is more than ever before, attempts count from 0 again.

        `progress` is the boards finished, and the others' calls and cards on the next board.
        """
        if progress <= self._furthest:
            return
        self._furthest, self.count = progress, 0
        self._since = self._told = None

    def failed(self, now: float) -> float | None:
        """Note a failed attempt; return the seconds to the next one, or None to give up."""
        self.count += 1
        self._since = now if self._since is None else self._since
        config = self.config
        wait = config.wait(self.count) * (1 + _SPREAD * (2 * self.chance() - 1))
        if config.attempts and self.count >= config.attempts:
            return None
        if config.patience and now + wait > self._since + config.patience:
            return None
        return wait

    def is_news(self, trouble: str, now: float) -> bool:
        """Whether to log a trouble: it is new, or was last logged `_NEWS` or more seconds ago."""
        if self._told is not None:
            text, told = self._told
            if text == trouble and now < told + _NEWS:
                return False
        self._told = trouble, now
        return True


@define(eq=False)
class LimitedWait:
    """Limits the time without progress; only time from `resume` to `hold` counts, 0 is no limit."""

    _timers: Timers
    seconds: float
    _on_end: Callable[[], object]
    is_over: bool = field(init=False, default=False)
    _left: float = field(init=False, default=Factory(lambda self: self.seconds, takes_self=True))
    _since: float = field(init=False, default=0.0)
    _timer: Timer | None = field(init=False, default=None)

    @property
    def _is_running(self) -> bool:
        return self._timer is not None and self._timer.active()

    def hold(self) -> None:
        """Stop the timer while our own player is to act."""
        if self._is_running:
            self._left -= self._timers.seconds() - self._since
            cancel(self._timer)

    def resume(self) -> None:
        """Start or restart the timer, with the time that is left."""
        if self.seconds and not self.is_over and not self._is_running:
            self._since = self._timers.seconds()
            self._timer = self._timers.callLater(max(0.0, self._left), self._end)

    def renew(self) -> None:
        """Restart the wait with its full time, as there was progress."""
        self.hold()
        self._left = self.seconds
        self.resume()

    def _end(self) -> None:
        self.is_over = True
        self._on_end()


@define(eq=False, slots=False)
class SeatClient:
    """A seat at a table. Call `run` once, and `stop` at any time; the caller closes its player."""

    _reactor: Any
    _address: TableAddress
    _options: SeatOptions
    _thinker: RequestAnswerer
    _retry: ConnectConfig = field(factory=ConnectConfig)
    _on_spent: Callable[[DecisionSpent], object] | None = field(default=None, kw_only=True)
    _on_board: Callable[[Seat, Board], object] | None = field(default=None, kw_only=True)
    _chance: Callable[[], float] = field(default=random, kw_only=True)

    def __attrs_post_init__(self) -> None:
        self._seen: Board | None = None
        self._attempts = ConnectionAttempts(self._retry, self._chance)
        self._patience = LimitedWait(self._reactor, self._retry.patience, self._give_up)
        self._progress = (0, 0)
        self._astray: Timer | None = None
        self._silence: Timer | None = None
        self._has_hinted = self._options.dialect is not None
        self._clock = SeatClock(self._options.clock)
        self._log = Logger(namespace="bluechip_bot.any seat")
        if self._options.seat is not None:
            self._log = Logger(namespace=f"bluechip_bot.{self._options.seat}")
        self._wire: LineWire | None = None
        self._session: SeatSession | None = None
        self._over: Deferred[CloseConnection] | None = None
        self._connecting: Deferred[Any] | None = None
        self._pause: Deferred[None] | None = None
        self._stopped = ""
        self._boards = 0

    def run(self) -> Deferred[SessionOutcome]:
        """Play the session; fires with its outcome, even if a faulty manager has ended it."""
        return Deferred.fromCoroutine(self._run())

    def stop(self, text: str = "stopped") -> None:
        """End the session now."""
        self._stopped = text
        self._end_pause()
        self._end(CloseConnection(SessionEnding.FAILED, text))

    @property
    def over(self) -> int:
        """The number of boards on which our pair exceeded its time, by our count."""
        return self._clock.over

    @property
    def awaits(self) -> str:
        """The event that the seat is waiting for, as text."""
        return self._session.awaits if self._session else f"a connection to {self._address}"

    async def _run(self) -> SessionOutcome:
        self._patience.resume()
        try:
            return await self._visits()
        finally:
            self._patience.hold()

    async def _visits(self) -> SessionOutcome:
        refusals = 0
        while True:
            close = await self._visit()
            session, self._session = self._session, None
            self._patience.resume()
            if session is not None and (session.boards or session.board is not None):
                self._boards += session.boards
                refusals = 0
            refusals += close.ending is SessionEnding.REFUSED
            if self._stopped or not close.passing or refusals > _RETRIED_REFUSALS:
                return SessionOutcome(close.ending, self._stopped or close.text, self._boards)
            wait = self._attempts.failed(self._reactor.seconds())
            if wait is None:
                return self._without_success(close)
            if self._attempts.is_news(close.text, self._reactor.seconds()):
                text = f"{close.text}; attempt {self._attempts.count}, the next in {wait:.1f} s"
                self._log.warn("{text}", text=text)
            await self._sleep(wait)
            if self._stopped:
                return SessionOutcome(SessionEnding.FAILED, self._stopped, self._boards)
            if self._patience.is_over:
                return self._without_success(close)

    def _without_success(self, close: CloseConnection) -> SessionOutcome:
        """The outcome of the session after the last attempt has failed."""
        text = f"{close.text}, after {self._attempts.count} attempts"
        return SessionOutcome(close.ending, text, self._boards)

    def _give_up(self) -> None:
        seconds = self._patience.seconds
        text = f"no call or card for {seconds:g} s; waiting for {self.awaits}"
        self._end_pause()
        self._end(CloseConnection(SessionEnding.FAILED, text))

    async def _visit(self) -> CloseConnection:
        """Connect once, and play to the end; the result is `passing` if a new attempt may help."""
        over: Deferred[CloseConnection] = Deferred()
        self._over = over
        endpoint = HostnameEndpoint(self._reactor, self._address.host, self._address.port)
        self._connecting = endpoint.connect(cast("Any", WireFactory(self._new_wire)))
        try:
            await self._connecting
        except (ConnectError, DNSLookupError, UserError, OSError) as error:
            self._over = None
            text = f"no table manager at {self._address} ({in_words(error)})"
            return CloseConnection(SessionEnding.FAILED, text, passing=True)
        except (CancelledError, ConnectingCancelledError):
            return await over
        finally:
            self._connecting = None
        close = await over
        was_lost = self._wire is None
        if self._wire is not None:
            self._wire.close()
            self._wire = None
        cancel(self._astray)
        cancel(self._silence)
        lost = was_lost and close.ending is SessionEnding.FAILED
        return evolve(close, passing=close.passing or lost)

    def _sleep(self, seconds: float) -> Deferred[None]:
        self._pause = Deferred()
        self._reactor.callLater(seconds, self._end_pause)
        return self._pause

    def _end_pause(self) -> None:
        pause, self._pause = self._pause, None
        if pause is not None:
            pause.callback(None)

    def _new_wire(self, _address: object) -> LineWire:
        session = SeatSession(self._options, self._clock)

        def connected() -> None:
            self._wire, self._session = wire, session
            self._carry_out(session, session.connected(self._reactor.seconds()))

        def lost(reason: Failure) -> None:
            if self._wire is wire:
                self._wire = None
                self._log.info("connection closed: {reason}", reason=in_words(reason.value))
                self._carry_out(session, session.lost(self._reactor.seconds()))

        def received(line: str) -> None:
            cancel(self._silence)
            self._has_hinted = True  # A manager that answers has another reason to be silent.
            self._carry_out(session, session.receive(line, self._reactor.seconds()))
            self._watch(session)

        listener = LineListener(
            on_line=received,
            on_lost=lost,
            on_long_line=self._long_line,
            on_connected=connected,
            on_unread=self._unread,
        )
        address = self._address
        wire = LineWire(self._reactor, listener, gap=address.gap, record=address.record)
        return wire

    def _send(self, line: str) -> None:
        if self._wire is not None:
            self._wire.send_line(line)
            cancel(self._silence)
            if not self._has_hinted:
                self._silence = self._reactor.callLater(_SILENCE, self._hint, line)

    def _hint(self, line: str) -> None:
        """Warn once that the manager may not understand our lines: some managers then only wait."""
        self._has_hinted = True
        text = f"no answer to {line!r} for {_SILENCE:g} s; if none comes, the manager may want"
        self._log.warn("{text} another --profile: {all}", text=text, all=", ".join(DIALECTS))

    def _watch(self, session: SeatSession) -> None:
        """Reconnect if a board that cannot be followed is not restarted in time."""
        if not session.is_astray:
            cancel(self._astray)
        elif self._astray is None or not self._astray.active():
            self._astray = self._reactor.callLater(self._retry.astray, self._leave)

    def _leave(self) -> None:
        if self._wire is not None:
            self._log.error("the board has not begun again; connecting again")
            self._wire.close()

    def _long_line(self, length: int) -> None:
        text = f"ignored: a line of {length} bytes, more than {LIMIT}"
        self._log.warn("{text}", text=text)

    def _unread(self, unsent: int) -> None:
        text = f"the manager does not read what it is sent, {unsent} bytes are waiting"
        self._log.error("{text}; the connection is cut", text=text)
        self._end(CloseConnection(SessionEnding.FAILED, text, passing=True))

    def _carry_out(self, session: SeatSession, effects: Sequence[SeatEffect]) -> None:
        if self._options.seat is None and session.seat is not None:
            self._log = Logger(namespace=f"bluechip_bot.{session.seat}")
        for effect in effects:
            match effect:
                case SendLine(line):
                    self._send(line)
                case AskPlayer(request):
                    decision = self._thinker.decide(request)
                    decision.addCallback(self._decided, session)
                    decision.addErrback(self._undecided)
                case DecisionSpent():
                    self._spent(effect)
                case AbandonRequest(request_id):
                    self._thinker.abandon(request_id)
                case LogLine(level, text):
                    self._log.emit(LogLevel.levelWithName(level.value), "{text}", text=text)
                case CloseConnection():
                    self._end(effect)
        self._measure(session)
        self._see(session)

    def _measure(self, session: SeatSession) -> None:
        """Note the session's progress; its time limit runs only while others are to act."""
        if session is not self._session:
            return
        boards, heard = session.progress
        progress = self._boards + boards, heard
        self._attempts.reached(progress)
        if progress > self._progress:
            self._patience.renew()
        self._progress = progress
        if session.asked is None:
            self._patience.resume()
        else:
            self._patience.hold()

    def _see(self, session: SeatSession) -> None:
        board, seat = session.board, session.seat
        if self._on_board is None or board is None or seat is None or board == self._seen:
            return
        self._seen = board
        self._on_board(seat, board)

    def _spent(self, spent: DecisionSpent) -> None:
        self._log.debug("{spent}", spent=str(spent))
        if self._on_spent is not None:
            self._on_spent(spent)

    def _decided(self, decision: Decision, session: SeatSession) -> None:
        if session is not self._session or session.phase is SeatPhase.ENDED:
            return
        self._log.debug("decided: {decision}", decision=to_json(decision))
        try:
            effects = session.decided(decision, self._reactor.seconds())
        except LocalProtocolError as error:
            request = session.asked
            self._log.error("{error}", error=str(error))
            if request is None or decision.fallback:
                raise
            effects = session.decided(request.last_resort(str(error)), self._reactor.seconds())
        self._carry_out(session, effects)

    def _undecided(self, failure: Failure) -> None:
        self._log.failure("no decision could be made", failure)
        text = f"no decision: {failure.getErrorMessage()}"
        self._end(CloseConnection(SessionEnding.FAILED, text))

    def _end(self, close: CloseConnection) -> None:
        over, self._over = self._over, None
        if over is not None:
            over.callback(close)
        if self._connecting is not None:
            self._connecting.cancel()
