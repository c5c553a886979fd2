"""The commands as a user runs them: what they print, what they leave, how they exit."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from bluechip_bot.formats import pbn
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import Phase, Seat
from support.commands import COMMAND, RANDOM, processes, run, started, told, wait_until_gone

# A command started by a shell in the background is deaf to SIGINT; behind this it hears it.
_HEAR = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); "
HEARING = (sys.executable, "-c", _HEAR + "os.execv(sys.argv[1], sys.argv[1:])")
QUICK = (*RANDOM, "--team-a", "pimc", "--worlds", "4", "--budget", "5")
"""Four layouts take milliseconds: the budget is for a machine that is busy with other things."""

DEAL = "N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74"


def check_pbn(path: Path, numbers: Sequence[int]) -> None:
    """The file holds these boards, played to the end, and its scores are right; endplay agrees."""
    from endplay.parsers import pbn as endplay_pbn

    records = pbn.read(path)
    assert [record.number for record in records] == list(numbers)
    with path.open() as file:
        others = endplay_pbn.load(file)
    assert len(others) == len(records)
    for record, other in zip(records, others, strict=True):
        ours = pbn.board_record(record)
        board = ours.board
        assert board.phase is Phase.OVER
        assert board.score() == ours.score() == ours.told_score
        cards = len(board.play.cards) if board.play else 0
        assert cards == (52 if board.contract else 0)
        assert len(list(other.play)) == cards
        assert len(other.auction) == len(board.auction.calls)
        if board.play is not None:
            assert other.contract is not None
            assert other.contract.result == board.play.declarer_tricks - board.play.contract.target


@pytest.mark.timeout(280)
def test_match_plays_both_rooms(tmp_path: Path) -> None:
    """A match prints its result, and its two PBN files hold every board of both rooms."""
    done = run(tmp_path, "match", "--boards", "1", "--seed", "7", "--out", "here", *QUICK)
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "here"
    assert sorted(file.name for file in folder.rglob("*.pbn")) == ["closed.pbn", "open.pbn"]
    for name in ("open", "closed"):
        check_pbn(folder / f"{name}.pbn", [1])
    assert len(re.findall(r"(?:open|closed) 1/1 +board \d:", done.stdout)) == 2
    assert re.search(r"A \d+ - \d+ B IMPs, \d+\.\d\d - \d+\.\d\d VPs over 1 boards", done.stdout)
    seats = list((folder / "logs").glob("*-*.log"))
    assert len(seats) == 8
    for log in seats:
        assert re.search(r"1 boards, [1-9]\d* decisions: ", log.read_text())
        assert "by the last resort" not in log.read_text()


@pytest.mark.timeout(200)
def test_match_tells_of_fallbacks(tmp_path: Path, faulty: str) -> None:
    """A team whose player crashes is played by the fallback rule, and the result says so."""
    words = ("--boards", "1", "--rooms", "open", "--out", "x", *RANDOM)
    done = run(tmp_path, "match", *words, "--team-a", f"{faulty}Crashes")
    assert done.returncode == 6, done.stderr
    assert "of the decisions were made by rule, more than 25%" in done.stderr
    assert re.search(r"the engine failed in \d+ decisions, with RuntimeError: no idea", done.stderr)
    by_rule = re.search(r"decisions by rule, without a search: (\d+)", done.stdout)
    assert by_rule is not None
    assert int(by_rule[1]) >= 8


@pytest.mark.timeout(200)
def test_match_tells_what_keeps_a_room_from_beginning(tmp_path: Path) -> None:
    """A port in use and a program that is not there are told once, with status 4."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        cases = (
            (("--port-open", port), f"open: cannot listen on 127.0.0.1:{port}"),
            (("--command-b", "no-such-program {port}"), "no-such-program: No such file"),
        )
        for number, (arguments, message) in enumerate(cases):
            out = ("--out", f"x{number}")
            words = ("--rooms", "open", "--boards", "1", *out, *RANDOM, *arguments)
            done = run(tmp_path, "match", *words)
            assert done.returncode == 4
            assert done.stderr.startswith("Error: ")
            assert message in done.stderr
            assert f"--resume x{number}" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on POSIX")
