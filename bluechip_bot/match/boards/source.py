"""Where the boards of a match come from, and which of them are played.

Pure but for the file that is read. Boards come from a seed, from a PBN or LIN file, or are dealt
under a condition on the hands; of these some are chosen by number; dealer and vulnerability may be
prescribed; the auction may be given, so that only the cards are played. A board on which a room
departs from its given auction does not count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

import numpy as np
from attrs import field, frozen

from bluechip_bot.constraints import ConstraintError, HandConstraint, constraints_from_spec
from bluechip_bot.dataformats import DataFormatError, parse_json
from bluechip_bot.formats.boards import ProblemReport, read_boards, read_deals, refuse
from bluechip_bot.formats.pbn.board import pbn_record
from bluechip_bot.formats.pbn.record import PbnRecord
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.boards.plan import PlanError, boards_from_seed, random_hands
from bluechip_bot.match.boards.replay import difference, turns_between
from bluechip_bot.model import (
    Board,
    Call,
    Contract,
    Deal,
    ModelError,
    PlannedBoard,
    Seat,
    Vulnerability,
    calls_to,
)

MADE_UP_TAG: Final = "CallsTell"
"""The PBN tag that marks auctions whose calls carry no information about the hands."""
MADE_UP: Final = "nothing"
"""Its value where the auction was made up from a contract."""
_RANGE: Final = re.compile(r"\s*(\d{1,9})\s*(?:(-)\s*(\d{1,9})?)?\s*")
_BATCH: Final = 2048
_CONDITION: Final = 1
"""The number that keeps deals under a condition apart from other deals of a seed."""


def auction_records(boards: Iterable[PlannedBoard]) -> tuple[PbnRecord, ...]:
    """The PBN records of the boards whose auctions are given: deal, auction and contract."""
    made_up = ((MADE_UP_TAG, MADE_UP),)
    begun = ((board, board.begin()) for board in boards if board.calls)
    return tuple(
        pbn_record(BoardRecord(now, now.contract, facts=made_up if board.made_up else ()))
        for board, now in begun
    )


def departures(
    planned: Iterable[PlannedBoard], rooms: Mapping[str, Mapping[int, Board]]
) -> dict[int, str]:
    """The boards that do not count, by number, with the rooms' departures from a given auction."""
    found: dict[int, list[str]] = {}
    for board in planned:
        for room, finished in rooms.items():
            if board.number in finished and (text := board.departure(finished[board.number])):
                found.setdefault(board.number, []).append(f"{room} room: {text}")
    return {number: ", ".join(texts) for number, texts in found.items()}


@frozen
class BoardNumbers:
    """Numbers of boards, written like `5-12` or `1,3,7-9`, or like `20-` for all from 20 on."""

    spans: tuple[tuple[int, int | None], ...]

    @classmethod
    def parse(cls, text: str) -> BoardNumbers:
        """Parse the numbers in a text."""
        spans: list[tuple[int, int | None]] = []
        for part in text.split(","):
            match = _RANGE.fullmatch(part)
            if match is None:
                raise PlanError(f"boards {text!r}: numbers like 5-12 or 1,3,7-9 expected")
            first = int(match[1])
            last = first if match[2] is None else int(match[3]) if match[3] else None
            if first < 1 or (last is not None and last < first):
                raise PlanError(f"boards {text!r}: {part.strip()} holds no board")
            spans.append((first, last))
        return cls(tuple(spans))

    def __contains__(self, number: int) -> bool:
        return any(first <= number and (last is None or number <= last)
                   for first, last in self.spans)  # fmt: skip

    def counted(self) -> list[int]:
        """All the numbers, in order; raises PlanError if there is no last one."""
        found: set[int] = set()
        for first, last in self.spans:
            if last is None or last - first >= 1_000_000:
                raise PlanError(f"boards {first}-: where do they end?")
            found |= set(range(first, last + 1))
        return sorted(found)


