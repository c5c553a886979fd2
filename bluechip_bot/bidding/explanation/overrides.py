"""Operator overrides: what calls of a team mean, whatever the systems and the callers say.

A file has one override a line, `WHO CALLS = MEANING`; `#` begins a comment:

    EW            1NT (P) 2C      = 8+ HCP; (4+ !S or 4+ !H)
    "Old Boys"    ... (1M) 2M     = 5+ !C; 5+ !D; 6-10 HCP

WHO is `NS`, `EW`, `us`, `them`, `all` or a team's name in quotes. CALLS are the steps of an
`@after` pattern and, last, the call that is meant: bare those of the side that makes it, in
brackets those of its opponents; `...` for whatever went before. MEANING is in canonical words
(`wording`). Of several lines for one call the last holds.
"""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

from bluechip_bot.bidding.auction.marks import MARKS
from bluechip_bot.bidding.auction.meaning import Meaning
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.language.limits import boxes
from bluechip_bot.bidding.language.parser import parse as parse_rules
from bluechip_bot.bidding.language.pattern import REST, TEMPLATE, match, step_matches
from bluechip_bot.bidding.language.syntax import Condition, FilePlace, PatternStep, SystemFileError
from bluechip_bot.bidding.language.wording import WordingError, understand_text
from bluechip_bot.model.calls import Call
from bluechip_bot.model.cards import Side
from bluechip_bot.model.errors import CallError

_LINE: Final = re.compile(r'\s*(?P<who>"[^"]*"|[^\s"=]+)(?P<calls>[^=]*)(?P<is>=\s*)?(?P<words>.*)')
_CALL: Final = re.compile(r"(?P<before>.*?)(?P<call>[^\s()]+)\s*")
_AFTER: Final = "@after "
_WHO: Final = ("NS", "EW", "us", "them", "all")
_ANY_CALL: Final = frozenset({"*", "bid", "act", *MARKS})


@frozen
class SeatedTeams:
    """Who sits where.

    Attributes:
        names: the teams of North-South and of East-West; empty where unknown.
        ours: the side that we play for, or None.
    """

    names: tuple[str, str] = ("", "")
    ours: Side | None = None

    def includes(self, who: str, side: Side) -> bool:
        """Whether WHO of an override is a side."""
        match who:
            case "all":
                return True
            case "NS" | "EW":
                return who == side.name
            case "us" | "them":
                return self.ours is not None and (side is self.ours) is (who == "us")
        return who.strip('"').casefold() == self.names[side].casefold()


@frozen
class Override:
    """What a call means.

    Attributes:
        who: whose call, as written.
        before: the calls before it.
        call: the call, a step of a pattern.
        meaning: the hands that make it.
        place: where it stands.
    """

    who: str
    before: tuple[PatternStep, ...]
    call: str
    meaning: Condition
    place: FilePlace

    def fits(self, teams: SeatedTeams, state: AuctionState, told: Meaning) -> bool:
        """Whether it is meant by a call of the player to call."""
        if not teams.includes(self.who, state.me.side):
            return False
        found = match(self.before, state.opened_meanings)
        return found is not None and step_matches(self.call, told, dict(found.suits)) > 0


@frozen
class Overrides:
    """The overrides of a file, in order."""

    lines: tuple[Override, ...] = ()

    def find(self, teams: SeatedTeams, state: AuctionState, told: Meaning) -> Override | None:
        """The override of a call of the player to call, or None.

        Args:
            teams: who sits where.
            state: the auction before the call.
            told: the call with its meaning by the systems.
        """
        fitting = (item for item in reversed(self.lines) if item.fits(teams, state, told))
        return next(fitting, None)


NO_OVERRIDES: Final = Overrides()
"""No line."""


def parse(text: str, file: str) -> tuple[Overrides, tuple[SystemFileError, ...]]:
    """The overrides of a file's text, and what is wrong with its other lines, each with place."""
    found: list[Override] = []
    wrong: list[SystemFileError] = []
    for number, line in enumerate(text.splitlines(), start=1):
        plain = line.partition("#")[0].rstrip()
        if not plain.strip():
            continue
        try:
            found.append(_override(plain, FilePlace(file, number, 1)))
        except SystemFileError as error:
            wrong.append(error)
    return Overrides(tuple(found)), tuple(wrong)


def _override(line: str, place: FilePlace) -> Override:
    parts = _LINE.fullmatch(line)
    if parts is None or parts["is"] is None:
        raise SystemFileError(_at(place, len(line)), "'WHO CALLS = MEANING' expected")
    who = parts["who"]
    if who not in _WHO and not who.startswith('"'):
        known = ", ".join(_WHO)
        raise SystemFileError(
            _at(place, parts.start("who")), f'{who!r} where {known} or "TEAM" is expected'
        )
    before, call = _calls(parts["calls"], _at(place, parts.start("calls")))
    meaning = _meaning(parts["words"], _at(place, parts.start("words")))
    return Override(who, before, call, meaning, place)


def _at(place: FilePlace, offset: int) -> FilePlace:
    return FilePlace(place.file, place.line, place.column + offset)


def _calls(text: str, place: FilePlace) -> tuple[tuple[PatternStep, ...], str]:
    """The steps before the call, and the call."""
    parts = _CALL.fullmatch(text)
    if parts is None:
        raise SystemFileError(place, "calls expected, the one that is meant last and bare")
    before, call = parts["before"], parts["call"]
    _check_step(call, _at(place, parts.start("call")))
    try:
        (section,) = parse_rules(_AFTER + before, place.file)
    except SystemFileError as error:
        reason = str(error).removeprefix(f"{error.place}: ")
        raise SystemFileError(_at(place, error.place.column - 1 - len(_AFTER)), reason) from None
    patterns = section.context.patterns
    if len(patterns) != 1 or section.context.options:
        raise SystemFileError(place, "one sequence of calls expected, without '|' and '@if'")
    for step in patterns[0]:
        if step.text != REST:
            _check_step(step.text, _at(place, before.find(step.text)))
    return patterns[0], call


def _check_step(text: str, place: FilePlace) -> None:
    if text in _ANY_CALL or TEMPLATE.fullmatch(text):
        return
    try:
        Call.parse(text)
    except CallError:
        raise SystemFileError(place, f"{text!r} is no call") from None


def _meaning(text: str, place: FilePlace) -> Condition:
    try:
        condition = understand_text(text)
    except WordingError as error:
        raise SystemFileError(_at(place, max(0, text.find(error.word))), str(error)) from None
    if not boxes(condition):
        raise SystemFileError(place, f"no hand meets {text!r}")
    return condition
