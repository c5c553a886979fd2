"""Players in real child processes, and what becomes of them."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator, Callable
from typing import IO, Any, Self, cast

import pytest
import pytest_twisted
from twisted.internet.defer import Deferred
from twisted.logger import ILogObserver, LogEvent, Logger, formatEvent

from bluechip_bot.codec import to_json
from bluechip_bot.config import PlayerConfig
from bluechip_bot.model import Board, Deal, Decision, DecisionRequest, Seat
from bluechip_bot.net.child_process import ChildListener, ChildProcess, player_command
from bluechip_bot.net.workers import PlayerWorkers
from bluechip_bot.player.planned import fallback
from bluechip_bot.player.wire import (
    FrameDecoder,
    PlayerMessage,
    Reply,
    Started,
    Stop,
    Think,
    encode,
)
from support.boards import after
from support.planning import PLANNING

DEAL = Deal.parse("N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765")
LONG = 3600.0
"""A budget that no test waits for."""

pytestmark = [pytest.mark.timeout(60), pytest.mark.usefixtures("faulty")]


def request(number: int, budget: float = LONG) -> DecisionRequest:
    """North, declarer of 1NT, is to play a club to the opening lead, under a clock."""
    board = after(Board.begin(1, deal=DEAL), "1NT P P P", "CA CT C7")
    return DecisionRequest(number, board.seen_by(Seat.NORTH), Seat.NORTH, budget, 0, most=budget)


class Seated:
    """Workers on the reactor of the tests, and what they log."""

    def __init__(self, fault: str, options: PlayerConfig, **settings: Any) -> None:
        from twisted.internet import reactor

        self.log: list[str] = []
        self._awaited: list[tuple[str, int, Deferred[None]]] = []
        self.workers = PlayerWorkers.of_engine(
            reactor,
            f"support.faulty:{fault}",
            settings,
            options,
            log=Logger(observer=cast("ILogObserver", self._logged)),
        )

    def _logged(self, event: LogEvent) -> None:
        self.log.append(formatEvent(event))
        for text, count, deferred in self._awaited:
            if not deferred.called and sum(text in line for line in self.log) >= count:
                deferred.callback(None)

    def logs(self, text: str, count: int = 1) -> Deferred[None]:
        """Fires when as many lines with this text have been logged."""
        deferred: Deferred[None] = Deferred()
        if sum(text in line for line in self.log) >= count:
            deferred.callback(None)
        self._awaited.append((text, count, deferred))
        return deferred


Seating = Callable[..., Seated]
"""Starts a player with this fault."""


@pytest_twisted.async_yield_fixture
async def seat() -> AsyncIterator[Seating]:
    """A maker of `Seated`; afterwards every child must be gone."""
    made: list[Seated] = []

    def make(fault: str, *, grace: float = 20.0, standby: bool = False, **settings: Any) -> Seated:
        made.append(Seated(fault, PlayerConfig(grace=grace, standby=standby), **settings))
        return made[-1]

    yield make
    for seated in made:
        pids = seated.workers.pids
        await seated.workers.close()
        for pid in pids:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)


def state(decision: Decision) -> dict[str, int]:
    """What a player of `testing.faulty` says of itself."""
    found: dict[str, int] = json.loads(decision.reason)
    return found


def check(asked: DecisionRequest, decision: Decision) -> bool:
    """The decision is legal, and whether it is a fallback."""
    asked.check(decision)
    return decision.fallback


@pytest_twisted.ensureDeferred
async def test_a_player_thinks_in_a_child_and_is_kept(seat: Seating) -> None:
    """Answers come from another process, the same for both requests."""
    seated = seat("Slow", requests=[])
    one = await seated.workers.decide(request(1))
    two = await seated.workers.decide(request(2))
    assert not check(request(1), one)
    assert not check(request(2), two)
    assert state(one)["pid"] == state(two)["pid"] == seated.workers.pids[0] != os.getpid()
    assert state(two)["answered"] == 2


@pytest.mark.skipif(sys.platform == "win32", reason="process groups of POSIX")
@pytest_twisted.ensureDeferred
async def test_ctrl_c_does_not_reach_a_child(seat: Seating) -> None:
    """A child is in a process group and session of its own."""
    seated = seat("Slow", requests=[])
    await seated.workers.decide(request(1))
    (pid,) = seated.workers.pids
    assert os.getpgid(pid) == os.getsid(pid) == pid


@pytest.mark.parametrize("fault", ["Hangs", "HangsWithLock"])
@pytest_twisted.ensureDeferred
async def test_a_hung_child_is_killed_and_its_standby_takes_over(seat: Seating, fault: str) -> None:
    """At the hard deadline the fallback comes, and the standby, ready by then, decides next."""
    seated = seat(fault, grace=0.1, standby=True, requests=[1])
    seated.workers.start()
    await seated.logs("is ready", 2)
    hung, standby = seated.workers.pids
    one = await seated.workers.decide(request(1, budget=0.2))
    assert check(request(1), one)
    assert one.reason == "killed at the hard deadline"
    two = await seated.workers.decide(request(2))
    assert state(two)["pid"] == standby != hung
    assert seated.workers.children.timeouts == 1


@pytest_twisted.ensureDeferred
async def test_a_request_whose_child_is_killed_is_asked_again(seat: Seating) -> None:
    """After SIGKILL from outside another child has the request; after a second one, the rule."""
    seated = seat("HangsInC", requests=[1])
    deferred = seated.workers.decide(request(1))
    for times in (1, 2):
        await seated.logs("deciding 1", times)
        (pid,) = seated.workers.pids
        os.kill(pid, signal.SIGKILL)
    one = await deferred
    assert check(request(1), one)
    assert one.reason == "child died (signal 9)"
    two = await seated.workers.decide(request(2))
    assert not check(request(2), two)
    assert state(two)["pid"] != pid
    assert seated.workers.children.deaths == 2


@pytest_twisted.ensureDeferred
async def test_a_player_that_prints_corrupts_nothing(seat: Seating) -> None:
    """What goes to standard output, from Python or below, ends in the log."""
    seated = seat("Prints")
    one = await seated.workers.decide(request(1))
    assert not check(request(1), one)
    await seated.logs("{}", 2)


@pytest_twisted.ensureDeferred
async def test_a_player_is_stopped_at_his_budget(seat: Seating) -> None:
    """The stop is heard in mid-search, and the answer is the player's own."""
    seated = seat("Slow")
    one = await seated.workers.decide(request(1, budget=0.1))
    assert not check(request(1), one)
    assert state(one)["stopped"]