@frozen
class BoardPrescription:
    """The dealer, vulnerability and contract prescribed for all boards; None prescribes nothing.

    The auction to a prescribed contract is made up.
    """

    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    contract: Contract | None = None

    def of(self, board: PlannedBoard) -> PlannedBoard:
        """The board with the prescribed dealer, vulnerability and auction."""
        dealer = board.dealer if self.dealer is None else self.dealer
        vulnerable = board.vulnerability if self.vulnerability is None else self.vulnerability
        calls, made_up = board.calls, board.made_up
        if self.contract is not None:
            calls, made_up = calls_to(self.contract, dealer), True
        elif dealer is not board.dealer and calls:
            raise PlanError(f"board {board.number}: its auction is given, and {board.dealer} deals")
        return PlannedBoard(board.number, dealer, vulnerable, board.deal, calls, made_up)


@frozen
class DealCondition:
    """Constraints on the hands of dealt boards; at most `limit` deals are tried for each."""

    hands: Mapping[Seat, HandConstraint]
    limit: int = field(default=1 << 22)

    @classmethod
    def parse(cls, text: str) -> DealCondition:
        """Parse a condition that is written as text or as JSON.

        As text: `N: 15-17 HCP; is balanced & S: 8+ HCP, 4+ S`, that is seats, each with a
        constraint that `HandConstraint.parse` reads. As JSON: `{"N": {"hcp": [15, 17]}}`.
        """
        try:
            if text.lstrip().startswith("{"):
                return cls(constraints_from_spec(parse_json(text), "condition"))
            hands: dict[Seat, HandConstraint] = {}
            for part in text.split("&"):
                letter, colon, rest = part.partition(":")
                seat = Seat.parse(letter)
                if not colon or seat in hands:
                    raise PlanError(f"condition {part.strip()!r}: a seat once, like 'N: 15+ HCP'")
                hands[seat] = HandConstraint.parse(rest)
        except (DataFormatError, ModelError, ConstraintError) as error:
            raise PlanError(f"condition {text!r}: {error}") from None
        return cls(hands)

    def deal(self, seed: int, number: int) -> Deal:
        """The deal of a board: the first random deal of the seed that meets the condition."""
        bits = np.random.PCG64(np.random.SeedSequence([seed, number, _CONDITION]))
        for _ in range(0, self.limit, _BATCH):
            dealt = random_hands(bits, _BATCH)
            meets = np.ones(_BATCH, dtype=np.bool_)
            for seat, constraint in self.hands.items():
                meets &= constraint.weights(dealt[:, seat]) > 0
            if meets.any():
                return Deal.of(dealt[int(meets.argmax())].tolist())
        raise PlanError(f"board {number}: none of {self.limit} random deals meets the condition")

    def boards(self, seed: int, numbers: Iterable[int]) -> tuple[PlannedBoard, ...]:
        """Deal the boards of these numbers; a board is the same whichever others are dealt."""
        if seed < 0:
            raise PlanError(f"a seed from 0 expected, not {seed}")
        return tuple(PlannedBoard.of(number, self.deal(seed, number)) for number in numbers)


def boards_from_file(
    path: Path,
    *,
    given: bool = False,
    wanted: Callable[[int], bool] = lambda _: True,
    report: ProblemReport = refuse,
) -> tuple[PlannedBoard, ...]:
    """The boards of a file, in its order; a board played in two rooms is listed once.

    Args:
        given: whether the file also gives the auctions or, where there is none, the contracts; for
            a board played in two rooms, those of the first.
        wanted: if `given`, whether the board of a number needs an auction; others get none.
        report: called with each problem; a board that lacks its deal, or its given auction, is left
            out. By default the first problem is raised.

    Raises:
        PlanError: if there is no board, or two different boards have the same number.
    """
    read = read_boards if given else read_deals
    boards: dict[int, PlannedBoard] = {}
    rooms: dict[int, set[str]] = {}
    for record in read(path, report=report):
        try:
            board = _planned(path, record, given=given and wanted(record.board.number))
        except PlanError as error:
            report(error, lost=True)
            continue
        first = boards.setdefault(board.number, board).dealt()
        seen = rooms.setdefault(board.number, set())
        if seen and not turns_between(first, record.board):
            is_other = difference(first, record.board) or not record.room or record.room in seen
            if is_other:
                raise PlanError(f"{path}, line {record.line}: a second board {board.number}")
        seen.add(record.room)
    if not boards:
        raise PlanError(f"{path}: no board in it")
    return tuple(boards.values())


