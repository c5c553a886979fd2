"""Division of PBN text into tokens with line numbers; any text can be divided.

The rules of this file:

* A line that begins with `%` is not part of the text (an escape for programs), but inside braces it
  is part of the comment (PBN 2.1, 3.8).
* `;` begins a comment that ends with the line, `{` one that ends with `}`.
* An empty line ends a record; it is a token of its own.
* Each line below a tag whose name ends in `Table` is one token; elsewhere each word is.
* Any other text becomes a token that says what is wrong with it; reading goes on after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final

from attrs import frozen

from bluechip_bot.formats.error import FormatError

_NEWLINE: Final = re.compile(r"\r\n|\n|\r")
_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
# Control-Z ends files of old systems.
_SPACE: Final = re.compile(r"(?:[^\S\n]|\x1a)*")
_TAG: Final = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\\n]|\\[^\n])*)"\s*\]')
_BARE_TAG: Final = re.compile(r'\[[ \t]*(\w+)[ \t]+([^"\[\]{}\n]*[^"\[\]{}\s])[ \t]*\]')
_QUOTES_TAG: Final = re.compile(r'\[[ \t]*(\w+)[ \t]*"([^\n]*)"[ \t]*\][ \t]*(?=\n|\Z)')
_TAG_LINE: Final = re.compile(r'\n[^\S\n]*\[[^\S\n]*\w+[^\S\n]*"')
_OPEN_END: Final = re.compile(rf"{_TAG_LINE.pattern}|\n[^\S\n]*(?=\n)")
_ESCAPED: Final = re.compile(r'\\(["\\])')
_WORD: Final = re.compile(r'=[^=\s]*=|\$\w*|[!?]+|\^\w?|[^\s!?$=^{}\[\];"]+')
_REST: Final = re.compile(r"[^\n]*")
_QUOTED: Final = re.compile(r'"[^"]*"')


class TokenKind(Enum):
    """The kind of a token; a `ROW` is a line of a table, a `FAULT` is text that is not PBN."""

    TAG = "tag"
    WORD = "word"
    ROW = "row"
    COMMENT = "comment"
    DIRECTIVE = "directive"
    BLANK = "blank"
    FAULT = "fault"


@frozen
class Token:
    """A piece of the text.

    Attributes:
        text: a tag's name; the word, row, comment or directive; what a fault is about; empty for a
            blank line.
        value: a tag's value; the reason of a fault.
        misquoted: whether a tag's value lacks its quotes, or holds some that are not escaped.
    """

    kind: TokenKind
    text: str
    line: int
    value: str = ""
    column: int = 1
    misquoted: bool = False

    def error(self, reason: str, text: str | None = None) -> FormatError:
        """An error at this token, about its text if no other is given."""
        return FormatError(self.line, self.text if text is None else text, reason, self.column)


def split_lines(text: str) -> list[str]:
    """The lines of a text, each with its line end; joined, they give the text again."""
    return _LINE.findall(text)


def is_table(name: str) -> bool:
    """Whether lines of a table follow the tag of this name (`Table` itself has none)."""
    folded = name.casefold()
    return folded.endswith("table") and folded != "table"


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a text in order."""
    text = _NEWLINE.sub("\n", text.removeprefix("\ufeff"))
    at = begin = 0
    line = 1
    fresh = True  # nothing but space on this line so far
    table = False
    while at < len(text):
        if at == begin and text[at] == "%":
            rest = _rest(text, at)
            yield Token(TokenKind.DIRECTIVE, rest[1:], line)
            at = text.find("\n", at) + 1 or len(text)
            line, begin = line + 1, at
            continue
        at = _end(_SPACE, text, at)
        if at == len(text):
            return
        if text[at] == "\n":
            if fresh:
                table = False
                yield Token(TokenKind.BLANK, "", line)
            at, line, fresh = at + 1, line + 1, True
            begin = at
            continue
        found, end = _found(text, at, (line, at - begin + 1), table=table and fresh)
        for token in found:
            if token.kind is TokenKind.TAG:
                table = is_table(token.text)
            yield token
        line += text.count("\n", at, end)
        begin = max(begin, text.rfind("\n", at, end) + 1)
        at, fresh = end, False


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return at if match is None else match.end()


def _rest(text: str, at: int) -> str:
    return text[at : _end(_REST, text, at)].rstrip()


def _found(
    text: str, at: int, place: tuple[int, int], *, table: bool
) -> tuple[tuple[Token, ...], int]:
    """The tokens that begin at `at`, usually one, and their end; `place` is line and column."""
    first = text[at]
    line, column = place
    if first == "{":
        return _comment(text, at, place)
    if first == ";":
        rest = _rest(text, at)
        comment = Token(TokenKind.COMMENT, rest[1:].strip(), line, column=column)
        return (comment,), at + len(rest)
    if first == "[":
        return _tag(text, at, place)
    if table:
        rest = _rest(text, at)
        end = at + len(rest)
        if wrong := re.search(r"[%\[\]{};]", _QUOTED.sub(lambda part: " " * len(part[0]), rest)):
            place = (line, column + wrong.start())
            return (_fault(rest, "a character that a table may not hold", place),), end
        return (Token(TokenKind.ROW, rest, line, column=column),), end
    # Looking at the rest of the line for each of its words took 40 s on a line of 200,000 words.
    match = _WORD.match(text, at)
    if match is None:
        rest = _rest(text, at)
        return (_fault(rest, "unexpected character", place),), at + len(rest)
    return (Token(TokenKind.WORD, match[0], line, column=column),), match.end()


def _tag(text: str, at: int, place: tuple[int, int]) -> tuple[tuple[Token, ...], int]:
    line, column = place
    patterns = (_TAG, _BARE_TAG, _QUOTES_TAG)
    match = next((found for each in patterns if (found := each.match(text, at))), None)
    if match is None:
        rest = _rest(text, at)
        return (_fault(rest, 'a tag like [Name "value"] expected', place),), at + len(rest)
    value = _ESCAPED.sub(r"\1", match[2])
    misquoted = match.re is not _TAG
    return (Token(TokenKind.TAG, match[1], line, value, column, misquoted),), match.end()


def _fault(text: str, reason: str, place: tuple[int, int]) -> Token:
    return Token(TokenKind.FAULT, text, place[0], reason, place[1])


def _comment(text: str, at: int, place: tuple[int, int]) -> tuple[tuple[Token, ...], int]:
    """The tokens of the comment that a brace begins, and where it ends.

    An unclosed comment would swallow all up to the end of the next one: names, contract and result.
    A comment counts as unclosed if a line in it looks like a tag and another brace opens after it;
    it then ends before that line. With no closing brace at all, it ends before an empty line, too.
    """
    line, column = place
    end = text.find("}", at)
    stops = _OPEN_END.search(text, at) if end < 0 else _TAG_LINE.search(text, at, end)
    if end >= 0 and (stops is None or text.find("{", stops.start(), end) < 0):
        return (Token(TokenKind.COMMENT, text[at + 1 : end].strip(), line, column=column),), end + 1
    reason = f"a comment holds lines like tags (is a }} missing in line {line}?)"
    if end < 0:
        reason = f"comment without '}}' (is it missing in line {line}?)"
    stop = len(text) if stops is None else stops.start()
    comment = Token(TokenKind.COMMENT, text[at + 1 : stop].strip(), line, column=column)
    return (_fault(_rest(text, at), reason, place), comment), stop