@pytest.mark.timeout(280)
@pytest.mark.parametrize(
    "end", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.slow)]
)
def test_interrupted_match_leaves_no_process(tmp_path: Path, end: signal.Signals) -> None:
    """However a match ends, complete records stay and every process goes."""
    marker = f"match-{os.getpid()}-{end.name}"
    room = ("--rooms", "open", "--concurrency", 1)
    words = ("match", "--boards", 500, *room, "--out", marker, *RANDOM)
    with started(tmp_path, *words, program=(*HEARING, *COMMAND)) as match:
        assert match.stdout is not None
        for line in match.stdout:
            if "1/500 " in line:
                break
        assert len(processes(marker)) == 5  # the match and its four seats
        match.send_signal(end)
        out, err = match.communicate(timeout=60)
    assert wait_until_gone(marker) == []
    if end is signal.SIGINT:
        assert match.returncode == 130
        assert f"interrupted; what was finished is in {marker}" in err
        assert "points over" in out
    record = tmp_path / marker / "open.pbn"
    check_pbn(record, range(1, len(pbn.read(record)) + 1))


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on POSIX")
@pytest.mark.parametrize(
    ("command", "runs", "end"),
    [
        ("serve --port 0 --deals 1", "listening on", signal.SIGTERM),
        ("play --seat N --port 1 --engine random", "no table manager at", signal.SIGINT),
    ],
)
def test_a_signal_ends_a_command_in_good_order(
    tmp_path: Path, command: str, runs: str, end: signal.Signals
) -> None:
    """The status is that of an interruption, and no error of our own is told."""
    with started(tmp_path, *command.split(), program=(*HEARING, *COMMAND)) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if runs in line:
                break
        process.send_signal(end)
        _, rest = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in rest
    assert "rror in" not in rest
    assert "interrupted" in rest.splitlines()[-1]


@pytest.mark.timeout(200)
def test_serve_and_play_from_a_pbn_file(tmp_path: Path) -> None:
    """A table deals the boards of a PBN file to four seats of two `play`s, and records them."""
    deals = (f'[Board "{b.number}"]\n[Deal "{b.deal.text()}"]\n\n' for b in boards_from_seed(5, 2))
    (tmp_path / "deals.pbn").write_text("".join(deals))
    with ExitStack() as stack:

        def start(*words: object) -> subprocess.Popen[str]:
            return stack.enter_context(started(tmp_path, *words))

        table = start("serve", "--port", 0, "--boards", "deals.pbn", "--out", "table.pbn")
        floor = ("--our", "floor", "--opponents", "floor")
        play = ("play", "--port", told(table, "port "), "--engine", "random", *floor)
        seats = [
            start(*play, "--team", "Ours", "--seat", "North", "--seat", "South"),
            start(*play, "--team", "Theirs", "--seat", "East", "--seat", "West"),
        ]
        out, err = table.communicate(timeout=120)
        assert table.returncode == 0, err
        assert "2 boards finished" in out
        for seat in seats:
            _, err = seat.communicate(timeout=60)
            assert seat.returncode == 0, err
            assert err.count("2 boards, ") == 2
    check_pbn(tmp_path / "table.pbn", [1, 2])


def test_a_table_tells_of_a_board_given_up(tmp_path: Path) -> None:
    """`on_illegal = "forfeit"`: the board and the seat are told, and the status is not 0."""
    config = '[table]\nillegal_limit = 0\non_illegal = "forfeit"\n'
    (tmp_path / "server.toml").write_text(config)
    options = ("--config", "server.toml", "--port", "0", "--deals", "1")
    with ExitStack() as stack:
        table = stack.enter_context(started(tmp_path, "serve", *options))
        port = int(told(table, "port "))
        seats = {}
        for seat in Seat:
            wire = stack.enter_context(socket.create_connection(("127.0.0.1", port), 30))
            team = ("A", "B")[seat % 2]
            first = f'Connecting "{team}" as {seat} using protocol version 18'
            ready = [f"{seat} ready {what}" for what in ("for teams", "to start", "for deal")]
            lines = [first, *ready, f"{seat} ready for cards"]
            wire.sendall("".join(f"{line}\r\n" for line in lines).encode())
            seats[seat] = stack.enter_context(wire.makefile("rw"))
        assert any("North's cards" in line for line in seats[Seat.NORTH])
        seats[Seat.NORTH].write("North doubles\r\n")
        seats[Seat.NORTH].flush()
        out, err = table.communicate(timeout=60)
    assert out == "board 1: given up, because of North\n"
    assert table.returncode == 4
    assert "0 boards finished, given up: 1" in err


