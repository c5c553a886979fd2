"""A reading with what was said of the call: by the opponents who made it, or by the operator.

* An alerted call is not natural unless the words say so: the length that it would show by nature
  in the suit that it names is dropped.
* What the words limit replaces what the call would mean by nature; what they leave open stays, a
  little wider, unless they describe the hand as a whole (strength and a suit) or say that the
  call is artificial.
* Where our own reading knows the convention that the words name, both hold.
* The words of the opponents are believed as a profile of their own says, those of the operator as
  our own system (the profile "partner").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from attrs import evolve

from bluechip_bot.bidding.auction.meaning import Forcing, Meaning
from bluechip_bot.bidding.explanation.said import Said
from bluechip_bot.bidding.explanation.understanding import (
    Explanation,
    ExplanationDialect,
    understand,
)
from bluechip_bot.bidding.explanation.vocabulary import ANYTHING, Setting, both, length, strength
from bluechip_bot.bidding.language.limits import boxes, points
from bluechip_bot.bidding.language.rulebook import label
from bluechip_bot.bidding.language.scene import PLAIN
from bluechip_bot.bidding.language.syntax import Atom, Condition, FilePlace, RuleLine
from bluechip_bot.bidding.language.template import Bound, Template
from bluechip_bot.bidding.language.wording import describe
from bluechip_bot.bidding.reading.ladder import CallKind
from bluechip_bot.bidding.reading.player import CallReading
from bluechip_bot.bidding.reading.profiles import default_profiles
from bluechip_bot.bidding.reading.softness import Softness
from bluechip_bot.constraints import ANY, Box
from bluechip_bot.model.cards import Suit

_TOLD_KINDS: Final = {
    CallKind.NATURAL: CallKind.BID,
    CallKind.FIRST_SILENCE: CallKind.LIMITED_PASS,
    CallKind.LATER_SILENCE: CallKind.LIMITED_PASS,
}
"""The kinds of calls that have limits once something is said of them."""
_MOST_BOXES: Final = 8
_WIDER: Final = (2, 1)


def amend(reading: CallReading, said: Said, setting: Setting) -> CallReading:
    """The reading of a call with what was said of it."""
    if said.is_empty:
        return reading
    if said.override is not None:
        return _told(reading, said.override, describe(said.override), default_profiles().partner)
    condition = _condition(reading, understand(said.text, setting), setting, alert=said.alert)
    if condition is None:
        return evolve(reading, told=True)
    return _told(reading, condition, said.text.strip() or "alerted")


def amend_meaning(told: Meaning, reading: CallReading, said: Said, setting: Setting) -> Meaning:
    """What a call means, with what was said of it; for the calls that follow.

    Args:
        told: what it means without that.
        reading: what it tells without that.
        said: what was said.
        setting: the call.
    """
    if said.is_empty:
        return told
    if said.override is not None:
        explanation = Explanation(condition=said.override, dialect=ExplanationDialect.CANONICAL)
        condition: Condition | None = said.override
    else:
        explanation = understand(said.text, setting)
        condition = _condition(reading, explanation, setting, alert=said.alert)
    if condition is None:
        marks = told.marks | {*explanation.names}
        return evolve(told, marks=marks, alert=told.alert or said.alert)
    box = _hull(boxes(condition))
    suit = explanation.suit
    transfer = suit if suit is not None and suit is not setting.suit else None
    artificial = transfer is not None or _is_artificial(told, box, explanation, setting)
    marks = (told.marks - {"natural", "artificial"}) | {*explanation.names}
    return evolve(
        told,
        box=box,
        points=points(condition) or told.points,
        forcing=max(Forcing.NONE if artificial else told.forcing, explanation.forcing),
        artificial=artificial,
        transfer=transfer,
        name=said.text.strip() or told.name,
        marks=marks | {"artificial" if artificial else "natural"},
        alert=told.alert or said.alert,
    )


def _is_artificial(told: Meaning, box: Box, explanation: Explanation, setting: Setting) -> bool:
    if setting.suit is None:
        return told.artificial or explanation.natural is False
    if explanation.natural is not None:
        return not explanation.natural
    return box.lengths[setting.suit][0] < 2


def _condition(
    reading: CallReading, explanation: Explanation, setting: Setting, *, alert: bool
) -> Condition | None:
    """The hands of a call by its reading and its explanation; None where the reading stands."""
    conventional = explanation.natural is False or (alert and explanation.natural is None)
    if conventional and {*explanation.names} & reading.tags:
        return None if not explanation.says else _joined(explanation, _kept(reading.boxes))
    if explanation.natural is False:
        return explanation.condition
    hull = _hull(reading.boxes)
    if not explanation.says:
        return _loosened(hull, setting, _WIDER) if conventional else None
    if explanation.dialect is ExplanationDialect.CANONICAL or _is_whole(explanation):
        return explanation.condition
    loose = _without_limits(_loose(hull, setting, _WIDER, named=conventional), explanation)
    if not conventional and setting.suit is not None and _shows_another(explanation, setting.suit):
        loose = _open(loose, setting.suit)
    return _joined(explanation, loose)


def _loosened(hull: Box, setting: Setting, wider: tuple[int, int]) -> Condition:
    return _atoms(_loose(hull, setting, wider, named=True))


def _loose(hull: Box, setting: Setting, wider: tuple[int, int], *, named: bool) -> Box:
    """A box moved outwards; without limits of lengths where the suit named tells nothing."""
    box = hull.widen(*wider)
    if named and setting.suit is not None:
        return Box(box.hcp)
    return box


def _open(box: Box, suit: Suit) -> Box:
    """A box without the least length of a suit and the most of the others that follow from it."""
    return _box(box, {index: (0, 13) for index in Suit if index is suit or box.lengths[suit][0]})


def _without_limits(box: Box, explanation: Explanation) -> Box:
    """A box without the limits that an explanation sets itself."""
    told = _hull(explanation.boxes)
    known = {index: (0, 13) for index in Suit if told.lengths[index] != (0, 13)}
    return _box(Box(ANY.hcp if told.hcp != ANY.hcp else box.hcp, box.lengths), known)


def _box(box: Box, lengths: Mapping[Suit, tuple[int, int]]) -> Box:
    spades, hearts, diamonds, clubs = (
        lengths.get(suit, span) for suit, span in zip(Suit, box.lengths, strict=True)
    )
    return Box(box.hcp, (spades, hearts, diamonds, clubs))


def _kept(found: Sequence[Box]) -> Box:
    return _hull(found).widen(*_WIDER)


def _joined(explanation: Explanation, box: Box) -> Condition:
    """What an explanation and a box allow together; the explanation alone where that is nothing."""
    together = both(explanation.condition, _atoms(box))
    return together if boxes(together) else explanation.condition


def _is_whole(explanation: Explanation) -> bool:
    """Whether an explanation tells of strength and of some suit."""
    told = _hull(explanation.boxes)
    return told.hcp != ANY.hcp and told.lengths != ANY.lengths


def _shows_another(explanation: Explanation, suit: Suit) -> bool:
    """Whether another suit is told to be long, and nothing of the one that is named."""
    told = _hull(explanation.boxes).lengths
    long = any(span[0] >= 4 for index, span in enumerate(told) if index != suit)
    return long and told[suit] == (0, 13)


def _atoms(box: Box) -> Condition:
    """The condition of a box."""
    parts: list[Atom] = []
    if box.hcp != ANY.hcp:
        parts.append(strength("hcp", box.hcp))
    parts += (length(suit, *span) for suit, span in enumerate(box.lengths) if span != (0, 13))
    return both(*parts) if parts else ANYTHING


def _told(
    reading: CallReading, condition: Condition, text: str, softness: Softness | None = None
) -> CallReading:
    """The reading of a call that shows what a condition says; of the caller's words as told."""
    found = boxes(condition) or (ANY,)
    if len(found) > _MOST_BOXES:
        found = (_hull(found),)
    rule = RuleLine(str(reading.call), FilePlace("", 0, 0), condition)
    hull = _hull(found)
    return CallReading(
        reading.call,
        _TOLD_KINDS.get(reading.kind, reading.kind),
        found,
        hull,
        hull,
        partial(label, (Bound(reading.call, Template(rule), PLAIN),)),
        text,
        (),
        reading.tags,
        softness,
        softness is None,
    )


def _hull(found: Sequence[Box]) -> Box:
    hull = found[0] if found else ANY
    for box in found[1:]:
        hull = hull.hull(box)
    return hull