@pytest_twisted.ensureDeferred
async def test_a_request_abandoned_at_once_is_stopped_too(seat: Seating) -> None:
    """A stop on the heels of its request is not lost."""
    seated = seat("Slow", requests=[1])
    await seated.workers.decide(request(0))
    seated.workers.decide(request(1))
    seated.workers.abandon(1)
    two = await seated.workers.decide(request(2))
    assert state(two)["answered"] == 3


@pytest_twisted.ensureDeferred
async def test_a_player_that_cannot_be_built_is_reported(seat: Seating) -> None:
    """The log says why, and the start is repeated."""
    seated = seat("Unbuilt")
    seated.workers.start()
    await seated.logs("child died (exit code 1); failed start 2 in a row")
    assert sum("RuntimeError: no player with {}" in line for line in seated.log) == 2


@pytest_twisted.ensureDeferred
async def test_close_ends_even_a_hung_child(seat: Seating) -> None:
    """The open request gets the fallback, and no process is left."""
    seated = seat("Hangs", standby=True)
    deferred = seated.workers.decide(request(1))
    await seated.logs("deciding 1")
    await seated.logs("is ready", 2)
    pids = seated.workers.pids
    await seated.workers.close()
    assert check(request(1), await deferred)
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def lost(code: str, *messages: PlayerMessage, kill: bool) -> Deferred[str]:
    """Fires with the reason for which a child that runs this code is lost."""
    from twisted.internet import reactor

    deferred: Deferred[str] = Deferred()
    listener = ChildListener(lambda message: None, lambda text: None, deferred.callback)
    child = ChildProcess(reactor, [sys.executable, "-c", code], listener)
    for message in messages:
        child.send(message)
    if kill:
        child.kill()
    return deferred


