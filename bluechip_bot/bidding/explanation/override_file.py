"""The file of operator overrides, read again when it changes while a match runs."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from bluechip_bot.bidding.explanation.overrides import NO_OVERRIDES, Overrides, parse
from bluechip_bot.bidding.language.syntax import FilePlace, SystemFileError

_Stamp = tuple[int, int]


@frozen
class Poll:
    """What a look at the file found.

    Attributes:
        overrides: those in force; the last ones without errors.
        changed: whether the file is another than at the look before.
        errors: what is wrong with it, told once for every change.
    """

    overrides: Overrides
    changed: bool = False
    errors: tuple[SystemFileError, ...] = ()


class OverrideFile:
    """A file of overrides; one that is absent has none.

    Args:
        path: the file, which need not exist yet.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stamp: _Stamp | None = None
        self._good = NO_OVERRIDES

    def poll(self) -> Poll:
        """The overrides in force now; the file is read where its time or size has changed."""
        try:
            stamp = self._stamp_now()
            if stamp == self._stamp:
                return Poll(self._good)
            self._stamp = stamp
            text = "" if stamp is None else self._path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            place = FilePlace(self._path.name, 1, 1)
            return Poll(self._good, True, (SystemFileError(place, f"not readable ({error})"),))
        found, errors = parse(text, self._path.name)
        if not errors:
            self._good = found
        return Poll(self._good, True, errors)

    def _stamp_now(self) -> _Stamp | None:
        try:
            status = self._path.stat()
        except FileNotFoundError:
            return None
        return status.st_mtime_ns, status.st_size
