"""Values of boards, by processes that work, fail, or are ended."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

import pytest
import pytest_twisted
from click.testing import CliRunner
from twisted.internet import reactor
from twisted.internet.task import deferLater

from bluechip_bot.cli import main
from bluechip_bot.match.record.document import board_document
from bluechip_bot.model import Board
from bluechip_bot.net.board_solver import BoardSolver, BoardSolverError

MakeBoard = Callable[[int], Board]


def solver(script: str) -> BoardSolver:
    """A solver whose process runs a script."""
    return BoardSolver(reactor, (sys.executable, "-c", script))


@pytest_twisted.ensureDeferred
async def test_answers_come_in_order() -> None:
    """Each board has a process of its own, one after the other."""
    solves = solver("import sys; print(sys.stdin.read().upper())")
    both = [solves.solve(b"one"), solves.solve(b"two")]
    assert [(await each).strip() for each in both] == [b"ONE", b"TWO"]
    solves.close()


@pytest_twisted.ensureDeferred
async def test_a_process_that_fails_is_told() -> None:
    """Its status and what it said last; the next board is solved all the same."""
    solves = solver("import sys; sys.exit('no such board' if input() == 'bad' else 0)")
    with pytest.raises(BoardSolverError, match="status 1: no such board"):
        await solves.solve(b"bad")
    assert await solves.solve(b"good") == b""
    solves.close()


@pytest_twisted.ensureDeferred
async def test_the_end_does_not_wait() -> None:
    """A process at work is killed, and a board that waits is not begun."""
    solves = solver("import time; time.sleep(600)")
    first, second = solves.solve(b"one"), solves.solve(b"two")
    await deferLater(reactor, 0.3)
    solves.close()
    for each in (first, second):
        with pytest.raises(BoardSolverError):
            await each


def test_the_values_of_a_board(finished_board: MakeBoard) -> None:
    """The command reads a document and prints a list; a board without play has none."""
    for board, count in ((finished_board(0), 52), (Board.begin(1), 0)):
        done = CliRunner().invoke(main, ["values"], input=json.dumps(board_document(board)))
        assert done.exit_code == 0, done.output
        assert len(json.loads(done.output)) == count
    for wrong in ("{}", "[]", "no", '{"number": 1, "dealer": "X"}'):
        assert CliRunner().invoke(main, ["values"], input=wrong).exit_code != 0
