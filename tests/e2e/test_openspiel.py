"""Whole boards with a foreign table manager that runs for real: OpenSpiel's."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from bluechip_bot.model import Contract, Seat, Side, duplicate_score

MANAGER = Path(__file__).parent / "openspiel_table.py"
BOARDS = 1
RESULT = re.compile(
    r"(North|East|South|West): board (\d+) is over: (?:(.*), (\d+) tricks|passed out)"
)


def free_ports(count: int) -> list[int]:
    """Ports that were free a moment ago."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports: list[int] = [held.getsockname()[1] for held in sockets]
    for held in sockets:
        held.close()
    return ports


@pytest.mark.timeout(280)
def test_boards_with_openspiels_manager() -> None:
    """OpenSpiel's manager and our four seats agree on the scores of a few boards."""
    pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")
    ports = list(map(str, free_ports(4)))
    manager = [sys.executable, str(MANAGER), *ports, str(BOARDS), "11"]
    seats = [sys.executable, "-P", "-m", "bluechip_bot", "play", "--profile", "openspiel"]
    for port in ports:
        seats += ["--port", port]
    seats += ["--engine", "pimc", "--worlds", "6", "--budget", "20", "--our", "floor"]
    with ExitStack() as stack:
        theirs, ours = (
            stack.enter_context(
                subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            )
            for command in (manager, seats)
        )
        stack.callback(theirs.kill)
        stack.callback(ours.kill)
        _, log = ours.communicate(timeout=240)
        out, err = theirs.communicate(timeout=30)
    assert ours.returncode == 0, log
    assert theirs.returncode == 0, err
    returns = [[float(value) for value in line.split()] for line in out.splitlines()]
    assert len(returns) == BOARDS
    assert all(map(any, returns)), "a board was passed out"
    seen: dict[int, dict[str, float]] = {}
    for seat, number, contract, tricks in RESULT.findall(log):
        score = 0.0
        if contract:
            played = Contract.parse(contract)
            score = duplicate_score(played, int(tricks), vulnerable=False)
            score = score if played.declarer.side is Side.NS else -score
        seen.setdefault(int(number), {})[seat] = score
    assert sorted(seen) == list(range(1, BOARDS + 1))
    for number, scores in seen.items():
        assert set(scores) == {str(seat) for seat in Seat}
        assert set(scores.values()) == {returns[number - 1][0]}
    assert "decisions: " in log
    assert "by the last resort" not in log
