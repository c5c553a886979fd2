"""Which reactor is installed."""

import subprocess
import sys
from pathlib import Path

import pytest
from twisted.internet.error import ReactorAlreadyInstalledError
from twisted.internet.task import Clock

import bluechip_bot
from bluechip_bot.net.reactor import cancel, install

ROOT = Path(bluechip_bot.__file__).parents[1]


@pytest.mark.skipif(sys.platform == "win32", reason="the loop's class has another name")
def test_a_fresh_process() -> None:
    """The reactor is installed once, is stopped by two, and keeps time when the clock is set."""
    code = """
import time
today = time.time
time.time = lambda: today() + jump
jump = 0.0
from twisted.logger import globalLogPublisher
from bluechip_bot.net.reactor import install
first = install()
from twisted.internet import reactor
print(first is reactor, install() is first)
print(type(first).__name__, type(first._asyncioEventloop).__name__)
errors = []
globalLogPublisher.addObserver(lambda event: errors.append(event.get("log_failure")))

def set_clock():
    global jump
    jump = 3600.0
    print("set")
    reactor.callLater(0.01, end, reactor.seconds())

def end(since):
    print("soon", 0.0 < reactor.seconds() - since < 1800.0, late.active())
    for _ in range(2):
        reactor.callFromThread(reactor.stop)

late = reactor.callLater(1800.0, print, "too early")
reactor.callWhenRunning(set_clock)
reactor.run()
print([error for error in errors if error])
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    words = "True True _Reactor _UnixSelectorEventLoop set soon True True []"
    assert done.stdout.split() == words.split()


def test_a_reactor_that_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An asyncio reactor is given; one of another kind is an error, and not silently kept."""
    from twisted.internet import reactor

    assert install() is reactor
    monkeypatch.setitem(sys.modules, "twisted.internet.reactor", Clock())
    with pytest.raises(ReactorAlreadyInstalledError, match="a Clock is installed"):
        install()


@pytest.mark.parametrize("advance", [0, 2])
def test_cancel_takes_any_timer(advance: int) -> None:
    """A timer is cancelled if it is still to come; one that has come or never was is no error."""
    clock = Clock()
    calls: list[int] = []
    timer = clock.callLater(1, calls.append, 1)
    clock.advance(advance)
    cancel(timer)
    cancel(timer)
    cancel(None)
    clock.advance(5)
    assert len(calls) == (advance > 1)
