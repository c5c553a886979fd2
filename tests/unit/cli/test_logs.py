"""What reaches the operator's screen: troubles summed up, and no control characters."""

from __future__ import annotations

import io
from typing import Any

import pytest
from twisted.logger import LogLevel

from bluechip_bot.cli.failure import printable
from bluechip_bot.cli.logs import RepeatFilter, _LineObserver


def event(text: str, now: float, level: Any = LogLevel.warn) -> dict[str, Any]:
    """An entry."""
    return {"log_level": level, "log_format": "{text}", "text": text, "log_time": now}


@pytest.fixture
def stream() -> io.StringIO:
    """What is written."""
    return io.StringIO()


@pytest.fixture
def observer(stream: io.StringIO) -> _LineObserver:
    """An observer that writes to the stream."""
    return _LineObserver(stream)


def test_repeats_are_summed_up(stream: io.StringIO, observer: _LineObserver) -> None:
    """Of a thousand refusals a minute ten are told, and then how many more there were."""
    for number in range(1000):
        observer(event(f"connection {number} refused", number * 0.06))
    observer(event("another trouble", 59.97))
    assert len(stream.getvalue().splitlines()) == 11
    observer(event("news", 61.0, LogLevel.info))
    lines = stream.getvalue().splitlines()
    assert len(lines) == 13
    assert lines[11].endswith("warn log: 990 more like: - connection 999 refused")


def test_the_end_sums_up_and_news_are_all_told(
    stream: io.StringIO, observer: _LineObserver
) -> None:
    """Only warnings and errors are summed up, at the latest when the command ends."""
    for number in range(100):
        observer(event(f"board {number}", 1.0, LogLevel.info))
    for number in range(15):
        observer(event(f"connection {number} refused", 1.0))
    observer.close()
    lines = stream.getvalue().splitlines()
    assert len(lines) == 111
    assert lines[-1].endswith("5 more like: - connection 14 refused")


def test_troubles_of_a_thousand_kinds() -> None:
    """Who varies his nonsense is summed up all the same."""
    repeats = RepeatFilter()
    kinds = ["".join("abcdefghij"[int(digit)] for digit in str(kind)) for kind in range(1000)]
    assert sum(repeats.is_shown(kind, 1.0) for kind in kinds) == 110
    assert list(repeats.summaries(60.0)) == []
    assert list(repeats.summaries(61.0)) == ["890 more like: jjj"]


def test_nothing_moves_the_cursor(stream: io.StringIO, observer: _LineObserver) -> None:
    """Control characters and marks that turn the direction of text are shown, not obeyed."""
    observer(event("team '\x1b[2J\x07\r\x9b1m\u202eA'", 1.0))
    assert stream.getvalue().endswith("team '\\x1b[2J\\x07\\x0d\\x9b1m\\u202eA'\n")
    assert printable("two\n\tlines é ♠") == "two\n\tlines é ♠"
