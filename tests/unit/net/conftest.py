"""Workers with children and time in the hands of the test."""

import pytest
from twisted.internet.task import Clock
from twisted.logger import Logger, formatEvent

from bluechip_bot.model import Board, Deal, DecisionRequest, Seat
from bluechip_bot.net.child_pool import PoolOptions
from bluechip_bot.net.workers import PlayerWorkers
from bluechip_bot.player.wire import Started

DEAL = Deal.parse("N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765")


class FakeChild:
    """A child that does what the test says."""

    def __init__(self, pid, listener):
        self.pid = pid
        self.listener = listener
        self.sent = []
        self.closed = False
        self.killed = False

    def send(self, message):
        self.sent.append(message)

    def close(self):
        self.closed = True

    def kill(self):
        self.killed = True

    def says(self, message):
        self.listener.on_message(message)

    def ready(self):
        self.says(Started(self.pid))

    def dies(self, reason="child died (signal 9)"):
        self.listener.on_lost(reason)


class Stage:
    """Workers, their children in the order of their start, and what is logged."""

    @staticmethod
    def request(number, budget=2.0):
        """North is to call."""
        board = Board.begin(1, deal=DEAL).seen_by(Seat.NORTH)
        return DecisionRequest(number, board, Seat.NORTH, budget, 0)

    def __init__(self, **options):
        self.clock = Clock()
        self.children = []
        self.logged = []
        self.fail = False
        log = Logger(observer=lambda event: self.logged.append(formatEvent(event)))
        self.workers = PlayerWorkers(self.clock, self.start_child, PoolOptions(**options), log=log)

    def start_child(self, listener):
        if self.fail:
            raise OSError("no more processes")
        self.children.append(FakeChild(len(self.children), listener))
        return self.children[-1]

    def ready(self):
        """A ready primary and a ready standby."""
        self.workers.start()
        self.children[0].ready()
        self.children[1].ready()
        return self.children

    def decide(self, number=1, **options):
        """The decisions to a request so far."""
        got = []
        self.workers.decide(self.request(number, **options)).addCallback(got.append)
        return got

    def workers_child(self):
        """The child that works."""
        return next(child for child in self.children if child.sent and not child.killed)

    @property
    def counters(self):
        counters = self.workers.counters
        return counters.decisions, counters.fallbacks, counters.deaths, counters.timeouts


@pytest.fixture
def make_stage():
    """Return a maker of stages."""
    return Stage
