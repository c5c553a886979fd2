"""The fault drill: processes of a match are killed, again and again, and nothing is lost."""

from __future__ import annotations

import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from attrs import define, field

from bluechip_bot.match.record.store import MatchStore
from bluechip_bot.model import Board
from support.commands import COMMAND

CUT_SEAT: Final = Path(__file__).with_name("cut_seat.py")
KINDS: Final = ("runner", "manager", "seat", "player", "connection")
_PATIENCE: Final = 120.0

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on POSIX")


@define
class Match:
    """A match in a folder, which can be begun, hurt and taken up again."""

    folder: Path
    boards: int
    engine: tuple[str, ...]
    rooms: str = "both"
    process: subprocess.Popen[bytes] | None = None
    ends: list[int] = field(factory=list)

    def begin(self) -> None:
        """Start the match: team A's seats are reached through connections that can be cut."""
        seat = f"{sys.executable} {CUT_SEAT} {{host}} {{port}} --seat {{seat}} --team {{team}}"
        seat += " --until-eof --profile bluechip-bot --no-clock " + " ".join(self.engine)
        config = self.folder.parent / f"{self.folder.name}.toml"
        config.write_text(f"command_a = '{seat}'\nrestarts = 100\n")
        engine = list(self.engine)
        engine[engine.index("--engine")] = "--team-b"
        boards = ("--boards", str(self.boards), "--seed", "5", "--rooms", self.rooms)
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
        try:
            with sqlite3.connect(f"file:{self.folder / 'match.sqlite'}?mode=ro", uri=True) as file:
                return int(file.execute("SELECT COUNT(*) FROM action").fetchone()[0])
        except sqlite3.OperationalError:
            return 0  # not made yet

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


def victims(runner: int, kind: str) -> Iterator[int]:
    """Yield the processes of a kind that belong to a runner."""
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
        if len(row) == 3 and re.search(wanted, row[2]) and _descends(int(row[0]), runner, parents):
            yield int(row[0])


def _descends(process: int, ancestor: int, parents: dict[int, int]) -> bool:
    while process in parents and process != ancestor:
        process = parents[process]
    return process == ancestor


def drill(match: Match, kills: int, seed: int) -> list[str]:
    """What was done to the match while it was played: harm each time that it has got on a bit."""
    chance = random.Random(seed)
    done: list[str] = []
    match.begin()
    threshold, deadline = 10, time.monotonic() + _PATIENCE
    while not match.is_over:
        actions = match.actions
        if len(done) < kills and actions >= threshold:
            kind = KINDS[len(done) % len(KINDS)]
            if match.hurt(kind, chance):
                done.append(kind)
                threshold = actions + chance.randrange(3, 30)
            deadline = time.monotonic() + _PATIENCE
        assert time.monotonic() < deadline or len(done) == kills, f"stands still after {done}"
        time.sleep(0.02)
    return done


def play_twice(
    folder: Path, boards: int, kills: int, engine: tuple[str, ...], rooms: str = "both"
) -> None:
    """Play a match in peace and another one under fire, and compare them."""
    peaceful = Match(folder / "peaceful", boards, engine, rooms)
    peaceful.begin()
    assert peaceful.wait(3000) == 0
    hurt = Match(folder / "hurt", boards, engine, rooms)
    done = drill(hurt, kills, seed=1)
    assert len(done) == kills, "the match was over before"
    assert hurt.wait(3000) in (0, 5), hurt.folder.with_suffix(".log").read_text()
    results = hurt.results()
    assert len(results) == 2 * boards
    assert results == peaceful.results()
    for name in ("open.pbn", "closed.pbn"):
        one, other = ((match.folder / name).read_text() for match in (peaceful, hurt))
        assert one == other


@pytest.mark.timeout(280)
@pytest.mark.parametrize(
    ("rooms", "boards"), [("both", 8), pytest.param("replay", 5, marks=pytest.mark.slow)]
)
def test_a_few_kills(tmp_path: Path, rooms: str, boards: int) -> None:
    """One harm of each kind: every board is scored once, and as in an undisturbed match."""
    play_twice(tmp_path, boards, 5, ("--engine", "random", "--budget", "60"), rooms)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_fifty_kills(tmp_path: Path) -> None:
    """Fifty harms over 32 boards of search."""
    engine = ("--engine", "pimc", "--worlds", "2", "--depth", "1", "--budget", "60")
    play_twice(tmp_path, 32, 50, engine)
