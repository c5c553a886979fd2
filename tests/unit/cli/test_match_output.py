"""What a match prints while it is played, and at its end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from twisted.internet.task import Clock

from bluechip_bot.cli.failure import INTERRUPTED, Failure
from bluechip_bot.cli.figures import counted
from bluechip_bot.cli.match_output import MatchOutput
from bluechip_bot.cli.terminal import EVERY
from bluechip_bot.config import MatchConfig
from bluechip_bot.doctor.machine import usable_processors
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.session import MatchSession, begun
from bluechip_bot.match.work import RoomEvent, RoomReport, RoomWork
from bluechip_bot.model import Board, Called
from bluechip_bot.model.calls import Call
from bluechip_bot.protocol.effects import BoardFinished

BUSY = f"load 1.2 on {counted(usable_processors(), 'processor')}"


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
    output = MatchOutput(clock, match, lambda: (1.25, 0.0, 0.0))
    output.begin()
    return output


@pytest.fixture
def clock() -> Clock:
    """A clock for a reactor."""
    return Clock()


class Viewers:
    """A page that keeps what it is told."""

    def __init__(self) -> None:
        self.heard_of: list[tuple[int, int, str]] = []

    def heard(self, work: RoomWork, report: RoomReport) -> None:
        """Show nothing."""

    def progress(self, done: int, boards: int, outlook: str) -> None:
        """Keep it."""
        self.heard_of.append((done, boards, outlook))

    def end(self, trouble: str, text: str) -> None:
        """Show nothing."""


def finish(match: MatchSession, room: str, number: int) -> None:
    """A room has passed a board out."""
    work = match.works(2)[0]
    match.heard(work, RoomEvent(room, BoardFinished(passed_out(number), (3.0, 4.0))))


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
    assert all(line.endswith(BUSY) for line in printed)
    assert [line.removesuffix(f"; {BUSY}").strip() for line in printed] == [
        "open 1/2  board 1: Pass, N/S +0  (3 s and 4 s)",
        "closed 1/2  board 1: Pass, N/S +0  (3 s and 4 s)  no swing; A 0 - 0 B IMPs",
        "open 2/2  board 2: Pass, N/S +0  (3 s and 4 s)",
        "closed 2/2  board 2: Pass, N/S +0  (3 s and 4 s)  no swing; A 0 - 0 B IMPs",
    ]


@pytest.mark.usefixtures("output")
def test_a_match_off_a_terminal_says_that_it_goes_on(
    clock: Clock, match: MatchSession, capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error, when no board has ended for a while; with IMPs and the machine's load."""
    clock.advance(EVERY)
    clock.advance(EVERY - 1)
    finish(match, "open", 1)
    clock.advance(1)
    clock.advance(EVERY - 1)
    finish(match, "closed", 1)
    clock.advance(1)
    clock.advance(EVERY)
    printed = capsys.readouterr()
    assert printed.err.splitlines() == [
        f"0 of 4 done (boards of all rooms) after 30 s; {BUSY}",
        "2 of 4 done (boards of all rooms) after 2 min, about 2 min left; A 0 - 0 B IMPs; " + BUSY,
    ]
    assert printed.out.splitlines()[-1].endswith(f"A 0 - 0 B IMPs; about 89 s left, {BUSY}")


@pytest.mark.usefixtures("output")
def test_the_page_hears_how_far_the_match_is(clock: Clock, match: MatchSession) -> None:
    """After each board, and every half minute."""
    page = Viewers()
    match.page = page
    clock.advance(EVERY)
    finish(match, "open", 1)
    assert page.heard_of == [(0, 4, BUSY), (1, 4, f"about 90 s left, {BUSY}")]
    match.over(())
    clock.advance(2 * EVERY)
    assert len(page.heard_of) == 2


def test_a_match_without_a_board_has_no_result(
    output: MatchOutput, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is no empty table, and no victory points."""
    with pytest.raises(Failure) as failure:
        output.end()
    assert failure.value.exit_code == INTERRUPTED
    (line,) = capsys.readouterr().out.splitlines()
    assert line == "nothing to compare: no board counts in both rooms"
