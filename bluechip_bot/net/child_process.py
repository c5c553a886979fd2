"""Child processes with their pipes, seen from the reactor: players, seats and rooms.

The rules of this file:

* The reactor never waits: one thread reads standard output, one reads standard error, one writes. A
  child that does not read its input blocks its own writing thread, and nothing else.
* Everything is reported in the reactor's thread and in order: messages, lines of standard error,
  and last, once, the end of the process. By then it is reaped, and its process group is killed.
* If we are gone, for whatever reason, a child learns it from the end of its standard input.
* `subprocess.Popen`, not `reactor.spawnProcess`: the latter needs more than Twisted on Windows.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, Final

from attrs import frozen

from bluechip_bot.net.linewire import LineSplitter
from bluechip_bot.net.reactor import Reactor, Timer, cancel
from bluechip_bot.player.wire import LIMIT, FrameDecoder, FrameError, PlayerMessage, encode
from bluechip_bot.process_group import kill_group, own_group

_CHUNK: Final = 1 << 16
_LINE: Final = 4096
_BACKLOG: Final = 1000
"""The most events that wait for the reactor; further lines of standard error are dropped."""
_LAST_WORDS: Final = 1.0
"""The seconds to wait for a dead child's standard error: another process may hold it open."""


@frozen
class ChildListener:
    """The callbacks for a child, called in the reactor's thread; `on_lost` is the last call."""

    on_message: Callable[[Any], object]
    on_text: Callable[[str], object]
    on_lost: Callable[[str], object]


StartChild = Callable[[ChildListener], Any]
"""Starts a `ChildProcess`, or what stands in for one in tests."""


def player_command(engine: str, settings: Mapping[str, Any] | None = None) -> list[str]:
    """The command line of a child that runs this engine (`bluechip_bot/player/process.py`).

    `-P` keeps the current folder off the child's path: in a checkout the sources of `solver` would
    hide the compiled package.
    """
    module = ["-P", "-m", "bluechip_bot.player.process"]
    return [sys.executable, *module, "--engine", engine, "--settings", json.dumps(settings or {})]


