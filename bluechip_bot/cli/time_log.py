"""The time and the thoughts of every decision, one line of JSON each."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from twisted.logger import Logger

from bluechip_bot.protocol.effects import DecisionSpent


class TimeLog:
    """A file with a line for each decision, see `DecisionSpent.to_json`; none without a path.

    Each line is written at once, after those that the file holds. If it cannot be written, the log
    ends, but not the game.
    """

    def __init__(self, path: Path | None) -> None:
        """Open the file."""
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
