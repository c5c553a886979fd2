"""Broken lines: the reader refuses them and nobody raises anything else."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bluechip_bot.model import Call, Card, Hand, Seat, Vulnerability
from bluechip_bot.protocol import messages
from bluechip_bot.protocol.dialect import DIALECTS
from bluechip_bot.protocol.effects import SendLine, SessionEnding
from bluechip_bot.protocol.errors import RemoteProtocolError
from bluechip_bot.protocol.reader import parse
from bluechip_bot.protocol.table.session import TableOptions, TablePhase
from bluechip_bot.protocol.writer import format_message

FOLDER = Path(__file__).parents[2] / "data" / "transcripts"
HAND = Hand.parse("QT952.KQT75..932")
N, E, S, W = Seat
MESSAGES: list[messages.Message] = [
    messages.Connecting("A b", None, 19, "2over1 card"),
    messages.Connecting("A", S),
    *(messages.Ready(E, stage) for stage in messages.Readiness),
    messages.ReadyForCall(N, E),
    messages.ReadyForCard(N, None, 13),
    messages.ReadyForCard(N, W, 1),
    messages.ReceivedDummy(S),
    messages.CallMade(S, Call(0)),
    messages.CallMade(W, Call(1), messages.CallNote(messages.NoteKind.ALERT, "takeout")),
    messages.CallMade(N, Call(2)),
    messages.CallMade(E, Call(37), messages.CallNote(messages.NoteKind.GLUED, "12-14")),
    messages.CardPlayed(None, Card(0)),
    messages.CardPlayed(W, Card(51)),
    messages.Seated(S, "A b"),
    messages.Teams("A", "B"),
    messages.StartOfBoard(),
    messages.BoardHeader(7, S, Vulnerability.BOTH),
    messages.HandShown(S, HAND),
    messages.HandShown(None, HAND),
    messages.ToLead(N),
    messages.ToLead(None),
    messages.Timing((1, 2, 3, 4000)),
    messages.EndOfSession(),
    messages.EndOfSession("12"),
    messages.Illegal(card=True),
    messages.Explain(N, Call(7)),
]
PIECES = [
    "", "9" * 400, "\u0661\u0662", "\u2460", "\ufffd", "\x00", "\u2028", "\x1c", "\xdf", "\u0130",
    "\ud800", '"', "'s", "10", ".", "Alert.", "Infos.", "seated", " ", "North", "dummy", "-", ":",
    "\\", "(", "%s", "{}",
]  # fmt: skip


def corpus() -> list[str]:
    """The lines of all transcripts, and every message in every dialect."""
    recorded = [
        line.split(" ", 3)[3]
        for path in sorted(FOLDER.glob("*.txt"))
        for line in path.read_text("ascii").splitlines()
        if line[:1] != "#"
    ]
    written = [format_message(m, dialect) for m in MESSAGES for dialect in DIALECTS.values()]
    return sorted({*recorded, *written})


def mutate(line: str, lines: list[str], chance: random.Random) -> str:
    """The line with one to four accidents."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randint(0, len(line))
        end = min(len(line), start + chance.randint(0, 6))
        before, part, after = line[:start], line[start:end], line[end:]
        match chance.randrange(9):
            case 0:
                line = before + after
            case 1:
                line = before + chance.choice(PIECES) + part + after
            case 2:
                line = before + chr(chance.choice([chance.randrange(256), 0x1D7D9])) + after
            case 3:
                line = before + part[::-1] + after
            case 4:
                line = before
            case 5:
                line += chance.choice(["", " ", "\r", "\n"]) + chance.choice(lines)
            case 6:
                line = before + part.swapcase() + after
            case 7:
                line = before + part * chance.choice([2, 2, 50]) + after
            case 8:
                line = before + str(chance.getrandbits(chance.choice([1, 4, 8, 80]))) + after
    return line


