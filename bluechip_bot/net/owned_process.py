"""A process that belongs to us: a seat that connects to a table, or the manager of a room.

Its standard input is a pipe from us. The end of that pipe shows that we are gone, for whatever
reason.
"""

from __future__ import annotations

import contextlib
import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from attrs import define

from bluechip_bot.net.reactor import Reactor, cancel
from bluechip_bot.process_group import kill_group, own_group


@define(eq=False, slots=False)
class OwnedProcess:
    """A running process.

    Args:
        log: the file of its standard error; without `on_line`, of its standard output, too.
        on_exit: called when it has ended and all its lines have been delivered.
        on_line: called with each line of its standard output, in the reactor's thread.
    """

    _reactor: Reactor
    name: str
    _command: Sequence[str]
    _log: Path
    _on_exit: Callable[[OwnedProcess], object]
    _first: str = ""
    _on_line: Callable[[str], object] | None = None

    def __attrs_post_init__(self) -> None:
        self.code: int | None = None
        with self._log.open("ab") as output:
            self._process = subprocess.Popen(
                list(self._command),
                stdin=subprocess.PIPE,
                stdout=output if self._on_line is None else subprocess.PIPE,
                stderr=output,
                **own_group(),
            )
        self._kill_timer: Any = None
        watcher = threading.Thread(target=self._attend, name=f"{self.name} watcher", daemon=True)
        watcher.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def stop(self, grace: float) -> None:
        """Ask the process to end, and end it by force after `grace` seconds."""
        self._close_stdin()
        if self.code is None and self._kill_timer is None:
            self._kill_timer = self._reactor.callLater(grace, self.kill)

    def kill(self) -> None:
        """End the process now; its children end with the pipes between them."""
        if self.code is None and self._process.poll() is None:
            kill_group(self._process)

    def _attend(self) -> None:
        """Talk to the process until its end; in a thread of its own."""
        if self._first and self._process.stdin is not None:
            # The exit status reports a broken pipe. A ValueError means that `stop` has closed the
            # pipe in the meantime.
            with contextlib.suppress(OSError, ValueError):
                self._process.stdin.write(f"{self._first}\n".encode())
                self._process.stdin.flush()
        if self._on_line is not None and self._process.stdout is not None:
            with self._process.stdout as lines:
                for line in lines:
                    text = line.decode("utf-8", "replace").rstrip("\r\n")
                    self._in_reactor(self._on_line, text)
        self._in_reactor(self._exited, self._process.wait())

    def _in_reactor(self, call: Callable[..., object], value: object) -> None:
        with contextlib.suppress(RuntimeError):  # the reactor's loop is closed
            self._reactor.callFromThread(call, value)

    def _exited(self, code: int) -> None:
        self.code = code
        cancel(self._kill_timer)
        self._close_stdin()
        self._on_exit(self)

    def _close_stdin(self) -> None:
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
