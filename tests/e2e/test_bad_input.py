"""Bad input as an operator meets it: one message, a defined exit status, and nothing touched."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from click.testing import Result

from bluechip_bot.formats import pbn
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.store import MatchStore
from support.commands import COMMAND, RANDOM, invoke, run, wait_until_gone

_LIMIT = "import os, resource as r, sys; r.setrlimit(r.RLIMIT_FSIZE, (700000, 700000)); "
# A process before which each file may hold no more bytes, as if the disk were full.
SMALL_FILES = (sys.executable, "-c", _LIMIT + "os.execv(sys.argv[1], sys.argv[1:])")
CARDS = (
    "N:AT.KT75.A83.K543 Q9862.Q64.QT2.92 KJ743.AJ82.J54.6 5.93.K976.AQJT87",
    "N:AT.KT75.A83.K543 5.93.K976.AQJT87 KJ743.AJ82.J54.6 Q9862.Q64.QT2.92",
)
LIN = "qx|o1|md|{}SAT32HAT32DAT3CAT,SKQHKQDKQ54CKQJ98,SJ98H987DJ98C7654,S7654HJ654D762C32|pg||\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with files of all kinds."""
    monkeypatch.chdir(tmp_path)
    boards = [
        f'[Board "{n}"]\n[Dealer "N"]\n[Deal "{deal}"]\n\n' for n, deal in enumerate(CARDS, 1)
    ]
    Path("good.pbn").write_text("".join(boards))
    Path("twice.pbn").write_text(boards[0] + boards[1].replace('"2"', '"1"'))
    Path("twice.lin").write_text(LIN.format(1) + LIN.format(2))
    Path("binary.pbn").write_bytes(bytes(range(256)) * 20)
    Path("binary.lin").write_bytes(bytes(range(256)) * 20)
    Path("empty.pbn").touch()
    Path("empty.lin").touch()
    Path("letter.pbn").write_text("Dear sir,\nplease play this.\n")
    Path("cut.pbn").write_text(boards[0][:40])
    Path("folder.pbn").mkdir()
    Path("loop.pbn").symlink_to("loop.pbn")
    return tmp_path


@pytest.fixture
def begun(folder: Path) -> Path:
    """The folder of a match of which nothing is played yet."""
    made = MatchFolder.create(folder / "begun")
    settings = {"team_a": "Ours", "engine_a": "random", "team_b": "Theirs", "engine_b": "random"}
    settings |= {"system_a": "floor", "system_b": "floor"}
    MatchStore.create(made.store, settings, boards_from_seed(1, 2)).close()
    return made.path


def check_told(result: Result, message: str, status: int = 2) -> None:
    """One error is told, and nothing else."""
    assert result.exit_code == status, result.output
    assert result.stderr.count("Error: ") == 1
    assert message in " ".join(result.stderr.split())
    assert "Traceback" not in result.output


