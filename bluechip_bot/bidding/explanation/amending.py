"""Explanations of the calls of an auction, and readings amended by them.

The callers alert and explain their calls; the operator overrides what they mean.

* An alerted call is not natural unless its explanation says so. The length that it would show
  naturally in the suit that it names is dropped.
* What the explanation limits replaces the natural meaning of the call. What it leaves open keeps
  the natural limits, a little wider, unless the explanation describes the whole hand (strength and
  a suit) or says that the call is artificial.
* If our own reading knows the convention that the explanation names, both hold.
* Explanations by opponents are believed as their own profile says; those by the operator, like our
  own system (the profile "partner").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial, reduce
from typing import Final, Literal, Self

from attrs import evolve, field, frozen

from bluechip_bot.bidding.auction.meaning import Forcing, Meaning
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.explanation.overrides import (
    NO_OVERRIDES,
    UNKNOWN_TEAMS,
    Overrides,
    SeatedTeams,
    find_override,
)
from bluechip_bot.bidding.explanation.understanding import Explanation, understand
from bluechip_bot.bidding.explanation.vocabulary import CallSetting, both
from bluechip_bot.bidding.language.limits import box_tests, boxes, resolve, resolved_points
from bluechip_bot.bidding.language.rulebook import label
from bluechip_bot.bidding.language.scene import PLAIN
from bluechip_bot.bidding.language.syntax import Condition, FilePlace, RuleLine
from bluechip_bot.bidding.language.template import BoundRule, Template
from bluechip_bot.bidding.language.wording import describe
from bluechip_bot.bidding.reading.ladder import CallKind
from bluechip_bot.bidding.reading.player import CallReading
from bluechip_bot.constraints import ANY, Box
from bluechip_bot.model.board import Board
from bluechip_bot.model.cards import Side, Suit


@frozen
class CallExplanation:
    """The explanation of one call, whether it was alerted, and the operator's meaning, if any."""

    text: str = ""
    alert: bool = False
    override: Condition | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is no text, no alert and no override."""
        return not self.text.strip() and not self.alert and self.override is None


@frozen
class CallWords:
    """The explanations of the callers, by the index of the call, and the operator's overrides."""

    calls: Mapping[int, CallExplanation] = field(factory=dict)
    overrides: Overrides = NO_OVERRIDES
    teams: SeatedTeams = UNKNOWN_TEAMS

    @classmethod
    def of(
        cls,
        board: Board,
        side: Side,
        overrides: Overrides = NO_OVERRIDES,
        teams: SeatedTeams = UNKNOWN_TEAMS,
    ) -> Self:
        """One side's explanations of its calls on a board, with the overrides that apply."""
        texts = dict(board.explanations)
        calls = {
            index: CallExplanation(texts.get(index, ""), index in board.alerts)
            for index in sorted({*board.alerts, *texts})
            if board.auction.caller(index).side is side
        }
        return cls(calls, overrides, teams)

    @classmethod
    def of_all(cls, board: Board) -> Self:
        """All four players' explanations of their calls on a board."""
        ns, ew = (cls.of(board, side) for side in Side)
        return cls({**ns.calls, **ew.calls})

    def at(self, state: AuctionState, told: Meaning) -> CallExplanation:
        """The explanation of the next call; `told` is its meaning without the explanation."""
        said = self.calls.get(len(state.meanings), CallExplanation())
        override = find_override(self.overrides, self.teams, state, told)
        return said if override is None else evolve(said, override=override.meaning)

    def agrees(self, other: Self, index: int) -> bool:
        """Whether both have the same explanation of the call at an index of the auction."""
        return (
            self.calls.get(index) == other.calls.get(index)
            and self.overrides == other.overrides
            and self.teams == other.teams
        )


NO_WORDS: Final = CallWords()
"""No explanation of any call."""
_TOLD_KINDS: Final = {
    CallKind.NATURAL: CallKind.BID,
    CallKind.FIRST_SILENCE: CallKind.LIMITED_PASS,
    CallKind.LATER_SILENCE: CallKind.LIMITED_PASS,
}
"""The kinds of calls without limits, once they are explained."""
_MOST_BOXES: Final = 8
_WIDER: Final = (2, 1)


def amend(reading: CallReading, said: CallExplanation, setting: CallSetting) -> CallReading:
    """The reading of a call, amended by its explanation."""
    if said.is_empty:
        return reading
    if said.override is not None:
        return _told(reading, said.override, describe(said.override), "operator")
    condition = _condition(reading, understand(said.text, setting), setting, alert=said.alert)
    if condition is None:
        return evolve(reading, told="caller")
    return _told(reading, condition, said.text.strip() or "alerted")


