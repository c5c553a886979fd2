"""Bidding problems: two hands, silent opponents, and marks for the contract that is reached.

A file of problems is JSON lines with `board`, `dealer`, `vul`, `deal` and `marks` (an object with
marks by contract), or PBN with a table of marks in the commentary of each board.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, Final

from attrs import evolve, frozen

from bluechip_bot.dataformats import DataFormatError, parse_json
from bluechip_bot.formats import pbn
from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.pbn.board import dealt_board
from bluechip_bot.formats.pbn.record import PbnRecord, Tag
from bluechip_bot.formats.text import read_text
from bluechip_bot.lab.bidding.side import SideSpec, SilentSide, bid_between, side_in_worker
from bluechip_bot.lab.bidding.table import hands_of_side
from bluechip_bot.lab.estimates import aligned
from bluechip_bot.model import Board, Contract, Side, Strain

_CONTRACT: Final = re.compile(r"([NESW]?)([1-7])(NT?|[SHDC])(X{0,2}|P)", re.I)
_PASSED: Final = {"P": "P", "PASS": "P", "AP": "P"}
_NUMBER: Final = re.compile(r"[+-]?\d{1,6}")
_HEADER: Final = re.compile(r"score\s*table\s*:?", re.I)
_SUIT: Final = re.compile(r"[\\!]([SHDC])", re.I)
"""A suit symbol in comments by BridgeComposer and by Bridge Base Online."""
_GAPS: Final = re.compile(r"[\s,;:=|]+")
_TAGS: Final = {"board": "Board", "dealer": "Dealer", "vul": "Vulnerable", "deal": "Deal"}
"""The keys of a line, and the PBN tags with the same values."""


class MarksError(ValueError):
    """A table of marks cannot be read."""


@frozen
class ProblemMarks:
    """The marks of a problem by contract, as `Contract.bid` writes it; `P` is a board passed out.

    If marks are for one declarer only, the seat's letter stands before the contract.
    """

    table: Mapping[str, int]

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, Any]]) -> ProblemMarks:
        """Return the marks of pairs (contract, marks); the first pair of a contract counts."""
        table: dict[str, int] = {}
        for text, marks in pairs:
            name = _contract(text)
            if name is None:
                raise MarksError(f"{text!r} is no contract (one like 3NT, 4SX or N4S expected)")
            if isinstance(marks, bool) or not _NUMBER.fullmatch(str(marks)):
                raise MarksError(f"the marks of {text} are {marks!r} (a whole number expected)")
            table.setdefault(name, int(marks))
        if not table:
            raise MarksError("no marks")
        return cls(table)

    @property
    def best(self) -> tuple[str, int]:
        """The contract with the most marks, the first of several, and its marks."""
        return max(self.table.items(), key=lambda item: item[1])

    def score(self, contract: Contract | None) -> int:
        """Return the marks of a contract; None is a board passed out.

        If the table lacks the contract, its marks are those of the next higher one of its strain in
        the table, or 0 if there is none.
        """
        if contract is None:
            return self.table.get("P", 0)
        # Like the scorer of the challenges; a declarer that the table names is heeded.
        levels = range(contract.level, 8)
        bids = [contract.bid, *(f"{level}{contract.strain}" for level in levels)]
        names = [name for bid in bids for name in (f"{contract.declarer.letter}{bid}", bid)]
        return next((self.table[name] for name in names if name in self.table), 0)


@frozen
class BiddingProblem:
    """A board before the first call, with the hands of `side`; `label` is its number as text."""

    label: str
    board: Board
    side: Side
    marks: ProblemMarks


def read_problems(path: Path) -> tuple[list[BiddingProblem], list[FormatError]]:
    """Read the problems of a file; return them, and the errors of boards that were left out."""
    text = read_text(path)[0].removeprefix("\ufeff")
    is_json = path.suffix in (".json", ".jsonl") or text.lstrip().startswith('{"')
    problems: list[BiddingProblem] = []
    faults: list[FormatError] = []
    for found in (_in_lines if is_json else _in_pbn)(text):
        if isinstance(found, BiddingProblem):
            problems.append(found)
        else:
            faults.append(found.of_file(path))
    return problems, faults


def _in_lines(text: str) -> Iterator[BiddingProblem | FormatError]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            data = parse_json(line)
        except DataFormatError as error:
            yield FormatError(number, line, str(error))
            continue
        if not isinstance(data, dict) or not isinstance(data.get("marks"), dict):
            expected = f"an object with {', '.join(_TAGS)} and marks, an object, expected"
            yield FormatError(number, line, expected)
            continue
        tags = (Tag(tag, str(data.get(key, "")), line=number) for key, tag in _TAGS.items())
        yield _problem(PbnRecord(tuple(tags)), number, [(line, data["marks"].items())])


def _in_pbn(text: str) -> Iterator[BiddingProblem | FormatError]:
    file = pbn.parse_file(text)
    yield from file.stray
    for place, record in enumerate(file.records, 1):
        comments = [*record.comments, *chain.from_iterable(tag.comments for tag in record.tags)]
        comments += chain.from_iterable(entry.comments for entry in record.auction.entries)
        tables = ((comment, _pairs(comment)) for comment in comments)
        yield _problem(record, place, [(comment, pairs) for comment, pairs in tables if pairs])


def _problem(
    record: PbnRecord, place: int, tables: Sequence[tuple[str, Iterable[tuple[str, Any]]]]
) -> BiddingProblem | FormatError:
    """Return the problem of a board, or the error for which the board is left out.

    `place` is the number of a board that has none. `tables` has texts with their pairs of contract
    and marks; only the first table is used.
    """
    label = record.get("Board").strip() or str(place)
    number = int(label) if re.fullmatch(r"\d{1,9}", label) else place
    try:
        hands = record.hands
        known = [side for side in Side if all(len(hand or ()) == 13 for hand in hands[side::2])]
        reason = ""
        if record.dealer is None:
            reason = "no dealer"
        elif not known:
            reason = "two partners' hands of thirteen cards expected"
        elif not tables:
            reason = "no table of marks"
        else:
            board = evolve(dealt_board(record, number), hands=hands)
            return BiddingProblem(label, board, known[0], ProblemMarks.of(tables[0][1]))
        return FormatError(record.line, record.get("Deal"), f"board {label}: {reason}")
    except MarksError as error:
        return FormatError(record.line, tables[0][0], f"board {label}: {error}")
    except FormatError as error:
        return FormatError(error.line, error.text, f"board {label}: {error.reason}", error.column)


def _pairs(comment: str) -> list[tuple[str, str]]:
    """Return the contracts and marks in a comment, contracts first; empty if it has no table.

    After the words `Score Table` the table runs to the first line that is not part of it. A comment
    that begins with a contract and a number, in either order, is a table, too.
    """
    text = _SUIT.sub(r"\1", comment.replace("\\n", "\n"))
    header = _HEADER.search(text)
    words: list[str] = []
    for row in text[header.end() if header else 0 :].splitlines():
        parts = [part for part in _GAPS.split(row) if part]
        if parts and not (_contract(parts[0]) or _NUMBER.fullmatch(parts[0])):
            break
        words += parts
    numbers = [bool(_NUMBER.fullmatch(word)) for word in words[:2]]
    if not words or (header is None and sum(numbers) != 1):
        return []
    first, second = words[::2], words[1::2]
    if numbers[0]:
        first, second = second, first
    return list(zip_longest(first, second, fillvalue=""))


def _contract(text: str) -> str | None:
    """Return a contract as in `ProblemMarks.table`, or None. `4HP` means 4H, not doubled."""
    match = _CONTRACT.fullmatch(text)
    if match is None:
        return _PASSED.get(text.upper())
    seat, level, strain, doubled = match.groups()
    return f"{seat.upper()}{level}{Strain.parse(strain)}{doubled.upper().removeprefix('P')}"


@frozen
class BidProblem:
    """A problem, and its board after the auction."""

    problem: BiddingProblem
    board: Board

    @property
    def marks(self) -> int:
        """The marks of the contract that was reached."""
        return self.problem.marks.score(self.board.contract)

    @property
    def lost(self) -> int:
        """The marks of the best contract less those of the contract reached."""
        return self.problem.marks.best[1] - self.marks


def solve_chunk(
    spec: SideSpec, patience: float, problems: Sequence[BiddingProblem]
) -> list[BidProblem]:
    """Bid some problems; a program has `patience` seconds for a call."""
    bidder, silent = side_in_worker("the bidder", spec, patience), SilentSide()
    sides = ((bidder, silent), (silent, bidder))
    return [BidProblem(one, bid_between(sides[one.side], one.board)) for one in problems]


def report(found: Mapping[str, Sequence[BidProblem]]) -> str:
    """Return a table of the marks of each file, by its name, and of all files."""
    rows: list[tuple[object, ...]] = [("file", "boards", "marks", "of", "share")]
    for name, group in {**found, "all": [*chain.from_iterable(found.values())]}.items():
        marks, most = sum(one.marks for one in group), sum(one.marks + one.lost for one in group)
        rows.append((name, len(group), marks, most, f"{100 * marks / most:.1f} %" if most else "-"))
    return "\n".join(aligned("<>>>>", rows))


def worst(found: Mapping[str, Sequence[BidProblem]], count: int) -> Iterator[str]:
    """Yield three lines for each of the `count` boards that lose most; none if nothing is lost."""
    lost = [(name, one) for name, group in found.items() for one in group if one.lost > 0]
    for name, one in sorted(lost, key=lambda item: -item[1].lost)[:count]:
        problem, board = one.problem, one.board
        best, most = problem.marks.best
        where = f"{name}, board {problem.label}, {board.vulnerability} vulnerable"
        contract = board.contract or "passed out"
        yield f"{-one.lost:+d} {where}: {contract} {one.marks}, best {best} {most}"
        yield f"  {board.auction}"
        yield f"  {hands_of_side(board.hands, problem.side)}"