@pytest.mark.slow
def test_an_engine_beside_the_user(tmp_path: Path) -> None:
    """A module of the current folder plays; if there is none, an error, and nothing starts."""
    words = ("--boards", 1, "--seed", 5, "--rooms", "open", *RANDOM, "--team-a", "lowest:make")
    done = run(tmp_path, "match", *words, "--out", "none")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "Error: the engine 'lowest:make' cannot be loaded: "
        "ModuleNotFoundError: No module named 'lowest'\n"
    )
    assert not (tmp_path / "none").exists()
    module = (
        "from bluechip_bot.player.chance import RandomPlayer\nmake = lambda _: RandomPlayer()\n"
    )
    (tmp_path / "lowest.py").write_text(module)
    done = run(tmp_path, "match", *words, "--out", "one")
    assert done.returncode == 0, done.stderr


def unread(folder: Path, *words: object) -> tuple[int, str]:
    """The exit status and the errors of a command whose output is closed from the start."""
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*COMMAND, *map(str, words)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writer)
    return done.returncode, done.stderr


@pytest.mark.parametrize("words", [("--help",), ("--version",), ("dd", DEAL), ("check", "rules")])
def test_a_command_that_nobody_reads_ends_silently(tmp_path: Path, words: tuple[str, ...]) -> None:
    """As behind `| head`, the status is that of a program which the closed pipe ends."""
    assert unread(tmp_path, *words) == (141, "")


@pytest.mark.slow
def test_a_match_that_nobody_reads_goes_on(tmp_path: Path) -> None:
    """Its output is lost, but its records are whole."""
    words = ("--boards", 2, "--seed", 5, "--rooms", "open", "--out", "x", *RANDOM)
    assert unread(tmp_path, "match", *words) == (0, "")
    assert [record.number for record in pbn.read(tmp_path / "x" / "open.pbn")] == [1, 2]


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("kind", "script", "options"),
    [
        # It starts players who search, with all that they read.
        pytest.param("client", "odd-lines", ("--logs", "logs"), marks=pytest.mark.slow),
        ("server", "end", ("--json",)),
    ],
)
def test_the_example_of_a_check(
    tmp_path: Path, kind: str, script: str, options: tuple[str, ...]
) -> None:
    """The example of --help checks our own programs, which pass; what was said can be kept."""
    shown = run(tmp_path, "check", kind, "-h").stdout.replace("\\\n", " ")
    example, *_ = re.findall(rf"^ +bluechip-bot (check {kind} .*--command .*)$", shown, re.M)
    ours = f"{sys.executable} -P -m bluechip_bot"
    words = [word.replace("bluechip-bot", ours) for word in shlex.split(example)]
    done = run(tmp_path, *words, "--script", script, *options)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed, 0 failed, 0 skipped" in done.stdout
    if kind == "client":
        assert "WEST" in (tmp_path / "logs" / "odd-lines.wire.log").read_text()
    else:
        assert json.loads(done.stdout)["kind"] == "server"


def test_a_check_without_a_client(tmp_path: Path) -> None:
    """A program that does not connect is shown, with its last words and status 4."""
    command = f"{sys.executable} -c 'print(\"no licence\")' {{port}}"
    done = run(tmp_path, "check", "client", "--command", command)
    assert done.returncode == 4, done.stdout
    assert "its process has ended; its last line: 'no licence'" in done.stderr


def test_a_check_where_nobody_listens(tmp_path: Path) -> None:
    """A manager that is not there is shown at once, with status 4."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        place = f"127.0.0.1:{held.getsockname()[1]}"
    done = run(tmp_path, "check", "server", place, "--arrival", "0.1")
    assert (done.returncode, "nobody listens" in done.stderr) == (4, True), done.stdout
