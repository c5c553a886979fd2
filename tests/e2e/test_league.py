"""A league of three teams is killed in a match, goes on, and ends as if it had not been."""

from __future__ import annotations

import csv
import subprocess
import time
from pathlib import Path

import pytest

from bluechip_bot.formats.boards import read_results
from bluechip_bot.model import imps
from support.commands import COMMAND, run

LEAGUE = """
knockout = 2
[match]
boards = 1
[match.search]
think = false
"""
TEAM = '[[team]]\nname = "{}"\nengine = "dice:{}"\nsystem = "floor"\n'
DICE = """
from attrs import evolve
from bluechip_bot.player.chance import RandomPlayer

class Dice(RandomPlayer):
    def __init__(self, seed):
        self.seed = seed

    def decide(self, request):
        return super().decide(evolve(request, seed=self.seed))

one, two, three = (lambda settings, seed=seed: Dice(seed) for seed in (1, 2, 3))
"""


Match = tuple[str, ...]
"""Stage, home, away, boards, and the IMPs of home and away."""


def matches(league: Path) -> set[Match]:
    """The matches of the round robin, from the PBN files of their rooms."""
    found = set()
    for path in league.glob("round-*/*/open.pbn"):
        first, second = (
            {record.number: record for record in read_results(path.with_name(f"{room}.pbn"))}
            for room in ("open", "closed")
        )
        gains = [imps(first[number].score() - second[number].score()) for number in first]
        home, away = (sum(max(0, sign * gain) for gain in gains) for sign in (1, -1))
        teams = [next(iter(first.values())).fact(name) for name in ("HomeTeam", "VisitTeam")]
        stage = path.parts[-3].replace("-", " ")
        found.add((stage, *teams, *map(str, (len(gains), home, away))))
    return found


def published(league: Path) -> set[Match]:
    """The same rows, from the league's own table."""
    columns = ("stage", "home", "away", "boards", "imps_home", "imps_away")
    with (league / "matches.csv").open() as file:
        rows = [tuple(row[column] for column in columns) for row in csv.DictReader(file)]
    return {row for row in rows if row[0].startswith("round")}


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_league_goes_on_after_a_kill(tmp_path: Path) -> None:
    """Its crosstable is that of the PBN files."""
    (tmp_path / "dice.py").write_text(DICE)
    teams = "".join(TEAM.format(*each) for each in (("A", "one"), ("B", "two"), ("C", "three")))
    (tmp_path / "three.toml").write_text(LEAGUE + teams)
    words = ("league", "three.toml", "--out", "league")
    first = subprocess.Popen([*COMMAND, *words], cwd=tmp_path, stdout=subprocess.DEVNULL)
    league = tmp_path / "league"
    while not list(league.glob("*/*/match.sqlite")):
        assert first.poll() is None
        time.sleep(0.1)
    first.kill()
    first.wait()
    done = run(tmp_path, *words, timeout=500)
    assert done.returncode == 0, done.stderr
    assert "winner: " in done.stdout
    assert matches(league) == published(league)
    assert len(matches(league)) == 3
    assert len(list(league.glob("final/*/open.pbn"))) == 1
    page = (league / "league.html").read_text()
    reports = [path.relative_to(league) for path in league.glob("*/*/report.html")]
    assert len(reports) == 4
    assert all(f'href="{path}"' in page for path in reports)
    again = run(tmp_path, *words)
    assert "matches over before: 4" in again.stdout
