"""Four clients' sessions and a manager's, connected in memory: they play boards without sockets."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from bluechip_bot.model import Board, Decision, DecisionRequest, Seat
from bluechip_bot.protocol.effects import AskPlayer, BoardFinished, SendLine, SendTo
from bluechip_bot.protocol.seat.session import SeatOptions, SeatSession
from bluechip_bot.protocol.table.session import TableOptions, TableSession

Responder = Callable[[DecisionRequest], Decision]


class MemoryTable:
    """A table whose lines travel through a queue, one at a time, in the order sent.

    Each line takes one second of the table's time.
    """

    def __init__(
        self,
        boards: Sequence[Board],
        decide: Responder,
        *,
        table: TableOptions | None = None,
        seats: Sequence[SeatOptions] | None = None,
    ) -> None:
        """Set up the table; nobody has connected yet."""
        self.table = TableSession(boards, table)
        options = seats or [SeatOptions(("A", "B")[seat % 2], seat) for seat in Seat]
        self.seats = [SeatSession(option) for option in options]
        self.finished: list[Board] = []
        self.now = 0.0
        self._decide = decide
        self._queue: deque[tuple[str, int, str]] = deque()

    def connect(self) -> None:
        """Connect all four clients."""
        for peer, session in enumerate(self.seats):
            self.table.connected(peer)
            self._do_seat(peer, session.connected())

    def run(self, most: int = 1_000_000) -> None:
        """Deliver lines until none is left; raise AssertionError if there are more than `most`."""
        for _ in range(most):
            if not self._queue:
                return
            self.deliver()
        raise AssertionError(f"no end after {most} lines; awaited: {self.table.owed}")

    def deliver(self) -> None:
        """Deliver the next line."""
        target, peer, line = self._queue.popleft()
        self.now += 1.0
        if target == "table":
            self._do_table(self.table.receive(peer, line, self.now))
        else:
            self._do_seat(peer, self.seats[peer].receive(line))

    def _do_seat(self, peer: int, effects: Sequence[object]) -> None:
        for effect in effects:
            match effect:
                case SendLine(line):
                    self._queue.append(("table", peer, line))
                case AskPlayer(request):
                    answer = self._decide(request)
                    self._do_seat(peer, self.seats[peer].decided(answer))

    def _do_table(self, effects: Sequence[object]) -> None:
        for effect in effects:
            match effect:
                case SendTo(peer, line):
                    self._queue.append(("seat", peer, line))
                case BoardFinished(board):
                    self.finished.append(board)
