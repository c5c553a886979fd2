"""All that is wrong with a PBN file by the standard, each with line and column.

Reading (`pbn.loads`) accepts what can be understood in one way only; this does not. Tags that the
standard does not know are no errors: it allows them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from bluechip_bot.formats.pbn.lexer import Kind, Token, split_lines
from bluechip_bot.formats.pbn.reader import Block, RecordReader, blocks
from bluechip_bot.formats.pbn.record import UNKNOWN, PbnError, Record, Section, Tag
from bluechip_bot.formats.pbn.replay import auction_problems, play_problems
from bluechip_bot.formats.pbn.tags import CALL, CARD, COLUMN, ELEMENT, SHAPES
from bluechip_bot.model import Vulnerability

LONGEST: Final = 254
"""The characters that a line may have, without its end (PBN 2.1, 2.3: less than 255)."""
_FORBIDDEN: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]|[^\x00-\xff]")
_WORDS: Final = {"auction": CALL, "play": CARD}
_NUMBER: Final = re.compile(r"[+-]?\d+(?:\.\d*)?")
_BELOW: Final = re.compile(r"NS[^/]*/([\d\s]+)EW[^/]*/([\d\s]+)", re.I)


def problems_of_file(path: str | os.PathLike[str]) -> list[PbnError]:
    """What is wrong with the file at a path; with its name.

    Raises:
        OSError: if it cannot be read.
    """
    data = Path(path).read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return [problem.of_file(path) for problem in problems(text)]


def problems(text: str) -> list[PbnError]:
    """What is wrong with a PBN text, in the order of its lines.

    Of what cannot be read at all the first error is told, and reading goes on after the next empty
    line.
    """
    found = list(_of_lines(text))
    reader = RecordReader()
    for block in _readable(text, found):
        try:
            record = reader.read(block)
            if record is not None:
                found += _of_record(record)
        except PbnError as error:
            found.append(error)
        found += _of_words(block)
    return sorted(found, key=lambda problem: (problem.line, problem.column))


def _readable(text: str, found: list[PbnError]) -> Iterator[Block]:
    """Yield the blocks that can be cut into tokens; the others' errors are added to a list."""
    lines = split_lines(text)
    start = 1
    while start <= len(lines):
        try:
            yield from blocks(text, start)
        except PbnError as error:
            found.append(error)
            start = max(start, error.line)
            while start <= len(lines) and lines[start - 1].strip():
                start += 1
            start += 1
        else:
            return


def _of_lines(text: str) -> Iterator[PbnError]:
    for number, line in enumerate(split_lines(text.removeprefix("\ufeff")), 1):
        bare = line.rstrip("\r\n")
        if len(bare) > LONGEST:
            reason = f"{len(bare)} characters in a line, more than {LONGEST}"
            yield PbnError(number, bare, reason, LONGEST + 1)
        if (wrong := _FORBIDDEN.search(bare)) is not None:
            reason = "a character outside of ISO 8859-1"
            yield PbnError(number, bare, reason, wrong.start() + 1)


def _of_words(block: Block) -> Iterator[PbnError]:
    """Calls and cards that are understood, but not written as they should be."""
    pattern: re.Pattern[str] | None = None
    for token in block.tokens:
        if token.kind is Kind.TAG:
            pattern = _WORDS.get(token.text.casefold())
            yield from _of_quotes(token)
        elif token.kind is Kind.WORD and pattern is not None:
            is_sign = token.text[0] in "=$!?^"
            if not is_sign and pattern.fullmatch(token.text) is None:
                yield token.error("a call like 1NT or a card like SK expected")


def _of_quotes(tag: Token) -> Iterator[PbnError]:
    if re.search(r"[\t\v]", tag.value):
        yield tag.error("a tab in a tag's value", tag.value)


def _of_record(record: Record) -> Iterator[PbnError]:
    for tag in record.tags:
        yield from _of_value(tag)
        if tag.rows:
            yield from _of_table(tag)
        if tag.section is not None:
            yield from _of_notes(tag, tag.section)
    yield from _of_missing(record)
    yield from _of_rubber(record)
    yield from auction_problems(record)
    yield from play_problems(record)


def _of_value(tag: Tag) -> Iterator[PbnError]:
    shape = SHAPES.get(tag.name.casefold())
    if shape is not None and shape.pattern.fullmatch(tag.value.strip()) is None:
        yield tag.error(shape.expected)
    if tag.name.casefold().endswith("table") and tag.name.casefold() != "table":
        for column in tag.value.split(";"):
            if COLUMN.fullmatch(column.strip()) is None:
                yield tag.error(f"a column like -Rank\\3R expected, not {column!r}")


def _of_notes(tag: Tag, section: Section) -> Iterator[PbnError]:
    used = {entry.note: entry for entry in section.entries if entry.note}
    told = {note.number for note in section.notes}
    for number, entry in used.items():
        if number not in told:
            yield entry.error(f"no note {number}")
    for number in sorted(told - set(used)):
        yield tag.error(f"nothing refers to note {number}")
    if told and max(told) > 32:
        yield tag.error("notes are numbered 1 to 32")
    if section.ended and any(entry.symbol == "+" for entry in section.entries):
        yield tag.error("'+' (to be continued) and '*' (ended)")


def _of_missing(record: Record) -> Iterator[PbnError]:
    """Tags without which others say nothing."""
    auction, play, result = (record.tag(name) for name in ("Auction", "Play", "Result"))
    if auction is not None and record.get("Dealer") in UNKNOWN:
        yield auction.error("an auction without the tag Dealer")
    if play is not None:
        contract = record.get("Contract").strip()
        needed = ["Deal", "Contract"]
        # An end position has trumps, but no contract.
        needed += ["Declarer"] if contract[:1].isdecimal() else []
        for name in needed:
            if record.get(name) in UNKNOWN:
                yield play.error(f"play without the tag {name}")
    value = "" if result is None else result.value.strip().removeprefix("^")
    undeclared = record.get("Declarer") in UNKNOWN or record.is_passed_out
    if result is not None and value.isdecimal() and undeclared:
        yield result.error("a result without a declarer")


def _of_rubber(record: Record) -> Iterator[PbnError]:
    """Vulnerability against the games of the rubber."""
    tag, told = record.tag("ScoreRubberHistory"), record.vulnerability
    match = None if tag is None else _BELOW.fullmatch(tag.value.strip())
    if tag is None or match is None or told is None:
        return
    ns, ew = (any(float(points) >= 100 for points in match[side].split()) for side in (1, 2))
    if told is not Vulnerability(ns + 2 * ew):
        yield tag.error(f"these games make {Vulnerability(ns + 2 * ew)} vulnerable")


def _of_table(tag: Tag) -> Iterator[PbnError]:
    columns = tag.value.split(";")
    elements = [element for row in tag.rows for element in ELEMENT.findall(row)]
    if len(elements) % len(columns):
        yield tag.error(f"{len(elements)} elements do not fill rows of {len(columns)}")
        return
    by_name: Mapping[str, Sequence[str]] = {
        column.strip(): elements[at :: len(columns)] for at, column in enumerate(columns)
    }
    for name, values in by_name.items():
        numbers = [float(value) for value in values if _NUMBER.fullmatch(value)]
        falling = any(a > b for a, b in pairwise(numbers))
        rising = any(a < b for a, b in pairwise(numbers))
        if (name.startswith("-") and falling) or (name.startswith("+") and rising):
            order = "rise" if name.startswith("-") else "fall"
            yield tag.error(f"the values of {name.lstrip('+-')} do not {order}")