@pytest_twisted.ensureDeferred
async def test_a_child_that_does_not_read_does_not_block() -> None:
    """Messages beyond what the pipe holds are taken, and the child can be killed."""
    messages = [Think(request(number)) for number in range(1000)]
    reason = await lost("import time; time.sleep(1000)", *messages, kill=True)
    assert reason == "child died (signal 9)"


@pytest.mark.parametrize("text", ["Hello, world", "\\0\\0\\0\\x02{}"])
@pytest_twisted.ensureDeferred
async def test_a_child_that_breaks_the_frames_is_killed(text: str) -> None:
    """What is no message ends the child at once, with a reason."""
    reason = await lost(f"import time; print('{text}', flush=True); time.sleep(1000)", kill=False)
    assert reason.startswith("child sent a bad frame: ")


@pytest_twisted.ensureDeferred
async def test_a_child_that_floods_the_log_is_heard_to_its_end() -> None:
    """However much is printed, the child is not held up and its end is reported."""
    reason = await lost("import sys; sys.stderr.write('x\\n' * 200_000)", kill=False)
    assert reason == "child died (exit code 0)"


class Bare:
    """A child without workers, spoken to with plain blocking calls."""

    def __init__(self, fault: str) -> None:
        self.process = subprocess.Popen(
            player_command(f"support.faulty:{fault}"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        pipes = self.process.stdin, self.process.stdout, self.process.stderr
        self.stdin, self.stdout, self.stderr = (cast("IO[bytes]", pipe) for pipe in pipes)
        self._decoder = FrameDecoder()
        self._messages: list[PlayerMessage] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        with self.process:
            pass

    def say(self, message: PlayerMessage) -> None:
        self.stdin.write(encode(message))
        self.stdin.flush()

    def hear(self) -> PlayerMessage:
        while not self._messages:
            data = os.read(self.stdout.fileno(), 4096)
            assert data, "the child has gone"
            self._messages += self._decoder.feed(data)
        return self._messages.pop(0)


@pytest.mark.parametrize("fault", ["Hangs", "HangsInC"])
def test_the_end_of_the_pipe_ends_a_child_in_mid_search(fault: str) -> None:
    """A child whose pipe is closed exits by itself, whatever its player does."""
    with Bare(fault) as child:
        assert child.hear() == Started(child.process.pid)
        child.say(Think(request(1)))
        assert child.stderr.readline() == b"deciding 1\n"
        child.stdin.close()
        assert child.process.wait(30) == 0


def test_a_stop_for_another_request_changes_nothing() -> None:
    """Only the request that is named is stopped."""
    with Bare("Slow") as child:
        child.hear()
        child.say(Stop(2))
        child.say(Think(request(1)))
        assert child.stderr.readline() == b"deciding 1\n"
        child.say(Stop(2))
        child.say(Stop(1))
        answer = child.hear()
        assert isinstance(answer, Reply)
        assert answer.decision.action == fallback(request(1), PLANNING).action


PARENT = textwrap.dedent(
    """
    import json
    import sys
    from bluechip_bot.net.reactor import install
    reactor = install()
    from twisted.logger import Logger, formatEvent
    from bluechip_bot.codec import from_json
    from bluechip_bot.model import DecisionRequest
    from bluechip_bot.net.workers import PlayerWorkers

    def logged(event):
        if "deciding 1" in formatEvent(event):
            print(workers.pids[0], flush=True)

    workers = PlayerWorkers.of_engine(
        reactor, "support.faulty:Hangs", log=Logger(observer=logged)
    )
    workers.decide(from_json(sys.argv[1], DecisionRequest))
    reactor.run()
    """
)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs pidfd_open (Linux)")
def test_no_child_outlives_a_parent_that_is_killed() -> None:
    """A parent that gets SIGKILL in its child's mid-search leaves no process behind."""
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, to_json(request(1))], stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        child = os.pidfd_open(pid)
        try:
            parent.kill()
            assert select.select([child], [], [], 30)[0], f"child {pid} lives on"
        finally:
            os.close(child)


def test_the_command_can_be_read_back() -> None:
    """Settings reach the child as JSON, whatever they hold."""
    settings = {"text": "a 'b' \"c\" \u2660", "list": [1, None]}
    command = player_command("pimc", settings)
    assert command[:4] == [sys.executable, "-P", "-m", "bluechip_bot.player.process"]
    assert json.loads(command[-1]) == settings
