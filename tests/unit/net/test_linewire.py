"""Lines over a transport in memory."""

# mypy: allow-untyped-calls
# Parts of Twisted have no types.

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from twisted.internet.error import ConnectionDone
from twisted.internet.interfaces import ITCPTransport
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure
from zope.interface import directlyProvides

from bluechip_bot.net.linewire import UNSENT, LineError, LineListener, LineWire
from bluechip_bot.net.wire_log import WireLog


class Ears:
    """All that a connection tells, in order."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.long: list[int] = []
        self.lost: list[Failure] = []
        self.unread: list[int] = []
        self.wire: list[tuple[str, str]] = []
        self.listener = LineListener(
            self.lines.append, self.lost.append, self.long.append, on_unread=self.unread.append
        )

    def record(self, direction: str, peer: str, text: str) -> None:
        self.wire.append((direction, text))


def connected(ears: Ears, clock: Clock | None = None, **options: Any) -> LineWire:
    """A wire on a transport in memory."""
    wire = LineWire(clock or Clock(), ears.listener, record=ears.record, **options)
    wire.makeConnection(StringTransport())
    return wire


def transport_of(wire: LineWire) -> StringTransport:
    """The transport in memory that a wire is on."""
    assert isinstance(wire.transport, StringTransport)
    return wire.transport


def received(*chunks: bytes, **options: Any) -> Ears:
    """What is delivered of these bytes."""
    ears = Ears()
    wire = connected(ears, **options)
    for chunk in chunks:
        wire.dataReceived(chunk)
    return ears


def test_lines_end_with_lf_or_crlf() -> None:
    """Ends and trailing blanks go, empty lines are skipped, foreign bytes are replaced."""
    for data, lines in (
        (b"NORTH PASSES\r\nEAST PASSES\r\n", ["NORTH PASSES", "EAST PASSES"]),
        (b"NORTH PASSES\nEAST PASSES\n", ["NORTH PASSES", "EAST PASSES"]),
        (b"NORTH PASSES \t \r\n", ["NORTH PASSES"]),
        (b"NORTH PASSES\r\r\n", ["NORTH PASSES"]),
        (b"  NORTH PASSES\n", ["  NORTH PASSES"]),
        (b"\r\n\n  \r\nA\n", ["A"]),
        (b"caf\xe9 \xff\n", ["caf\ufffd \ufffd"]),
        (b"unfinished", []),
    ):
        assert received(data).lines == lines


def reference(stream: bytes, limit: int) -> tuple[list[str], list[int]]:
    """Lines and lengths of long lines, by the plain definition."""
    lines: list[str] = []
    lengths: list[int] = []
    for piece in stream.split(b"\n")[:-1]:
        line = piece.removesuffix(b"\r")
        if len(line) > limit:
            lengths.append(len(line))
        elif text := line.rstrip(b" \t\r").decode("ascii", errors="replace"):
            lines.append(text)
    return lines, lengths


@given(
    st.lists(st.sampled_from([b"\r", b"\n", b" ", b"a", b"bcdefg", b"\xe9"]), max_size=40).map(
        b"".join
    ),
    st.lists(st.integers(0, 80), max_size=10),
)
@example(b"abcdefgh\r\n", [9])
@example(b"abcdefgh\r\r\n", [9])
@example(b"abcdefghi\n\nb\n", [4, 9])
def test_any_cutting_gives_the_same_lines(stream: bytes, cuts: list[int]) -> None:
    """Lines and long lines do not depend on how TCP cuts the stream."""
    cuts = sorted(cuts)
    chunks = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    ears = received(*chunks, limit=8)
    assert (ears.lines, ears.long) == reference(stream, 8)


def test_a_megabyte_without_end_is_neither_kept_nor_harmful() -> None:
    """A long line is reported once with its length; its neighbours are delivered."""
    chunks = [b"before\n", *[b"x" * 4096] * 256, b"tail\r\nafter\n"]
    ears = Ears()
    wire = connected(ears)
    for chunk in chunks[:-1]:
        wire.dataReceived(chunk)
    assert len(wire._splitter._kept) <= 4096
    wire.dataReceived(chunks[-1])
    assert ears.lines == ["before", "after"]
    assert ears.long == [256 * 4096 + 4]
    assert not transport_of(wire).disconnecting


def test_sent_lines_end_with_crlf_and_are_ascii() -> None:
    """Whatever the text, bytes of ASCII and CRLF go out; a text of two lines is refused."""
    wire = connected(Ears())
    wire.send_line("NORTH bids 1\u2660")
    for text in ("a\nb", "a\r", "\r\n"):
        with pytest.raises(LineError) as caught:
            wire.send_line(text)
        assert caught.value.text == text
    assert transport_of(wire).value() == b"NORTH bids 1?\r\n"


def test_the_gap_spaces_lines_in_order() -> None:
    """The first line goes at once, each further one a gap after the one before."""
    clock = Clock()
    wire = connected(Ears(), clock, gap=0.25)
    for text in "ABC":
        wire.send_line(text)
    sent = [transport_of(wire).value()]
    for _ in range(3):
        clock.advance(0.25)
        sent.append(transport_of(wire).value())
    assert sent == [b"A\r\n", b"A\r\nB\r\n", b"A\r\nB\r\nC\r\n", b"A\r\nB\r\nC\r\n"]
    wire.send_line("D")
    assert transport_of(wire).value().endswith(b"D\r\n")
    wire.send_line("E")
    clock.advance(0.125)
    assert transport_of(wire).value().endswith(b"D\r\n")


def test_close_sends_what_the_gap_held_back() -> None:
    """Before the connection is closed all lines go out in order; no timer is left."""
    clock = Clock()
    wire = connected(Ears(), clock, gap=1.0)
    for text in "ABC":
        wire.send_line(text)
    wire.close()
    wire.send_line("D")
    assert transport_of(wire).value() == b"A\r\nB\r\nC\r\n"
    assert transport_of(wire).disconnecting
    assert not clock.getDelayedCalls()


def test_no_line_is_delivered_after_close() -> None:
    """A listener that closes in a line does not hear the next of the same bytes."""
    ears = Ears()

    def hear_and_close(line: str) -> None:
        ears.lines.append(line)
        wire.close()

    wire = LineWire(Clock(), LineListener(hear_and_close))
    wire.makeConnection(StringTransport())
    wire.dataReceived(b"End of session\nStart of board\n")
    assert ears.lines == ["End of session"]


def test_a_lost_connection_ends_everything() -> None:
    """The listener hears why; unsent lines and timers are gone, half a line is not delivered."""
    ears, clock = Ears(), Clock()
    wire = connected(ears, clock, gap=1.0)
    wire.send_line("A")
    wire.send_line("B")
    wire.dataReceived(b"NORTH pla")
    wire.connectionLost(Failure(ConnectionDone()))
    clock.advance(5)
    wire.send_line("C")
    assert transport_of(wire).value() == b"A\r\n"
    assert ears.lines == []
    assert [failure.type for failure in ears.lost] == [ConnectionDone]
    assert ears.wire[-1] == ("<", "[a line without end] NORTH pla")
    assert not clock.getDelayedCalls()


def test_a_peer_that_does_not_read_is_cut() -> None:
    """What the transport does not take waits; too much of it ends the connection."""
    ears = Ears()
    wire = connected(ears)
    assert transport_of(wire).producer is wire  # whose transport thus says that it is full
    wire.send_line("A")
    wire.pauseProducing()
    line = "x" * 64
    for _ in range(UNSENT // len(line)):
        wire.send_line(line)
    assert not ears.unread
    wire.send_line("B")
    assert ears.unread == [UNSENT + 1]
    assert transport_of(wire).disconnected
    assert transport_of(wire).value() == b"A\r\n"
    wire.send_line("C")
    wire.dataReceived(b"hello\n")
    assert ears.lines == []
    assert ears.unread == [UNSENT + 1]


def test_a_peer_that_reads_slowly_gets_everything() -> None:
    """Lines go out in order as the transport takes them, however many they are in all."""
    ears = Ears()
    wire = connected(ears)
    line = "x" * 64
    rounds = 3 * UNSENT // (1000 * len(line))
    for _ in range(rounds):
        wire.pauseProducing()
        for _ in range(1000):
            wire.send_line(line)
        wire.resumeProducing()
    wire.pauseProducing()
    wire.send_line("last")
    wire.close()
    assert transport_of(wire).value() == f"{line}\r\n".encode() * 1000 * rounds + b"last\r\n"
    assert transport_of(wire).disconnecting
    assert not ears.unread


class Tcp(StringTransport):
    """A transport that says that it is TCP."""

    delays = True

    def setTcpNoDelay(self, enabled: int) -> None:
        self.delays = not enabled


@pytest.mark.parametrize("reads", [True, False])
def test_a_closed_connection_ends(*, reads: bool) -> None:
    """Whoever does not read the last lines in time does not get them; no timer is left."""
    transport, clock = Tcp(), Clock()
    directlyProvides(transport, ITCPTransport)
    wire = LineWire(clock, Ears().listener)
    wire.send_line("A")
    wire.makeConnection(transport)
    assert not transport.delays
    assert transport.value() == b"A\r\n"
    wire.close()
    assert not transport.disconnected
    if reads:
        wire.connectionLost(Failure(ConnectionDone()))
    clock.advance(60)
    assert transport.disconnected is not reads
    assert not clock.getDelayedCalls()


def test_everything_on_the_wire_is_recorded(tmp_path: Path) -> None:
    """Each line is one record with time, direction, peer and text, in the file at once."""
    path = tmp_path / "wire.log"
    now = datetime(2026, 1, 31, 19, 30, 0, 125_999, tzinfo=UTC)
    with closing(WireLog(path, lambda: now)) as log:
        wire = LineWire(Clock(), Ears().listener, limit=10, record=log.record)
        wire.makeConnection(StringTransport())
        wire.send_line("ready")
        wire.dataReceived(b"a\rb\r\n\n12345678901\n")
        wire.peer = "SOUTH"
        wire.send_line("bye")
        records = path.read_text().splitlines()
    assert records == [
        f"2026-01-31T19:30:00.125Z {rest}"
        for rest in [
            "> 192.168.1.1:54321 ready",
            "< 192.168.1.1:54321 a\\x0db",
            "< 192.168.1.1:54321 ",
            "< 192.168.1.1:54321 [a line of 11 bytes, discarded]",
            "> SOUTH bye",
        ]
    ]
