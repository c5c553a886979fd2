"""`bluechip-bot score`: teams and pairs, from files, and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result

from bluechip_bot.match.result.comparison import TEAM_COLUMNS
from support.commands import invoke


def run(*words: object) -> Result:
    """The command with some words."""
    return invoke("score", *words)


def board(number: int, contract: str, declarer: str, result: str, extra: str = "") -> str:
    """A board of a PBN file, nobody vulnerable."""
    return (
        f'[Board "{number}"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Declarer "{declarer}"]\n'
        f'[Contract "{contract}"]\n[Result "{result}"]\n{extra}\n'
    )


@pytest.fixture
def rooms(tmp_path: Path) -> tuple[Path, Path]:
    """Two files of three boards, the third in one room only."""
    first, second = tmp_path / "open.pbn", tmp_path / "closed.pbn"
    first.write_text(
        board(1, "4S", "N", "10") + board(2, "Pass", "", "") + board(3, "1C", "E", "7")
    )
    second.write_text(board(1, "4S", "N", "9") + board(2, "3NT", "E", "8"))
    return first, second


def test_teams(rooms: tuple[Path, Path]) -> None:
    """Swings, running total, unmatched boards, totals and victory points are told."""
    result = run(*rooms)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert " ".join(lines[2].split()) == "1 None 4S N = 420 4S N -1 -50 10 +10"
    assert " ".join(lines[3].split()) == "2 None Pass 0 3NT E -1 50 2 +8"
    assert lines[4] == "one result only: board 3"
    assert lines[5] == "A 10 - 2 B IMPs"
    assert lines[6].startswith("15.")
    assert "over 2 boards" in lines[6]


def test_teams_as_json_with_carry_over(rooms: tuple[Path, Path]) -> None:
    """The same as data; the carry-over counts in the totals, not in the victory points."""
    plain = json.loads(run(*rooms, "--json").stdout)
    data = json.loads(run(*rooms, "--json", "--carry-over", "-3.7").stdout)
    assert (plain["imps"], plain["totals"], plain["unmatched"]) == ([10, 2], [10, 2], [3])
    assert data["totals"] == [10, 5.7]
    assert data["boards"][-1]["running"] == 4.3
    assert data["victory_points"] == plain["victory_points"]


def test_rows(rooms: tuple[Path, Path], tmp_path: Path) -> None:
    """A row a board as CSV and as lines of JSON; of a pairs event a row a result."""
    assert run(*rooms, "--out", tmp_path / "m.csv").exit_code == 0
    heading, *lines = (tmp_path / "m.csv").read_text().splitlines()
    assert heading == ",".join(TEAM_COLUMNS)
    assert lines == ["1,N,None,4S,N,10,420,4S,N,9,-50,10,10", "2,N,None,Pass,,,0,3NT,E,8,50,-2,8"]
    assert run(*rooms, "--out", tmp_path / "m.jsonl").exit_code == 0
    _, second = map(json.loads, (tmp_path / "m.jsonl").read_text().splitlines())
    assert second["open_declarer"] is None
    assert (second["closed_tricks"], second["imps"], second["running"]) == (8, -2, 8)
    assert run(*rooms, rooms[1], "--out", tmp_path / "p.jsonl").exit_code == 0
    rows = [json.loads(line) for line in (tmp_path / "p.jsonl").read_text().splitlines()]
    first = [(row["score"], row["percentage"]) for row in rows if row["board"] == 1]
    assert first == [(420, 100.0), (-50, 25.0), (-50, 25.0)]
    refused = run(*rooms, "--out", tmp_path / "m.xlsx")
    assert (refused.exit_code, "neither in .csv nor in .jsonl" in refused.stderr) == (2, True)


def test_room_tags_and_teams_win_over_the_order(tmp_path: Path) -> None:
    """One file with both rooms: the open room's North-South is the home team."""
    teams = '[HomeTeam "Reds"]\n[VisitTeam "Blues"]\n'
    path = tmp_path / "both.pbn"
    path.write_text(
        board(1, "4S", "N", "9", f'[Room "Closed"]\n{teams}')
        + board(1, "4S", "N", "10", f'[Room "Open"]\n{teams}')
    )
    data = json.loads(run(path, "--json").stdout)
    assert data["teams"] == ["Reds", "Blues"]
    assert data["imps"] == [10, 0]


