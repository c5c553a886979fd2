"""The fault drill: processes of a match are killed, again and again, and nothing is lost."""

from __future__ import annotations

import random
import re
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from support.commands import run
from support.wounded import KINDS, Match

_PATIENCE: Final = 120.0

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on POSIX")


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


@pytest.mark.slow  # test_replay kills one whole match in the standard run
@pytest.mark.timeout(280)
@pytest.mark.parametrize(("rooms", "boards"), [("both", 4), ("replay", 5)])
def test_a_few_kills(tmp_path: Path, rooms: str, boards: int) -> None:
    """One harm of each kind: every board is scored once, and as in an undisturbed match."""
    play_twice(tmp_path, boards, 5, ("--engine", "random", "--budget", "60"), rooms)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_fifty_kills(tmp_path: Path) -> None:
    """Fifty harms over 32 boards of search."""
    engine = ("--engine", "pimc", "--worlds", "2", "--depth", "1", "--budget", "60")
    play_twice(tmp_path, 32, 50, engine)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.timeout(900)
def test_a_soak_loses_nothing(tmp_path: Path) -> None:
    """`soak.py` in small: every board is played once, though processes of all kinds were killed."""
    program = Path(__file__).with_name("soak.py")
    options = ("--boards", 8, "--clock", 30, "--kill-every", 4, "--engine", "--engine random")
    done = run(tmp_path, "x", *options, program=(sys.executable, str(program)), timeout=800)
    assert done.returncode == 0, done.stderr
    assert "boards lost / twice      0 / 0\n" in done.stdout
    assert "illegal calls and cards  0\n" in done.stdout
    assert re.search(r"killed or cut +([3-9]|\d\d+) \(", done.stdout)
