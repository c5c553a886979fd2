"""The folder of a match: its state, the records of both rooms, given auctions, `logs/`."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attrs import frozen

from bluechip_bot.match.record.counts import DecisionCounts, read_counts

_TOKEN: Final = re.compile("[0-9A-Za-z_-]{16,64}")


class FolderError(ValueError):
    """A folder that cannot take a match, or holds no match."""


@frozen
class MatchFolder:
    """The folder of a match, and the paths of its files."""

    path: Path

    @classmethod
    def create(cls, path: Path | None, base: Path = Path("results")) -> MatchFolder:
        """A folder for a new match: `path`, or the next free `match-1`, `match-2`, ... in `base`.

        The files of an earlier match are never touched.
        """
        if path is None:
            number = 1
            while (base / f"match-{number}").exists():
                number += 1
            path = base / f"match-{number}"
        folder = cls(path)
        if folder.store.exists():
            text = f"{path} holds a match; go on with it by --resume {path}, or choose another one"
            raise FolderError(text)
        for file in (folder.pbn("open"), folder.pbn("closed")):
            if file.exists():
                raise FolderError(f"{file} is there already: choose another folder")
        folder.logs.mkdir(parents=True, exist_ok=True)
        return folder

    @property
    def store(self) -> Path:
        """The file of the match's state."""
        return self.path / "match.sqlite"

    @property
    def logs(self) -> Path:
        """The folder of the log files."""
        return self.path / "logs"

    def pbn(self, room: str) -> Path:
        """The PBN file of a room's boards."""
        return self.path / f"{room}.pbn"

    @property
    def auctions(self) -> Path:
        """The file of given auctions, which seats read; it does not exist if none are given."""
        return self.path / "auctions.pbn"

    def token(self) -> str:
        """The word that opens the operator's page, the same for as long as the match lasts.

        Only the user who plays the match can read its file.
        """
        path = self.path / "page.token"
        with contextlib.suppress(FileNotFoundError):
            found = path.read_text("ascii", "replace").strip()
            if _TOKEN.fullmatch(found):
                return found
            path.unlink()
        made = secrets.token_urlsafe(16)
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "w", encoding="ascii") as opened:
            opened.write(made)
        return made

    def seats(self, index: int) -> Path:
        """The settings file of our seats of team A (0) or B (1)."""
        return self.path / f"team-{'ab'[index]}.toml"

    def summary(self, table: str) -> str:
        """The path of each seat's `DecisionCounts`; its placeholder `{seat}` is to be filled in."""
        return str(self.logs / f"{table}-{{seat}}.json")

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Lock the folder: within the context no other process plays its match."""
        with (self.path / "match.lock").open("a") as file:
            try:
                if sys.platform == "win32":
                    import msvcrt

                    msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
                else:
                    import fcntl

                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                text = f"another process plays the match in {self.path}"
                raise FolderError(text) from None
            yield

    @property
    def counts(self) -> DecisionCounts:
        """The decision counts of all seats together, those of killed processes included."""
        found = (read_counts(path) for path in sorted(self.logs.glob("*.json")))
        return sum((counts for counts in found if counts is not None), DecisionCounts())
