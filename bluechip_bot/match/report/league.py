"""The publications of a league: a page of HTML, a CSV of the matches, and all tables as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from attrs import asdict

from bluechip_bot.match.league.schedule import Fixture
from bluechip_bot.match.league.standing import LeagueTables
from bluechip_bot.match.report.page import environment, signed

HEADINGS = (
    "stage", "home", "away", "boards", "planned", "imps_home", "imps_away", "carry_over",
    "vp_home", "vp_away", "state",
)  # fmt: skip
"""The columns of the CSV, a line for each match."""


def cell(tables: LeagueTables, team: str, other: str, *, brief: bool = False) -> str:
    """A cell of the crosstable: for each match victory points, and the margin in IMPs in brackets.

    The points of a match in progress are left out, and so is the margin of a walkover; if `brief`,
    all margins are.
    """
    texts = []
    for fixture, margin, points in tables.meetings(team, other):
        shown = [] if points is None else [f"{points:.2f}"]
        if not brief and not tables.is_off(fixture):
            shown.append(f"({signed(margin) or 0})")
        texts.append(" ".join(shown))
    return ", ".join(texts)


def state(tables: LeagueTables, fixture: Fixture) -> str:
    """The state of a match, such as `3 of 16 boards`; empty if it is over and counts."""
    if tables.annulled & set(fixture.teams):
        return "does not count"
    if tables.is_off(fixture):
        return "walkover"
    played = tables.results.get(fixture)
    if played is None:
        return "to be played"
    return "" if played.is_over else f"{len(played.pairs)} of {played.planned} boards"


def league_html(
    tables: LeagueTables, links: Mapping[Fixture, str], broken: Mapping[Fixture, str], **texts: str
) -> str:
    """The page of a league, as HTML; `broken` are the reasons why matches broke off.

    `texts` are the `name` of the league, the day on which it `began`, and the time `now`.
    """
    calls = {"cell": partial(cell, tables), "state": partial(state, tables)}
    page = environment().get_template("league.html")
    return page.render(tables=tables, links=links, broken=broken, **calls, **texts)


def _rows(tables: LeagueTables) -> Iterator[dict[str, Any]]:
    ties = tables.drawn
    for fixture in (*tables.fixtures, *ties):
        played, tie = tables.results.get(fixture), ties.get(fixture)
        points = (None, None) if tie is not None else tables.victory_points(fixture)
        boards, planned = (len(played.pairs), played.planned) if played is not None else (0, None)
        imps = played.imps if played is not None else (None, None)
        carried = None if tie is None else tie.carry_over
        values = (*asdict(fixture).values(), boards, planned, *imps, carried)
        yield dict(
            zip(HEADINGS, (*values, *(points or (None, None)), state(tables, fixture)), strict=True)
        )


def league_csv(tables: LeagueTables) -> str:
    """A line for each match, with the columns of `HEADINGS`; what is not known is empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, HEADINGS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(_rows(tables))
    return text.getvalue()


def league_json(name: str, began: str, tables: LeagueTables) -> str:
    """All tables of a league, as JSON."""
    data = {
        "league": name,
        "began": began,
        "scale": tables.scale.name,
        "champion": tables.champion or None,
        "standing": [asdict(line) for line in tables.standing],
        "matches": list(_rows(tables)),
        "butler": [asdict(each) for each in tables.butler],
    }
    return json.dumps(data, ensure_ascii=False, indent=1)
