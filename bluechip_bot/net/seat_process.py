"""A seat as a process of its own: a command that connects to a table and plays.

The process belongs to us: it gets the read end of a pipe as standard input, whose end tells it
that we are gone, however we went.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bluechip_bot.net.reactor import Reactor, cancel


class SeatProcess:
    """A running seat.

    Attributes:
        name: what the log calls it.
        code: the exit status; None while it runs.
    """

    def __init__(
        self,
        reactor: Reactor,
        name: str,
        command: Sequence[str],
        log: Path,
        on_exit: Callable[[SeatProcess], object],
    ) -> None:
        """Start the process; what it prints is appended to a file.

        Raises:
            OSError: if it cannot be started.
        """
        self.name = name
        self.code: int | None = None
        self._reactor = reactor
        self._on_exit = on_exit
        # A group of its own: Ctrl-C at a terminal reaches us alone, and we end the seats in order.
        options: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            options = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                **options,
            )
        self._kill_timer: Any = None
        threading.Thread(target=self._wait, name=f"{name} watcher", daemon=True).start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def stop(self, grace: float) -> None:
        """Ask the process to end, and end it by force after `grace` seconds."""
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        if self.code is None and self._kill_timer is None:
            self._kill_timer = self._reactor.callLater(grace, self.kill)

    def kill(self) -> None:
        """End the process now; its player ends with the pipe between them."""
        if self.code is not None or self._process.poll() is not None:
            return
        if sys.platform == "win32":
            self._process.kill()
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _wait(self) -> None:
        code = self._process.wait()
        with contextlib.suppress(RuntimeError):  # the reactor's loop is closed: nobody listens
            self._reactor.callFromThread(self._exited, code)

    def _exited(self, code: int) -> None:
        self.code = code
        cancel(self._kill_timer)
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        self._on_exit(self)
