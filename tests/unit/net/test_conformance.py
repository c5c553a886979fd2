"""A script over connections, on a clock that only the test moves."""

# mypy: allow-untyped-calls
# Parts of Twisted have no types.

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.testing import MemoryReactorClock, StringTransport

from bluechip_bot.conformance.client_scripts import CLIENT_SCRIPTS
from bluechip_bot.conformance.end import perform
from bluechip_bot.conformance.manager import ManagerEnd
from bluechip_bot.conformance.script import Outcome, Verdict
from bluechip_bot.net.conformance import Patience, Stage
from bluechip_bot.protocol.dialect import STANDARD

(LEADER,) = (script for script in CLIENT_SCRIPTS if script.name == "leader")
PATIENCE = Patience(line=10.0, arrival=60.0, briefly=0.5)
CONNECTING = b'Connecting "Them" as West using protocol version 18\r\n'


class Check:
    """One script, with a client in the hands of the test."""

    def __init__(self) -> None:
        self.reactor: Any = MemoryReactorClock()
        self.stage = Stage(self.reactor, PATIENCE)
        self.stage.listen("127.0.0.1", 0)
        self.verdicts: list[Verdict] = []
        performance = perform(LEADER, ManagerEnd(LEADER.seat, STANDARD, insist=True))
        verdict = Deferred.fromCoroutine(self.stage.perform(performance))
        verdict.addCallback(self.verdicts.append)

    def connected(self) -> Any:
        """The client's connection."""
        wire = self.reactor.tcpServers[-1][1].buildProtocol(None)
        wire.makeConnection(StringTransport())
        self.reactor.advance(0)
        return wire

    def failed(self) -> tuple[str, str]:
        """The rule that was broken, and the reason."""
        (verdict,) = self.verdicts
        assert verdict.outcome is Outcome.FAILED
        assert verdict.rule is not None
        return verdict.rule.number, verdict.text

    def broken_off(self) -> str:
        """Why nothing could be checked."""
        (verdict,) = self.verdicts
        assert verdict.unreachable
        return verdict.text


def test_nobody_comes() -> None:
    """The wait for a client has its limit."""
    check = Check()
    check.reactor.advance(59)
    assert not check.verdicts
    check.reactor.advance(1)
    assert check.broken_off() == "no client has come: not in time"


def test_process_ends() -> None:
    """A client whose process has ended is not waited for."""
    check = Check()
    check.stage.give_up()
    assert check.broken_off() == "no client has come: its process has ended"


def test_silence() -> None:
    """The wait for a line has its limit; the connection is closed then."""
    check = Check()
    wire = check.connected()
    wire.dataReceived(CONNECTING[:20])
    wire.dataReceived(CONNECTING[20:])
    assert wire.transport.value() == b'West ("Them") seated\r\n'
    check.reactor.advance(9)
    assert not check.verdicts
    check.reactor.advance(1)
    rule, text = check.failed()
    assert rule == "2.2"
    assert text.startswith("nothing came after 'West (\"Them\") seated': expected")
    assert wire.transport.disconnecting


def test_lines_at_once() -> None:
    """Lines are read in order, whenever they come; then comes the end of the connection."""
    check = Check()
    wire = check.connected()
    wire.dataReceived(CONNECTING + b"West ready for teams\r\nWest ready to start\r\n")
    wire.dataReceived(b"West ready for deal\r\nwest READY  for cards.\r\n")
    assert wire.transport.value().count(b"\r\n") == 5
    wire.connectionLost()
    rule, text = check.failed()
    assert rule == "4.1"
    assert text.startswith("the connection was closed after \"West's cards")


def test_wrong_line() -> None:
    """A line that is too long is wrong, as any other one."""
    check = Check()
    wire = check.connected()
    wire.dataReceived(b"x" * 100_000 + b"\r\n")
    assert check.failed()[0] == "2.1"
    assert check.verdicts[0].line == "[a line of 100000 bytes]"


def test_line_ends() -> None:
    """A line that ends with LF alone is read, and remarked upon."""
    check = Check()
    wire = check.connected()
    wire.dataReceived(CONNECTING + b"West ready")
    wire.dataReceived(b" for teams\nWest ready to start\r\nWest ready for cards\r\n")
    assert check.failed()[0] == "3.1"
    (remark,) = check.verdicts[0].remarks
    assert (remark.rule.number, remark.line) == ("1.1", "West ready for teams")
