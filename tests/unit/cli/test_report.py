"""The command `report`."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner, Result

from bluechip_bot.cli import main
from bluechip_bot.formats import pbn
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.store import MatchStore
from bluechip_bot.model import Board, Played, Seat, imps
from support.commands import invoke
from support.tables import rows


def run(*arguments: object) -> Result:
    """What the command does."""
    return CliRunner().invoke(main, ["report", *map(str, arguments)])


@pytest.fixture
def folder(tmp_path: Path, finished_board: Callable[[int], Board]) -> Path:
    """A folder of two boards; in the closed room the play differs from the tenth trick on."""
    boards = [finished_board(seed) for seed in (1, 2)]
    for room, played in (("open", boards), ("closed", [_otherwise(board) for board in boards])):
        tags = {"HomeTeam": "Home", "VisitTeam": "Away"}
        records = [pbn.record_from_board(board, {}, room=room, tags=tags) for board in played]
        (tmp_path / f"{room}.pbn").write_text(pbn.dumps(records), encoding="utf-8")
    return tmp_path


def _otherwise(board: Board) -> Board:
    now = board.until(36)
    while now.turn is not None:
        now = now.apply(Played(now.turn, list(now.legal_cards)[-1]))
    return now


def swings(folder: Path) -> list[int]:
    """The swings by the scores of the boards."""
    rooms = [
        [pbn.board_record(record).board.score() for record in pbn.read(folder / f"{room}.pbn")]
        for room in ("open", "closed")
    ]
    return [imps(ours - theirs) for ours, theirs in zip(*rooms, strict=True)]


def test_the_test_of_the_match_is_told_again(
    tmp_path: Path, finished_board: Callable[[int], Board]
) -> None:
    """Without --sprt the hypotheses and rates are the match's own; an option wins over them."""
    settings = {"team_a": "Home", "team_b": "Away", "sprt": [0.0, 0.5], "alpha": 0.1, "beta": 0.2}
    board = evolve(finished_board(1), number=1)
    with closing(
        MatchStore.create(tmp_path / "match.sqlite", settings, boards_from_seed(1, 1))
    ) as store:
        for room in ("open", "closed"):
            store.begin_board(room, room, 1, 1.0)
            store.finish_board(room, room, board, (1.0, 1.0), 2.0)
    told = json.loads(run(tmp_path, "--json").output)["sprt"]
    assert [told[name] for name in ("h0", "h1", "alpha", "beta")] == [0, 0.5, 0.1, 0.2]
    told = json.loads(run(tmp_path, "--json", "--sprt", 0, 2, "--beta", 0.01).output)["sprt"]
    assert [told[name] for name in ("h0", "h1", "alpha", "beta")] == [0, 2, 0.1, 0.01]
    assert "Log-likelihood ratio" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_page_and_summary(folder: Path) -> None:
    """The page is written, and the result, the test and the file's name are printed."""
    done = run(folder, "--sprt", 0, 0.5)
    assert done.exit_code == 0, done.output
    found = swings(folder)
    a, b = sum(max(swing, 0) for swing in found), sum(max(-swing, 0) for swing in found)
    first, second, third, last = done.output.splitlines()
    assert first.startswith(f"Home {a} - {b} Away IMPs")
    assert second.startswith(f"{sum(found) / 2:+.2f} IMPs a board; with 95 % confidence ")
    assert third.startswith("SPRT of 0 against 0.5 IMPs a board: LLR ")
    assert last == str(folder / "report.html")
    assert "Home" in (folder / "report.html").read_text(encoding="utf-8")


def test_json(folder: Path) -> None:
    """With --json all figures are printed, and the page is written again."""
    run(folder)
    done = run(folder, "--json", "--sprt", 0, 1, "--alpha", 0.01, "--seed", 4)
    told = json.loads(done.stdout)
    assert told["teams"] == ["Home", "Away"]
    assert told["mean"]["value"] == pytest.approx(sum(swings(folder)) / 2)
    assert told["sprt"]["alpha"] == 0.01
    assert sum(line["net"] for line in told["roles"]) == sum(swings(folder))
    assert (folder / "report.html").exists()


