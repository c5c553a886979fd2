"""What is decided about children, with children and time in the hands of the test."""

# mypy: allow-untyped-calls
# Parts of Twisted have no types.

from __future__ import annotations

from typing import Any, cast

import pytest
from attrs import evolve
from twisted.internet.defer import CancelledError
from twisted.logger import ILogObserver, Logger, formatEvent
from twisted.python.failure import Failure

from bluechip_bot.codec import to_json
from bluechip_bot.config import PlayerConfig
from bluechip_bot.match.record.counts import DecisionCounts
from bluechip_bot.model import (
    PASS,
    Board,
    BoardError,
    Call,
    Card,
    Deal,
    Decision,
    DecisionRequest,
    ModelError,
    Seat,
)
from bluechip_bot.net.child_pool import MAX_FAILURES
from bluechip_bot.net.workers import PlayerWorkers
from bluechip_bot.player.wire import Failed, Provisional, Reply, Think
from support.boards import after
from support.scripted import ScriptedStage
from support.tables import rows

DEAL = Deal.parse("N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765")


def decided(number: str, action: str, *reason: str) -> Decision:
    """A decision as a script writes it."""
    text = action.removesuffix("!")
    try:
        made: Call | Card = Call.parse(text)
    except ModelError:
        made = Card.parse(text)
    return Decision(int(number), made, fallback=text != action, reason=" ".join(reason))


class WorkersStage(ScriptedStage):
    """Workers and their children."""

    def __init__(self, options: str = "") -> None:
        super().__init__()
        self.log: list[str] = []
        self.told: list[str] = []
        self.ended: list[None] = []
        self.requests: dict[int, DecisionRequest] = {}
        self.made: dict[int, list[Decision]] = {}
        pairs = dict(option.split("=") for option in options.split())
        late = {"late": float(pairs.pop("late"))} if "late" in pairs else {}
        values: Any = {name: value != "no" and float(value) for name, value in pairs.items()}
        self.workers = PlayerWorkers(
            self.clock,
            self.start_child,
            PlayerConfig(**values),
            log=Logger(observer=cast("ILogObserver", lambda e: self.log.append(formatEvent(e)))),
            **late,
        )

    def start(self) -> None:
        self.workers.start()

    def ready(self, *numbers: str) -> None:
        """These children are ready; without a number a primary and its standby are."""
        self.start()
        super().ready(*(numbers or "01"))

    def prepare(self) -> None:
        self.workers.prepare().addCallback(self.told.append)

    def close(self) -> None:
        self.workers.close().addCallback(self.ended.append)

    def ask(self, number: str, budget: str = "2", most: str = "") -> None:
        """North is to call; under a clock if there is a hard maximum, `most`."""
        board = Board.begin(1, deal=DEAL).seen_by(Seat.NORTH)
        limit = float(most) if most else None
        request = DecisionRequest(int(number), board, Seat.NORTH, float(budget), 0, most=limit)
        self.requests[request.id] = request
        got = self.made[request.id] = []
        self.workers.decide(request).addCallback(got.append)

    def abandon(self, number: str) -> None:
        self.workers.abandon(int(number))

    def reply(self, child: str, *decision: str) -> None:
        self.says(child, Reply(decided(*decision)))

    def interim(self, child: str, *decision: str) -> None:
        self.says(child, Provisional(decided(*decision)))

    def fails(self, child: str, number: str, *error: str) -> None:
        self.says(child, Failed(int(number), " ".join(error), "Traceback: line 7"))

    def text(self, child: str, *words: str) -> None:
        self.kids[int(child)].listener.on_text(" ".join(words))

    def count(self, name: str) -> int:
        found: int = getattr(self.workers.counts, name)
        return found

    def got(self, number: str) -> str:
        if not self.made[int(number)]:
            return "-"
        (made,) = self.made[int(number)]
        self.requests[made.id].check(made)
        thoughts = f"/ {' / '.join(made.thoughts)}" if made.thoughts else ""
        mark = "!" if made.fallback else ""
        return " ".join(filter(None, (f"{made.action}{mark}", made.reason, thoughts)))

    def sent(self, child: str) -> str:
        return ", ".join(map(self._message, self.kids[int(child)].sent)) or "-"

    def _message(self, message: Any) -> str:
        if not isinstance(message, Think):
            return f"stop {message.id}"
        asked = message.request
        whole = self.requests[asked.id]
        assert asked == evolve(whole, budget=asked.budget, most=asked.most)
        most = "" if asked.most is None else f" {asked.most:g}"
        return f"think {asked.id} {asked.budget:g}{most}"

    def counts(self) -> str:
        """Decisions and fallbacks; deaths and timeouts of children."""
        counts, kids = self.workers.counts, self.workers.children
        return f"{counts.decisions} {counts.fallbacks} {kids.deaths} {kids.timeouts}"

    def logged(self, *words: str) -> int:
        """The lines of the log with a text; `{request}` is the first request."""
        text = " ".join(words)
        if text == "{request}":
            text = to_json(self.requests[1])
        return sum(text in line for line in self.log)

    def prepared(self) -> str:
        return ", ".join(text or "well" for text in self.told) or "-"

    def done(self) -> int:
        """How often the end was told."""
        return len(self.ended)


