"""Recorded and written dialogues, replayed line by line through a `SeatSession`."""

from __future__ import annotations

import re
from collections import deque
from pathlib import Path

import pytest

from bluechip_bot.model import Decision, Seat
from bluechip_bot.protocol.dialect import DIALECTS, OPENSPIEL, Dialect
from bluechip_bot.protocol.effects import Ask, Close, Ending, SeatEffect, Send
from bluechip_bot.protocol.errors import RemoteProtocolError
from bluechip_bot.protocol.messages import (
    CallMade,
    CardPlayed,
    Complaint,
    Connecting,
    RefusalReason,
)
from bluechip_bot.protocol.reader import SeatNameError, parse
from bluechip_bot.protocol.seat.session import SeatOptions, SeatPhase, SeatSession

FOLDER = Path(__file__).parent.parent / "data" / "transcripts"
ROBOBRIDGE_19 = Dialect("robobridge19", version=19, system="2over1 v3")
# Which dialect the recorded client spoke, and how many boards the dialogue holds.
DIALOGUES = {
    "01_robobridge-host_v18_south_declarer_void_passout": (DIALECTS["standard"], 2),
    "02_robobridge-host_v19_south_dummy_void_alerts": (ROBOBRIDGE_19, 1),
    "05_spec_north_dummy_redoubled_alerts": (DIALECTS["spec"], 1),
    "06_spec_east_defender_sees_void_dummy_doubled": (DIALECTS["spec"], 1),
    "07_openspiel_south_declarer_redoubled_passout_REAL": (OPENSPIEL, 2),
    "10_bridge_env_north_dummy_REAL": (DIALECTS["bridge_env"], 3),
    "11_bridge_env_south_declarer_redoubled_REAL": (DIALECTS["bridge_env"], 3),
}


def dialogue(name: str) -> list[tuple[str, str]]:
    """The lines of a dialogue as (end, text), end being C or S."""
    text = (FOLDER / f"{name}.txt").read_text("ascii")
    return [(line[0], line[3:]) for line in text.splitlines() if line[:2] in ("C>", "S>")]


def decision_from(line: str, request_id: int) -> Decision:
    """The decision that a client's line announces."""
    message = parse(line)
    if isinstance(message, CallMade):
        return Decision(request_id, message.call, message.note.text if message.note else "")
    assert isinstance(message, CardPlayed)
    return Decision(request_id, message.card)


class Replay:
    """A session whose player reads his decisions off the dialogue."""

    def __init__(self, session: SeatSession, lines: list[tuple[str, str]]) -> None:
        self.session = session
        self.lines = deque(lines)
        self.close: Close | None = None

    def carry_out(self, effects: list[SeatEffect]) -> None:
        """Compare what is sent with the client's next lines, and answer every question."""
        for effect in effects:
            if isinstance(effect, Send):
                assert self.lines.popleft() == ("C", effect.line)
            elif isinstance(effect, Ask):
                end, line = self.lines[0]
                assert end == "C"
                message = parse(line)
                if isinstance(message, CallMade) and message.note is not None:
                    self.session.options = SeatOptions(
                        self.session.options.team,
                        self.session.options.seat,
                        self.session.options.dialect,
                        notes=message.note.kind,
                    )
                self.carry_out(self.session.decided(decision_from(line, effect.request.id)))
            elif isinstance(effect, Close):
                self.close = effect

    def run(self) -> None:
        """Play the dialogue to its end."""
        self.carry_out(self.session.connected())
        while self.lines:
            end, line = self.lines.popleft()
            assert end == "S", f"the client should have sent {line!r} by now"
            self.carry_out(self.session.receive(line))


