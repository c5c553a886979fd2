"""What the calls say of hidden hands: one statement a player, weighted boxes of the hand as dealt.

The rules of this file:

* Each call has limits: those of the system's rules that make it, or by nature. Around and within
  them lie further boxes (STEPS), and outside of all is any hand; a grade says how much a hand
  weighs whose smallest box is this one. Any hand weighs something: a psyche leaves no void.
* The weights of a player's calls are multiplied.
* A pass that has no limits, as most later ones, speaks for few points only.
* Seats that play our system and strangers have grades of their own. The default grades were
  fitted by `auction_fit` to auctions of WBridge5, Jack, BEN, BBA and of expert matches
  (strangers), and to our own bidding (the system).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import pairwise
from typing import Final

from attrs import Attribute, field, frozen

from bluechip_bot.bidding.reading import Interpretation, interpret
from bluechip_bot.constraints import ANY, LIMIT, Box, HandConstraint, Reliability, Statement, Union
from bluechip_bot.model.board import Board
from bluechip_bot.model.calls import PASS
from bluechip_bot.model.cards import Seat

STEPS: Final = ((-2, 0), (-1, 0), (0, 0), (1, 0), (1, 1), (3, 1), (3, 2))
"""How far the boxes of a limited call lie outside its limits: in points, and cards of each suit."""

SILENCE: Final = (5, 7, 9, 11, 13, 16)
"""The most points in the boxes of a pass without limits."""

_MOST_RULES: Final = 4
"""Where more rules than these make a call, only their hull is used."""


class CallKind(Enum):
    """What sort of grades a call has."""

    BID = "bid"
    NATURAL = "natural"
    DOUBLE = "double"
    OPENING_PASS = "opening_pass"  # noqa: S105
    LIMITED_PASS = "limited_pass"  # noqa: S105
    FIRST_SILENCE = "first_silence"
    LATER_SILENCE = "later_silence"

    @property
    def grades(self) -> int:
        """How many grades it has."""
        silent = self in (CallKind.FIRST_SILENCE, CallKind.LATER_SILENCE)
        return 1 + len(SILENCE if silent else STEPS)


class AuctionSettingsError(ValueError):
    """Grades that are no weights."""


def _check_grades(
    _instance: object, attribute: Attribute[tuple[float, ...]], value: object
) -> None:
    wanted = CallKind(attribute.name).grades
    if not isinstance(value, tuple) or len(value) != wanted:
        raise AuctionSettingsError(f"{attribute.name}: {value!r} ({wanted} weights expected)")
    if any(not 0 < weight < float("inf") for weight in value):
        raise AuctionSettingsError(f"{attribute.name}: {value!r} (positive weights expected)")
    if any(outer > inner for inner, outer in pairwise(value)):
        raise AuctionSettingsError(f"{attribute.name}: {value!r} (falling weights expected)")


def _grades(*default: float) -> tuple[float, ...]:
    found: tuple[float, ...] = field(default=default, converter=_as_tuple, validator=_check_grades)
    return found


def _as_tuple(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(values)


@frozen
class CallGrades:
    """The weights of hands by how they lie to the limits of a call, from the inside out.

    Seven or eight numbers each, none greater than the one before: one for each of STEPS (or, of
    passes without limits, of SILENCE), the last for any other hand.

    Attributes:
        bid: bids that a rule of the system makes, and redoubles.
        natural: bids that no rule makes, read by nature.
        double: doubles.
        opening_pass: passes before anybody bid.
        limited_pass: later passes that a rule makes.
        first_silence: the first pass without limits of a player who has only passed.
        later_silence: other passes without limits.

    Raises:
        AuctionSettingsError: if there are not so many, or they are not positive and falling.
    """

    bid: tuple[float, ...] = _grades(1, 0.755, 0.454, 0.162, 0.0618, 0.0533, 0.0206, 0.00943)
    natural: tuple[float, ...] = _grades(1, 0.838, 0.838, 0.804, 0.402, 0.402, 0.259, 0.259)
    double: tuple[float, ...] = _grades(1, 0.551, 0.551, 0.291, 0.232, 0.194, 0.194, 0.122)
    opening_pass: tuple[float, ...] = _grades(
        1, 0.545, 0.0315, 0.00519, 0.00519, 0.00413, 0.00413, 0.00362
    )
    limited_pass: tuple[float, ...] = _grades(1, 0.433, 0.16, 0.152, 0.152, 0.0778, 0.0778, 0.0228)
    first_silence: tuple[float, ...] = _grades(1, 0.431, 0.246, 0.119, 0.0594, 0.0347, 0.0347)
    later_silence: tuple[float, ...] = _grades(1, 0.945, 0.791, 0.662, 0.631, 0.512, 0.488)

    def of(self, kind: CallKind) -> tuple[float, ...]:
        """The grades of a kind of call."""
        found: tuple[float, ...] = getattr(self, kind.value)
        return found


def _system() -> CallGrades:
    """The grades of our own bidding; calls outside of the system are those of strangers."""
    return CallGrades(
        bid=(1, 0.602, 0.352, 0.001, 0.001, 0.001, 0.001, 0.001),
        double=(1, 0.655, 0.574, 0.001, 0.001, 0.001, 0.001, 0.001),
        opening_pass=(1, 0.685, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001),
        limited_pass=(1, 0.413, 0.0673, 0.0208, 0.0208, 0.0208, 0.0208, 0.00961),
        first_silence=(1, 0.407, 0.194, 0.123, 0.123, 0.057, 0.057),
        later_silence=(1, 0.791, 0.713, 0.456, 0.456, 0.376, 0.344),
    )


@frozen
class AuctionSettings:
    """What is read from the calls.

    Attributes:
        on: whether anything is.
        partner_on_system: whether partner bids by our system.
        opponents_on_system: whether the opponents do.
        single_rules: whether the rules that make a call of a seat on our system stand as boxes
            of their own; else, as for strangers, their hull.
        boxes: the most boxes of a statement.
        system: the grades of seats on our system.
        strangers: the grades of all others.
    """

    on: bool = True
    partner_on_system: bool = True
    opponents_on_system: bool = False
    single_rules: bool = True
    boxes: int = LIMIT
    system: CallGrades = field(factory=_system)
    strangers: CallGrades = field(factory=CallGrades)

    def on_system(self, observer: Seat, seat: Seat) -> bool:
        """Whether a seat, as an observer takes it, bids by our system."""
        partner = seat is observer.partner
        return self.partner_on_system if partner else self.opponents_on_system

    def reliability(self, observer: Seat, seat: Seat) -> Reliability:
        """How firm a seat's calls are, as an observer takes them."""
        if not self.on_system(observer, seat):
            return Reliability.STRANGER_CALL
        partner = seat is observer.partner
        return Reliability.PARTNER_CALL if partner else Reliability.OPPONENT_CALL


