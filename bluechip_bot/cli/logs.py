"""The log: one line for each entry, on standard error."""

from __future__ import annotations

import sys
from typing import Any, TextIO, cast

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


@implementer(ILogObserver)
class _LineObserver:
    """Writes `time level place: text`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __call__(self, event: LogEvent) -> None:
        level = event.get("log_level", LogLevel.info).name
        place = str(event.get("log_namespace", "-")).removeprefix("bluechip_bot.")
        text = formatEvent(event)
        if failure := event.get("log_failure"):
            text = f"{text}: {failure.getTraceback()}"
        when = formatTime(event.get("log_time"))
        try:
            self._stream.write(f"{when} {level} {place}: {text}\n")
            self._stream.flush()
        except (OSError, ValueError):
            # The reader of our output is gone; the game goes on.
            return


def begin(*, verbose: bool, quiet: bool = False) -> None:
    """Start to log: warnings and errors if quiet, everything if verbose, else all but debugging."""
    level = LogLevel.debug if verbose else LogLevel.warn if quiet else LogLevel.info
    predicate = LogLevelFilterPredicate(defaultLogLevel=level)
    # The reactor's own start and stop messages are of no use to an operator.
    for namespace in ("log_legacy", "twisted", "asyncio"):
        predicate.setLogLevelForNamespace(namespace, LogLevel.warn)
    # The casts stand for zope's interfaces, which type checkers do not see.
    lines = cast("Any", _LineObserver(sys.stderr))
    observer = cast("Any", FilteringLogObserver(lines, [cast("Any", predicate)]))
    globalLogBeginner.beginLoggingTo([observer], redirectStandardIO=False, discardBuffer=True)
