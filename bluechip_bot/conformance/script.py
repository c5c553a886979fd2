"""Rules of the protocol, scripts that check them over a `ScriptStage`, and verdicts. Sans-io.

The rules are read from `protocol.md`, the scripts from data files with deals and calls as text.

A script is played by one of our ends, see `end.CheckedEnd`. It returns if it passes, and raises
`BrokenRule` or `NotApplicable` if not.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, Generic, Protocol, TypeVar

from attrs import frozen

from bluechip_bot.model import PASS, Board, Call, Deal, Hand, Seat
from bluechip_bot.protocol.messages import CallNote, NoteKind

_RULE: Final = re.compile(r"\*\*((\d\.\d) .+?)\.\*\*", re.S)


def rules_text() -> str:
    """The text of the rules of the protocol, in Markdown; `docs/protocol.md` repeats it."""
    return files(__package__).joinpath("protocol.md").read_text("utf-8")


RULES: Final[Mapping[str, str]] = MappingProxyType(
    {number: " ".join(text.split()) for text, number in _RULE.findall(rules_text())}
)
"""Each rule's number and title, as `1.3 Unknown lines`, by its number."""


class MissingLine(Enum):
    """Why no line came."""

    SILENT = "nothing came"
    GONE = "the connection was closed"


Break = Callable[[Board], bool]
"""Whether a board is broken off before the next call or card."""


class ScriptStage(Protocol):
    """The means to carry out a script: connections over TCP, or programs in memory.

    `peer` is the number of a connection, from 0; a later connection may have the same number.
    """

    def join(self, peer: int) -> MissingLine | None:
        """Let the client connect, or connect to the manager; return None, or why this failed."""

    def say(self, peer: int, line: str) -> object:
        """Send a line on a connection."""

    def hear(self, peers: Sequence[int], *, briefly: bool) -> tuple[int, str | MissingLine]:
        """Wait for the next line on one of the connections; return its number and the line.

        Instead of a line, the value says that the connection was closed, or that nothing came on
        any of them; then the number is that of the first. `briefly` makes the wait short, for when
        silence is expected.
        """

    def hang_up(self, peer: int) -> object:
        """Close a connection."""


class BrokenRule(Exception):  # noqa: N818 - the other side's, not an error of ours
    """The other side broke a rule, given by number and title; `line` is empty if it is missing."""

    def __init__(self, rule: str, line: str, text: str) -> None:
        self.rule = RULES[rule]
        self.line = line
        self.text = text
        super().__init__(f"{self.rule}: {line!r}, {text}")


def require(holds: bool, rule: str, line: str, text: str) -> None:  # noqa: FBT001
    """Raise `BrokenRule` unless a condition holds."""
    if not holds:
        raise BrokenRule(rule, line, text)


class NotApplicable(Exception):  # noqa: N818 - nothing is wrong
    """A check cannot be made, or need not; the message says why."""


class UnreachableError(NotApplicable):
    """No manager listens, or no client comes."""


class ScriptOutcome(Enum):
    """How a script ended."""

    PASSED = "pass"
    FAILED = "fail"
    SKIPPED = "skip"


@frozen
class RuleRemark:
    """A line that breaks a rule, given by number and title, but that a tolerant reader accepts."""

    rule: str
    line: str
    text: str


@frozen
class ScriptVerdict:
    """The result of a script.

    Attributes:
        rule: number and title of the rule that was broken; None unless the script failed.
        line: the line that was wrong; empty if one was missing.
        text: what should have come, or why the script was skipped.
        dialogue: all lines, each after `>` (ours) or `<` and the number of the connection.
        unreachable: whether nobody listens, so that further scripts are of no use.
    """

    name: str
    title: str
    outcome: ScriptOutcome
    rule: str | None = None
    line: str = ""
    text: str = ""
    notes: tuple[RuleRemark, ...] = ()
    dialogue: tuple[str, ...] = ()
    unreachable: bool = False


E = TypeVar("E")
Step = Callable[[E], object]
"""A part of a script, given our end."""


