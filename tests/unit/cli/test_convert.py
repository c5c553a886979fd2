"""`bluechip-bot convert`: files into the other format, and refusals."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from bluechip_bot.formats import pbn
from bluechip_bot.formats.boards import read_boards
from bluechip_bot.model import Board
from support.commands import invoke


def run(*words: object) -> Result:
    """The command with some words."""
    return invoke("convert", *words)


@pytest.fixture
def played(tmp_path: Path, finished_board: Callable[[int], Board]) -> Path:
    """A PBN file of three boards."""
    path = tmp_path / "a.pbn"
    records = [pbn.record_from_board(finished_board(seed), {}) for seed in (1, 2, 3)]
    path.write_text(pbn.dumps(records), encoding="latin-1")
    return path


def test_there_and_back(played: Path, tmp_path: Path) -> None:
    """PBN becomes LIN and PBN again with the same boards; the command says how many."""
    there, back = tmp_path / "b.lin", tmp_path / "c.pbn"
    result = run(played, there)
    assert result.exit_code == 0, result.output
    assert "3 boards written" in result.stderr
    assert result.stdout == ""
    assert run(there, back).exit_code == 0
    boards = [record.board for record in read_boards(played)]
    assert [record.board for record in read_boards(back)] == boards


def test_formats_by_option_and_standard_output(played: Path, tmp_path: Path) -> None:
    """Other suffixes need --from and --to; `-` writes to standard output."""
    source = tmp_path / "boards.txt"
    source.write_bytes(played.read_bytes())
    result = run(source, "-", "--from", "PBN", "--to", "lin")
    assert result.exit_code == 0, result.output
    assert result.stdout.count("md|") == 3


def test_loss_is_told_in_one_line(tmp_path: Path, played: Path) -> None:
    """What LIN cannot carry is one line on standard error."""
    text = played.read_text(encoding="latin-1").replace("[Site ", '[Annotator "me"]\n[Site ', 1)
    played.write_text(text, encoding="latin-1")
    result = run(played, tmp_path / "b.lin")
    lines = [line for line in result.stderr.splitlines() if "cannot carry" in line]
    assert lines == ["LIN cannot carry: tag Annotator (1), tag Scoring (3)"]


def test_nothing_is_overwritten_without_force(played: Path, tmp_path: Path) -> None:
    """A file that is there stays as it is, unless --force."""
    target = tmp_path / "b.lin"
    target.write_text("mine")
    result = run(played, target)
    assert result.exit_code == 2
    assert "is there already" in result.stderr
    assert target.read_text() == "mine"
    assert run(played, target, "--force").exit_code == 0
    assert target.read_text().startswith("pn|")
    if os.name == "posix":
        mask = os.umask(0)
        os.umask(mask)
        assert stat.S_IMODE(target.stat().st_mode) == 0o666 & ~mask


def test_the_same_format_is_written_again(played: Path, tmp_path: Path) -> None:
    """PBN into PBN is export form with CR LF."""
    played.write_bytes(b'[Event "x"] ; note\n[Board "1"]\n')
    assert run(played, tmp_path / "b.pbn").exit_code == 0
    written = (tmp_path / "b.pbn").read_bytes()
    assert written.startswith(b'% PBN 2.1\r\n% EXPORT\r\n\r\n[Event "x"]\r\n{note}\r\n[Site "?"]')


def test_version_of_pbn(played: Path, tmp_path: Path) -> None:
    """An older version is written when asked for, and what it lacks is told."""
    played.write_text('[Board "1"]\n[ScoreTable "A"]\n1\n')
    result = run(played, tmp_path / "b.pbn", "--version", "1.0")
    assert "PBN 1.0 cannot carry: table ScoreTable (1)" in result.stderr
    assert (tmp_path / "b.pbn").read_text().startswith("% PBN 1.0\n")


def test_check_tells_all_that_is_wrong(tmp_path: Path, played: Path) -> None:
    """With --check each error against the standard is a line, and the status is 2."""
    assert run(played, "--check").exit_code == 0
    path = tmp_path / "bad.pbn"
    path.write_text('[Round "&"]\n\n[Date "x"]\n')
    result = run(path, "--check")
    assert result.exit_code == 2
    assert [line.split(": ")[0] for line in result.stdout.splitlines()] == [
        f"{path}, line 1, column 1",
        f"{path}, line 3, column 1",
    ]


def test_warnings_are_on_standard_error(tmp_path: Path) -> None:
    """What has one meaning is converted and reported; the check refuses it."""
    path = tmp_path / "a.pbn"
    path.write_text('[Event Random Deal #]\n[Board "3"]\n\nMinimum : 33.6\n')
    result = run(path, "-", "--to", "lin")
    assert (result.exit_code, "vg|Random Deal #," in result.stdout) == (0, True)
    assert [line.partition(": ")[0] for line in result.stderr.splitlines()] == [
        f"{path}, line 1, column 1",
        f"{path}, line 4, column 1",
    ]
    assert run(path, "--check").exit_code == 2


def test_format_by_the_text_of_a_file(tmp_path: Path, played: Path) -> None:
    """A suffix that tells nothing leaves the format to the text."""
    source = tmp_path / "boards.txt"
    source.write_bytes(played.read_bytes())
    assert run(source, "-", "--to", "lin").stdout == run(played, "-", "--to", "lin").stdout


def test_check_of_lin_tells_all_that_is_wrong(tmp_path: Path) -> None:
    """Every board of a LIN file is looked at; each error is a line."""
    path = tmp_path / "a.lin"
    path.write_text("md|1|\nmb|1Z|\nmd|2|mb|1C|mb|1C|\nmd|3|oops|mb|p|\n")
    result = run(path, "--check")
    assert result.exit_code == 2
    assert [line.split(": ")[0] for line in result.stdout.splitlines()] == [
        f"{path}, line 2, column 1",
        f"{path}, line 3, column 12",
        f"{path}, line 4, column 6",
    ]
    path.write_text("md|1|mb|1C|")
    assert run(path, "--check").stdout == f"{path}: nothing wrong\n"


def test_check_names_utf_16(tmp_path: Path) -> None:
    """The standard has one encoding; UTF-16 is read, and is an error."""
    path = tmp_path / "a.pbn"
    path.write_bytes(b"\xff\xfe" + '[Event "x"]\n'.encode("utf-16-le"))
    result = run(path, "--check")
    assert result.stdout == f"{path}, line 1: ISO 8859-1 expected: 'UTF-16-LE'\n"
