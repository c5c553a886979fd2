"""The wire log: every line of a session, in a file for `replay`."""

from __future__ import annotations

import gzip
import re
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import Final, TextIO

from attrs import define, field
from twisted.logger import Logger

from bluechip_bot.config import LogConfig

KEPT: Final = LogConfig().wire_files
"""The most files that are set aside."""
_LARGEST: Final = 1 << 24
"""Characters of a file, some 300 boards, after which another one is begun."""
_CONTROLS: Final = {code: f"\\x{code:02x}" for code in (*range(32), 127)}


@define(eq=False, slots=False)
class WireLog:
    r"""A file with a record of each line on the wire; without a path nothing is recorded.

    A record is the time (UTC, ISO 8601, milliseconds), the direction, the peer and the text::

        2026-01-31T19:30:00.125Z < 127.0.0.1:2000 NORTH PASSES

    The direction `!` stands for an event at the peer that is not a line. Each new file begins with
    the head, a comment: the time at which the log was opened, and the options of the session.

    Control characters in the text are escaped, as in `\x1b`. Each record is appended and flushed at
    once. A file that has become large is set aside and compressed; the first is `NAME.1.gz`. If
    there are too many of them, the oldest is removed. If the file cannot be written, logging ends
    and play goes on.
    """

    _path: Path | None
    _now: Callable[[], datetime] = lambda: datetime.now(UTC)
    _head: str = field(default="", kw_only=True)
    _largest: int = field(default=_LARGEST, kw_only=True)
    _kept: int = field(default=KEPT, kw_only=True)

    def __attrs_post_init__(self) -> None:
        self._file: TextIO | None = None
        self._compressing: Thread | None = None
        self._head = f"# {self._time()} {self._head}\n" if self._head else ""
        if self._path is not None:
            self._open(self._path)

    def record(self, direction: str, peer: str, text: str) -> None:
        """Append a record to the file; `direction` is `<`, `>` or `!`."""
        if self._file is None:
            return
        line = f"{self._time()} {direction} {peer} {text.translate(_CONTROLS)}\n"
        try:
            self._size += self._file.write(line)
            if self._size >= self._largest:
                self._set_aside()
        except OSError as error:
            Logger(namespace="bluechip_bot.wire").error(
                "the wire log ends here: {error}", error=str(error)
            )
            self._file = None

    def _time(self) -> str:
        time = self._now().astimezone(UTC).isoformat(timespec="milliseconds")
        return time.removesuffix("+00:00") + "Z"

    def close(self) -> None:
        """Close the file; later lines are not recorded."""
        if self._file is not None:
            self._file.close()
            self._file = None
        if self._compressing is not None:
            self._compressing.join()

    def _open(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8", newline="\n", buffering=1)
        self._size = self._file.tell()
        self._file.write(self._head)

    def _set_aside(self) -> None:
        """Set the file aside and begin a new one; remove the oldest, and compress the others."""
        if self._file is None or self._path is None:
            return
        self._file.close()
        aside = _aside(self._path)
        self._path.replace(_numbered(self._path, max(aside, default=0) + 1)[0])
        excess = len(aside) + 1 - self._kept if self._kept else 0
        for number in aside[: max(0, excess)]:
            for old in _numbered(self._path, number):
                old.unlink(missing_ok=True)
        # Lines may come faster than they can be compressed: the next thread takes what is left.
        if self._compressing is None or not self._compressing.is_alive():
            self._compressing = Thread(target=_compress, args=(self._path,), name="wire log")
            self._compressing.start()
        self._open(self._path)


def _numbered(path: Path, number: int) -> tuple[Path, Path]:
    """The paths of a file that was set aside, and of its compressed copy."""
    return path.with_name(f"{path.name}.{number}"), path.with_name(f"{path.name}.{number}.gz")


def _aside(path: Path) -> list[int]:
    """The numbers of the files that have been set aside, the oldest first."""
    wanted = re.compile(re.escape(path.name) + r"\.(\d{1,9})(?:\.gz)?", re.A)
    found = map(wanted.fullmatch, (one.name for one in path.parent.iterdir()))
    return sorted({int(match[1]) for match in found if match})


def _compress(path: Path) -> None:
    """Compress the files that were set aside; one that cannot be compressed stays as it is."""
    for number in _aside(path):
        plain, packed = _numbered(path, number)
        if not plain.exists():
            continue
        try:
            with plain.open("rb") as text, gzip.open(packed, "wb", compresslevel=6) as copy:
                shutil.copyfileobj(text, copy)
        except OSError:
            packed.unlink(missing_ok=True)
        else:
            plain.unlink(missing_ok=True)