LINES = corpus()


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("count", [20_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_broken_lines_are_read_or_refused(count: int) -> None:
    """Each of many broken lines is a message or a `RemoteProtocolError`."""
    chance = random.Random(count)
    refused = 0
    for _ in range(count):
        line = mutate(chance.choice(LINES), LINES, chance)
        try:
            parse(line)
        except RemoteProtocolError:
            refused += 1
    assert count // 20 < refused < count - count // 20


def test_every_line_of_the_corpus_is_read() -> None:
    """Unbroken, all lines but a client's greeting to the wrong program are read."""
    unread = []
    for line in LINES:
        try:
            parse(line)
        except RemoteProtocolError:
            unread.append(line)
    assert unread == ["hello world"]


def is_harmless(line: str) -> bool:
    """Whether the line is no call or card, which might be a legal one."""
    try:
        return not isinstance(parse(line), messages.CallMade | messages.CardPlayed)
    except RemoteProtocolError:
        return True


def test_garbage_does_not_stop_a_table(rig: Callable[..., Any]) -> None:
    """A stranger's garbage, and garbage between a seated client's lines, stop no board."""
    chance = random.Random(3)
    for seed in range(2):
        table = rig(2, seed)
        table.table.connected(4)
        while not table.is_idle:
            table.deliver()
            if table.table.phase is TablePhase.GATHERING or chance.random() < 0.8:
                continue
            line = mutate(chance.choice(LINES), LINES, chance)
            table.send_to_table(4, line)
            if chance.random() < 0.5 and is_harmless(line):
                table.send_to_table(chance.randrange(4), line)
        assert [board.number for board in table.finished] == [1, 2], str(table.table.owed)
        assert {close.ending for close in table.closes.values()} == {SessionEnding.FINISHED}
        assert not [log.text for log in table.logs if "cannot follow" in log.text]


def test_nothing_is_raised_at_the_table(rig: Callable[..., Any]) -> None:
    """Broken lines from seated clients, calls and cards among them, raise nothing."""
    chance = random.Random(4)
    phases = set()
    for seed in range(8):
        notes, strict = seed % 2 == 1, seed % 4 > 1
        options = TableOptions(strict=strict, forward_notes=notes, illegal_limit=seed)
        table = rig(2, seed, table=options)
        while not table.is_idle:
            table.deliver()
            phases.add(table.table.phase)
            # Few sessions come to their end among many broken lines.
            if chance.random() < (0.001 if seed % 5 == 0 else 0.05):
                line = mutate(chance.choice(LINES), LINES, chance)
                table.send_to_table(chance.randrange(4), line)
            assert str(table.table.owed) != ""
    assert phases == set(TablePhase)


def test_nothing_is_raised_at_a_client(rig: Callable[..., Any]) -> None:
    """Broken lines from the manager raise nothing, and a client that goes on can begin again."""
    chance = random.Random(5)
    survivors = 0
    for seed in range(10):
        table = rig(2, seed)
        for step in range(100_000):
            if table.is_idle:
                break
            table.deliver()
            if step > 8 and chance.random() < 0.03:
                line = mutate(chance.choice(LINES), LINES, chance)
                peer = chance.randrange(4)
                table._do_seat(peer, table.seats[peer].receive(line))
            assert all(session.awaits for session in table.seats)
        for peer, session in enumerate(table.seats):
            if Seat(peer) not in table.closes and session.phase.value != "connecting":
                survivors += 1
                last = session.receive("Start of board")[-1]
                assert isinstance(last, SendLine)
                assert last.line.casefold() == f"{session.seat} ready for deal".casefold()
    assert survivors > 3


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_storm_at_both_ends(rig: Callable[..., Any]) -> None:
    """200,000 broken lines to managers and clients in all phases: nothing is raised."""
    chance = random.Random(6)
    boards = sent = 0
    phases: set[TablePhase] = set()
    while sent < 200_000:
        options = TableOptions(strict=chance.random() < 0.5, illegal_limit=chance.choice([3, 1000]))
        table = rig(2, chance.getrandbits(30), table=options)
        table.table.connected(4)
        calm = chance.choice([0.5, 0.9, 0.99])
        for _ in range(1000):
            if table.table.phase is TablePhase.ENDED or len(table.closes) == len(Seat):
                break
            if not table.is_idle:
                table.deliver()
            if not table.is_idle and chance.random() < calm:
                continue
            for line in (mutate(chance.choice(LINES), LINES, chance) for _ in range(10)):
                table._do_table(table.table.receive(chance.randrange(5), line, table.now))
                peer = chance.randrange(4)
                table._do_seat(peer, table.seats[peer].receive(line))
            sent += 20
            phases.add(table.table.phase)
            assert str(table.table.owed) != ""
        boards += len(table.finished)
    assert boards > 0
    assert phases >= set(TablePhase) - {TablePhase.ENDED}