def contents(folder: Path) -> dict[str, str]:
    """A sum for each file."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


FLOOR = "--system-a floor --system-b floor"  # which are read at once
MATCH = f"match {FLOOR} --out x --pbn"
DEALS = f"match {FLOOR} --out x --deals"


NO_BOARDS = [
    (command, *file)
    for command in (MATCH, "serve --boards", "score", "dd")
    for file in (
        ("gone.pbn", "gone.pbn: No such file"),
        ("loop.pbn", "loop.pbn: Too many levels of symbolic links"),
        ("folder.pbn", "irectory"),
        ("binary.pbn", "binary.pbn, line 1, column 1: "),
        ("letter.pbn", "letter.pbn, line 1, column 1: no tag before this"),
        ("cut.pbn", "cut.pbn, line 3, column 1: "),
        ("empty.pbn", "empty.pbn"),
    )
]


@pytest.mark.parametrize(
    ("command", "name", "message"),
    [
        *NO_BOARDS,
        (MATCH, "twice.pbn", "twice.pbn, line 5: a second board"),
        (DEALS, "twice.pbn", "twice.pbn, line 5: a second board"),
        ("serve --boards", "twice.pbn", "twice.pbn, line 5: a second board"),
        (DEALS, "twice.lin", "twice.lin, line 2: a second board"),
        ("serve --boards", "twice.lin", "twice.lin, line 2: a second board"),
        ("serve --boards", "binary.lin", "binary.lin, line 1"),
        ("serve --boards", "empty.lin", "empty.lin"),
        ("match --config", "binary.pbn", "binary.pbn: not TOML"),
    ],
)
def test_files_that_cannot_be_used(folder: Path, command: str, name: str, message: str) -> None:
    """Every command that reads them names the file and what is wrong; no match is begun."""
    check_told(invoke(*command.split(), name), message)
    assert not (folder / "x").exists()


def _truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _spoil(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:8192] + bytes(len(data) - 8192))


def _altered(statement: str) -> Callable[[Path], object]:
    """A change by a statement of SQL."""

    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(statement)

    return change


def _replace_by_another(path: Path) -> None:
    path.unlink()
    _altered("CREATE TABLE orders (item TEXT)")(path)


@pytest.mark.parametrize("command", ["match --resume", "report"])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_truncate, "match.sqlite: damaged"),
        (_spoil, "match.sqlite: damaged"),
        (
            _altered("UPDATE match SET value = '99' WHERE key = 'schema'"),
            "match.sqlite: written by another version (tables 99, not 1)",
        ),
        (
            _altered("UPDATE match SET value = 'x' WHERE key = 'settings'"),
            "match.sqlite: table match, row settings: ",
        ),
        (_altered("UPDATE planned SET deal = 'x'"), "match.sqlite: table planned, row "),
        (_replace_by_another, "match.sqlite: not the file of a match"),
        (lambda path: path.write_bytes(b""), "match.sqlite: no match was begun here"),
        (lambda path: path.write_bytes(b"text " * 999), "match.sqlite: not the file of a match"),
    ],
)
def test_folders_that_hold_no_match(
    begun: Path, command: str, change: Callable[[Path], object], message: str
) -> None:
    """The file of a match that is none, or is damaged, is told and stays as it is, bit for bit."""
    change(begun / "match.sqlite")
    (begun / "open.pbn").write_text("precious")
    before = contents(begun)
    check_told(invoke(*command.split(), begun), message)
    assert contents(begun) == before


def test_resume_of_what_is_no_match(folder: Path) -> None:
    """A folder that is not there, one without a match and a file are told."""
    for name in ("gone", "folder.pbn", "good.pbn"):
        check_told(
            invoke("match", "--resume", name), f"{name}/match.sqlite: no match was begun here"
        )


def test_a_match_that_is_being_played(begun: Path) -> None:
    """A second process is refused while one plays it, and a report has nothing to tell yet."""
    with MatchFolder(begun).lock():
        before = contents(begun)
        check_told(invoke("match", "--resume", begun), "another process plays the match in")
        check_told(invoke("report", begun), "no board is finished yet")
    assert contents(begun) == before


def test_convert_never_writes_over_what_it_reads(folder: Path) -> None:
    """Neither its input, under whatever name, nor a folder or device is overwritten by --force."""
    (folder / "link.lin").symlink_to("good.pbn")
    before = contents(folder)
    for target in ("good.pbn", "./good.pbn", "link.lin"):
        result = invoke("convert", "good.pbn", target, "--to", "lin", "--force")
        check_told(result, f"{target} is the file that is read: choose another one")
    if sys.platform != "win32":
        result = invoke("convert", "good.pbn", "/dev/null", "--to", "lin", "--force")
        check_told(result, "/dev/null is no file that could be overwritten")
    check_told(invoke("convert", "good.pbn", "folder.pbn", "--force"), "is a directory")
    check_told(invoke("convert", "good.pbn", "good.pbn/x.lin"), "good.pbn/x.lin: Not a directory")
    assert contents(folder) == before


# What needs processes.


def check_ended(
    done: subprocess.CompletedProcess[str], status: int, message: str, *others: str
) -> None:
    """A command has ended so, with one error that tells all this."""
    assert done.returncode == status, done.stderr
    assert done.stderr.count("Error: ") == 1
    assert "Traceback" not in done.stderr + done.stdout
    for part in (message, *others):
        assert part in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="the size of files is limited as on POSIX")
@pytest.mark.slow
@pytest.mark.timeout(400)
def test_full_disk(folder: Path) -> None:
    """A match ends when it cannot be kept; with room again it goes on, and no board is lost."""
    (folder / "match.toml").write_text('rooms = "open"\n')
    options = ("--config", "match.toml", "--boards", 5, "--seed", 3, "--out", "here")
    done = run(folder, "match", *options, *RANDOM, program=(*SMALL_FILES, *COMMAND))
    resume = "go on with: bluechip-bot match --resume here"
    check_ended(done, 4, "cannot keep the match: here/match.sqlite: ", resume)
    with closing(MatchStore.open(folder / "here" / "match.sqlite")) as store:
        before = list(store.finished("open"))
    assert 0 < len(before) < 5

    # Where the folder is does not matter.
    there = (folder / "here").rename(folder / "there")
    done = run(folder, "match", "--resume", "there")
    assert done.returncode == 0, done.stderr
    with closing(MatchStore.open(there / "match.sqlite")) as store:
        finished = list(store.finished("open"))
    assert [stored.board.number for stored in finished] == [1, 2, 3, 4, 5]
    assert all(stored in finished for stored in before)
    records = pbn.read(there / "open.pbn")
    assert [record.number for record in records] == [1, 2, 3, 4, 5]


def one_board(folder: Path, program: str, out: str) -> subprocess.CompletedProcess[str]:
    """A match of a board in which a program of another author's plays for team A."""
    options = ("--config", "match.toml", "--boards", 1, "--out", out, "--command-a", program)
    return run(folder, "match", *options, *RANDOM)


