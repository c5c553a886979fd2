"""Scripts read from a file of data, and the values that stand there as texts: deals, calls."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, Final, TypeVar

from bluechip_bot.conformance.script import Break, Script, Step
from bluechip_bot.model import PASS, Board, Call, Deal, Hand, Seat
from bluechip_bot.protocol.messages import CallNote, NoteKind

E = TypeVar("E")
Readers = Mapping[str, Callable[[Any], object]]
"""How the value of an attribute is read; others are taken as they are."""
ChooseCall = Callable[[Board], Call]
"""The call of the player whose turn it is."""
Style = Callable[[str, int], str]
"""The form in which our lines are sent, given the number of lines before."""


def scripts(file: str, step_of: Callable[[Any], Step[E]], *last: Step[E]) -> tuple[Script[E], ...]:
    """The scripts in a file of this package, with the same last steps for each."""
    data = tomllib.loads(files(__package__).joinpath(file).read_text("utf-8"))
    found = []
    for each in data["script"]:
        each["about"] = tuple(each["about"])
        each["steps"] = (*map(step_of, each["steps"]), *last)
        each["seat"] = Seat.parse(each.get("seat", "South"))
        found.append(Script[E](**each))
    return tuple(found)


def setting(values: Mapping[str, Any], readers: Readers) -> Step[object]:
    """A step that gives attributes of our end other values."""

    def step(end: object) -> None:
        for name, value in values.items():
            if not hasattr(end, name):
                raise AttributeError(f"{name}: no attribute of {type(end).__name__}")
            setattr(end, name, readers[name](value) if name in readers else value)

    return step


def break_at(text: str) -> Break:
    """Where a board is broken off: `call 2`, after two calls, `trick 3`, at it, or nowhere."""
    kind, _, number = text.partition(" ")
    if kind == "call":
        return lambda board: len(board.auction.calls) == int(number)
    if kind == "trick":
        return lambda board: board.play is not None and board.play.trick_number >= int(number)
    if text:
        raise ValueError(f"{text!r}: neither 'call N' nor 'trick N'")
    return lambda _: False


def _odd(line: str, count: int) -> str:
    """Upper and lower case in turn, several blanks for one, no final period, blanks at the end.

    What stands in quotation marks is left alone.
    """
    parts = line.removesuffix(".").split('"')
    case = str.lower if count % 2 else str.upper
    parts[::2] = [case(part).replace(" ", "  ") for part in parts[::2]]
    return '"'.join(parts) + "  "


def _long_name(letter: str) -> str:
    """A team's name of 200 characters, which differ by a letter."""
    return f"A team of more than a few words, v1.2.3 (beta) & Co. - {letter * 140} end"


def _note(text: str) -> CallNote:
    kind, _, rest = text.partition(": ")
    return CallNote(NoteKind(kind), rest)


READERS: Final[Readers] = {
    "style": {"odd": _odd}.__getitem__,
    "stop": break_at,
    "note": _note,
    "opponents": _long_name,
}
"""Those of all ends."""


def deal_with(held: Mapping[Seat, str], seed: int) -> Deal:
    """A deal in which some seats hold given hands, as `AK7.A42.T76.KQ86`, and chance the rest."""
    given = {seat: Hand.parse(text) for seat, text in held.items()}
    taken = sum(hand.mask for hand in given.values())
    pack = [index for index in range(52) if not taken >> index & 1]
    random.Random(seed).shuffle(pack)  # noqa: S311 - no secret
    for seat in Seat:
        if seat not in given:
            given[seat], pack = Hand.of(pack[:13]), pack[13:]
    return Deal((given[Seat.NORTH], given[Seat.EAST], given[Seat.SOUTH], given[Seat.WEST]))


def calling(calls: Mapping[Seat, str]) -> ChooseCall:
    """Calls in the order given for each seat, as `7NT XX`, if they are legal, and passes."""

    def choose(board: Board) -> Call:
        auction = board.auction
        made = sum(auction.caller(at) is auction.turn for at in range(len(auction.calls)))
        planned = calls.get(auction.turn, "").split()
        call = Call.parse(planned[made]) if made < len(planned) else PASS
        return call if auction.is_legal(call) else PASS

    return choose