_DEFAULTS: Final = AuctionSettings()


def auction_statements(
    board: Board, observer: Seat, settings: AuctionSettings = _DEFAULTS
) -> tuple[Statement, ...]:
    """What the calls so far say of each hand that the observer does not see, in seat order."""
    if not settings.on or not board.auction.calls:
        return ()
    hands = board.seen_by(observer).hands
    calls = interpret(board.auction, board.vulnerability)
    callers = {call.seat for call in calls}
    return tuple(
        _statement(seat, observer, calls, settings)
        for seat in Seat
        if hands[seat] is None and seat in callers
    )


def call_statements(
    board: Board, observer: Seat, settings: AuctionSettings = _DEFAULTS
) -> tuple[Statement, ...]:
    """What each single call says of a hand that the observer does not see, in order.

    Together they say what `auction_statements` says, but for boxes that are merged there.
    """
    if not settings.on:
        return ()
    hands = board.seen_by(observer).hands
    calls = interpret(board.auction, board.vulnerability)
    found = []
    for seat in Seat:
        if hands[seat] is None:
            own = [(index, call) for index, call in enumerate(calls) if call.seat is seat]
            single = settings.on_system(observer, seat) and settings.single_rules
            grades = settings.system if settings.on_system(observer, seat) else settings.strangers
            rungs = ladders(calls, seat, single_rules=single)
            for (index, call), (kind, boxes) in zip(own, rungs, strict=True):
                union = graded(boxes, grades.of(kind)).limit(settings.boxes)
                source = f"{seat} called {_text(call)}"
                reliability = settings.reliability(observer, seat)
                found.append((index, Statement(seat, HandConstraint(union), source, reliability)))
    return tuple(statement for _, statement in sorted(found, key=lambda item: item[0]))


