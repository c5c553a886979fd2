"""A child process that answers questions: one line on its standard input, one line back."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import threading
from queue import Empty, SimpleQueue
from typing import IO, Final

from bluechip_bot.process_group import kill_group, own_group

_LONGEST: Final = 1 << 16
"""The most bytes of a program's line; what follows counts as another line."""
_SHOWN: Final = 300
"""The most characters of a line that an error shows."""
_GRACE: Final = 2.0
"""Seconds for a program to end after its input has ended, and for its output to end after that."""


class ProgramError(Exception):
    """A program does not answer as it should."""


class LabProgram:
    """A program in a process group of its own, with threads that read its two outputs.

    The first question starts it. Any thread may close it; it is not started again after that.
    """

    def __init__(self, words: tuple[str, ...]) -> None:
        self._words = list(words)
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        # It must not start unseen while it is closed.
        self._lock = threading.Lock()
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._last = {"standard output": "", "standard error": ""}
        self._threads: list[threading.Thread] = []

    def ask(self, question: str, patience: float) -> str:
        """Ask the program a question, and return the line that it answers in `patience` seconds.

        Raise OSError if it cannot be started, `ProgramError` if it does not answer.
        """
        process = self._started()
        assert process.stdin is not None
        unasked = not self._lines.empty()
        line: str | None = None
        # A program that has ended takes no question.
        with contextlib.suppress(OSError):
            if not unasked:
                process.stdin.write(question.encode() + b"\n")
                process.stdin.flush()
            try:
                line = self._lines.get(timeout=patience)
            except Empty:
                raise ProgramError(f"it did not answer within {patience:g} s") from None
        if line is None:
            raise ProgramError(self._ending(process))
        if unasked:
            raise ProgramError("it wrote a line that it was not asked for")
        return line

    def last_lines(self) -> list[str]:
        """Return texts that quote the last line of each of the two outputs, if any."""
        shown = {name: line[:_SHOWN] for name, line in self._last.items() if line}
        return [f"last line on its {name}: {line}" for name, line in shown.items()]

    def close(self) -> None:
        """End the program and all processes that it started."""
        with self._lock:
            self._closed = True
            process = self._process
            if process is None or process.stdin is None:
                return
            with contextlib.suppress(OSError):
                process.stdin.close()
            self._threads[0].join(_GRACE)
            # Not yet reaped, so that the number of the group is still its own.
            if process.returncode is None:
                kill_group(process)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_GRACE)
            for thread in self._threads:
                thread.join(_GRACE)

    def _started(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise ProgramError("it has been closed")
            if self._process is None:
                pipe = subprocess.PIPE
                self._process = subprocess.Popen(
                    self._words, stdin=pipe, stdout=pipe, stderr=pipe, **own_group()
                )
                outputs = self._process.stdout, self._process.stderr
                # Daemons: a program that hangs must not keep this process from ending.
                self._threads = [
                    threading.Thread(target=self._read, args=output, daemon=True)
                    for output in zip(self._last, outputs, strict=True)
                ]
                for thread in self._threads:
                    thread.start()
            return self._process

    def _ending(self, process: subprocess.Popen[bytes]) -> str:
        """Return in words how the program ended, or that it closed its output."""
        for thread in self._threads:
            thread.join(_GRACE)  # so that the last lines are the last
        try:
            status = process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "it closed its standard output"
        ended = f"with status {status}" if status >= 0 else f"by {signal.Signals(-status).name}"
        return f"it ended {ended}"

    def _read(self, name: str, stream: IO[bytes]) -> None:
        """Keep the last line of a stream that is not blank; queue all lines of standard output."""
        queue = self._lines if name == "standard output" else None
        with stream:
            while data := stream.readline(_LONGEST):
                line = data.decode(errors="replace").rstrip()
                self._last[name] = line or self._last[name]
                if queue is not None:
                    queue.put(line)
        if queue is not None:
            queue.put(None)
