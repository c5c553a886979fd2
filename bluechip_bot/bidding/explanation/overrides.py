"""Operator overrides: what calls of a team mean, whatever the systems and the callers say.

A file has one override per line, `WHO CALLS = MEANING`; `#` begins a comment:

    EW            1NT (P) 2C      = 8+ HCP; (4+ !S or 4+ !H)
    "Old Boys"    ... (1M) 2M     = 5+ !C; 5+ !D; 6-10 HCP

WHO is `NS`, `EW`, `us`, `them`, `all` or the name of a team in quotes. CALLS are the steps of an
`@after` pattern, followed by the call that is explained. Calls of the explained side stand bare,
those of its opponents in brackets; `...` stands for any calls before. MEANING is in canonical words
(`wording`). If several lines fit one call, the last one holds.

The file is read again when it changes during a match.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from attrs import frozen

from bluechip_bot.bidding.auction.marks import MARKS
from bluechip_bot.bidding.auction.meaning import Meaning
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.language.context import REST, match, named_by, step_fits
from bluechip_bot.bidding.language.limits import boxes
from bluechip_bot.bidding.language.parser import parse as parse_rules
from bluechip_bot.bidding.language.syntax import Condition, FilePlace, PatternStep, SystemFileError
from bluechip_bot.bidding.language.wording import WordingError, understand_text
from bluechip_bot.model.cards import Side

_LINE: Final = re.compile(r'\s*(?P<who>"[^"]*"|[^\s"=]+)(?P<calls>[^=]*)(?P<is>=\s*)?(?P<words>.*)')
_CALL: Final = re.compile(r"(?P<before>.*?)(?P<call>[^\s()]+)\s*")
_AFTER: Final = "@after "
_WHO: Final = ("NS", "EW", "us", "them", "all")


@frozen
class SeatedTeams:
    """The teams of North-South and East-West, each empty if unknown, and the side that is ours."""

    names: tuple[str, str] = ("", "")
    ours: Side | None = None

    def includes(self, who: str, side: Side) -> bool:
        """Whether the WHO of an override, such as `NS` or `them`, includes a side."""
        match who:
            case "all":
                return True
            case "NS" | "EW":
                return who == side.name
            case "us" | "them":
                return self.ours is not None and (side is self.ours) is (who == "us")
        return who.strip('"').casefold() == self.names[side].casefold()


UNKNOWN_TEAMS: Final = SeatedTeams()


@frozen
class MeaningOverride:
    """One line of overrides: the meaning of a call of `who` after a pattern of calls."""

    who: str
    before: tuple[PatternStep, ...]
    call: str
    meaning: Condition

    def fits(self, teams: SeatedTeams, state: AuctionState, told: Meaning) -> bool:
        """Whether the override applies to the next call, which means `told` by the systems."""
        if not teams.includes(self.who, state.me.side):
            return False
        found, suits = match(self.before, state.opened_meanings)
        return found > 0 and step_fits(self.call, told, suits)[0] > 0


Overrides = tuple[MeaningOverride, ...]
"""The overrides of a file, in the order of its lines."""
NO_OVERRIDES: Final[Overrides] = ()


def find_override(
    overrides: Overrides, teams: SeatedTeams, state: AuctionState, told: Meaning
) -> MeaningOverride | None:
    """The last override that applies to the next call, or None.

    `told` is the meaning of the call by the systems.
    """
    return next((item for item in reversed(overrides) if item.fits(teams, state, told)), None)


def parse(text: str, file: str) -> tuple[Overrides, tuple[SystemFileError, ...]]:
    """Parse a file: return its overrides, and an error for each line that is not understood."""
    found: list[MeaningOverride] = []
    wrong: list[SystemFileError] = []
    for number, line in enumerate(text.splitlines(), start=1):
        plain = line.partition("#")[0].rstrip()
        if not plain.strip():
            continue
        try:
            found.append(_override(plain, FilePlace(file, number, 1)))
        except SystemFileError as error:
            wrong.append(error)
    return tuple(found), tuple(wrong)


def _override(line: str, place: FilePlace) -> MeaningOverride:
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
    return MeaningOverride(who, before, call, meaning)


def _at(place: FilePlace, offset: int) -> FilePlace:
    return FilePlace(place.file, place.line, place.column + offset)


def _calls(text: str, place: FilePlace) -> tuple[tuple[PatternStep, ...], str]:
    """Split CALLS into the pattern of the calls before and the call that is explained."""
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
    if text not in MARKS and named_by(text) is None:
        raise SystemFileError(place, f"{text!r} is not a call")


def _meaning(text: str, place: FilePlace) -> Condition:
    try:
        condition = understand_text(text)
    except WordingError as error:
        raise SystemFileError(_at(place, max(0, text.find(error.word))), str(error)) from None
    if not boxes(condition):
        raise SystemFileError(place, f"no hand meets {text!r}")
    return condition


class OverrideFile:
    """A file of overrides. A file that does not exist has none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stamp: tuple[int, int] | None = None  # nanoseconds of its change, and bytes
        self._good = NO_OVERRIDES

    def poll(self) -> tuple[Overrides, tuple[SystemFileError, ...]]:
        """Return the overrides in force, and the errors of a new version of the file, once only.

        The file is read again if its time or size has changed. A version with errors leaves the
        overrides of the last version without errors in force.
        """
        try:
            stamp = None
            with suppress(FileNotFoundError):
                status = self._path.stat()
                stamp = status.st_mtime_ns, status.st_size
            if stamp == self._stamp:
                return self._good, ()
            self._stamp = stamp
            text = "" if stamp is None else self._path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            place = FilePlace(self._path.name, 1, 1)
            return self._good, (SystemFileError(place, f"not readable ({error})"),)
        found, errors = parse(text, self._path.name)
        if not errors:
            self._good = found
        return self._good, errors