@pytest.mark.parametrize("name", DIALOGUES)
def test_client_lines_are_those_of_the_dialogue(name: str) -> None:
    """Our client says, line by line, what the recorded client said, and plays every board."""
    lines = dialogue(name)
    dialect, boards = DIALOGUES[name]
    connecting = parse(lines[0][1])
    assert isinstance(connecting, Connecting)
    seat = (
        Seat.parse(re.split("_", name)[2 if "robobridge" not in name else 3].capitalize())
        if (connecting.seat is None)
        else connecting.seat
    )
    place = None if dialect.any_place else seat
    session = SeatSession(SeatOptions(connecting.team, place, dialect))
    replay = Replay(session, lines)
    replay.run()
    assert session.boards == boards
    assert session.seat is seat
    if "openspiel" in name:
        replay.carry_out(session.lost())
    assert replay.close is not None
    assert replay.close.ending is Ending.FINISHED


def test_upper_case_manager_is_answered_in_its_dialect() -> None:
    """Without a dialect chosen, the OpenSpiel manager's upper case is noticed and followed."""
    lines = dialogue("07_openspiel_south_declarer_redoubled_passout_REAL")
    session = SeatSession(SeatOptions("WBridge5", Seat.SOUTH))
    assert session.connected() == [Send('Connecting "WBridge5" as South using protocol version 18')]
    replay = Replay(session, lines[1:])
    while replay.lines:
        replay.carry_out(session.receive(replay.lines.popleft()[1]))
    assert session.boards == 2


@pytest.mark.parametrize("name", [name for name in DIALOGUES if "bridge_env" in name])
def test_a_team_without_quotation_marks_is_bridge_envs(name: str) -> None:
    """Without a dialect chosen, the manager that requires `dummy's card` is known in time."""
    lines = dialogue(name)
    connecting = parse(lines[0][1])
    assert isinstance(connecting, Connecting)
    session = SeatSession(SeatOptions(connecting.team, connecting.seat))
    Replay(session, lines).run()
    assert session.boards == 3


@pytest.mark.parametrize(
    ("line", "trouble"),
    [
        ("ERROR: Protocol version is not 18 but 17.", RefusalReason.VERSION),
        ("ERROR: Player North is already seated.", RefusalReason.SEAT_TAKEN),
        ('ERROR: Team name "B" is not same as partner\'s team name "A".', RefusalReason.TEAM),
        ("ERROR: Unexpected message received.", RefusalReason.UNEXPECTED),
        ("Illegal hand 'anypl' specified", RefusalReason.SEAT_UNKNOWN),
        ("Team name must be 'PowerShark'", RefusalReason.TEAM),
        ("Team name must differ from opponents team name 'PowerShark'", RefusalReason.TEAM),
        ("Expected 'Connecting .... as ... using protocol version ..'", RefusalReason.UNEXPECTED),
        ("Seat was already taken", RefusalReason.SEAT_TAKEN),
        ("South should be team X", RefusalReason.TEAM),
        ("Error Team name mismatch", RefusalReason.TEAM),
    ],
)
def test_refusals_are_classified(line: str, trouble: RefusalReason) -> None:
    """A refusal is understood for what it is, and ends the session with the manager's words."""
    message = parse(line)
    assert isinstance(message, Complaint)
    assert message.trouble is trouble
    session = SeatSession(SeatOptions("MyBot", Seat.SOUTH))
    session.connected()
    (close,) = session.receive(line)
    assert isinstance(close, Close)
    assert close.ending is Ending.REFUSED
    assert trouble.value in close.text
    assert line in close.text
    assert session.phase is SeatPhase.ENDED


def test_refusals_of_the_recording_all_parse() -> None:
    """Every manager's line in the recorded refusals is one of the protocol's."""
    for end, line in dialogue("14_refusals"):
        if end == "S":
            parse(line)
        elif line != "hello world":
            assert parse(line)
        else:
            with pytest.raises(RemoteProtocolError):
                parse(line)


def test_unknown_seat_in_connecting_is_named() -> None:
    """A `Connecting` line for a seat that does not exist names the seat in its error."""
    with pytest.raises(SeatNameError, match="'Nord'"):
        parse('Connecting "A" as Nord using protocol version 18')
