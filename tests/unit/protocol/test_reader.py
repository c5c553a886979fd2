"""The spellings of known programs are read; broken lines are refused, and nobody raises more."""

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
from bluechip_bot.protocol.errors import HandLineError, RemoteProtocolError
from bluechip_bot.protocol.messages import BoardHeader, CallMade, CallNote, Connecting, NoteKind
from bluechip_bot.protocol.reader import SeatNameError, parse
from bluechip_bot.protocol.table.session import TableOptions, TablePhase
from bluechip_bot.protocol.writer import format_message

N, E, S, W = Seat
ALERT, INFOS, GLUED = NoteKind
HAND = Hand.parse("QT952.KQT75..932")
ONE_NT = Call.parse("1NT")

LINES: dict[str, messages.Message] = {
    # Seats and teams.
    'North ("A b") seated': messages.Seated(N, "A b"),
    'NORTH "A b" seated.': messages.Seated(N, "A b"),
    "north (A b) seated": messages.Seated(N, "A b"),
    "North PowerShark 1.1.93 seated": messages.Seated(N, "PowerShark 1.1.93"),
    'Teams : N/S : "A" E/W : "B"': messages.Teams("A", "B"),
    'Teams : N/S : "A". E/W : "B"': messages.Teams("A", "B"),
    'Teams: N/S "north-south" E/W "east-west"': messages.Teams("north-south", "east-west"),
    'Teams: N/S: "A:A2". E/W: "B:B2"': messages.Teams("A:A2", "B:B2"),
    'TEAMS : N/S : "A" E/W : "B". Playing IMP': messages.Teams("A", "B"),
    'Teams : N/S : "A" E/W : "B". Playing MP\'': messages.Teams("A", "B"),
    'Teams : E/W : "B" N/S : "A"': messages.Teams("A", "B"),
    'Connecting "A" as SOUTH using protocol version 18.': Connecting("A", S, 18),
    'connecting "A b" as anypl using protocol version 18': Connecting("A b", None, 18),
    'Connecting "A" as West using protocol version 19 2over1 v3': Connecting(
        "A", W, 19, "2over1 v3"
    ),
    # Readiness.
    "SOUTH  READY FOR TEAMS.": messages.Ready(S, messages.Readiness.TEAMS),
    "WEST ready for  NORTH's bid": messages.ReadyForCall(W, N),
    "north ready for dummy's card to trick 13": messages.ReadyForCard(N, None, 13),
    "East ready for DUMMY": messages.Ready(E, messages.Readiness.DUMMY),
    "west received dummy": messages.ReceivedDummy(W),
    # Boards and hands.
    "Start of Board": messages.StartOfBoard(),
    "start of board.": messages.StartOfBoard(),
    "Board number 16. Dealer West. E/W vulnerable.": BoardHeader(16, W, Vulnerability.EW),
    "Board number 7. Dealer SOUTH. both vulnerable": BoardHeader(7, S, Vulnerability.BOTH),
    "Board number 1. Dealer North. Neither vulnerable. Open room.": BoardHeader(
        1, N, Vulnerability.NONE
    ),
    "board number 2 dealer east n/s vulnerable closed room": BoardHeader(2, E, Vulnerability.NS),
    "Board number #7/16. Dealer: S. Vul: Both.": BoardHeader(7, S, Vulnerability.BOTH),
    "Board number 7. None vulnerable. Dealer South": BoardHeader(7, S, Vulnerability.NONE),
    "Board number 12345678. Dealer S. N-S vul": BoardHeader(12345678, S, Vulnerability.NS),
    "Board number 7. Dealer south. Love all.": BoardHeader(7, S, Vulnerability.NONE),
    "South's cards : S Q T 9 5 2. H K Q T 7 5. D -. C 9 3 2. ": messages.HandShown(S, HAND),
    "SOUTH's cards: C 9 3 2. D -. H T 7 5 K Q. S Q T 9 5 2.": messages.HandShown(S, HAND),
    "South's cards : S Q T 9 5 2.H K Q T 7 5.D.C 9 3 2.": messages.HandShown(S, HAND),
    "South's cards : S Q T 9 5 2 H K Q T 7 5 D - C 9 3 2": messages.HandShown(S, HAND),
    "South's cards : S QT952. H KQT75. C 932.": messages.HandShown(S, HAND),
    "south's cards:s q 10 9 5 2. h k q 10 7 5. d. c 9 3 2": messages.HandShown(S, HAND),
    "Dummy's cards :  S QT952. H KQ1075. D -. C 932.": messages.HandShown(None, HAND),
    # Calls.
    "North doubles.": CallMade(N, Call(1)),
    "NORTH PASSES": CallMade(N, Call(0)),
    "north pass": CallMade(N, Call(0)),
    "East redouble.": CallMade(E, Call(2)),
    "North bids 1N": CallMade(N, ONE_NT),
    "North bids 1 nt.": CallMade(N, ONE_NT),
    "North bids 1NT12-14": CallMade(N, ONE_NT, CallNote(GLUED, "12-14")),
    "North bids 1NT.Infos.C=0-8": CallMade(N, ONE_NT, CallNote(INFOS, "C=0-8")),
    "North bids 1H Alert.C=0-8": CallMade(N, Call.parse("1H"), CallNote(ALERT, "C=0-8")),
    "North bids 1HAlert. spades": CallMade(N, Call.parse("1H"), CallNote(ALERT, "spades")),
    "North bids 4C Alert.": CallMade(N, Call.parse("4C"), CallNote(ALERT, "")),
    "North bids 1D. alert: Alert. twice": CallMade(
        N, Call.parse("1D"), CallNote(ALERT, "Alert. twice")
    ),
    "North passes ALERT. weak": CallMade(N, Call(0), CallNote(ALERT, "weak")),
    # Play.
    "West plays AD": messages.CardPlayed(W, Card.parse("DA")),
    "west plays da.": messages.CardPlayed(W, Card.parse("DA")),
    "WEST plays 10s": messages.CardPlayed(W, Card.parse("ST")),
    "WEST plays S10": messages.CardPlayed(W, Card.parse("ST")),
    "dummy plays 2d": messages.CardPlayed(None, Card.parse("D2")),
    "West plays QH. even": messages.CardPlayed(W, Card.parse("HQ")),
    "West plays 3C. 4th. best": messages.CardPlayed(W, Card.parse("C3")),
    "Dummy to lead.": messages.ToLead(None),
    "SOUTH TO LEAD": messages.ToLead(S),
    # The rest.
    "Timing - N/S : this board  00:14,  total  0:01:14.  E/W : this board 00:08,  total 1:00:08.": (
        messages.Timing((14, 74, 8, 3608))
    ),
    "Timing - N/S : this board [1:15], total [0:11:23]. E/W : this board [1:18], total [0:10:23]": (
        messages.Timing((75, 683, 78, 623))
    ),
    "Timing - N/S : this board 23:59:50, total -1": messages.Timing(),
    "timing": messages.Timing(),
    "End of session.": messages.EndOfSession(),
    "NS:12 EW:3": messages.EndOfSession("12 EW:3"),
    "Illegal bid": messages.Illegal(card=False),
    "illegal call.": messages.Illegal(card=False),
    "Illegal play": messages.Illegal(card=True),
    "Explain North's  bids 1S": messages.Explain(N, Call.parse("1S")),
    "Explain West's doubles": messages.Explain(W, Call(1)),
    "Explain West's system": messages.Explain(W, None),
}


