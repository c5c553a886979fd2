"""`bluechip-bot league` without playing: its tables, files and refusals."""

from __future__ import annotations

import csv
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bluechip_bot.cli.failure import Failure
from bluechip_bot.cli.league import LeagueOutput
from bluechip_bot.match.league.league import League, read_league
from bluechip_bot.model import ModelError
from support.commands import invoke

TEAM = '[[team]]\nname = "{}"\nengine = "random"\nsystem = "floor"\n'
TEAMS = TEAM.format("<b>A</b>") + TEAM.format("[B]")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A league of two teams."""
    path = tmp_path / "two.toml"
    path.write_text(f'name = "T&T"\nknockout = 2\nout = "{tmp_path / "out"}"\n{TEAMS}')
    return path


def test_tables_of_a_league_that_has_not_begun(file: Path, tmp_path: Path) -> None:
    """Everything is published, and what teams are called is shown as it stands."""
    result = invoke("league", file, "--tables")
    assert result.exit_code == 0, result.output
    assert "1   <b>A</b>" in result.output
    assert "[B]" in result.output
    assert "no winner yet" in result.output
    assert "Crosstable" in result.output
    page = (tmp_path / "out/league.html").read_text()
    assert "<title>T&amp;T</title>" in page
    assert "&lt;b&gt;A&lt;/b&gt;" in page
    assert "<b>A</b>" not in page
    tables = json.loads((tmp_path / "out/league.json").read_text())
    assert [line["team"] for line in tables["standing"]] == ["<b>A</b>", "[B]"]
    with (tmp_path / "out/matches.csv").open() as opened:
        (match,) = csv.DictReader(opened)
    assert (match["stage"], match["boards"], match["state"]) == ("round 1", "0", "to be played")


def test_a_crosstable_that_is_too_wide_is_not_cut(file: Path) -> None:
    """The page has it, and the standing names all teams."""
    names = [f"Team {number}" for number in range(30)]
    file.write_text(f'out = "{file.parent}"\n' + "".join(map(TEAM.format, names)))
    result = invoke("league", file, "--tables")
    assert "the crosstable is too wide for this terminal" in result.output
    assert all(f"{name} " in result.output for name in names)


def test_the_page_says_why_a_match_broke_off(file: Path) -> None:
    """So does the failure that the command ends with."""
    with League.opened(read_league(file, {}), datetime.now(UTC)) as league:
        output = LeagueOutput(league, "again")
        output.broken_off(league.left(league.tables())[0], "no <program>")
        with pytest.raises(Failure, match=r"round 1: <b>A</b> - \[B\]: no <program>\n.*: again"):
            output.end(is_played=True)
    assert "broke off: no &lt;program&gt;" in (league.path / "league.html").read_text()


def test_withdrawal_of_all_but_one(file: Path) -> None:
    """The one that is left has won; a name that no team has is wrong usage."""
    result = invoke("league", file, "--tables", "--withdraw", "C")
    assert result.exit_code == 2
    assert "no team is called 'C' (teams: <b>A</b>, [B])" in result.output
    result = invoke("league", file, "--tables", "--withdraw", "[b]")
    assert result.exit_code == 0
    assert "winner: <b>A</b>" in result.output


def test_a_fault_of_a_session_is_no_wrong_usage(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It keeps its traceback and status 1, after which a service manager starts the command."""

    def play_all(*_: object) -> None:
        raise ModelError("a fault")

    monkeypatch.setattr("bluechip_bot.net.reactor.install", object)
    monkeypatch.setattr("bluechip_bot.cli.league.play_all", play_all)
    result = invoke("league", file)
    assert result.exit_code == 1
    assert isinstance(result.exception, ModelError)
