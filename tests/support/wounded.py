"""A match whose processes are killed and whose connections are cut while it is played."""

from __future__ import annotations

import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from attrs import define, field

from bluechip_bot.match.record.store import MatchStore
from bluechip_bot.model import Board
from support.commands import COMMAND

CUT_SEAT: Final = Path(__file__).parent.parent / "e2e" / "cut_seat.py"
KINDS: Final = ("runner", "manager", "seat", "player", "connection")


@define
class Match:
    """A match in a folder, which can be begun, hurt and taken up again.

    Attributes:
        folder: its folder, which is made.
        boards: how many are played in each room.
        engine: options of the seats; `--engine NAME` is one of them.
        rooms: as the option of `match`.
        clock: seconds for a pair and board; 0 for no clock.
        process: the runner.
        ends: the exit statuses of those that have ended.
    """

    folder: Path
    boards: int
    engine: tuple[str, ...]
    rooms: str = "both"
    clock: float = 0.0
    process: subprocess.Popen[bytes] | None = None
    ends: list[int] = field(factory=list)

    def begin(self) -> None:
        """Start the match: team A's seats are reached through connections that can be cut."""
        seat = f"{sys.executable} {CUT_SEAT} {{host}} {{port}} --seat {{seat}} --team {{team}}"
        clock = f"--clock {self.clock:g}" if self.clock else "--no-clock"
        seat += f" --until-eof --profile bluechip-bot {clock} " + " ".join(self.engine)
        config = self.folder.parent / f"{self.folder.name}.toml"
        config.write_text(f"restarts = 100\nteam_a.command = '{seat}'\n")
        engine = list(self.engine)
        engine[engine.index("--engine")] = "--team-b"
        boards = ["--boards", str(self.boards), "--seed", "5", "--rooms", self.rooms]
        if self.clock:
            boards += ["--clock", f"{self.clock:g}"]
        self._start("--config", str(config), *boards, "--out", str(self.folder), *engine)

    def resume(self) -> None:
        """Take the match up again."""
        self._start("--resume", str(self.folder))

    def _start(self, *arguments: str) -> None:
        log = self.folder.with_suffix(".log").open("ab")
        with log:
            self.process = subprocess.Popen(
                [*COMMAND, "match", *arguments], stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )

    @property
    def is_over(self) -> bool:
        """Whether the process that plays has ended."""
        assert self.process is not None
        code = self.process.poll()
        if code is not None and (not self.ends or self.ends[-1] != code):
            self.ends.append(code)
        return code is not None

    @property
    def actions(self) -> int:
        """The calls and cards that are kept, those of boards broken off included."""
        return self._count("SELECT COUNT(*) FROM action")

    def _count(self, query: str) -> int:
        path = f"file:{self.folder / 'match.sqlite'}?mode=ro"
        try:
            with closing(sqlite3.connect(path, uri=True)) as file:
                return int(file.execute(query).fetchone()[0])
        except sqlite3.OperationalError:
            return 0  # not made yet

    @property
    def finished(self) -> int:
        """The number of boards finished, of both rooms."""
        return self._count("SELECT COUNT(*) FROM result")

    def results(self) -> dict[tuple[str, int], Board]:
        """The finished boards of both rooms."""
        with closing(MatchStore.open(self.folder / "match.sqlite")) as store:
            return {
                (room, stored.board.number): stored.board
                for room in ("open", "closed")
                for stored in store.finished(room)
            }

    def hurt(self, kind: str, chance: random.Random) -> bool:
        """Do a process harm; False if there is none of the kind just now."""
        assert self.process is not None
        found = list(victims(self.process.pid, kind))
        if not found:
            return False
        victim = chance.choice(found)
        try:
            os.kill(victim, signal.SIGUSR1 if kind == "connection" else signal.SIGKILL)
        except ProcessLookupError:
            return False
        if kind == "runner":
            self.process.wait()
            self.resume()
        return True

    def wait(self, seconds: float) -> int:
        """The exit status of the match."""
        assert self.process is not None
        return self.process.wait(seconds)


def victims(runner: int, kind: str, words: str = "") -> Iterator[int]:
    """Yield the processes of a kind that belong to a runner and have these words."""
    if kind == "runner":
        yield runner
        return
    command = ["ps", "-ewwo", "pid=,ppid=,args="]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listing.splitlines()]
    parents = {int(row[0]): int(row[1]) for row in rows}
    wanted = {
        "manager": r"-m bluechip_bot room",
        "seat": r"-m bluechip_bot play",
        "player": r"-m bluechip_bot\.player\.process",
        "connection": r"cut_seat\.py",
    }[kind]
    for row in rows:
        found = len(row) == 3 and re.search(wanted, row[2]) and words in row[2]
        if found and _descends(int(row[0]), runner, parents):
            yield int(row[0])


def _descends(process: int, ancestor: int, parents: dict[int, int]) -> bool:
    while process in parents and process != ancestor:
        process = parents[process]
    return process == ancestor
