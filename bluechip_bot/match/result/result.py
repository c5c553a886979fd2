"""What two teams made of the same boards: swings, totals, victory points, and the score by hand.

Team A sits North-South in the open room and East-West in the closed room. IMPs and victory points
are from the model's `scoring`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import accumulate
from typing import Final

from attrs import field, frozen

from bluechip_bot.formats import PbnError, Record
from bluechip_bot.model import (
    Board,
    Phase,
    Seat,
    Side,
    duplicate_score,
    imps,
    victory_points,
)

HEADINGS: Final = (
    "Board", "Dealer", "Vul", "Open", "Score", "Closed", "Score", "IMPs A", "IMPs B", "Running",
)  # fmt: skip
ROOM_HEADINGS: Final = ("Board", "Dealer", "Vul", "Result", "Score A", "Running")
_SCORE: Final = re.compile(r"(?:(NS|EW)\s*)?([+-]?\d+)(?:\s+(?:NS|EW)\s*[+-]?\d+)?", re.I)


class ResultError(ValueError):
    """Boards that cannot be compared."""


@frozen
class BoardResult:
    """One board played in both rooms.

    Attributes:
        number: the board's number.
        open: the board of the open room, over.
        closed: the board of the closed room, over.
    """

    number: int
    open: Board
    closed: Board = field()

    @closed.validator
    def _check_pair(self, _attribute: object, closed: Board) -> None:
        for room, board in (("open", self.open), ("closed", closed)):
            if board.number != self.number:
                raise ResultError(f"board {board.number} of the {room} room is not {self.number}")
            if board.phase is not Phase.OVER:
                raise ResultError(f"board {self.number} is not over in the {room} room")
        ours = (self.open.dealer, self.open.vulnerability)
        if ours != (closed.dealer, closed.vulnerability):
            raise ResultError(f"board {self.number}: dealer or vulnerability differ")
        for seat in Seat:
            hands = {self.open.hands[seat], closed.hands[seat]} - {None}
            if len(hands) > 1:
                raise ResultError(f"board {self.number}: the hands of {seat} differ")

    @property
    def difference(self) -> int:
        """The points of team A less those of team B."""
        return self.open.score(Side.NS) + self.closed.score(Side.EW)

    @property
    def swing(self) -> int:
        """The IMPs from team A's view."""
        return imps(self.difference)


@frozen
class MatchResult:
    """All boards that both rooms have finished.

    Attributes:
        boards: in the order played.
    """

    boards: tuple[BoardResult, ...] = ()

    @property
    def imps_a(self) -> int:
        """The IMPs that team A won."""
        return sum(max(board.swing, 0) for board in self.boards)

    @property
    def imps_b(self) -> int:
        """The IMPs that team B won."""
        return sum(max(-board.swing, 0) for board in self.boards)

    @property
    def margin(self) -> int:
        """The IMPs of team A less those of team B."""
        return self.imps_a - self.imps_b

    @property
    def victory_points(self) -> tuple[float, float]:
        """The victory points of A and B on the continuous 20-VP scale; 10 each with no board."""
        return victory_points(self.margin, len(self.boards)) if self.boards else (10.0, 10.0)

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """A row of text for each board, in the columns of `HEADINGS`; scores are North-South's."""
        running = accumulate(board.swing for board in self.boards)
        return tuple(_row(board, total) for board, total in zip(self.boards, running, strict=True))

    def table(self) -> str:
        """The rows as plain text with headings and totals, columns aligned."""
        a, b = self.victory_points
        lines = list(_aligned((HEADINGS, *self.rows)))
        lines.append(f"IMPs {self.imps_a}-{self.imps_b}, VPs {a:.2f}-{b:.2f}")
        return "\n".join(lines)


@frozen
class RoomResult:
    """The boards of a match that is played in one room alone: points, and no IMPs.

    Attributes:
        boards: over, in the order played.
        side: where team A sat.
    """

    boards: tuple[Board, ...]
    side: Side

    @property
    def points(self) -> int:
        """The points of team A."""
        return sum(board.score(self.side) for board in self.boards)

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """A row of text for each board, in the columns of `ROOM_HEADINGS`."""
        running = accumulate(board.score(self.side) for board in self.boards)
        return tuple(
            (
                *_facts(board),
                result_text(board),
                str(board.score(self.side)),
                f"{total:+d}" if total else "0",
            )
            for board, total in zip(self.boards, running, strict=True)
        )


def _facts(board: Board) -> tuple[str, str, str]:
    return str(board.number), board.dealer.letter, str(board.vulnerability)


def _row(result: BoardResult, running: int) -> tuple[str, ...]:
    swing = result.swing
    return (
        *_facts(result.open),
        result_text(result.open),
        str(result.open.score()),
        result_text(result.closed),
        str(result.closed.score()),
        str(swing) if swing > 0 else "",
        str(-swing) if swing < 0 else "",
        f"{running:+d}" if running else "0",
    )


def _aligned(rows: Iterable[tuple[str, ...]]) -> Iterable[str]:
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def result_text(board: Board) -> str:
    """Contract, declarer and tricks of a finished board: `4SX S -1`, `3NT N =`, `Pass`."""
    contract, play = board.contract, board.play
    if contract is None or play is None:
        return "Pass"
    over = play.declarer_tricks - contract.target
    return f"{contract.bid} {contract.declarer.letter} {f'{over:+d}' if over else '='}"


def score_of_record(record: Record) -> int:
    """The North-South score that Contract, Declarer, Result and Vulnerable of a record come to.

    Raises:
        PbnError: if one of them is missing or wrong.
    """
    if record.is_passed_out:
        return 0
    contract, tricks, vulnerability = record.contract, record.result, record.vulnerability
    if contract is None or tricks is None or vulnerability is None:
        reason = "no score without the tags Contract, Declarer, Result and Vulnerable"
        raise PbnError(record.line, record.get("Contract"), reason)
    points = duplicate_score(contract, tricks, vulnerable=vulnerability.includes(contract.declarer))
    return points if contract.declarer.side is Side.NS else -points


def check_score(record: Record) -> None:
    """Raise unless the Score tag of a record, where there is one, is what the tricks come to.

    A score without a side is from declarer's view.

    Raises:
        PbnError: if the score cannot be computed or the tag tells another one.
    """
    tag = record.tag("Score")
    if tag is None or not tag.value.strip():
        return
    match = _SCORE.fullmatch(tag.value.strip())
    if match is None:
        raise tag.error("a score like 'NS -100' expected")
    side, points = match.groups()
    expected = score_of_record(record)
    declarer = record.declarer
    east_west = side.upper() == "EW" if side else declarer is not None and declarer.side is Side.EW
    told = -int(points) if east_west else int(points)
    if told != expected:
        raise tag.error(f"the tricks come to NS {expected}")
