r"""The log: one line for each entry, on standard error.

Entries that repeat are summed up. Control characters are shown as `\x1b`, so that text which others
have sent cannot change the screen.
"""

from __future__ import annotations

import math
import re
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any, Final, TextIO, cast

import click
from attrs import define
from twisted.logger import (
    FilteringLogObserver,
    ILogObserver,
    LogEvent,
    LogLevel,
    LogLevelFilterPredicate,
    formatEvent,
    formatTime,
    globalLogBeginner,
)
from zope.interface import implementer

from bluechip_bot.cli.failure import printable

_SUMMED_UP: Final = (LogLevel.warn, LogLevel.error)
_MOST: Final = 10
"""The most entries of a kind that are shown within a span."""
_KINDS: Final = 100
"""The most kinds that are distinguished; all other entries are one kind."""
_SPAN: Final = 60.0
"""The length of a span, in seconds."""
_NUMBER: Final = re.compile(r"\d+")


@define
class _EntryKind:
    """The count of entries alike but for numbers, from `since` on; `last` is the last not shown."""

    since: float
    count: int = 0
    last: str = ""


class RepeatFilter:
    """Decides which of many similar entries are shown; times are in seconds."""

    def __init__(self) -> None:
        self._kinds: dict[str, _EntryKind] = {}

    def is_shown(self, text: str, now: float) -> bool:
        """Whether to show an entry: at most ten a minute of those that differ only in numbers."""
        key = _NUMBER.sub("#", text)
        if key not in self._kinds and len(self._kinds) >= _KINDS:
            key = ""
        kind = self._kinds.setdefault(key, _EntryKind(now))
        kind.count += 1
        if kind.count > _MOST:
            kind.last = text
        return kind.count <= _MOST

    def summaries(self, now: float) -> Iterator[str]:
        """Yield a line for each kind of entries whose minute is over, if some were not shown."""
        over = [key for key, kind in self._kinds.items() if now >= kind.since + _SPAN]
        for kind in map(self._kinds.pop, over):
            if kind.last:
                yield f"{kind.count - _MOST} more like: {kind.last}"


@implementer(ILogObserver)
class _LineObserver:
    """Writes each entry as `time level place: text`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._repeats = RepeatFilter()

    def __call__(self, event: LogEvent) -> None:
        now = float(event.get("log_time") or 0.0)
        self._sum_up(now, now)
        level = event.get("log_level", LogLevel.info)
        place = str(event.get("log_namespace", "-")).removeprefix("bluechip_bot.")
        text = formatEvent(event)
        failure = event.get("log_failure")
        is_summed_up = level in _SUMMED_UP and failure is None
        if is_summed_up and not self._repeats.is_shown(f"{place} {text}", now):
            return
        if failure:
            text = f"{text}: {failure.getTraceback()}"
        self._write(now, level.name, place, text)

    def close(self) -> None:
        """Write the summaries of entries that were not shown."""
        self._sum_up(math.inf, time.time())

    def _sum_up(self, until: float, now: float) -> None:
        for summary in self._repeats.summaries(until):
            self._write(now, LogLevel.warn.name, "log", summary)

    def _write(self, now: float, level: str, place: str, text: str) -> None:
        try:
            self._stream.write(f"{formatTime(now)} {level} {place}: {printable(text)}\n")
            self._stream.flush()
        except (OSError, ValueError):
            # The reader of our output is gone; the game goes on.
            return


def begin(*, verbose: bool, quiet: bool = False, calm: Iterable[object] = ()) -> None:
    """Log all if `verbose`, only warnings and errors if `quiet`, else all but debugging entries.

    Of the seats in `calm` only errors are logged, unless `verbose`.
    """
    level = LogLevel.debug if verbose else LogLevel.warn if quiet else LogLevel.info
    predicate = LogLevelFilterPredicate(defaultLogLevel=level)
    # The reactor's own start and stop messages are of no use to an operator.
    for namespace in ("log_legacy", "twisted", "asyncio"):
        predicate.setLogLevelForNamespace(namespace, LogLevel.warn)
    for seat in () if verbose else calm:
        predicate.setLogLevelForNamespace(f"bluechip_bot.{seat}", LogLevel.error)
    # The casts stand for zope's interfaces, which type checkers do not see.
    lines = _LineObserver(sys.stderr)
    click.get_current_context().call_on_close(lines.close)
    filtered = FilteringLogObserver(cast("Any", lines), [cast("Any", predicate)])
    observer = cast("Any", filtered)
    globalLogBeginner.beginLoggingTo([observer], redirectStandardIO=False, discardBuffer=True)
