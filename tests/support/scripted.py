"""Stages of child processes for tests: scripts of steps, with children and time in their hands."""

# mypy: allow-untyped-calls
# Parts of Twisted have no types.

from __future__ import annotations

from typing import Any

from twisted.internet.task import Clock

from bluechip_bot.net.child_process import ChildListener
from bluechip_bot.player.wire import Started


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


class ScriptedStage:
    """Children, in the order of their start; each method is a step of a script, or shows something.

    Steps stand on lines, or between semicolons. A step does something, `VERB WORDS`, or says what
    is shown, `VERB WORDS = VALUE`. Children are numbered from 0.
    """

    def __init__(self) -> None:
        self.clock = Clock()
        self.kids: list[FakeChild] = []
        self.fail = False

    def start_child(self, listener: ChildListener) -> FakeChild:
        """Start a child."""
        if self.fail:
            raise OSError("no more processes")
        self.kids.append(FakeChild(len(self.kids), listener))
        return self.kids[-1]

    def run(self, script: str) -> None:
        """Take the steps of a script."""
        for step in script.replace("\n", ";").split(";"):
            name, shows, value = step.partition(" = ")
            verb, *words = name.split()
            shown = getattr(self, verb)(*words)
            if shows:
                assert str(shown) == value.strip(), (step, shown)

    def says(self, child: str, message: Any) -> None:
        """A child sends a message."""
        self.kids[int(child)].listener.on_message(message)

    def ready(self, *numbers: str) -> None:
        """These children are ready."""
        for number in numbers:
            self.says(number, Started(int(number)))

    def dies(self, child: str, *reason: str) -> None:
        """A child is gone."""
        self.kids[int(child)].listener.on_lost(" ".join(reason) or "child died (signal 9)")

    def tick(self, seconds: str) -> None:
        """Let time pass."""
        self.clock.advance(float(seconds))

    def pump(self, seconds: str) -> None:
        """Let time pass, by seconds."""
        self.clock.pump([1.0] * int(seconds))

    def broken(self) -> None:
        """No child can be started from now on."""
        self.fail = True

    def mended(self) -> None:
        """Children can be started again."""
        self.fail = False

    def killed(self, child: str) -> bool:
        """Whether a child was killed."""
        return self.kids[int(child)].killed

    def closed(self, child: str) -> bool:
        """Whether the pipe to a child was closed."""
        return self.kids[int(child)].closed

    def children(self) -> int:
        """How many were started."""
        return len(self.kids)

    def timers(self) -> int:
        """How many run."""
        return len(self.clock.getDelayedCalls())
