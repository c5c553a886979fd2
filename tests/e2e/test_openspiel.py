"""Whole boards with a foreign table manager that runs for real: OpenSpiel's."""

from __future__ import annotations

import re
import socket
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from bluechip_bot.model import Contract, Seat, Side, duplicate_score
from support.commands import started

MANAGER = Path(__file__).parent / "openspiel_table.py"
BOARDS = 1
RESULT = re.compile(
    r"(North|East|South|West): board (\d+) is over: (?:(.*), (\d+) tricks|passed out)"
)


@pytest.mark.slow
@pytest.mark.timeout(280)
def test_boards_with_openspiels_manager(tmp_path: Path) -> None:
    """OpenSpiel's manager and our four seats agree on the scores of a few boards."""
    pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")
    with ExitStack() as stack:  # ports that were free a moment ago
        held = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in Seat]
        ports = [str(one.getsockname()[1]) for one in held]
    manager = (sys.executable, str(MANAGER), *ports, str(BOARDS), "11")
    seats = ["--profile", "openspiel", *(word for port in ports for word in ("--port", port))]
    seats += ["--engine", "pimc", "--worlds", "6", "--budget", "20", "--our", "floor"]
    with ExitStack() as stack:
        theirs = stack.enter_context(started(tmp_path, program=manager))
        ours = stack.enter_context(started(tmp_path, "play", *seats))
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