def amend_meaning(
    told: Meaning, reading: CallReading, said: CallExplanation, setting: CallSetting
) -> Meaning:
    """The meaning of a call, amended from `told` by its explanation; later calls depend on it."""
    if said.is_empty:
        return told
    condition, explanation = said.override, Explanation()
    if condition is None:
        explanation = understand(said.text, setting)
        condition = _condition(reading, explanation, setting, alert=said.alert)
    told = evolve(told, alert=told.alert or said.alert)
    if condition is None:
        return evolve(told, marks=told.marks | {*explanation.names})
    box = _hull(boxes(condition))
    suit = explanation.suit
    transfer = suit if suit is not None and suit is not setting.suit else None
    artificial = transfer is not None or _is_artificial(told, box, explanation, setting)
    marks = (told.marks - {"natural", "artificial"}) | {*explanation.names}
    return evolve(
        told,
        box=box,
        points=resolved_points(resolve(condition, PLAIN)) or told.points,
        forcing=max(Forcing.NONE if artificial else told.forcing, explanation.forcing),
        artificial=artificial,
        transfer=transfer,
        name=said.text.strip() or told.name,
        marks=marks | {"artificial" if artificial else "natural"},
    )


def _is_artificial(told: Meaning, box: Box, explanation: Explanation, setting: CallSetting) -> bool:
    if setting.suit is None:
        return told.artificial or explanation.natural is False
    if explanation.natural is not None:
        return not explanation.natural
    return box.lengths[setting.suit][0] < 2


def _condition(
    reading: CallReading, explanation: Explanation, setting: CallSetting, *, alert: bool
) -> Condition | None:
    """The hands that a call shows by its reading and explanation; None to keep the reading."""
    wide = _hull(reading.boxes).widen(*_WIDER)
    conventional = explanation.natural is False or (alert and explanation.natural is None)
    if conventional and {*explanation.names} & reading.tags:
        return None if not explanation.says else _joined(explanation, wide)
    if explanation.natural is False:
        return explanation.condition
    if conventional and setting.suit is not None:  # the length of the named suit does not count
        wide = Box(wide.hcp)
    if not explanation.says:
        return _atoms(wide) if conventional else None
    told = _hull(explanation.boxes)
    whole = told.hcp != ANY.hcp and told.lengths != ANY.lengths  # strength and the length of a suit
    if explanation.is_canonical or whole:
        return explanation.condition
    # The loose limits leave open what the explanation itself limits.
    known = (suit for suit in Suit if told.lengths[suit] != (0, 13))
    loose = Box(ANY.hcp if told.hcp != ANY.hcp else wide.hcp, wide.lengths).open(known)
    suit = setting.suit
    if not conventional and suit is not None and _shows_another(told, suit):
        # The named suit may be missing, and the limits that its length set on others do not hold.
        loose = loose.open(each for each in Suit if each is suit or loose.lengths[suit][0])
    return _joined(explanation, loose)


def _joined(explanation: Explanation, box: Box) -> Condition:
    """The hands that fit an explanation and a box; if none fit both, those of the explanation."""
    together = both(explanation.condition, _atoms(box))
    return together if boxes(together) else explanation.condition


def _shows_another(told: Box, suit: Suit) -> bool:
    """Whether the limits show another suit and say nothing about the length of `suit`."""
    long = any(span[0] >= 4 for index, span in enumerate(told.lengths) if index != suit)
    return long and told.lengths[suit] == (0, 13)


def _atoms(box: Box) -> Condition:
    return both(*box_tests(box))


def _told(
    reading: CallReading,
    condition: Condition,
    text: str,
    told: Literal["caller", "operator"] = "caller",
) -> CallReading:
    found = boxes(condition)
    hull = _hull(found)
    if not 0 < len(found) <= _MOST_BOXES:
        found = (hull,)
    rule = RuleLine(str(reading.call), FilePlace("", 0, 0), condition)
    return CallReading(
        reading.call,
        _TOLD_KINDS.get(reading.kind, reading.kind),
        found,
        hull,
        hull,
        partial(label, (BoundRule(reading.call, Template(rule), PLAIN),)),
        partial(str, text),
        (),
        reading.tags,
        told,
    )


def _hull(found: Sequence[Box]) -> Box:
    return reduce(Box.hull, found) if found else ANY
