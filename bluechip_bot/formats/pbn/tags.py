"""How the values of tags must look by the PBN standard, versions 1.0 to 2.1.

Reading is more tolerant than this; the table is for telling what is wrong with a file.
"""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

_NUMBER: Final = r"[+-]?\d+(?:\.\d*)?"
_SIDE: Final = r"(?:NS|EW)"
_PERCENT: Final = r"\d{1,3}(?:\.\d*)?"
_RUBBER: Final = r"\d+\s*/\s*\d+"


@frozen
class Shape:
    """What a tag's value must look like.

    Attributes:
        pattern: all of it, spaces at both ends aside.
        expected: the same in words.
    """

    pattern: re.Pattern[str]
    expected: str


def _shape(pattern: str, expected: str) -> Shape:
    return Shape(re.compile(rf"(?:{pattern}|\??)", re.I), expected)


def _sided(value: str) -> str:
    return rf"{value}|{_SIDE}\s+{value}(?:\s+{_SIDE}\s+{value})?"


_DATE: Final = _shape(
    r"(?:\d|\?){4}\.(?:\d|\?){2}\.(?:\d|\?){2}", "a date like 2026.01.31 expected"
)
_TIME: Final = _shape(r"[\d?]{2}:[\d?]{2}:[\d?]{2}", "a time like 23:59:59 expected")
_TYPE: Final = _shape(r"human|program", "human or program expected")
_SCORE: Final = _shape(_sided(_NUMBER), "a score like 'NS -100' expected")

SHAPES: Final = {
    "board": _shape(r"\d+", "a board number expected"),
    "competition": _shape(
        "Chicago|Individuals|Pairs|Rubber|Teams",
        "one of Chicago, Individuals, Pairs, Rubber, Teams expected",
    ),
    "date": _DATE,
    "deal": _shape(
        r"[NESW]:(?:[2-9TJQKA.]+|-)(?: (?:[2-9TJQKA.]+|-)){3}",
        "'N:' and four hands with single spaces expected",
    ),
    "eventdate": _DATE,
    "utcdate": _DATE,
    "time": _TIME,
    "utctime": _TIME,
    "frenchmp": _shape("Yes|No", "Yes or No expected"),
    "room": _shape("Open|Closed", "Open or Closed expected"),
    "round": _shape(r"\w+(?:\.\w+)*", "a round like 3 or 1.A.2 expected"),
    "scoring": _shape(r"\w+(?:;\w+)*", "a scoring like IMP or MP;MP1 expected"),
    "score": _SCORE,
    "scoreimp": _SCORE,
    "scoremp": _SCORE,
    "scorepercentage": _shape(_sided(_PERCENT), "a percentage like 'NS 52.3' expected"),
    "scorerubber": _shape(_sided(_RUBBER), "a rubber score like 'NS 300/40' expected"),
    "scorerubberhistory": _shape(
        r"NS\s+\d+\s+\d+\s*/[\d\s]+EW\s+\d+\s+\d+\s*/[\d\s]+",
        "a history like 'NS 0 0 / 100 0 EW 0 0 / 0 0' expected",
    ),
    "optimumscore": _shape(
        rf"{_SIDE}\s+{_NUMBER}(?:\s+{_SIDE}\s+{_NUMBER})?", "a score like 'NS 100' expected"
    ),
    "easttype": _TYPE,
    "northtype": _TYPE,
    "southtype": _TYPE,
    "westtype": _TYPE,
}
"""The shapes of the tags that have one, by name in lower case."""

CALL: Final = re.compile(r"-|\+|\*|AP|Pass|XX?|[1-7](?:[CDHS]|NT)", re.I)
"""How a cell of the auction is written."""

CARD: Final = re.compile(r"-|\+|\*|[SHDC][2-9TJQKA]", re.I)
"""How a cell of the play is written."""

COLUMN: Final = re.compile(r"([+-]?)\w+(?:\\\d+[LR]?)?")
"""How a column of a table is named: its order, its name, its width and side."""

ELEMENT: Final = re.compile(r'"[^"]*"|\S+')
"""An element of a table."""
