"""Recorded and written dialogues, played again line by line; `replay --save` adds some."""

from __future__ import annotations

from pathlib import Path

import pytest

from bluechip_bot.model import Seat
from bluechip_bot.protocol.effects import CloseConnection, SessionEnding
from bluechip_bot.protocol.errors import RemoteProtocolError
from bluechip_bot.protocol.messages import Complaint, RefusalReason
from bluechip_bot.protocol.reader import parse
from bluechip_bot.protocol.seat.session import SeatOptions, SeatPhase, SeatSession
from bluechip_bot.wirelog.record import read_records
from bluechip_bot.wirelog.replay import replay_seats, replay_table

FOLDER = Path(__file__).parent.parent / "data" / "transcripts"
FILES = sorted((*FOLDER.glob("*.txt"), *FOLDER.glob("*.wire.log")))
OTHERS = "14_refusals.txt"
"""The client of this one does not speak as ours does."""


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.name != OTHERS], ids=lambda path: path.name
)
def test_nothing_differs(path: Path) -> None:
    """Our seat or our table says, line by line, what was recorded, and plays every board."""
    log = read_records([path])
    outcome = replay_table(log) if log.is_table else replay_seats(log)
    assert outcome.differences == []
    assert outcome.lines > 0
    assert outcome.boards == path.read_text("ascii").count("# deal ") or log.is_table


@pytest.mark.parametrize(
    ("name", "dialect", "boards"),
    [
        ("01_robobridge-host_v18_south_declarer_void_passout", "standard", 2),
        ("05_spec_north_dummy_redoubled_alerts", "spec", 1),
        ("07_openspiel_south_declarer_redoubled_passout_REAL", "openspiel", 2),
        ("10_bridge_env_north_dummy_REAL", "bridge_env", 3),
        # Their heads choose no dialect: OpenSpiel is known by its upper case, and bridge_env by a
        # team without quotation marks.
        ("07_openspiel_south_declarer_redoubled_passout_REAL", None, 2),
        ("10_bridge_env_north_dummy_REAL", None, 3),
        ("11_bridge_env_south_declarer_redoubled_REAL", None, 3),
    ],
)
def test_client_lines_are_those_of_the_dialogue(
    name: str, dialect: str | None, boards: int
) -> None:
    """Our client says, line by line, what the recorded client said, in this dialect."""
    outcome = replay_seats(read_records([FOLDER / f"{name}.txt"]), dialect)
    assert (outcome.differences, outcome.connections, outcome.boards) == ([], 1, boards)
    if "openspiel" not in name:  # it ends by closing the connection
        assert any("the session ends: " in note for note in outcome.notes)


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
    assert isinstance(close, CloseConnection)
    assert close.ending is SessionEnding.REFUSED
    assert trouble.value in close.text
    assert line in close.text
    assert session.phase is SeatPhase.ENDED


def test_refusals_of_the_recording_all_parse() -> None:
    """Every manager's line in the recorded refusals is one of the protocol's."""
    text = (FOLDER / "14_refusals.txt").read_text("ascii")
    for line in text.splitlines():
        if line.endswith(" hello world"):
            with pytest.raises(RemoteProtocolError):
                parse("hello world")
        elif not line.startswith("#"):
            parse(line.split(" ", 3)[3])
