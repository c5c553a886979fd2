"""The lexer of rule files: a line becomes tokens with their columns."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from attrs import frozen

from bluechip_bot.bidding.language.syntax import FilePlace, SystemFileError

_WORD: Final = re.compile(
    r'(?P<blank>\s+|#.*)|(?P<text>"[^"]*")|(?P<at>@[a-z]+)'
    r"|(?P<span>(?:\d+|\[[^]]*\])(?:-(?:\d+|\[[^]]*\])|\+)|<=?\d+|>=?\d+|\d+|\$\w+)"
    r"|(?P<computed>\[[^]]*\])|(?P<name>[A-Za-z][\w-]*)"
    r"|(?P<sign>\.\.\.|[(),|!*=])"
)
_DEEPEST: Final = 100
"""The opening brackets and words `not` of a line: a parser follows each into its condition."""
_DIGITS: Final = 20
"""The characters of a number or a range."""


class TokenSort(Enum):
    """The sort of a token."""

    TEXT = "text"
    AT = "at"
    SPAN = "span"
    COMPUTED = "computed"
    NAME = "name"
    SIGN = "sign"
    END = "end of line"


@frozen
class RuleToken:
    """A token.

    Attributes:
        text: its text as written.
        column: the column of its first character, from 1.
        glued: whether it follows the token before without a blank.
    """

    sort: TokenSort
    text: str
    column: int
    glued: bool = False


def tokens(line: str, file: str, number: int) -> list[RuleToken]:
    """The tokens of a line without blanks and comment; the last one is the end of the line.

    Raises:
        SystemFileError: at a character that begins no token, a number that is too long, or one
            bracket too many.
    """
    found: list[RuleToken] = []
    at, glued, depth = 0, False, 0
    while at < len(line):
        match = _WORD.match(line, at)
        if match is None:
            raise SystemFileError(FilePlace(file, number, at + 1), f"unexpected {line[at]!r}")
        if match.lastgroup == "blank":
            glued = False
        else:
            token = RuleToken(TokenSort(match.lastgroup), match.group(), at + 1, glued)
            depth += token.text in {"(", "not"}
            if depth > _DEEPEST:
                text = f"more than {_DEEPEST} brackets and 'not' in a line"
                raise SystemFileError(FilePlace(file, number, at + 1), text)
            if token.sort is TokenSort.SPAN and "[" not in token.text and len(token.text) > _DIGITS:
                text = f"a number of {len(token.text)} characters"
                raise SystemFileError(FilePlace(file, number, at + 1), text)
            found.append(token)
            glued = True
        at = match.end()
    return [*found, RuleToken(TokenSort.END, "", len(line) + 1)]
