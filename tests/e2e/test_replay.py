"""Matches at one table with every board twice in a row, and matches in one room."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from bluechip_bot.formats import pbn
from bluechip_bot.match.record.reading import record_of
from bluechip_bot.match.record.store import MatchStore
from bluechip_bot.model import Board, Contract, Seat
from support.commands import RANDOM, run, started
from support.wounded import victims

SEEDED = (*RANDOM, "--seed", "1")
REPLAY = ("match", "--rooms", "replay", "--contract", "3NTS", *SEEDED)


def results(folder: Path) -> dict[tuple[str, int], Board]:
    """The finished boards of both plays, each stored action by action as it is in the result."""
    found = {}
    with closing(MatchStore.open(folder / "match.sqlite")) as store:
        for room in ("open", "closed"):
            for stored in store.finished(room):
                board = next(b for b in store.planned if b.number == stored.board.number).dealt()
                for action in stored.actions:
                    assert action.player is board.decider
                    board = board.apply(action.event)
                assert board == stored.board
                found[room, board.number] = board
    return found


def decisions(folder: Path) -> dict[str, int]:
    """How many decisions each seat has counted."""
    return {
        str(seat): json.loads((folder / "logs" / f"replay-{seat}.json").read_text())["decisions"]
        for seat in Seat
    }


@pytest.fixture(scope="module")
def peaceful(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a match of four boards that nobody disturbed, and what it printed."""
    folder = tmp_path_factory.mktemp("peaceful")
    done = run(folder, *REPLAY, "--boards", "4", "--out", "x")
    assert done.returncode == 0, done.stderr
    return folder / "x", done.stdout


@pytest.mark.timeout(280)
def test_each_board_is_played_twice_in_a_row(peaceful: tuple[Path, str]) -> None:
    """Four programs play all of it; the records are those of two rooms, and compared so."""
    folder, printed = peaceful
    plays = re.findall(r"(open|closed) \d/4 +board (\d):", printed)
    assert plays == [(room, number) for number in "1234" for room in ("open", "closed")]
    assert re.search(r"A \d+ - \d+ B IMPs, .* over 4 boards", printed)
    assert len(list((folder / "logs").glob("*-*.json"))) == 4
    wire = (folder / "logs" / "replay.wire.log").read_text()
    told = re.findall(r"Board number (\d+)\. Dealer (\w+)\. (\S+) vulnerable", wire)
    first = Counter(told)
    assert set(first.values()) == {4}
    assert [number for number, *_ in first] == ["1", "14", "2", "19", "3", "12", "4", "13"]
    assert list(first)[1] == ("14", "East", "Neither")
    assert wire.count('Teams : N/S : "A" E/W : "B"') == 4
    assert "left out" not in printed


@pytest.mark.timeout(280)
def test_records_of_the_second_play(peaceful: tuple[Path, str]) -> None:
    """The closed room's file has the cards as dealt, team B North-South, and right scores."""
    folder, _ = peaceful
    opened, closed = (pbn.read(folder / f"{room}.pbn") for room in ("open", "closed"))
    assert [record.number for record in closed] == [1, 2, 3, 4]
    for one, other in zip(opened, closed, strict=True):
        for tag in ("Deal", "Dealer", "Vulnerable"):
            assert one.get(tag) == other.get(tag)
        assert [one.get(seat) for seat in ("North", "East", "South", "West")] == list("ABAB")
        assert [other.get(seat) for seat in ("North", "East", "South", "West")] == list("BABA")
        for told in map(pbn.board_record, (one, other)):
            assert told.told_score == told.score()
    boards = results(folder)
    assert len(boards) == 8
    for board in boards.values():
        assert board.contract == Contract.parse("3NT-S")
        assert board.play is not None
        assert board.play.is_over
        assert not board.alerts
        assert not board.explanations
    record = record_of(folder)
    assert len(record.pairs) == 4
    assert {counts.room for counts in record.seats} == {"replay"}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on POSIX")
@pytest.mark.timeout(280)
@pytest.mark.parametrize("last", ["closed 1/4", pytest.param("open 3/4", marks=pytest.mark.slow)])
def test_a_killed_match_goes_on(peaceful: tuple[Path, str], tmp_path: Path, last: str) -> None:
    """Between the plays of a board, or between boards: all are scored once, and as undisturbed."""
    with started(tmp_path, *REPLAY, "--boards", 4, "--out", "x") as match:
        assert match.stdout is not None
        for line in match.stdout:
            if line.strip().startswith(last):
                break
        match.kill()
    assert 0 < len(results(tmp_path / "x")) < 8
    (tmp_path / "x" / "auctions.pbn").unlink()
    done = run(tmp_path, "match", "--resume", "x")
    assert done.returncode == 0, done.stderr
    assert results(tmp_path / "x") == results(peaceful[0])
    for room in ("open", "closed"):
        ours, theirs = (pbn.read(at / f"{room}.pbn") for at in (tmp_path / "x", peaceful[0]))
        assert [r.number for r in ours] == [r.number for r in theirs] == [1, 2, 3, 4]


def test_a_match_that_is_over(peaceful: tuple[Path, str]) -> None:
    """Resumed, it prints its result once more, and starts no room."""
    folder, printed = peaceful
    kept = {path: path.read_bytes() for path in (*folder.glob("*.pbn"), *folder.glob("logs/*"))}
    done = run(folder.parent, "match", "--resume", "x")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == printed.splitlines()[-1]
    assert {path: path.read_bytes() for path in kept} == kept


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on POSIX")
@pytest.mark.slow
@pytest.mark.timeout(280)
def test_counts_of_a_killed_seat_stay(peaceful: tuple[Path, str], tmp_path: Path) -> None:
    """A seat that was killed has counted all its decisions, not only those since then."""
    with started(tmp_path, *REPLAY, "--boards", 4, "--out", "x") as match:
        assert match.stdout is not None
        for line in match.stdout:
            if line.strip().startswith("closed 2/4"):
                (east,) = victims(match.pid, "seat", "--seat East")
                os.kill(east, signal.SIGKILL)
                break
        _, errors = match.communicate(timeout=120)
    assert match.returncode == 5, errors
    assert results(tmp_path / "x") == results(peaceful[0])
    before, after = decisions(peaceful[0]), decisions(tmp_path / "x")
    # One decision may have been sent, and not yet been counted.
    assert after["East"] >= before["East"] - 1


@pytest.mark.slow
@pytest.mark.timeout(280)
def test_one_room_prints_points(tmp_path: Path) -> None:
    """A line for each board, the points of team A, and that there are no IMPs."""
    done = run(tmp_path, "match", "--rooms", "closed", *SEEDED, "--boards", "2", "--out", "x")
    assert done.returncode == 0, done.stderr
    records = pbn.read(tmp_path / "x" / "closed.pbn")
    points = [-pbn.board_record(record).score() for record in records]
    row = re.compile(r"^ +(\d) +[NESW] +\S+ .*? (-?\d+) +[+-]?\d+ *$", re.M)
    rows = row.findall(done.stdout)
    assert rows == [("1", str(points[0])), ("2", str(points[1]))]
    assert f"A {sum(points):+d} points over 2 boards; no IMPs" in done.stdout