def _statement(
    seat: Seat, observer: Seat, calls: Sequence[Interpretation], settings: AuctionSettings
) -> Statement:
    on_system = settings.on_system(observer, seat)
    grades = settings.system if on_system else settings.strangers
    union = Union()
    for kind, rungs in ladders(calls, seat, single_rules=on_system and settings.single_rules):
        both = union.intersect(graded(rungs, grades.of(kind)), settings.boxes)
        assert both is not None  # the outermost box of every call is any hand
        union = both
    source = ", ".join(_text(call) for call in calls if call.seat is seat)
    return Statement(seat, HandConstraint(union), source, settings.reliability(observer, seat))


Rungs = tuple[tuple[Box, ...], ...]
"""Sets of boxes from the inside out, one for each grade, each within the next; the last is ANY.

An inner set may be empty.
"""


def ladders(
    calls: Sequence[Interpretation], seat: Seat, *, single_rules: bool
) -> list[tuple[CallKind, Rungs]]:
    """The kind and the boxes of each call of a seat."""
    found = []
    opened = silent = acted = False
    for call in calls:
        if call.seat is seat:
            kind = _kind(call, opened=opened, again=silent or acted)
            found.append((kind, _rungs(call, kind, single_rules=single_rules)))
            silent |= kind is CallKind.FIRST_SILENCE
            acted |= call.meaning.call != PASS
        opened |= call.meaning.call.is_bid
    return found


def graded(rungs: Rungs, grades: Sequence[float]) -> Union:
    """The union in which a hand weighs the grade of the first set of boxes that contains it."""
    terms: list[tuple[float, Box]] = []
    held = [(boxes, grade) for boxes, grade in zip(rungs, grades, strict=True) if boxes]
    outer = [grade for _, grade in held[1:]] + [0.0]
    for (boxes, grade), rest in zip(held, outer, strict=True):
        if grade > rest:
            weight = float(f"{grade - rest:.9g}")  # so that 1 - 0.9 prints as 0.1
            terms += [(weight, box) for _, box in Union.of(*boxes).boxes]
    return Union.merged(terms)


def _kind(call: Interpretation, *, opened: bool, again: bool) -> CallKind:
    if call.meaning.call == PASS:
        if call.in_system:
            return CallKind.LIMITED_PASS if opened else CallKind.OPENING_PASS
        return CallKind.LATER_SILENCE if again else CallKind.FIRST_SILENCE
    if call.meaning.call == 1:
        return CallKind.DOUBLE
    return CallKind.BID if call.in_system else CallKind.NATURAL


def _rungs(call: Interpretation, kind: CallKind, *, single_rules: bool) -> Rungs:
    if kind in (CallKind.FIRST_SILENCE, CallKind.LATER_SILENCE):
        return (*((Box((0, most)),) for most in SILENCE), (ANY,))
    boxes = call.boxes if single_rules and len(call.boxes) <= _MOST_RULES else (call.meaning.box,)
    return (*(tuple(_moved(boxes, *step)) for step in STEPS), (ANY,))


def _moved(boxes: Iterable[Box], hcp: int, length: int) -> Iterable[Box]:
    """Yield the boxes with their limits moved outwards; open limits of the points stay."""
    for box in boxes:
        low, high = box.hcp
        low = max(0, low - hcp) if low > 0 else 0
        high = min(37, high + hcp) if high < 37 else 37
        if low <= high:
            yield Box((low, high), box.widen(0, length).lengths)


def _text(call: Interpretation) -> str:
    return f"{call.meaning.call} {call.meaning.name or 'not in the system'}"
