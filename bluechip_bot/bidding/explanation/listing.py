"""Lists of keys and ranges, as table managers send them: `C=0-8,D=4-8,HCP=17-19`.

| written | says |
|---|---|
| `C=0-8` `D=4-` `H=-5` `S=5` | cards of a suit; with one limit, at least, at most, exactly |
| `HCP=17-19` `Total=19-21` | high-card points, points with distribution |
| `H5` `H5-6` | of five hearts at least, of five to six |

The parts are joined by commas, semicolons, full stops or blanks.
"""

from __future__ import annotations

import re
from typing import Final

from bluechip_bot.bidding.explanation.piece import length, strength
from bluechip_bot.bidding.language.syntax import Condition
from bluechip_bot.constraints import Range
from bluechip_bot.model.cards import SUIT_LETTERS

_KEYED: Final = re.compile(
    r"([SHDC]|HCP|PH|H?PTS|POINTS|TOTAL|TP) ?[=:] ?"
    r"(?:(\d{1,2}) ?(?:(-|\+) ?(\d{1,2})?)?|- ?(\d{1,2}))",
    re.I | re.A,
)
_GLUED: Final = re.compile(r"([SHDC])(\d{1,2})(?:(-|\+)(\d{1,2})?)?", re.I | re.A)
_JOINED: Final = re.compile(r"[\s,;.]*", re.A)


def read_list(text: str) -> tuple[Condition, ...] | None:
    """What a list says, part by part; None for a text that is none."""
    found: list[Condition] = []
    at, keys = _past(text, 0), 0
    while at < len(text):
        match = _KEYED.match(text, at) or _GLUED.match(text, at)
        if match is None:
            return None
        part = _keyed(match) if match.re is _KEYED else _glued(match)
        if part is not None:
            found.append(part)
        keys += 1
        end = _past(text, match.end())
        if end == match.end() < len(text):
            return None
        at = end
    return tuple(found) if keys else None


def _past(text: str, at: int) -> int:
    match = _JOINED.match(text, at)
    return at if match is None else match.end()


def _keyed(match: re.Match[str]) -> Condition | None:
    key, low, sign, high, most = match.groups()
    key = key.upper()
    limit = 13 if key in SUIT_LETTERS else 37
    span = (0, int(most)) if low is None else _span(low, sign, high, limit)
    return _atom(key, span, limit)


def _glued(match: re.Match[str]) -> Condition | None:
    key, low, sign, high = match.groups()
    return _atom(key.upper(), _span(low, sign or "+", high, 13), 13)


def _span(low: str, sign: str | None, high: str | None, limit: int) -> Range:
    if sign is None:
        return int(low), int(low)
    return int(low), limit if high is None else int(high)


def _atom(key: str, span: Range, limit: int) -> Condition | None:
    """The condition of a key; None where no hand has so many."""
    low, high = span[0], min(span[1], limit)
    if low > high:
        return None
    if key in SUIT_LETTERS:
        return length(SUIT_LETTERS.index(key), low, high)
    if key in ("HCP", "PH"):
        return strength("hcp", (low, high))
    return strength("pts", (low, high if span[1] < limit else 99))