def _planned(path: Path, record: BoardRecord, *, given: bool) -> PlannedBoard:
    board = record.board
    north, east, south, west = board.hands
    where = f"{path}, line {record.line}: board {board.number}"
    if board.number < 1:
        raise PlanError(f"{where}: boards are numbered from 1")
    if north is None or east is None or south is None or west is None:
        raise PlanError(f"{where} has no complete deal")
    calls: tuple[Call, ...] = ()
    made_up = False
    if given:
        if board.auction.is_over:
            calls, made_up = board.auction.calls, record.fact(MADE_UP_TAG) == MADE_UP
        elif record.contract is not None:
            calls, made_up = calls_to(record.contract, board.dealer), True
        if not calls or record.is_passed_out:
            raise PlanError(f"{where} has no contract that could be played")
    deal = Deal((north, east, south, west))
    return PlannedBoard(board.number, board.dealer, board.vulnerability, deal, calls, made_up)


@frozen
class BoardSource:
    """An operator's choice of the boards of a match.

    Attributes:
        given: whether the file also gives the auctions or, where there is none, the contracts.
        count: how many boards are dealt, or taken from the chosen boards of a file; None for all.
        numbers: the boards that are chosen; None chooses all of a file, or deals 1, 2, ...
        skip: the boards that are left out.
    """

    path: Path | None = None
    given: bool = False
    seed: int = 1
    count: int | None = None
    numbers: BoardNumbers | None = None
    skip: BoardNumbers | None = None
    condition: DealCondition | None = None
    prescribed: BoardPrescription = BoardPrescription()

    def boards(self, report: ProblemReport = refuse) -> tuple[PlannedBoard, ...]:
        """The boards, in the order in which they are played."""
        if self.path is not None and self.condition is not None:
            raise PlanError("a condition is for boards that are dealt, not for those of a file")
        if self.given and self.path is None:
            raise PlanError("auctions of which file? boards that are dealt have none: give --deals")
        if self.given and self.prescribed.contract is not None:
            raise PlanError("auctions of a file and a contract both give the calls: give one")
        if self.path is None:
            found = self._dealt()
        else:
            found = boards_from_file(self.path, given=self.given, wanted=self._wants, report=report)
        left = [board for board in found if self._wants(board.number)]
        if not left:
            raise PlanError("no board is left: the numbers asked for are not there, or are skipped")
        if self.path is not None and self.count is not None and self.count > len(left):
            raise PlanError(f"{self.path} holds {len(left)} such boards, not {self.count}")
        return tuple(map(self.prescribed.of, left[: self.count]))

    def _wants(self, number: int) -> bool:
        skipped = self.skip is not None and number in self.skip
        return not skipped and (self.numbers is None or number in self.numbers)

    def _dealt(self) -> tuple[PlannedBoard, ...]:
        if self.numbers is not None:
            numbers = self.numbers.counted()
        elif self.count is not None:
            skipped = [] if self.skip is None else self.skip.counted()
            numbers = [n for n in range(1, self.count + len(skipped) + 1) if n not in skipped]
            numbers = numbers[: self.count]
        else:
            raise PlanError("which boards? give a file, a number of deals, or their numbers")
        if self.condition is not None:
            return self.condition.boards(self.seed, numbers)
        return tuple(boards_from_seed(self.seed, 1, first=number)[0] for number in numbers)