@pytest.mark.parametrize("line", LINES)
def test_spellings_of_known_programs_are_read(line: str) -> None:
    """Each line means what its program means by it."""
    assert parse(line) == LINES[line]


NO_LINES = [
    *("", "   ", "hello world", "North", "North bids", "North passing", "North plays"),
    *("North bids 8C", "North bids 0NT", "North bids 1X", "Dummy passes", "Norths passes"),
    *("North plays 1S", "North plays AX", "North plays 11S", "North plays ASS", "North to leads"),
    *("North ready for trouble", "North ready for Dummy's bid", "Start of boarding"),
    *(f"North ready for East's card to trick {trick}" for trick in ("0", "14", "100", "\u0661")),
    "Board numbers",
    "Board number . Dealer North. Both vulnerable.",
    "Board number 1234567890. Dealer North. Both vulnerable.",
    "Board number 1. Dealer Dummy. Both vulnerable.",
    "Board number 1. Dealer North. Some vulnerable.",
    'Teams : N/S : "A" E/W : B',
    'Connecting "A" as North using protocol version eighteen',
    'Connecting "A" as North',
]


@pytest.mark.parametrize("line", NO_LINES)
def test_what_is_no_line_is_an_error_with_the_line(line: str) -> None:
    """Anything else is refused, and the error holds it."""
    with pytest.raises(RemoteProtocolError) as caught:
        parse(line)
    assert caught.value.line.strip() == line.strip()


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("S Q T 9 5 2. H K Q T 7 5. D -. C 9 3.", "a hand of 12 cards, not 13"),
        ("S Q T 9 5 2. H K Q T 7 5. D 2. C 9 3 2.", "a hand of 14 cards, not 13"),
        ("S Q T 9 5 5. H K Q T 7 5. D -. C 9 3 2.", "card S5 twice in a hand"),
        ("S Q T 9 5 2. H K Q T 7 5. D 10. C 9 T 10.", "card CT twice in a hand"),
        ("S Q T 9 5 2. H K Q T 7 5. D -. C 9 3 X.", "'X' in a hand"),
        ("5 S Q T 9 2. H K Q T 7 5. D -. C 9 3 2.", "'5' in a hand"),
        ("", "a hand of 0 cards, not 13"),
    ],
)
@pytest.mark.parametrize(("owner", "seat"), [("South", S), ("Dummy", None)])
def test_unusable_hands_say_whose_and_why(
    cards: str, reason: str, owner: str, seat: Seat | None
) -> None:
    """A hand line without thirteen cards is an error that names the owner and the fault."""
    with pytest.raises(HandLineError, match=reason) as caught:
        parse(f"{owner}'s cards : {cards}")
    assert caught.value.owner is seat


