"""Workers with children and time in the hands of the test."""

from __future__ import annotations

from typing import Any, Self, cast

import pytest
from twisted.internet.task import Clock
from twisted.logger import ILogObserver, LogEvent, Logger, formatEvent

from bluechip_bot.config import PlayerConfig
from bluechip_bot.model import Board, Deal, Decision, DecisionRequest, Seat
from bluechip_bot.net.child_process import ChildListener
from bluechip_bot.net.workers import PlayerWorkers
from bluechip_bot.player.wire import PlayerMessage, Started

DEAL = Deal.parse("N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765")


class FakeChild:
    """A child that does what the test says."""

    def __init__(self, pid: int, listener: ChildListener) -> None:
        self.pid = pid
        self.listener = listener
        self.sent: list[Any] = []
        self.closed = False
        self.killed = False

    def send(self, message: object) -> None:
        self.sent.append(message)

    def close(self) -> None:
        self.closed = True

    def kill(self) -> None:
        self.killed = True

    def says(self, message: PlayerMessage) -> None:
        self.listener.on_message(message)

    def ready(self) -> None:
        self.says(Started(self.pid))

    def dies(self, reason: str = "child died (signal 9)") -> None:
        self.listener.on_lost(reason)


class Stage:
    """Workers, their children in the order of their start, and what is logged."""

    @staticmethod
    def request(number: int, budget: float = 2.0, most: float | None = None) -> DecisionRequest:
        """North is to call; under a clock if there is a hard maximum, `most`."""
        board = Board.begin(1, deal=DEAL).seen_by(Seat.NORTH)
        return DecisionRequest(number, board, Seat.NORTH, budget, 0, most=most)

    def __init__(self, **options: Any) -> None:
        self.clock = Clock()
        self.children: list[FakeChild] = []
        self.logged: list[str] = []
        self.fail = False
        log = Logger(observer=cast("ILogObserver", self.log))
        late = {"late": options.pop("late")} if "late" in options else {}
        self.workers = PlayerWorkers(
            self.clock, self.start_child, PlayerConfig(**options), log=log, **late
        )

    def log(self, event: LogEvent) -> None:
        self.logged.append(formatEvent(event))

    def start_child(self, listener: ChildListener) -> FakeChild:
        if self.fail:
            raise OSError("no more processes")
        self.children.append(FakeChild(len(self.children), listener))
        return self.children[-1]

    def ready(self) -> list[FakeChild]:
        """A ready primary and a ready standby."""
        self.workers.start()
        self.children[0].ready()
        self.children[1].ready()
        return self.children

    def decide(
        self, number: int = 1, budget: float = 2.0, most: float | None = None
    ) -> list[Decision]:
        """The decisions to a request so far."""
        got: list[Decision] = []
        self.workers.decide(self.request(number, budget, most)).addCallback(got.append)
        return got

    @classmethod
    def asked(
        cls, most: float | None = None, **options: Any
    ) -> tuple[Self, FakeChild, FakeChild, list[Decision]]:
        """Workers whose primary has request 1; also both children, and the decisions so far."""
        stage = cls(**options)
        first, standby = stage.ready()
        return stage, first, standby, stage.decide(most=most)

    def workers_child(self) -> FakeChild:
        """The child that works."""
        return next(child for child in self.children if child.sent and not child.killed)

    @property
    def counters(self) -> tuple[int, int, int, int]:
        """Decisions and fallbacks; deaths and timeouts of children."""
        counts, children = self.workers.counts, self.workers.children
        return counts.decisions, counts.fallbacks, children.deaths, children.timeouts


@pytest.fixture
def make_stage() -> type[Stage]:
    """Return a maker of stages."""
    return Stage
