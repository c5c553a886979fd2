"""One child process with its pipes, seen from the reactor.

The rules of this file:

* The reactor never waits: one thread reads frames, one reads standard error, one writes. A child
  that does not read only stops its own writer.
* Everything is reported in the reactor's thread and in order: messages, lines of standard error,
  and last, once, the end of the process. By then it is reaped, and its process group is killed.
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
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from queue import SimpleQueue
from typing import Any, Final

from attrs import frozen

from bluechip_bot.net.reactor import Reactor
from bluechip_bot.player.wire import FrameDecoder, FrameError, PlayerMessage, encode
from bluechip_bot.process_group import kill_group, own_group

_CHUNK: Final = 1 << 16
_LINE: Final = 4096
_BACKLOG: Final = 1000
"""The most events that wait for the reactor; further lines of standard error are dropped."""
_LAST_WORDS: Final = 1.0
"""The seconds to wait for a dead child's standard error: another process may hold it open."""


@frozen
class ChildListener:
    """The callbacks for a child, in the reactor's thread; nothing follows `on_lost`."""

    on_message: Callable[[Any], object]
    on_text: Callable[[str], object]
    on_lost: Callable[[str], object]


StartChild = Callable[[ChildListener], Any]
"""Starts a `ChildProcess`, or what stands in for one in tests."""


def player_command(engine: str, settings: Mapping[str, Any] | None = None) -> list[str]:
    """The command line of a child with this engine (`bluechip_bot/player/process.py`).

    `-P` keeps the current folder off the child's path: in a checkout the sources of `solver` would
    hide the compiled package.
    """
    module = ["-P", "-m", "bluechip_bot.player.process"]
    return [sys.executable, *module, "--engine", engine, "--settings", json.dumps(settings or {})]


class ChildProcess:
    """A running child, in a process group of its own."""

    def __init__(
        self,
        reactor: Reactor,
        command: Sequence[str],
        listener: ChildListener,
        kind: Any = PlayerMessage,
    ) -> None:
        self._reactor = reactor
        self._kind = kind
        self._listener = listener
        self._lock = threading.Lock()
        self._events: list[Callable[[], object]] = []
        self._dropped = 0
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            list(command), stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, **own_group()
        )
        self._stderr_thread = self._thread(self._read_stderr)
        self._thread(self._read_frames)
        self._thread(self._write)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, message: object) -> None:
        """Hand a message to the writer."""
        self._outbox.put(encode(message, kind=self._kind))

    def close(self) -> None:
        """Close the pipe to the child once what was sent is written."""
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

    def _read_frames(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        decoder = FrameDecoder(kind=self._kind)
        fault = ""
        try:
            while data := stdout.read(_CHUNK):
                for message in decoder.feed(data):
                    self._post(partial(self._listener.on_message, message))
        except (FrameError, OSError) as error:
            fault = f"child sent a bad frame: {error}"
            self.kill()
        status = self._reap()
        self._outbox.put(None)
        stdout.close()
        self._stderr_thread.join(_LAST_WORDS)
        self._post(partial(self._listener.on_lost, fault or f"child died ({status})"))

    def _reap(self) -> str:
        """Wait for the process to end and reap it; its group is killed. Returns how it ended."""
        if sys.platform != "win32" and hasattr(os, "waitid"):
            os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
            with self._lock:
                kill_group(self._process)
                code = self._process.wait()
        else:
            code = self._process.wait()
        return f"signal {-code}" if code < 0 else f"exit code {code}"

    def _read_stderr(self) -> None:
        stderr = self._process.stderr
        assert stderr is not None
        assert isinstance(stderr, io.RawIOBase)
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
