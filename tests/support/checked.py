"""What is under check in memory: our own client and manager, perhaps with a fault."""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import define, field

from bluechip_bot.config import read_toml
from bluechip_bot.conformance.end import perform
from bluechip_bot.conformance.manager import CLIENT_SCRIPTS, ManagerEnd
from bluechip_bot.conformance.players import PlayersEnd
from bluechip_bot.conformance.script import MissingLine, Script, ScriptVerdict
from bluechip_bot.model import PASS, Board, Call, Decision, DecisionRequest, Hand, Phase, Seat
from bluechip_bot.protocol.dialect import STANDARD
from bluechip_bot.protocol.effects import (
    AskPlayer,
    CloseConnection,
    DropClient,
    SendLine,
    SendTo,
    SessionFinished,
)
from bluechip_bot.protocol.seat.session import SeatOptions, SeatSession
from bluechip_bot.protocol.table.session import TableOptions, TableSession
from support.boards import random_boards

_FAULTS: Final = Path(__file__).parents[1] / "data" / "judgement" / "faults.toml"
Edit = Callable[[int, str], Sequence[str]]
"""What becomes of a line, by the number of the connection."""


class Checked:
    """A stage on which a program is checked without a socket or a clock."""

    def next_line(self, peer: int) -> str | MissingLine:
        raise NotImplementedError

    def hear(self, peers: Sequence[int], *, briefly: bool) -> tuple[int, str | MissingLine]:
        del briefly
        lines = ((peer, self.next_line(peer)) for peer in peers)
        found = (one for one in lines if one[1] is not MissingLine.SILENT)
        return next(found, (peers[0], MissingLine.SILENT))


def honest(_peer: int, line: str) -> Sequence[str]:
    """The line."""
    return (line,)


def mute(_peer: int, _line: str) -> Sequence[str]:
    """Nothing."""
    return ()


def edit(
    match: str,
    *,
    new: str | None = None,
    lines: Sequence[str] = (),
    peer: int | None = None,
    after: int = 0,
    nth: int = 0,
) -> Edit:
    """Lines with a match are changed, all others are kept.

    Args:
        match: what is looked for.
        new: what stands in its place; None for other lines instead.
        lines: these lines; `{}` stands for the line itself.
        peer: the connection; None for all.
        after: the number of matches that are left alone.
        nth: the only match that is changed; 0 for all.
    """
    seen: list[str] = []

    def changed(here: int, line: str) -> Sequence[str]:
        if not re.search(match, line) or peer not in (None, here):
            return (line,)
        seen.append(line)
        if len(seen) <= after or nth not in (0, len(seen)):
            return (line,)
        if new is not None:
            return (re.sub(match, new, line),)
        return [other.replace("{}", line) for other in lines]

    return changed


def check(script: Script[Any], *, fresh: bool = True, **program: Any) -> ScriptVerdict:
    """The verdict on a program of ours with some faults, for a script of either kind."""
    if script in CLIENT_SCRIPTS:
        manager = ManagerEnd(STANDARD, script.seat, insist=True)
        return perform(script, manager, CheckedClient(script.seat, **program))
    program = {"options": TableOptions(forward_notes=True), **program}
    boards = program.pop("boards", None) or random_boards(3, random.Random(5))
    return perform(script, PlayersEnd(STANDARD, fresh=fresh), CheckedServer(boards, **program))


def faults(kind: str) -> list[Any]:
    """The rule, the script and the arguments of each program with a fault."""
    return [
        pytest.param(
            rule := row.pop("rule"), script := row.pop("script"), row, id=f"{rule} {script}"
        )
        for row in read_toml(_FAULTS)[kind]
    ]


