"""The counts of a seat during a match, in a file that outlives its process."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from twisted.logger import Logger


class Tally:
    """A JSON file of named numbers; without a path nothing is written.

    The numbers that the file holds when it is opened, of a process that was killed, are added to
    the new ones. The file is replaced as a whole, so it can be read at any time. If it cannot be
    written, the tally ends, but not the game.
    """

    def __init__(self, path: Path | None) -> None:
        """Read the earlier numbers.

        Raises:
            OSError: if the file exists and cannot be read.
        """
        self._path = path
        self._before = Counter(_numbers(path))
        self._told: Mapping[str, int] = {}

    def write(self, counts: Mapping[str, int]) -> None:
        """Write the sums of the earlier numbers and the counts of this process so far."""
        if self._path is None or counts == self._told:
            return
        self._told = dict(counts)
        totals = {name: self._before[name] + count for name, count in counts.items()}
        new = self._path.with_suffix(".new")
        try:
            new.write_text(json.dumps(totals), "utf-8")
            new.replace(self._path)
        except OSError as error:
            Logger(namespace="bluechip_bot.tally").error(
                "the counts end here: {error}", error=str(error)
            )
            self._path = None


def _numbers(path: Path | None) -> dict[str, int]:
    """The numbers in a file; none if it is missing or not a tally."""
    if path is None or not path.exists():
        return {}
    try:
        told = json.loads(path.read_text("utf-8"))
    except ValueError:
        return {}
    if not isinstance(told, dict):
        return {}
    return {name: count for name, count in told.items() if isinstance(count, int)}