def test_scale_of_a_file(rooms: tuple[Path, Path], tmp_path: Path) -> None:
    """A table file gives other victory points; one that lacks the length is refused."""
    scale = tmp_path / "scale.toml"
    scale.write_text(
        'name = "ours"\n[[table]]\nboards = [1, 4]\nsteps = [[0, 15, 15], [5, 20, 10]]\n'
    )
    assert "20.00 - 10.00 VPs over 2 boards (ours)" in run(*rooms, "--scale", scale).stdout
    scale.write_text('name = "ours"\n[[table]]\nboards = 16\nformula = {}\n')
    result = run(*rooms, "--scale", scale)
    assert result.exit_code == 2
    assert "ours: no table for 2 boards" in result.stderr


def test_pairs(tmp_path: Path) -> None:
    """Three results of a board are matchpoints and Butler, with a standing of the pairs."""
    paths = []
    for index, tricks in enumerate(("11", "10", "9")):
        names = f'[North "N{index}"]\n[South "N{index}"]\n[East "E{index}"]\n[West "W{index}"]\n'
        path = tmp_path / f"{index}.pbn"
        path.write_text(board(1, "4S", "N", tricks, names))
        paths.append(path)
    data = json.loads(run(*paths, "--json").stdout)
    (only,) = data["boards"]
    assert only["datum"] == 270
    assert [each["percentage"] for each in only["results"]] == [100, 50, 0]
    assert [each["butler"] for each in only["results"]] == [5, 4, -8]
    assert data["pairs"][0] == {
        "pair": "E2 - W2", "boards": 1, "percentage": 100.0, "butler": 8,
    }  # fmt: skip
    assert "Board 1, datum N/S +270" in run(*paths).stdout
    assert "are for teams" in run(*paths, "--carry-over", 1).stderr


def test_scores_that_the_tricks_do_not_come_to_are_told(tmp_path: Path) -> None:
    """A score of the file that is wrong is told, and the tricks count; a right one is not."""
    path = tmp_path / "a.pbn"
    path.write_text(
        board(1, "4S", "E", "10", '[Score "EW 420"]\n')
        + board(1, "4S", "E", "10", '[Score "NS -450"]\n')
        + board(2, "4S", "E", "10", '[Score "420"]\n')
        + board(2, "4S", "E", "10", '[Score "?"]\n')
    )
    result = run(path, "--json")
    assert result.stderr == (
        f"{path}, line 9: board 1 tells N/S -450, its tricks come to -420, which counts\n"
    )
    assert json.loads(result.stdout)["imps"] == [0, 0]


DEAL = "S:Q87.A9743..AJ853 AKJ965.865.Q9.74 T32.J2.AJ863.Q96 4.KQT.KT7542.KT2"


def test_a_second_room_with_its_cards_turned(tmp_path: Path) -> None:
    """Bridge Moniteur turns the cards of the second room by a seat: both are one board."""
    path = tmp_path / "a.pbn"
    event = "[Event Random Deal #]\n"
    first = board(3, "3S", "W", "8", f'[Deal "{DEAL}"]\n').replace('"N"', '"S"')
    second = board(3, "2S", "N", "8", f'[Deal "{DEAL.replace("S:", "W:")}"]\n')
    second = second.replace('[Dealer "N"]', '[Dealer "W"]')
    path.write_text(
        event + first.replace('"None"', '"EW"') + event + second.replace('"None"', '"NS"')
    )
    result = run(path, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["boards"] == [
        {
            "board": 3,
            "results": ["3S W -1", "2S W ="],
            "scores": [100, -110],
            "imps": 5,
            "running": 5,
        }
    ]
    assert [line.partition(": ")[0] for line in result.stderr.splitlines()] == [
        f"{path}, line 1, column 1",
        f"{path}, line 10, column 1",
    ]


def test_what_scoring_does_not_need_is_only_reported(tmp_path: Path) -> None:
    """A call that cannot be read is reported, and the result of its board counts."""
    path = tmp_path / "a.pbn"
    path.write_text(board(1, "4S", "N", "10", '[Auction "N"]\n4S* AP\n') + board(1, "4S", "N", "9"))
    result = run(path, "--json")
    assert (result.exit_code, json.loads(result.stdout)["imps"]) == (0, [10, 0])
    assert f"{path}, line 8, column 1: not a call" in result.stderr
