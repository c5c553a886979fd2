"""A script over connections: what is sent lies ready, and nothing is waited for."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bluechip_bot.conformance.manager import CLIENT_SCRIPTS, ManagerEnd
from bluechip_bot.conformance.script import MissingLine, ScriptOutcome, ScriptVerdict
from bluechip_bot.net.conformance import TcpStage
from bluechip_bot.protocol.dialect import STANDARD

(LEADER,) = (script for script in CLIENT_SCRIPTS if script.name == "leader")
CONNECTING = b'Connecting "Them" as West using protocol version 18\r\n'
Lines = list[tuple[str, str]]


class Stage(TcpStage):
    """A stage to which a client comes that has said all it has to say."""

    def __init__(self, said: bytes, *, leaves: bool = False) -> None:
        self.lines: Lines = []
        super().__init__(0.0, 0.0, lambda mark, _, line: self.lines.append((mark, line)), 0.0)
        self.theirs, self._ours = socket.socketpair()
        self.theirs.sendall(said)
        if leaves:
            self.theirs.shutdown(socket.SHUT_WR)

    def join(self, peer: int) -> MissingLine | None:
        """The client comes."""
        self.connect(peer, self._ours, "client")
        return None


@contextmanager
def checked(said: bytes, *, leaves: bool = False) -> Iterator[tuple[ScriptVerdict, Stage]]:
    """The verdict on a client that says this, and stays or leaves."""
    with Stage(said, leaves=leaves) as stage, stage.theirs:
        yield stage.performed(LEADER, ManagerEnd(STANDARD, LEADER.seat, insist=True)), stage


def test_nobody_comes() -> None:
    """The wait for a client has its limit; one whose process has ended is not waited for."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    for arrival, process, reason in (
        (0.0, None, "not in time"),
        (3600.0, ended, "its process has ended"),
    ):
        with TcpStage(0.0, arrival, process=process) as stage:
            stage.listen("127.0.0.1", 0)
            verdict = stage.performed(LEADER, ManagerEnd(STANDARD, LEADER.seat))
        assert verdict.unreachable
        assert verdict.text == f"no client has come: {reason}"


def test_silence() -> None:
    """The wait for a line has its limit; the connection is closed then."""
    with checked(CONNECTING) as (verdict, stage):
        assert verdict.rule == "2.2 Seated"
        assert verdict.text.startswith("nothing came after 'West (\"Them\") seated': expected")
        assert stage.lines == [("<", CONNECTING.decode().strip()), (">", 'West ("Them") seated')]
        with stage.theirs.makefile("rb") as heard:
            assert heard.read() == b'West ("Them") seated\r\n'


def test_lines_at_once() -> None:
    """Lines are read in order, whenever they come; then comes the end of the connection."""
    ready = b"West ready for teams\r\nWest ready to start\r\nWest ready for deal\r\n"
    with checked(CONNECTING + ready + b"west READY  for cards.\r\n", leaves=True) as (verdict, _):
        assert str(verdict.rule).startswith("4.1")
        assert verdict.text.startswith("the connection was closed after \"West's cards")


def test_wrong_line() -> None:
    """A line that is too long is wrong, as any other one."""
    with checked(b"x" * 100_000 + b"\r\n") as (verdict, _):
        assert str(verdict.rule).startswith("2.1")
        assert verdict.line == "[a line of 100000 bytes]"


def test_line_ends() -> None:
    """A line that ends with LF alone is read, and remarked upon."""
    said = b" for teams\nWest ready to start\r\nWest ready for cards\r\n"
    with checked(CONNECTING + b"West ready" + said) as (verdict, _):
        assert verdict.outcome is ScriptOutcome.FAILED
        assert str(verdict.rule).startswith("3.1")
        (note,) = verdict.notes
        assert (note.rule, note.line) == ("1.1 Lines of text", "West ready for teams")