@frozen
class Script(Generic[E]):
    """A script for a client or a manager.

    Attributes:
        title: what is tested, in a few words.
        about: the rules under test; any departure from them fails the script.
        seat: where a client sits, if it takes the seat that it is given.
        alone: whether it needs a session of its own with a client.
    """

    name: str
    title: str
    about: tuple[str, ...]
    steps: tuple[Step[E], ...]
    seat: Seat = Seat.SOUTH
    alone: bool = False


Readers = Mapping[str, Callable[[Any], object]]
"""How the value of an attribute is read; others are taken as they are."""
ChooseCall = Callable[[Board], Call]
"""The call of the player whose turn it is."""
Style = Callable[[str, int], str]
"""The form in which our lines are sent, given the number of lines before."""


def scripts(file: str, step_of: Callable[[Any], Step[E]], *last: Step[E]) -> tuple[Script[E], ...]:
    """Read the scripts in a file of this package; `last` are steps added to each."""
    data = tomllib.loads(files(__package__).joinpath(file).read_text("utf-8"))
    found = []
    for each in data["script"]:
        each["about"] = tuple(each["about"])
        each["steps"] = (*map(step_of, each["steps"]), *last)
        each["seat"] = Seat.parse(each.get("seat", "South"))
        found.append(Script[E](**each))
    return tuple(found)


def setting(values: Mapping[str, Any], readers: Readers) -> Step[object]:
    """A step that sets attributes of our end; `readers` convert the values of those they name."""

    def step(end: object) -> None:
        for name, value in values.items():
            if not hasattr(end, name):
                raise AttributeError(f"{name}: no attribute of {type(end).__name__}")
            setattr(end, name, readers[name](value) if name in readers else value)

    return step


def break_at(text: str) -> Break:
    """Parse where a board is broken off: `call 2` (after two calls), `trick 3`; empty: nowhere."""
    kind, _, number = text.partition(" ")
    if kind == "call":
        return lambda board: len(board.auction.calls) == int(number)
    if kind == "trick":
        return lambda board: board.play is not None and board.play.trick_number >= int(number)
    if text:
        raise ValueError(f"{text!r}: neither 'call N' nor 'trick N'")
    return lambda _: False


def _odd(line: str, count: int) -> str:
    """Give a line an odd but legal form: alternating case, repeated and final blanks, no period.

    Text in quotation marks is unchanged.
    """
    parts = line.removesuffix(".").split('"')
    case = str.lower if count % 2 else str.upper
    parts[::2] = [case(part).replace(" ", "  ") for part in parts[::2]]
    return '"'.join(parts) + "  "


def _note(text: str) -> CallNote:
    kind, _, rest = text.partition(": ")
    return CallNote(NoteKind(kind), rest)


READERS: Final[Readers] = {
    "style": {"odd": _odd}.__getitem__,
    "stop": break_at,
    "note": _note,
    # A team name of about 200 characters, most of them the given letter.
    "opponents": lambda letter: (
        f"A team of more than a few words, v1.2.3 (beta) & Co. - {letter * 140} end"
    ),
}
"""The readers of attributes that all ends have."""


def deal_with(held: Mapping[Seat, str], seed: int) -> Deal:
    """A deal with given hands, as `AK7.A42.T76.KQ86`, for some seats; the rest is random."""
    given = {seat: Hand.parse(text) for seat, text in held.items()}
    taken = sum(hand.mask for hand in given.values())
    pack = [index for index in range(52) if not taken >> index & 1]
    random.Random(seed).shuffle(pack)  # noqa: S311 - no secret
    for seat in Seat:
        if seat not in given:
            given[seat], pack = Hand.of(pack[:13]), pack[13:]
    return Deal((given[Seat.NORTH], given[Seat.EAST], given[Seat.SOUTH], given[Seat.WEST]))


def calling(calls: Mapping[Seat, str]) -> ChooseCall:
    """A function that makes each seat's calls, as `7NT XX`, in order, and otherwise passes."""

    def choose(board: Board) -> Call:
        auction = board.auction
        made = sum(auction.caller(at) is auction.turn for at in range(len(auction.calls)))
        planned = calls.get(auction.turn, "").split()
        call = Call.parse(planned[made]) if made < len(planned) else PASS
        return call if auction.is_legal(call) else PASS

    return choose
