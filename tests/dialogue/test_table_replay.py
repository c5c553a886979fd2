"""Recorded sessions of a table, with what their logs do not hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from attrs import define, field

from bluechip_bot.model import Board, Seat
from bluechip_bot.protocol.dialect import DIALECTS
from bluechip_bot.protocol.effects import SendTo
from bluechip_bot.protocol.messages import NoteKind
from bluechip_bot.protocol.seat.session import SeatOptions
from bluechip_bot.protocol.table.session import TableOptions, TableSession
from bluechip_bot.wirelog.difference import DifferenceKind, ReplayOutcome
from bluechip_bot.wirelog.record import LogError, TableHead, WireRecords, head, parse_records
from bluechip_bot.wirelog.replay import replay_seats, replay_table
from support.boards import dealt
from support.interop import Ours

TEAMS = ("Home", "Away")


@define(eq=False, slots=False)
class Recording:
    """A table and four of our seats in memory, and the log that the table would write.

    Args:
        boards: the boards, finished.
        options: the table's.
    """

    _boards: Sequence[Board]
    _options: TableOptions
    seats: dict[int, Ours] = field(factory=dict, init=False)
    names: dict[int, str] = field(factory=dict, init=False)
    _heard: int = field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        begun = tuple(dealt(each) for each in self._boards)
        self.session = TableSession(begun, self._options)
        self.lines = [f"# 2026-01-31T19:00:00.{begun[0].number:03}Z "]
        self.lines[0] += head(TableHead(self._options, begun))
        for seat in Seat:
            self.sit(seat)

    def sit(self, seat: Seat, name: str = "") -> None:
        peer = len(self.names) + 1
        self.names[peer] = name or f"client:{peer}"
        self._write("!", peer, "connected")
        self.session.connected(peer)
        dialect = self.session.options.dialects[seat] if self.session.options.dialects else None
        options = SeatOptions(TEAMS[seat % 2], seat, dialect, notes=NoteKind.ALERT)
        self.seats[peer] = Ours(self._boards, options)

    def leave(self, seat: Seat) -> str:
        peer = max(peer for peer, player in self.seats.items() if player.session.seat is seat)
        del self.seats[peer]
        self._write("!", peer, "lost")
        self.carry_out(self.session.lost(peer, self._heard))
        return self.names[peer]

    def play(self, lines: int = 10_000) -> None:
        while any(player.sent for player in self.seats.values()):
            for peer, player in list(self.seats.items()):
                if player.sent and lines:
                    line = player.sent.popleft()
                    lines -= 1
                    self._heard += 1
                    self._write("<", peer, line)
                    self.carry_out(self.session.receive(peer, line, self._heard / 10))
            if not lines:
                return

    def happens(self, what: str) -> None:
        self._write("!", 0, what)
        session, now = self.session, self._heard / 10
        act = {"nudge": session.nudge, "forfeit": session.forfeit}.get(what)
        self.carry_out(session.stop("stopped") if act is None else act(now))

    def carry_out(self, effects: Sequence[object]) -> None:
        for effect in effects:
            if isinstance(effect, SendTo) and effect.peer in self.seats:
                self._write(">", effect.peer, effect.line)
                self.seats[effect.peer].hear(effect.line)

    def _write(self, direction: str, peer: int, line: str) -> None:
        second, tenth = divmod(self._heard, 10)
        time = f"2026-01-31T19:{second // 60:02}:{second % 60:02}.{tenth}00Z"
        self.lines.append(f"{time} {direction} {self.names.get(peer, '-')} {line}")


Make = Callable[..., Recording]


@pytest.fixture
def make(boards: list[Board]) -> Make:
    """A function that begins a recording of two boards with options of the table."""

    def begin(count: int = 2, first: int = 0, **options: Any) -> Recording:
        return Recording(boards[first : first + count], TableOptions(**options))

    return begin


def replayed(lines: Sequence[str]) -> ReplayOutcome:
    """How the table goes now."""
    return replay_table(log_of(lines))


def log_of(lines: Sequence[str]) -> WireRecords:
    """A table's log with these lines."""
    log = parse_records([("\n".join([*lines, ""]).encode(), "a.log")])
    assert log.oddities == ()
    assert log.is_table
    return log


