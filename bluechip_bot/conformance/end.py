"""The common part of both kinds of checks: lines to and from the other end, and a verdict."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from attrs import define, evolve, field

from bluechip_bot.conformance.script import (
    RULES,
    BrokenRule,
    ChooseCall,
    MissingLine,
    NotApplicable,
    RuleRemark,
    Script,
    ScriptOutcome,
    ScriptStage,
    ScriptVerdict,
    Style,
    UnreachableError,
    calling,
    require,
)
from bluechip_bot.model import Board, Called, Card, Phase, Played
from bluechip_bot.protocol.dialect import Dialect
from bluechip_bot.protocol.messages import CallMade, CallNote, CardPlayed, Message
from bluechip_bot.protocol.reader import parse
from bluechip_bot.protocol.writer import format_message

ChooseCard = Callable[[Board, random.Random], Card]
"""The card of the player whose turn it is, or of dummy, on the board as that player sees it."""


def quoted(message: Message) -> str:
    """A message in quotation marks, as a line in the standard dialect."""
    return f"'{format_message(message)}'"


def announced(event: Called | Played, note: CallNote | None = None) -> Message:
    """Return the message by which a player makes a call, with its note, or plays a card."""
    if isinstance(event, Played):
        return CardPlayed(event.seat, event.card)
    return CallMade(event.seat, event.call, note)


def meaning(line: str) -> Message:
    """Parse a line received from the other end.

    Raises:
        BrokenRule: if the line is not printable ASCII.
        RemoteProtocolError: if it is not a line of the protocol.
    """
    require(all(" " <= letter <= "~" for letter in line), "1.1", line, "only printable ASCII")
    return parse(line)


@define(eq=False, slots=False)
class CheckedEnd:
    """Our end of a check: it writes in the dialect of the other end, and reads what comes back.

    Attributes:
        style: changes the form in which messages are sent.
        note: the explanation of our bids.
        remarks: the departures that were noted, by rule.
        theme: the rule that is broken if the other end falls silent; empty for the rule of the line
            that is awaited.
    """

    dialect: Dialect
    calls: ChooseCall = field(init=False, factory=lambda: calling({}))
    choose_card: ChooseCard = field(
        init=False, default=lambda board, chance: chance.choice(list(board.legal_cards))
    )
    _chance: random.Random = field(init=False, factory=partial(random.Random, 1))

    def begin(self, about: Sequence[str], stage: ScriptStage) -> None:
        """Begin a script; any departure from the rules named in `about` is then a fault."""
        self.stage = stage
        self.style: Style = lambda line, _: line
        self.theme = ""
        self.note: CallNote | None = None
        self.spoken: list[str] = []
        self.remarks: dict[str, RuleRemark] = {}
        self._about = about
        self._last = ""
        self._sent = 0

    def remark(self, rule: str, line: str, expected: str) -> None:
        """Note a departure that a tolerant reader understands; only the first per rule is kept.

        Raises:
            BrokenRule: if the script is about this rule.
        """
        require(rule not in self._about, rule, line, expected)
        self.remarks.setdefault(rule, RuleRemark(RULES[rule], line, expected))

    def say(self, peer: int, message: Message) -> None:
        """Send a message to a peer, in the dialect and style of this end."""
        self.say_text(peer, self.style(format_message(message, self.dialect), self._sent))
        self._sent += 1

    def say_text(self, peer: int, text: str) -> None:
        """Send a line to a peer as it is."""
        self._last = text
        self.spoken.append(f">{peer} {text}")
        self.stage.say(peer, text)

    def hear(self, *peers: int, briefly: bool = False) -> tuple[int, str | MissingLine]:
        """Wait for the next line from one of these peers; see `ScriptStage.hear`."""
        peer, line = self.stage.hear(peers, briefly=briefly)
        if isinstance(line, str):
            self.spoken.append(f"<{peer} {line}")
        return peer, line

    def choice(self, board: Board) -> Called | Played:
        """Choose a call or card for the player whose turn it is."""
        if board.phase is Phase.AUCTION:
            return Called(board.auction.turn, self.calls(board))
        return Played(board.card_play.turn, self.choose_card(board, self._chance))

    def hush(self, peer: int, rule: str, why: str) -> None:
        """Wait a moment; raise BrokenRule if a line comes, or the connection is closed."""
        _, heard = self.hear(peer, briefly=True)
        require(not isinstance(heard, str), rule, str(heard), why)
        require(heard is not MissingLine.GONE, rule, "", f"{MissingLine.GONE.value}{self.after}")

    @property
    def after(self) -> str:
        """The words "after ..." with the last line that we sent; empty before the first."""
        return f" after {self._last!r}" if self._last else ""


E = TypeVar("E", bound=CheckedEnd)


def perform(script: Script[E], end: E, stage: ScriptStage) -> ScriptVerdict:
    """Carry out a script on a stage, and return the verdict."""
    found = ScriptVerdict(script.name, script.title, ScriptOutcome.PASSED)
    end.begin(script.about, stage)
    try:
        for step in script.steps:
            step(end)
    except BrokenRule as fault:
        failed = ScriptOutcome.FAILED
        found = evolve(found, outcome=failed, rule=fault.rule, line=fault.line, text=fault.text)
    except NotApplicable as reason:
        gone = isinstance(reason, UnreachableError)
        found = evolve(found, outcome=ScriptOutcome.SKIPPED, text=str(reason), unreachable=gone)
    return evolve(found, notes=tuple(end.remarks.values()), dialogue=tuple(end.spoken))