@pytest.mark.parametrize(("options", "script"), rows("net", "workers_scripts"))
def test_workers_scripts(options: str, script: str) -> None:
    """See the rows."""
    WorkersStage(options).run(script)


def test_deaths_in_decisions_never_make_the_pool_hopeless() -> None:
    """A player that dies in every decision is started again every time."""
    stage = WorkersStage()
    stage.ready()
    for number in range(3 * MAX_FAILURES):
        stage.ask(str(number))
        for child in (2 * number, 2 * number + 1):
            stage.dies(str(child))
            stage.ready(str(child + 2))
        assert stage.got(str(number)) == "P! child died (signal 9)"


def test_a_plan_that_failed_is_logged_once() -> None:
    """The decision holds without its plan; the log says why there is none."""
    stage = WorkersStage()
    stage.run("ready; ask 1")
    stage.says("0", Reply(Decision(1, PASS, errors=("no plan: ValueError: no way",))))
    stage.run("got 1 = P; logged no way = 1; logged request 1: no plan: ValueError: no way = 1")


def test_the_final_answer_replaces_all_others() -> None:
    """It is passed on as it is, and the time that it took is counted."""
    stage = WorkersStage()
    stage.run("ready; ask 1; interim 0 1 2C")
    answer = Decision(1, Call.parse("2D"), "diamonds", reason="openings.bid:13:1")
    stage.says("0", Reply(answer, seconds=1.5, processor=0.25))
    assert stage.made[1] == [answer]
    assert stage.workers.counts == DecisionCounts(decisions=1, seconds=1.5, processor=0.25)
    assert not stage.timers()


def test_cancelling_abandons() -> None:
    """A cancelled Deferred fails with CancelledError, and the child is stopped."""
    stage = WorkersStage()
    stage.run("ready; ask 2; reply 0 2 P; ask 1; abandon 1; reply 0 1 1S")
    deferred = stage.workers.decide(stage.requests[1])
    deferred.cancel()
    failures: list[Failure] = []
    deferred.addErrback(failures.append)
    assert failures[0].check(CancelledError)
    stage.run("sent 0 = think 2 2, think 1 2, stop 1, think 1 2, stop 1; reply 0 1 1S")


def test_a_request_that_cannot_be_answered_fails() -> None:
    """A card from an unknown hand cannot be chosen by any rule: the caller hears that."""
    stage = WorkersStage()
    failures: list[Failure] = []
    asked = DecisionRequest(1, after(Board.begin(1), "1NT P P P"), Seat.EAST, 1.0, 0)
    stage.workers.decide(asked).addErrback(failures.append)
    stage.close()
    assert failures[0].check(BoardError)
