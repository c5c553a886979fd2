"""Files of a seat's statistics and decision times, and warnings about failures and lack of time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, TextIO

from twisted.logger import Logger

from bluechip_bot.codec import to_json
from bluechip_bot.match.record.counts import DecisionCounts, counts_of
from bluechip_bot.protocol.effects import DecisionSpent

_STARVED: Final = 0.5
"""A player that gets less than this share of a processor is named as short of time.

Two rooms on two processors, with nothing else running, leave each player some 0.7."""
_MEASURED: Final = 5.0
"""Seconds of thought below which nothing is concluded from that share."""


class CountsFile:
    """A file of `DecisionCounts`; without a path nothing is written.

    Counts that the file already holds, from a process that was killed, are added to the new ones.
    The file is replaced as a whole, so it can be read at any time. If it cannot be written,
    counting stops and play goes on.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        earlier = counts_of(path.read_bytes()) if path is not None and path.exists() else None
        self._earlier = earlier or DecisionCounts()
        self._written: DecisionCounts | None = None

    def write(self, counts: DecisionCounts) -> None:
        """Write the sum of the earlier counts and those of this process so far."""
        if self._path is None or counts == self._written:
            return
        self._written = counts
        new = self._path.with_suffix(".new")
        try:
            new.write_text(to_json(self._earlier + counts), "utf-8")
            new.replace(self._path)
        except OSError as error:
            Logger(namespace="bluechip_bot.counts").error(
                "the counts end here: {error}", error=str(error)
            )
            self._path = None


class TimeLog:
    """A log with one line for each decision, as `DecisionSpent.to_json` writes it.

    Without a path nothing is written. Lines are appended to an existing file, each as soon as its
    decision is made. If the file cannot be written, logging stops and play goes on.
    """

    def __init__(self, path: Path | None) -> None:
        self._file: TextIO | None = None
        if path is not None:
            self._file = path.open("a", encoding="utf-8", newline="\n", buffering=1)

    def write(self, spent: DecisionSpent) -> None:
        """Append a decision."""
        if self._file is None:
            return
        try:
            self._file.write(spent.to_json() + "\n")
        except OSError as error:
            Logger(namespace="bluechip_bot.times").error(
                "the log of times ends here: {error}", error=str(error)
            )
            self._file = None

    def close(self) -> None:
        """Close the file; later decisions are not written."""
        if self._file is not None:
            self._file.close()
            self._file = None


def troubles(counts: DecisionCounts) -> Iterator[str]:
    """Yield a warning for each kind of trouble: failures, haste, too little processor time."""
    if counts.failed:
        yield f"decisions in which the player failed: {counts.failed}, the last with {counts.error}"
    if counts.fallbacks:
        yield (
            f"decisions by rule, without a search: {counts.fallbacks}"
            f" ({counts.fallback_share:.1%}); of these {counts.last_resort} by the last resort,"
            " because the player said nothing"
        )
    if counts.cut_short:
        share = counts.cut_short / max(1, counts.decisions)
        yield (
            f"decisions cut short: {counts.cut_short} ({share:.1%});"
            " the player's last answer was played"
        )
    if counts.seconds >= _MEASURED and counts.processor_share < _STARVED:
        yield (
            f"a player got {counts.processor_share:.0%} of a processor while it thought:"
            " end what else runs here, or play fewer tables at once"
        )