class ChildProcess:
    """A running child, in a process group of its own.

    Args:
        kind: the type of the messages in both directions.
        files: files for `stdout` or `stderr`; a stream with a file is not read.
    """

    def __init__(
        self,
        reactor: Reactor,
        command: Sequence[str],
        listener: ChildListener,
        kind: Any = PlayerMessage,
        **files: IO[bytes],
    ) -> None:
        self._reactor = reactor
        self._kind = kind
        self._listener = listener
        self._lock = threading.Lock()
        self._events: list[Callable[[], object]] = []
        self._dropped = 0
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        self._process: subprocess.Popen[bytes] = subprocess.Popen(
            list(command), bufsize=0, **{**pipes, **files, **own_group()}
        )
        self._stderr_thread = self._thread(self._read_stderr)
        self._thread(self._read)
        self._thread(self._write)

    @property
    def pid(self) -> int:
        """The process ID."""
        return self._process.pid

    def send(self, message: object) -> None:
        """Queue a message for the child."""
        self._outbox.put(encode(message, kind=self._kind))

    def close(self) -> None:
        """Close the pipe to the child once all queued messages are written."""
        self._outbox.put(None)

    def kill(self) -> None:
        """Kill the child and its process group."""
        with self._lock:
            # Not yet reaped, so that the number still belongs to the child.
            if self._process.returncode is None:
                kill_group(self._process)
        self._outbox.put(None)

    @staticmethod
    def _thread(target: Callable[[], None]) -> threading.Thread:
        # A daemon: a hung child must not keep the seat from exiting.
        thread = threading.Thread(target=target, name="player child", daemon=True)
        thread.start()
        return thread

    # What follows runs in the threads.

    def _read(self) -> None:
        stdout = self._process.stdout
        decode = self._decoder()
        fault = ""
        try:
            while stdout is not None and (data := stdout.read(_CHUNK)):
                for message in decode(data):
                    self._post(partial(self._listener.on_message, message))
        except (FrameError, OSError) as error:
            fault = f"child sent a bad frame: {error}"
            self.kill()
        code = self._reap()
        self._outbox.put(None)
        if stdout is not None:
            stdout.close()
        self._stderr_thread.join(_LAST_WORDS)
        ended = f"signal {-code}" if code < 0 else f"exit code {code}"
        self._post(partial(self._listener.on_lost, fault or f"child died ({ended})"))

    def _decoder(self) -> Callable[[bytes], Iterable[Any]]:
        """Return a function that, given a piece of output, returns the messages it completes."""
        return FrameDecoder(kind=self._kind).feed

    def _reap(self) -> int:
        """Wait for the process to end, kill its group and reap it; return its status."""
        if sys.platform != "win32" and hasattr(os, "waitid"):
            os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
            with self._lock:
                kill_group(self._process)
                return self._process.wait()
        return self._process.wait()

    def _read_stderr(self) -> None:
        stderr = self._process.stderr
        if not isinstance(stderr, io.RawIOBase):
            return
        with contextlib.suppress(OSError), io.BufferedReader(stderr) as lines:
            while line := lines.readline(_LINE):
                text = line.decode(errors="replace").rstrip()
                if text:
                    self._post_text(text)

    def _write(self) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        try:
            while (data := self._outbox.get()) is not None:
                view = memoryview(data)
                while view:
                    view = view[stdin.write(view) :]
        except OSError:
            pass  # the child is gone: its reader reports that
        finally:
            with contextlib.suppress(OSError):
                stdin.close()

    def _post_text(self, text: str) -> None:
        with self._lock:
            full = len(self._events) >= _BACKLOG
            dropped, self._dropped = self._dropped, self._dropped + 1 if full else 0
        if full:
            return
        if dropped:
            self._post(partial(self._listener.on_text, f"({dropped} lines dropped)"))
        self._post(partial(self._listener.on_text, text))

    def _post(self, event: Callable[[], object]) -> None:
        # One list, as the reactor promises no order between two calls from a thread.
        with self._lock:
            self._events.append(event)
            first = len(self._events) == 1
        if first:
            with contextlib.suppress(RuntimeError):  # the reactor's loop is closed
                self._reactor.callFromThread(self._report)

    def _report(self) -> None:
        with self._lock:
            events, self._events = self._events, []
        for event in events:
            event()


class OwnedProcess(ChildProcess):
    """A process with lines as messages: a seat that connects to a table, or a room's manager.

    Args:
        log: the file for its standard error and, without `on_line`, its standard output.
        on_exit: called when it has ended and all its lines have been delivered.
        on_line: called with each line of its standard output.
    """

    def __init__(
        self,
        reactor: Reactor,
        command: Sequence[str],
        log: Path,
        on_exit: Callable[[OwnedProcess], object],
        on_line: Callable[[str], object] | None = None,
    ) -> None:
        self._on_exit = on_exit
        self._kill_timer: Timer | None = None
        listener = ChildListener(on_line or str, str, self._exited)
        with log.open("ab") as output:
            files = {"stdout": output} if on_line is None else {}
            super().__init__(reactor, command, listener, stderr=output, **files)

    @property
    def code(self) -> int | None:
        """The status with which the process has ended; None while it runs."""
        return self._process.returncode

    def send(self, message: object) -> None:
        """Queue a line for the process."""
        self._outbox.put(f"{message}\n".encode())

    def stop(self, grace: float) -> None:
        """End the process: close its input, and kill it if it still runs `grace` seconds later."""
        self.close()
        if self.code is None and self._kill_timer is None:
            self._kill_timer = self._reactor.callLater(grace, self.kill)

    def _exited(self, _reason: str) -> None:
        cancel(self._kill_timer)
        self._on_exit(self)

    def _decoder(self) -> Callable[[bytes], Iterable[str]]:
        feed = LineSplitter(LIMIT).feed
        return lambda data: (
            str(line, "utf-8", "replace") for line in feed(data) if isinstance(line, bytes)
        )
