"""The crosstable of a league from the PBN files of its matches alone, without the project's code.

    python tests/support/crosstable.py results/league

prints a line for each match of the round robin, and compares them with matches.csv. It has a parser
and the scoring of its own, so that it finds mistakes that ours would share.
"""

from __future__ import annotations

import csv
import re
import sys
from pathlib import Path

IMPS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750,
    2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
TAG = re.compile(r'^\[(\w+) "([^"]*)"\]', re.MULTILINE)
Match = tuple[str, str, str, int, int, int]
"""Stage, home, away, boards, and the IMPs of home and away."""


def score(tags: dict[str, str]) -> int:
    """The points of North-South."""
    if tags["Contract"] == "Pass":
        return 0
    level, strain = int(tags["Contract"][0]), tags["Contract"][1:].rstrip("X")
    doubled = tags["Contract"].count("X")
    side = "NS" if tags["Declarer"] in "NS" else "EW"
    vulnerable = tags["Vulnerable"] in {side, "All"}
    over = int(tags["Result"]) - 6 - level
    if over < 0:
        down = -over
        if not doubled:
            points = -down * (100 if vulnerable else 50)
        else:
            first, later, last = (200, 300, 300) if vulnerable else (100, 200, 300)
            costs = [first, later, later] + [last] * 10
            points = -sum(costs[:down]) * doubled
    else:
        each = 20 if strain in "CD" else 30
        tricks = (level * each + (10 if strain == "NT" else 0)) << doubled
        extra = (100 * doubled * (1 + vulnerable)) if doubled else each
        points = tricks + over * extra + 50 * doubled
        points += (500 if vulnerable else 300) if tricks >= 100 else 50
        points += {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
    return points if side == "NS" else -points


def boards(path: Path) -> dict[int, dict[str, str]]:
    """The tags of each board of a file."""
    found: dict[int, dict[str, str]] = {}
    tags: dict[str, str] = {}
    for name, value in TAG.findall(path.read_text("utf-8")):
        if name == "Event":
            tags = {}
        tags[name] = value
        if name == "Board":
            found[int(value)] = tags
    return found


def match(folder: Path) -> Match:
    """The result of a match."""
    first, second = boards(folder / "open.pbn"), boards(folder / "closed.pbn")
    home = away = 0
    for number in first.keys() & second.keys():
        assert first[number]["Deal"] == second[number]["Deal"], (folder, number)
        difference = score(first[number]) - score(second[number])
        imps = sum(abs(difference) >= step for step in IMPS)
        home, away = home + imps * (difference > 0), away + imps * (difference < 0)
    one = next(iter(first.values()))
    stage = folder.parent.name.replace("-", " ") if "round" in folder.parent.name else "knockout"
    return stage, one["HomeTeam"], one["VisitTeam"], len(first.keys() & second.keys()), home, away


def matches(league: Path) -> set[Match]:
    """The results of the round robin, from the PBN files."""
    return {match(path.parent) for path in league.glob("round-*/*/open.pbn")}


def published(league: Path) -> set[Match]:
    """The same, as the league tells it."""
    with (league / "matches.csv").open() as file:
        return {
            (row["stage"], row["home"], row["away"], *map(int, (row[key] for key in NUMBERS)))  # type: ignore[misc]
            for row in csv.DictReader(file)
            if row["stage"].startswith("round")
        }


NUMBERS = ("boards", "imps_home", "imps_away")

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    ours, theirs = matches(folder), published(folder)
    for each in sorted(ours):
        print(*each, sep="\t")
    sys.exit(f"differ: {sorted(ours ^ theirs)}" if ours != theirs else 0)