def check_same(recording: Recording, boards: int) -> None:
    """Nothing differs; from the clients' side neither."""
    outcome = replayed(recording.lines)
    assert outcome.differences == []
    assert outcome.boards == boards
    assert any("the session ends: all boards are played" in each for each in outcome.notes)
    log = log_of(recording.lines)
    if recording.session.options.dialects:
        assert replay_seats(log).differences == []
    else:
        with pytest.raises(LogError, match="give --profile"):
            replay_seats(log)
        assert replay_seats(log, "standard").differences == []


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"timing": False, "forward_notes": True},
        {"teams": TEAMS},
        {"dialects": tuple(DIALECTS[name] for name in ("openspiel", "ben") * 2), "teams": TEAMS},
        {"dialects": (DIALECTS["bridge-player"],) * 4, "strict": True},
    ],
)
def test_nothing_differs(make: Make, options: dict[str, Any]) -> None:
    """The options of the table are those of the log's head."""
    recording = make(1, **options)
    recording.play()
    check_same(recording, 1)


def test_differences(make: Make) -> None:
    """Another line, one too few and one too many are found where they are."""
    recording = make(1)
    recording.play()
    lines = recording.lines
    place = next(i for i, line in enumerate(lines) if " > " in line and "passes" in line)
    changed = [*lines[:place], lines[place].replace("passes", "PASSES"), *lines[place + 1 :]]
    (one,) = replayed(changed).differences
    assert (one.kind, one.record.number) == (DifferenceKind.LINE, place + 1)
    (one,) = replayed([*lines[:place], *lines[place + 1 :]]).differences
    assert one.kind is DifferenceKind.EXTRA
    assert one.now in lines[place]
    (one,) = replayed([*lines[: place + 1], lines[place], *lines[place + 1 :]]).differences
    assert (one.kind, one.record.number) == (DifferenceKind.MISSING, place + 2)


def test_lines_that_are_not_recorded(make: Make) -> None:
    """A client that goes on speaking was sent them, whether or not it is lost in the end."""
    recording = make(1)
    recording.play()
    lines = [
        line
        for place, line in enumerate(recording.lines)
        if place < 60 or " > client:2 " not in line
    ]
    for last in ([], [f"{lines[-1].split()[0]} ! client:2 lost"]):
        found = replayed([*lines, *last]).differences
        assert found
        assert {each.kind for each in found} == {DifferenceKind.EXTRA}


@pytest.mark.parametrize(("heard", "again"), [(9, False), (103, True)])
def test_a_seat_is_lost(make: Make, heard: int, *, again: bool) -> None:
    """A seat is lost and taken again; its address may be the same."""
    recording = make()
    recording.play(heard)
    name = recording.leave(Seat.EAST)
    recording.play(3)
    recording.sit(Seat.EAST, name if again else "")
    recording.play()
    check_same(recording, 2)


@pytest.mark.parametrize("heard", [6, 120])
def test_the_session_is_stopped(make: Make, heard: int) -> None:
    """An operator ends the session before its time."""
    recording = make()
    recording.play(heard)
    recording.happens("stop stopped")
    recording.play()
    outcome = replayed(recording.lines)
    assert outcome.differences == []
    assert any("the session ends: stopped" in note for note in outcome.notes)


def test_a_match_that_goes_on(make: Make) -> None:
    """The session of a process that was killed, and that of the next one, in one log."""
    first = make(3)
    first.play(500)
    done = first.session.finished
    assert 0 < done < 3
    second = make(3 - done, done)
    second.names = {peer: f"later:{peer}" for peer in second.names}
    second.lines = [line.replace("client:", "later:") for line in second.lines]
    second.play()
    outcome = replayed([*first.lines, *second.lines])
    assert outcome.differences == []
    assert (outcome.connections, outcome.boards) == (8, 3)


def test_what_happens_is_needed(make: Make) -> None:
    """Without what no line shows, the same table says something else."""
    recording = make()
    recording.play(80)
    while recording.lines[-1].count(" to lead") == 0:
        recording.play(1)
    recording.happens("nudge")
    recording.play(3)
    recording.leave(Seat.EAST)
    recording.sit(Seat.EAST, "client:2")
    recording.play(30)
    recording.happens("forfeit")
    recording.play()
    outcome = replayed(recording.lines)
    assert (outcome.differences, outcome.boards) == ([], 1)
    for what in ("connected", "lost", "nudge", "forfeit"):
        marks = (f"- {what}", f"2 {what}")
        kept = [line for line in recording.lines if not any(mark in line for mark in marks)]
        assert bool(replayed(kept).differences) is (what != "connected"), what


def test_what_cannot_have_happened(make: Make) -> None:
    """A damaged log is played as far as it makes sense."""
    recording = make(1)
    recording.play()
    first, *others = recording.lines
    for what in ("closed", "lost", "discarded x", "unread x", "connected Foo", "sings"):
        damage = f"2026-01-31T19:00:00.100Z ! nobody:1 {what}"
        assert replayed([first, damage, *others]).differences == [], what
