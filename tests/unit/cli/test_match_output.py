"""What a match prints while it is played, and at its end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from twisted.internet.task import Clock

from bluechip_bot.cli.failure import INTERRUPTED, Failure
from bluechip_bot.cli.match_output import MatchOutput
from bluechip_bot.cli.terminal import EVERY
from bluechip_bot.config import MatchConfig
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.session import MatchSession, begun
from bluechip_bot.match.work import Finished
from bluechip_bot.model import Board, Called
from bluechip_bot.model.calls import Call


@pytest.fixture
def match(tmp_path: Path) -> Iterator[MatchSession]:
    """A match of A and B, of which no board is played."""
    settings = MatchConfig(out=str(tmp_path / "m"))
    with begun(settings, boards_from_seed(1, 2), lambda: 0.0) as match:
        match.prepare()
        yield match
        match.close()


@pytest.fixture
def output(clock: Clock, match: MatchSession) -> MatchOutput:
    """Its output, which has begun."""
    output = MatchOutput(clock, match)
    output.begin()
    return output


@pytest.fixture
def clock() -> Clock:
    """A clock for a reactor."""
    return Clock()


def finish(match: MatchSession, room: str, number: int) -> None:
    """A room has passed a board out."""
    work = match.works(2)[0]
    match.heard(work, Finished(room, passed_out(number), (3.0, 4.0)))


def passed_out(number: int) -> Board:
    """A board of the match that nobody bids on."""
    board = boards_from_seed(1, number)[-1].begin()
    for _ in range(4):
        assert board.turn is not None
        board = board.apply(Called(board.turn, Call.parse("P")))
    return board


@pytest.mark.usefixtures("output")
def test_board_lines_carry_the_score(
    match: MatchSession, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where both rooms have a board its swing and the score so far follow."""
    for number in (1, 2):
        for room in ("open", "closed"):
            finish(match, room, number)
    printed = capsys.readouterr().out.splitlines()
    assert [line.strip() for line in printed] == [
        "open 1/2  board 1: Pass, N/S +0  (3 s and 4 s)",
        "closed 1/2  board 1: Pass, N/S +0  (3 s and 4 s)  no swing; A 0 - 0 B IMPs",
        "open 2/2  board 2: Pass, N/S +0  (3 s and 4 s)",
        "closed 2/2  board 2: Pass, N/S +0  (3 s and 4 s)  no swing; A 0 - 0 B IMPs",
    ]


@pytest.mark.usefixtures("output")
def test_a_match_off_a_terminal_says_that_it_goes_on(
    clock: Clock, match: MatchSession, capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error, when no board has ended for a while."""
    clock.advance(EVERY)
    clock.advance(EVERY - 1)
    finish(match, "open", 1)
    clock.advance(1)
    clock.advance(EVERY)
    assert capsys.readouterr().err.splitlines() == [
        "0 of 4 done (boards of all rooms) after 30 s",
        "1 of 4 done (boards of all rooms) after 90 s, about 4 min left",
    ]


def test_a_match_without_a_board_has_no_result(
    output: MatchOutput, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is no empty table, and no victory points."""
    with pytest.raises(Failure) as failure:
        output.end()
    assert failure.value.exit_code == INTERRUPTED
    (line,) = capsys.readouterr().out.splitlines()
    assert line == "nothing to compare: no board counts in both rooms"