@pytest.mark.parametrize("letter", ["\u00df", "\u017f", "\ufb06", "\u2660"])
def test_letters_that_only_look_like_suits_are_no_suits(letter: str) -> None:
    """What becomes an S only in upper case, or a suit's sign, does not name spades."""
    with pytest.raises(HandLineError):
        parse(f"South's cards : {letter} Q T 9 5 2. H K Q T 7 5. D -. C 9 3 2.")


@pytest.mark.parametrize("word", ["Dummy", "Nord"])
def test_seat_that_does_not_exist_is_named(word: str) -> None:
    """A `Connecting` line for nobody's seat says which word was taken for the seat."""
    with pytest.raises(SeatNameError, match=repr(word)) as caught:
        parse(f'Connecting "A" as {word} using protocol version 18')
    assert caught.value.seat == word


def test_long_lines_are_shortened_in_the_message_alone() -> None:
    """An error keeps the whole line, and shows its beginning."""
    line = "x" * 5000
    with pytest.raises(RemoteProtocolError) as caught:
        parse(line)
    assert caught.value.line == line
    assert len(str(caught.value)) < 300


RECORDED = {
    line.split(" ", 3)[3]
    for path in (Path(__file__).parents[2] / "data" / "transcripts").glob("*.txt")
    for line in path.read_text("ascii").splitlines()
    if line[:1] != "#"
}
WRITTEN = {format_message(m, dialect) for m in LINES.values() for dialect in DIALECTS.values()}
CORPUS = sorted({*LINES, *RECORDED, *WRITTEN})
"""Spellings of known programs, the lines of all transcripts, and messages in every dialect."""
PIECES = [
    "", "9" * 400, "\u0661\u0662", "\u2460", "\ufffd", "\x00", "\u2028", "\x1c", "\xdf", "\u0130",
    "\ud800", '"', "'s", "10", ".", "Alert.", "Infos.", "seated", " ", "North", "dummy", "-", ":",
    "\\", "(", "%s", "{}",
]  # fmt: skip


