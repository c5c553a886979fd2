"""A solver of boards: it runs one board at a time, each in a new process.

`bluechip-bot values`, for example, computes the double-dummy values of a board.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from typing import Any, Final

import psutil
from attrs import define
from twisted.internet.defer import Deferred
from twisted.internet.threads import deferToThreadPool
from twisted.python.threadpool import ThreadPool

COMMAND: Final = (sys.executable, "-P", "-m", "bluechip_bot", "values")
_LONGEST: Final = 120.0
"""The seconds after which a board is given up."""
_LAST: Final = getattr(psutil, "IDLE_PRIORITY_CLASS", 19)
"""The priority of a process for which all others come first; Windows has a name for it."""


class BoardSolverError(RuntimeError):
    """A board could not be solved."""


@define(eq=False, slots=False)
class BoardSolver:
    """Solves boards in other processes, which cannot harm this one. Call `close` at the end."""

    _reactor: Any
    _command: tuple[str, ...] = COMMAND
    _longest: float = _LONGEST

    def __attrs_post_init__(self) -> None:
        self._pool = ThreadPool(0, 1, "values")
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def solve(self, document: bytes) -> Deferred[bytes]:
        """Solve a board, given as JSON; fires with the answer, or with a `BoardSolverError`."""
        if not self._pool.started:
            self._pool.start()
        return deferToThreadPool(self._reactor, self._pool, self._run, document)

    def close(self) -> None:
        """Kill the running process; later calls of `solve` fail."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()
        if self._pool.started:
            self._pool.stop()

    def _run(self, document: bytes) -> bytes:
        """Solve a board in a process of its own, and wait for it; called in a thread."""
        with self._lock:
            if self._closed:
                raise BoardSolverError("the page is closed")
            self._process = process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        with contextlib.suppress(psutil.Error):
            # The players of the match come first.
            psutil.Process(process.pid).nice(_LAST)
        try:
            output, errors = process.communicate(document, timeout=self._longest)
        except subprocess.TimeoutExpired:
            raise BoardSolverError(f"nothing after {self._longest:g} s") from None
        finally:
            with contextlib.suppress(OSError):
                process.kill()
            process.wait()
        if process.returncode:
            said = errors.decode("utf-8", "replace").strip() or "no output"
            raise BoardSolverError(f"status {process.returncode}: {said[-300:]}")
        return output
