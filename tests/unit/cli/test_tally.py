"""What seats count outlives their processes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bluechip_bot.cli.tally import Tally


def test_a_later_process_adds(tmp_path: Path) -> None:
    """The file is up to date after every writing, and holds what all processes counted."""
    path = tmp_path / "open-North.json"
    killed = Tally(path)
    killed.write({"decisions": 1, "relaxed": 0})
    killed.write({"decisions": 7, "relaxed": 2})
    assert json.loads(path.read_text()) == {"decisions": 7, "relaxed": 2}
    later = Tally(path)
    later.write({"decisions": 3, "relaxed": 0})
    later.write({"decisions": 4, "relaxed": 0})
    assert json.loads(path.read_text()) == {"decisions": 11, "relaxed": 2}
    assert list(tmp_path.iterdir()) == [path]


def test_the_end_of_an_older_process_changes_nothing(tmp_path: Path) -> None:
    """One that has nothing new to tell does not overwrite what its successor has added."""
    path = tmp_path / "x.json"
    older = Tally(path)
    older.write({"decisions": 7})
    Tally(path).write({"decisions": 1})
    older.write({"decisions": 7})
    assert json.loads(path.read_text()) == {"decisions": 8}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"decisions": "many"}'])
def test_a_file_that_is_no_tally_counts_for_nothing(tmp_path: Path, text: str) -> None:
    """The counts begin at zero."""
    path = tmp_path / "x.json"
    path.write_text(text)
    Tally(path).write({"decisions": 2})
    assert json.loads(path.read_text()) == {"decisions": 2}


def test_a_file_that_cannot_be_written_ends_the_tally_alone(tmp_path: Path) -> None:
    """The game goes on."""
    tally = Tally(tmp_path / "absent" / "x.json")
    tally.write({"decisions": 1})
    tally.write({"decisions": 2})
    assert not (tmp_path / "absent").exists()


def test_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a path nothing is written."""
    monkeypatch.chdir(tmp_path)
    Tally(None).write({"decisions": 1})
    assert list(tmp_path.iterdir()) == []