def test_bad_folders(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No folder, no board, a broken file, other cards, a foreign report: a message, status 2."""
    empty = tmp_path_factory.mktemp("empty")
    page = folder / "report.html"
    page.write_text("mine")
    cases = [
        (folder / "none", "no such folder"),
        (empty, "no finished board"),
        (folder, "no report of ours"),
    ]
    for path, part in cases:
        done = run(path)
        assert (done.exit_code, part in done.output) == (2, True), done.output
        assert done.output.count("\n") == 1
    assert page.read_text() == "mine"
    page.unlink()
    good = (folder / "open.pbn").read_text(encoding="utf-8")
    (folder / "open.pbn").write_text(good.replace('[Contract "', '[Contract "8', 1))
    done = run(folder)
    assert done.exit_code == 2
    assert "open.pbn, line " in done.output
    (folder / "open.pbn").write_text(good.replace('[Dealer "', '[Dealer "', 1))
    closed = (folder / "closed.pbn").read_text(encoding="utf-8")
    vulnerable = closed.replace('[Vulnerable "NS"]', '[Vulnerable "None"]', 1)
    (folder / "closed.pbn").write_text(vulnerable)
    done = run(folder)
    assert (done.exit_code, "NS vulnerable at one table, None" in done.output) == (2, True)
    assert not page.exists()


def _record(board: Board, names: str = "", **tags: str) -> pbn.PbnRecord:
    seats = dict(zip(Seat, names.split(), strict=False))
    return pbn.record_from_board(board, seats, room=tags.pop("Room", ""), tags=tags)


def _file(path: Path, *records: pbn.PbnRecord) -> Path:
    path.write_text(pbn.dumps(records), encoding="utf-8")
    return path


def test_boards_of_one_table(tmp_path: Path, finished_board: Callable[[int], Board]) -> None:
    """A file of boards has a page without IMPs; the losses of its players are those of its rows."""
    boards = [finished_board(seed) for seed in (1, 2)]
    records = [_record(board, "Ann Bob Cy Di", Event="Club <night>") for board in boards]
    path, rows = _file(tmp_path / "club.pbn", *records), tmp_path / "losses.jsonl"
    done = run(path, "--json", "--losses", rows)
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert [one["player"] for one in told["players"]] == ["Ann", "Bob", "Cy", "Di"]
    calls = sum(len(board.auction.calls) for board in boards)
    assert sum(one["calls"] for one in told["players"]) == calls
    assert 0 < sum(one["ours"] for one in told["players"]) < calls
    lost = [json.loads(line) for line in rows.read_text(encoding="utf-8").splitlines()]
    assert all(row["trick"] == (row["card"] + 3) // 4 for row in lost)
    for one in told["players"]:
        mine = sum(
            row["cost"]
            for row in lost
            if row["role"] != "declarer play" and row["player"] == one["player"]
        )
        assert (one["lead"] + one["defence"], one["tricks"]) == (mine, mine + one["declarer"])
    assert sum(one["tricks"] for one in told["players"]) == sum(row["cost"] for row in lost) > 0
    page = (tmp_path / "club.html").read_text(encoding="utf-8")
    assert "Club &lt;night&gt;" in page
    assert "Ann &amp; Cy" in page
    assert "IMPs" not in page.partition("<script")[0].partition("</style>")[2]


def test_two_rooms_in_files(tmp_path: Path, finished_board: Callable[[int], Board]) -> None:
    """Two results of each board make a match, from one file or two; other repetitions do not."""
    boards = [finished_board(seed) for seed in (1, 2)]
    others = [_otherwise(board) for board in boards]
    teams = {"HomeTeam": "Home", "VisitTeam": "Away"}
    rooms = [
        [_record(board, Room=room, **teams) for board in played]
        for room, played in (("Open", boards), ("Closed", others))
    ]
    swing = sum(imps(a.score() - b.score()) for a, b in zip(boards, others, strict=True))
    one = _file(tmp_path / "one.pbn", *rooms[0], *rooms[1])
    first, second = (_file(tmp_path / f"{at}.pbn", *room) for at, room in enumerate(rooms))
    for files in ((one,), (first, second)):
        told = json.loads(run(*files, "--json", "--system", "none").stdout)
        assert told["teams"] == ["Home", "Away"]
        assert told["imps"][0] - told["imps"][1] == swing
    _file(first, *rooms[0][:1])
    told = json.loads(run(first, second, "--json", "--system", "none").stdout)
    assert (told["teams"], told["boards"]) == (["Home", "Away"], 1)
    assert sum(one["calls"] for one in told["players"]) == 0
    assert {loss["room"] for loss in told["losses"]} == {"open", "closed"}
    done = run(first, first, first, "--json", "--system", "none")
    assert ": 3 results in a match of two tables" in done.stderr
    told = json.loads(done.stdout)
    assert {loss["room"] for loss in told["losses"]} == {"table 1", "table 2", "table 3"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.pbn", '[Board "1"]\n[Contract "4S"]\n[Declarer "N"]\n[Result "10"]\n'),
        ("a.lin", "md|1,,,|mb|p|mb|p|mb|p|mb|p|"),
        ("a.lin", "md|1,,,|mb|p|mb|1h|"),
        ("a.pbn", '[Board "1"]\n[Deal "N:AKQ... - - -"]\n'),
    ],
)
def test_boards_with_little(tmp_path: Path, name: str, text: str) -> None:
    """A result, an auction or a hand is enough for a page."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert run(tmp_path / name).exit_code == 0
    assert (tmp_path / "a.html").exists()


def test_a_large_file_is_refused(tmp_path: Path) -> None:
    """A file of 100 MB is refused before it is read, and a row file of no known form."""
    path = tmp_path / "large.pbn"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    done = run(path)
    assert (done.exit_code, "100 MB; at most 16 MB" in done.stderr) == (2, True)
    done = run(path, "--losses", tmp_path / "rows.txt")
    assert (done.exit_code, "neither in .csv nor in .jsonl" in done.stderr) == (2, True)


@pytest.fixture
def stored(tmp_path: Path, finished_board: Callable[[int], Board]) -> Path:
    """The folder of a match of two boards, both finished in both rooms."""
    folder = MatchFolder.create(tmp_path / "stored")
    boards = boards_from_seed(1, 2)
    with closing(MatchStore.create(folder.store, {"team_a": "Home"}, boards)) as store:
        for room in ("open", "closed"):
            for number in (1, 2):
                board = evolve(finished_board(number), number=number)
                store.begin_board(room, room, number, 1.0)
                store.finish_board(room, room, board, (1.0, 1.0), 2.0)
    return folder.path


@pytest.mark.parametrize(("change", "message"), rows("cli", "wrong_rows"))
def test_wrong_rows(stored: Path, change: str, message: str) -> None:
    """A line that names file, table and row, for a report and for a match that goes on."""
    with closing(sqlite3.connect(stored / "match.sqlite")) as connection, connection:
        connection.execute(change)
    for words in (("report", stored, "--json"), ("match", "--resume", stored)):
        done = invoke(*words)
        *_, last = done.stderr.splitlines()
        assert done.exit_code == 2
        assert last.startswith(f"Error: {stored / 'match.sqlite'}: ")
        assert message in last


def test_a_page_beside_an_archive(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the folder cannot be written, --out is asked for before the work, and is enough."""
    monkeypatch.setattr("os.access", lambda path, mode: (Path(path), mode) != (stored, os.W_OK))
    done = run(stored)
    assert (done.exit_code, "give another one by --out FILE" in done.stderr) == (2, True)
    with closing(sqlite3.connect(stored / "match.sqlite")) as connection, connection:
        connection.execute("DELETE FROM result WHERE number = 2")  # one board is enough
    page = stored.parent / "page.html"
    done = run(stored, "--out", page)
    assert done.exit_code == 0, done.output
    assert page.exists()
    assert not (stored / "report.html").exists()
