"""The command `replay`, for sessions of the wire; tests/e2e/test_replay.py is for rooms."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from support.commands import invoke

DATA = Path(__file__).parents[2] / "data" / "transcripts"
SEAT = DATA / "01_robobridge-host_v18_south_declarer_void_passout.txt"
TABLE = DATA / "20_our_table_passed_out.wire.log"


def test_the_examples_of_the_help(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each example of --help can be run."""
    monkeypatch.chdir(tmp_path)
    for folder in ("night/logs", "logs", "tests/data/transcripts"):
        Path(folder).mkdir(parents=True)
    shutil.copy(TABLE, "night/logs/open.wire.log")
    shutil.copy(SEAT, "logs/North-2000.wire.log")
    examples = re.findall(r"^ +bluechip-bot (replay .*)$", invoke("replay", "-h").output, re.M)
    assert len(examples) == 3
    for example in examples:
        # A player without a system is enough to see that it thinks.
        result = invoke(*shlex.split(example.replace("--worlds 40", "--engine random")))
        assert result.exit_code == int("--think" in example), result.output
        assert not result.stderr
    saved = Path("tests/data/transcripts/bug.wire.log")
    assert invoke("replay", saved).exit_code == 0
    again = invoke(*shlex.split(examples[-1]))
    assert again.exit_code == 2
    assert "bug.wire.log: File exists" in again.stderr


def test_an_engine_of_the_user_s_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found in the current folder, as when it plays."""
    monkeypatch.chdir(tmp_path)
    Path("mine_alone.py").write_text(
        "from bluechip_bot.player.chance import RandomPlayer\nmake = lambda _: RandomPlayer()\n"
    )
    monkeypatch.setattr("sys.path", [*sys.path])
    result = invoke("replay", SEAT, "--think", "--engine", "mine_alone:make")
    assert result.exit_code in {0, 1}, result.output
    assert not result.stderr


def test_what_is_printed() -> None:
    """The end, the counts, and what is assumed."""
    result = invoke("replay", TABLE)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == (
        f"{TABLE}: our table, 4 connections, 1 board, 40 lines: 0 differences"
    )
    result = invoke("replay", "--clients", TABLE)
    assert "our seat, 4 connections, 4 boards, 36 lines, 4 decisions: 0 differences" in (
        result.stdout
    )


def test_differences_are_shown(tmp_path: Path) -> None:
    """With line, time and peer, recorded and now, as a terminal may show them; status 1."""
    path = tmp_path / "a.wire.log"
    text = TABLE.read_text("ascii")
    path.write_text(text.replace("North ready to start", "North ready \x1b[2J", 1))
    result = invoke("replay", "--clients", path)
    assert result.exit_code == 1
    assert "\x1b" not in result.stdout
    place, recorded, now, last = result.stdout.splitlines()[-4:]
    assert re.fullmatch(r"line \d+, 20\d\d-\d\d-\d\dT[\d:.]+Z, peer:\d", place)
    assert recorded == r"  - North ready \x1b[2J"
    assert now == "  + North ready to start"
    assert last.endswith(": 1 difference")


def test_a_session_is_saved(tmp_path: Path) -> None:
    """A session in another dialect than ours is a file that is read again."""
    log = DATA / "07_openspiel_south_declarer_redoubled_passout_REAL.txt"
    result = invoke("replay", log, "--save", tmp_path / "saved")
    assert result.exit_code == 0, result.output
    again = invoke("replay", tmp_path / "saved.wire.log")
    assert again.exit_code == 0, again.output
    assert "our seat, 1 connection, 2 boards," in again.stdout


@pytest.mark.parametrize(
    ("content", "words", "message"),
    [
        (None, (), "No such file"),
        (b"", (), "no record of the wire in it"),
        (
            b'# seat {"team": "A", "seat": "N"}\n2026-01-31T19:30:00.125Z < a x\n',
            (),
            "the log begins in the middle",
        ),
        (b"\x1f\x8b\x08", (), "cannot be unpacked"),
        (TABLE.read_bytes().replace(b" table {", b" tables {"), (), "no options of the session"),
        (TABLE.read_bytes(), ("--think",), "give --clients"),
        (SEAT.read_bytes(), ("--think", "--engine", "best"), "no engine is called 'best'"),
        (SEAT.read_bytes(), ("--think", "--engine", "nowhere:make"), "No module named 'nowhere'"),
        (SEAT.read_bytes(), ("--profile", "best"), "--profile"),
    ],
)
def test_what_cannot_be_played(
    tmp_path: Path, content: bytes | None, words: tuple[str, ...], message: str
) -> None:
    """One message and status 2."""
    path = tmp_path / "a.log"
    if content is not None:
        path.write_bytes(content)
    result = invoke("replay", path, *words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "\x1b" not in result.stderr
    assert "Traceback" not in result.stderr
