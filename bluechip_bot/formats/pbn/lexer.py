"""PBN text as tokens with line numbers.

The rules of this file:

* A line that begins with `%` is no part of the text (an escape for programs).
* `;` begins a comment that ends with the line, `{` one that ends with `}`.
* An empty line ends a record; it is a token of its own.
* The lines below a tag whose name ends in `Table` are whole tokens; elsewhere words are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final

from attrs import frozen

from bluechip_bot.formats.pbn.record import PbnError

_NEWLINE: Final = re.compile(r"\r\n|\n|\r")
_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_SPACE: Final = re.compile(r"[^\S\n]*")
_TAG: Final = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\\n]|\\[^\n])*)"\s*\]')
_ESCAPED: Final = re.compile(r'\\(["\\])')
_WORD: Final = re.compile(r'=[^=\s]*=|\$\w*|[!?]+|\^\w?|[^\s!?$=^{}\[\];"]+')
_REST: Final = re.compile(r"[^\n]*")
_QUOTED: Final = re.compile(r'"[^"]*"')


class TokenKind(Enum):
    """What a token is."""

    TAG = "tag"
    WORD = "word"
    ROW = "row"
    COMMENT = "comment"
    BLANK = "blank"


@frozen
class Token:
    """A piece of the text.

    Attributes:
        kind: what it is.
        text: a tag's name; the word, row or comment; empty for a blank line.
        line: where it begins, from 1.
        value: a tag's value.
        column: where in the line it begins, from 1.
    """

    kind: TokenKind
    text: str
    line: int
    value: str = ""
    column: int = 1

    def error(self, reason: str, text: str | None = None) -> PbnError:
        """An error at this token, about its text if no other is given."""
        return PbnError(self.line, self.text if text is None else text, reason, self.column)


def split_lines(text: str) -> list[str]:
    """The lines of a text, each with what ends it; joined they are the text."""
    return _LINE.findall(text)


def directives(text: str) -> list[tuple[int, str]]:
    """The lines that begin with `%`, as (line, text after the `%`)."""
    lines = enumerate(_NEWLINE.split(text.removeprefix("\ufeff")), 1)
    return [(number, line[1:].rstrip()) for number, line in lines if line.startswith("%")]


def is_table(name: str) -> bool:
    """Whether lines of a table follow the tag of this name (`Table` itself has none)."""
    folded = name.casefold()
    return folded.endswith("table") and folded != "table"


def tokens(text: str, start: int = 1) -> Iterator[Token]:
    """Yield the tokens of a text in order, from a line on.

    Raises:
        PbnError: at a tag, comment or character that PBN does not know.
    """
    lines = list(enumerate(_NEWLINE.split(text.removeprefix("\ufeff")), 1))[start - 1 :]
    kept = [(number, line) for number, line in lines if not line.startswith("%")]
    return _scan("\n".join(line for _, line in kept), [number for number, _ in kept])


def _scan(text: str, numbers: list[int]) -> Iterator[Token]:
    at = index = begin = 0
    fresh = True  # nothing but space on this line so far
    table = False
    while (at := _end(_SPACE, text, at)) < len(text):
        if text[at] == "\n":
            if fresh:
                table = False
                yield Token(TokenKind.BLANK, "", numbers[index])
            at, index, fresh = at + 1, index + 1, True
            begin = at
            continue
        place = (numbers[index], at - begin + 1)
        token, end = _token(text, at, place, table=table and fresh)
        if token.kind is TokenKind.TAG:
            table = is_table(token.text)
        yield token
        index += text.count("\n", at, end)
        begin = max(begin, text.rfind("\n", at, end) + 1)
        at, fresh = end, False


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return at if match is None else match.end()


def _token(text: str, at: int, place: tuple[int, int], *, table: bool) -> tuple[Token, int]:
    first = text[at]
    line, column = place
    rest = text[at : _end(_REST, text, at)].rstrip()
    if first == ";":
        return Token(TokenKind.COMMENT, rest[1:].strip(), line, column=column), at + len(rest)
    if first == "{":
        end = text.find("}", at)
        if end < 0:
            raise PbnError(line, rest, "comment without '}'", column)
        return Token(TokenKind.COMMENT, text[at + 1 : end].strip(), line, column=column), end + 1
    if first == "[":
        match = _TAG.match(text, at)
        if match is None:
            raise PbnError(line, rest, 'a tag like [Name "value"] expected', column)
        name, value = match.groups()
        return Token(TokenKind.TAG, name, line, _ESCAPED.sub(r"\1", value), column), match.end()
    if table:
        if wrong := re.search(r"[%\[\]{};]", _QUOTED.sub(lambda part: " " * len(part[0]), rest)):
            column += wrong.start()
            raise PbnError(line, rest, "a character that a table may not hold", column)
        return Token(TokenKind.ROW, rest, line, column=column), at + len(rest)
    match = _WORD.match(text, at)
    if match is None:
        raise PbnError(line, rest, "unexpected character", column)
    return Token(TokenKind.WORD, match[0], line, column=column), match.end()
