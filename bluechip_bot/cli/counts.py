"""The counts of a seat: in a file that outlives its process, and in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from twisted.logger import Logger

from bluechip_bot.codec import to_json
from bluechip_bot.match.record.counts import DecisionCounts, counts_of

_STARVED: Final = 0.5
"""A player that gets less than this share of a processor is named as short of time.

Two rooms on two processors, with nothing beside them, leave each player some 0.7."""
_MEASURED: Final = 5.0
"""Seconds of thought below which nothing is concluded from that share."""


class CountsFile:
    """A file of `DecisionCounts`; without a path nothing is written.

    The counts that the file holds when it is opened, of a process that was killed, are added to the
    new ones. The file is replaced as a whole, so it can be read at any time. If it cannot be
    written, counting ends, but not the game.
    """

    def __init__(self, path: Path | None) -> None:
        """Read the earlier counts."""
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


def troubles(counts: DecisionCounts) -> Iterator[str]:
    """Yield what an operator should know of the decisions, a line each; nothing if all is well."""
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