@pytest.mark.timeout(150)
# The status alone makes no difference but in the message: at every run one is enough, and the other
# one, whose room is started twice, is slow.
@pytest.mark.parametrize("status", [pytest.param(0, marks=pytest.mark.slow), 1])
def test_team_that_ends_at_once(folder: Path, status: int) -> None:
    """The seat, its exit status and its log are told; the log has the program's words.

    No process is left.
    """
    out = f"match-{os.getpid()}-{status}"
    (folder / "match.toml").write_text(f'restarts = {1 - status}\nrooms = "open"\n')
    (folder / "program.py").write_text(f"import sys; print('no licence'); sys.exit({status})")
    program = f"{shlex.quote(sys.executable)} program.py {{port}}"
    done = one_board(folder, program, out)
    resume = f"go on with: bluechip-bot match --resume {out}"
    check_ended(done, 4, f"ended with status {status}, see {out}/logs/open-", resume)
    assert wait_until_gone(out) == []
    log = re.search(r"see (\S+\.log)", done.stderr)
    assert log is not None
    assert "no licence" in (folder / log[1]).read_text()


@pytest.mark.slow
@pytest.mark.timeout(150)
def test_silent_team(folder: Path) -> None:
    """A program that never connects is named with the time, and the policy ends the match."""
    (folder / "match.toml").write_text('stall_seconds = 1.0\non_stall = "stop"\nrooms = "open"\n')
    program = f"{shlex.quote(sys.executable)} -c 'import time; time.sleep(600)' {{port}}"
    done = one_board(folder, program, "x")
    check_ended(done, 4, "nothing for ", "waiting for", "North")


@pytest.mark.parametrize("ports", [1, 4])
def test_port_in_use(folder: Path, ports: int) -> None:
    """A table that cannot listen says where, whether it wants one port or four."""
    with ExitStack() as stack:
        taken = stack.enter_context(socket.create_server(("127.0.0.1", 0))).getsockname()[1]
        wanted = [0, 0, taken, 0] if ports == 4 else [taken]
        options = [word for port in wanted for word in ("--port", port)]
        done = run(folder, "serve", "--deals", 1, *options, "--out", "table.pbn")
    check_ended(done, 2, f"cannot listen on 127.0.0.1:{taken}: ", "in use")
    assert not (folder / "table.pbn").exists()