def broken(chance: random.Random) -> str:
    """A line with one to four accidents."""
    line = chance.choice(CORPUS)
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
                line += chance.choice(["", " ", "\r", "\n"]) + chance.choice(CORPUS)
            case 6:
                line = before + part.swapcase() + after
            case 7:
                line = before + part * chance.choice([2, 2, 50]) + after
            case 8:
                line = before + str(chance.getrandbits(chance.choice([1, 4, 8, 80]))) + after
    return line


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("count", [20_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_broken_lines_are_read_or_refused(count: int) -> None:
    """Each of many broken lines is a message or a `RemoteProtocolError`."""
    chance = random.Random(count)
    refused = 0
    for _ in range(count):
        line = broken(chance)
        try:
            parse(line)
        except RemoteProtocolError:
            refused += 1
    assert count // 20 < refused < count - count // 20


def test_recorded_and_written_lines_are_read() -> None:
    """All but a client's greeting to the wrong program."""
    for line in set(CORPUS) - {"hello world"}:
        parse(line)


def is_harmless(line: str) -> bool:
    """Whether the line is no call or card, which might be a legal one."""
    try:
        return not isinstance(parse(line), CallMade | messages.CardPlayed)
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
            line = broken(chance)
            table.send_to_table(4, line)
            if chance.random() < 0.5 and is_harmless(line):
                table.send_to_table(chance.randrange(4), line)
        assert [board.number for board in table.finished] == [1, 2], str(table.table.owed)
        assert {close.ending for close in table.closes.values()} == {SessionEnding.FINISHED}
        assert not [log.text for log in table.logs if "cannot follow" in log.text]


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("count", [10_000, pytest.param(200_000, marks=pytest.mark.slow)])
def test_a_storm_at_both_ends(rig: Callable[..., Any], count: int) -> None:
    """Broken lines in all phases raise nothing; a client that goes on can begin again."""
    chance = random.Random(6)
    sent = survivors = 0
    phases = set()
    while sent < count:
        strict, notes, limit = (chance.choice(these) for these in ((0, 1), (0, 1), (3, 1000)))
        options = TableOptions(strict=bool(strict), forward_notes=bool(notes), illegal_limit=limit)
        table = rig(2, chance.getrandbits(30), table=options)
        table.table.connected(4)
        calm = chance.choice([0.5, 0.9, 0.99, 0.9999])
        for _ in range(2000):
            phases.add(table.table.phase)
            if table.table.phase is TablePhase.ENDED or len(table.closes) == len(Seat):
                break
            if not table.is_idle:
                table.deliver()
            if not table.is_idle and chance.random() < calm:
                continue
            for _ in range(10):
                table._do_table(table.table.receive(chance.randrange(5), broken(chance), table.now))
                peer = chance.randrange(4)
                table._do_seat(peer, table.seats[peer].receive(broken(chance)))
            sent += 20
            assert str(table.table.owed) != ""
            assert all(session.awaits for session in table.seats)
        for seat, session in zip(Seat, table.seats, strict=True):
            if seat not in table.closes and session.phase.value != "connecting":
                survivors += 1
                last = session.receive("Start of board")[-1]
                assert isinstance(last, SendLine)
                assert last.line.casefold() == f"{session.seat} ready for deal".casefold()
    assert phases == set(TablePhase)
    assert survivors > 3
