"""A pool of processes that answer: its bounds, and what becomes of a process that does not."""

from __future__ import annotations

from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from bluechip_bot.net.answer_pool import AnswerPool
from bluechip_bot.service.process import ServiceCall, ServiceReply
from support.scripted import ScriptedStage
from support.tables import rows


class PoolStage(ScriptedStage):
    """A pool with its processes, and what came of questions."""

    def __init__(self, count: str) -> None:
        super().__init__()
        self.results: dict[str, Any] = {}
        self.answers_to: dict[str, Deferred[Any]] = {}
        self.pool = AnswerPool(self.clock, self.start_child, int(count or 1), most=4, seconds=10.0)
        self.pool.start()

    def ask(self, name: str, place: str = "") -> str | None:
        """Ask a question; why it is refused at once."""
        refused: list[str] = []

        def keep(found: Any) -> None:
            error = found.value if isinstance(found, Failure) else None
            known = getattr(error, "status", type(error).__name__)
            self.results[name] = found.body if error is None else known
            refused.append(str(error).partition(";")[0])

        answer = self.pool.ask(lambda number: ServiceCall(number, name, {}), place or name)
        self.answers_to[name] = answer.addBoth(keep)
        return next(iter(refused), None)

    def answers(self, child: str) -> None:
        call = self.kids[int(child)].sent[-1]
        self.says(child, ServiceReply(call.id, 200, call.path))

    def leaves(self, name: str) -> None:
        self.answers_to[name].cancel()

    def close(self) -> None:
        self.end = self.pool.close()

    def done(self) -> bool:
        return bool(self.end.called)

    def found(self) -> str:
        return ", ".join(f"{name}: {result}" for name, result in self.results.items())

    def state(self) -> str:
        """The processes that are ready; the questions in work, and those that wait."""
        return f"{self.pool.ready} {self.pool.in_work} {self.pool.waiting}"


@pytest.mark.parametrize(("count", "script"), rows("net", "answer_pool_scripts"))
def test_answer_pool_scripts(count: str, script: str) -> None:
    """See the rows."""
    PoolStage(count).run(script)
