"""What a match prints while it is played, and at its end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.task import Clock

from bluechip_bot.cli.failure import INTERRUPTED, Failure
from bluechip_bot.cli.match_session import MatchSession
from bluechip_bot.cli.terminal import EVERY
from bluechip_bot.config import MatchConfig
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.store import MatchStore
from bluechip_bot.match.work import Finished
from bluechip_bot.model import Board, Called
from bluechip_bot.model.calls import Call


class Reactor(Clock):
    """A clock for a reactor, which runs what the test lets happen."""

    happen: Callable[[], None]

    def run(self) -> None:
        """Run it."""
        self.happen()

    def callWhenRunning(self, *_: Any) -> None:
        """Begin nothing: no process is started."""

    def addSystemEventTrigger(self, *_: Any) -> None:
        """Nothing has to be ended."""


def session(folder: Path, boards: int) -> tuple[Reactor, MatchSession]:
    """A match of A and B that has not begun."""
    reactor = Reactor()
    kept = MatchFolder.create(folder)
    store = MatchStore.create(kept.store, {}, boards_from_seed(1, boards))
    return reactor, MatchSession(reactor, MatchConfig(boards=boards), kept, store)


def passed_out(number: int) -> Board:
    """A board of the match that nobody bids on."""
    board = boards_from_seed(1, number)[-1].begin()
    for _ in range(4):
        assert board.turn is not None
        board = board.apply(Called(board.turn, Call.parse("P")))
    return board


def test_board_lines_carry_the_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where both rooms have a board its swing and the score so far follow."""
    reactor, match = session(tmp_path / "m", 2)

    def happen() -> None:
        for number in (1, 2):
            for room in ("open", "closed"):
                match._on_board(Finished(room, passed_out(number), (3.0, 4.0)))

    reactor.happen = happen
    match.run()
    printed = capsys.readouterr().out.splitlines()
    assert [line.strip() for line in printed[1:]] == [
        "open 1/2  board 1: Pass, N/S +0  (3 s and 4 s)",
        "closed 1/2  board 1: Pass, N/S +0  (3 s and 4 s)  no swing; A 0 - 0 B IMPs",
        "open 2/2  board 2: Pass, N/S +0  (3 s and 4 s)",
        "closed 2/2  board 2: Pass, N/S +0  (3 s and 4 s)  no swing; A 0 - 0 B IMPs",
    ]


def test_a_match_off_a_terminal_says_that_it_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error, when no board has ended for a while."""
    reactor, match = session(tmp_path / "m", 2)

    def happen() -> None:
        reactor.advance(EVERY)
        reactor.advance(EVERY - 1)
        match._on_board(Finished("open", passed_out(1), (3.0, 4.0)))
        reactor.advance(1)
        reactor.advance(EVERY)

    reactor.happen = happen
    match.run()
    assert capsys.readouterr().err.splitlines() == [
        "0 of 4 done (boards of all rooms) after 30 s",
        "1 of 4 done (boards of all rooms) after 90 s, about 4 min left",
    ]


def test_a_match_without_a_board_has_no_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is no empty table, and no victory points."""
    reactor, match = session(tmp_path / "m", 2)
    reactor.happen = lambda: None
    match.run()
    with pytest.raises(Failure) as failure:
        match.report()
    assert failure.value.exit_code == INTERRUPTED
    (_, line) = capsys.readouterr().out.splitlines()
    assert line == "nothing to compare: no board counts in both rooms"