def fault(row: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a program of such a row; each use counts its own matches."""
    found = {key: edit(**value) if isinstance(value, dict) else value for key, value in row.items()}
    if "adds" in found:
        change = found["adds"]
        found["adds"] = lambda peer, line: [one for one in change(peer, line) if one != line]
    return found


def simple(request: DecisionRequest) -> Decision:
    """A bid of five in the longest suit with 20 points, else a pass; the first legal card."""
    board = request.board
    hand = board.hands[request.seat] or Hand(0)
    if board.phase is not Phase.AUCTION:
        return Decision(request.id, random.Random(request.id).choice(list(board.legal_cards)))
    longest = max(range(4), key=hand.length)
    bid = Call.parse("5" + "SHDC"[longest])
    wanted = hand.hcp >= 20 and board.auction.is_legal(bid)
    return Decision(request.id, bid if wanted else PASS)


@define(eq=False)
class CheckedClient(Checked):
    """A client of ours; whoever comes again begins a new session.

    Args:
        seat: where it sits.
        says: what becomes of its lines.
        hears: what becomes of the lines that it is sent.
        adds: what it says when it is sent a line, besides its answer.
        again: whether it comes again when the connection is lost.
        stays: whether it stays after the end of the session.
    """

    _seat: Seat
    _says: Edit = honest
    _hears: Edit = honest
    _adds: Edit = mute
    _again: bool = True
    _stays: bool = False
    _decide: Callable[[DecisionRequest], Decision] = simple
    _session: SeatSession | None = field(default=None, init=False)
    _lines: deque[str] = field(factory=deque, init=False)
    _closed: bool = field(default=False, init=False)

    def join(self, _peer: int) -> MissingLine | None:
        if self._session is not None and not self._again:
            return MissingLine.SILENT
        self._session = SeatSession(SeatOptions("Checked", self._seat))
        self._lines.clear()
        self._closed = False
        self._carry_out(self._session.connected())
        return None

    def say(self, _peer: int, line: str) -> None:
        assert self._session is not None
        for text in self._hears(0, line):
            if not self._closed:
                self._lines.extend(self._adds(0, text))
                self._carry_out(self._session.receive(text))

    def next_line(self, _peer: int) -> str | MissingLine:
        if self._lines:
            return self._lines.popleft()
        return MissingLine.GONE if self._closed and not self._stays else MissingLine.SILENT

    def hang_up(self, _peer: int) -> None:
        """The check has closed the connection."""

    def _carry_out(self, effects: Sequence[object]) -> None:
        assert self._session is not None
        for effect in effects:
            match effect:
                case SendLine(line):
                    self._lines.extend(self._says(0, line))
                case AskPlayer(request):
                    self._carry_out(self._session.decided(self._decide(request)))
                case CloseConnection():
                    self._closed = True


@define(eq=False, slots=False)
class CheckedServer(Checked):
    """A manager of ours with some boards.

    Args:
        boards: the boards.
        options: its switches.
        says: what becomes of its lines.
        hears: what becomes of the lines that it is sent.
        echo: a part of the lines that it sends back.
    """

    _boards: Sequence[Board]
    _options: TableOptions | None = None
    _says: Edit = honest
    _hears: Edit = honest
    _echo: str = ""
    _peers: dict[int, int] = field(factory=dict, init=False)
    _lines: dict[int, deque[str]] = field(factory=dict, init=False)
    _gone: set[int] = field(factory=set, init=False)
    _joined: int = field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        self._session = TableSession(self._boards, self._options)

    def join(self, peer: int) -> MissingLine | None:
        self._joined += 1
        self._peers[peer] = self._joined
        self._lines[self._joined] = deque()
        self._session.connected(self._joined)
        return None

    def say(self, peer: int, line: str) -> None:
        if self._echo and self._echo in line:
            self._lines[self._peers[peer]].append(line)
        for text in self._hears(peer, line):
            self._carry_out(self._session.receive(self._peers[peer], text.rstrip(), 0.0))

    def next_line(self, peer: int) -> str | MissingLine:
        number = self._peers[peer]
        if self._lines[number]:
            return self._lines[number].popleft()
        return MissingLine.GONE if number in self._gone else MissingLine.SILENT

    def hang_up(self, peer: int) -> None:
        self._carry_out(self._session.lost(self._peers[peer], 0.0))

    def _carry_out(self, effects: Sequence[object]) -> None:
        for effect in effects:
            match effect:
                case SendTo(number, line):
                    (peer,) = (p for p, n in self._peers.items() if n == number)
                    self._lines[number].extend(self._says(peer, line))
                case DropClient(number):
                    self._gone.add(number)
                case SessionFinished():
                    self._gone.update(self._lines)
