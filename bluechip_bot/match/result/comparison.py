"""Comparison of results of the same boards at several tables: IMPs, matchpoints, Butler.

Pure. Auction and play are not looked at. Rows of text are for people, rows of values for programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, Final, Literal

from attrs import evolve, field, frozen

from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.boards.replay import difference, turns_between, unturned
from bluechip_bot.match.result.scale import CONTINUOUS, Scale
from bluechip_bot.model import Board, Seat, Side, four, imps

HEADINGS: Final = (
    "Board", "Dealer", "Vul", "Open", "Score", "Closed", "Score", "IMPs A", "IMPs B", "Running",
)  # fmt: skip
ROOM_HEADINGS: Final = ("Board", "Dealer", "Vul", "Result", "Score A", "Running")
_RESULT: Final = ("contract", "declarer", "tricks", "score")
TEAM_COLUMNS: Final = (
    "board", "dealer", "vulnerable",
    *(f"{room}_{name}" for room in ("open", "closed") for name in _RESULT),
    "imps", "running",
)  # fmt: skip
"""The columns of a match: scores are North-South's, IMPs and their total are team A's."""
PAIR_COLUMNS: Final = (
    "board", "dealer", "vulnerable", "ns", "ew", *_RESULT, "percentage", "butler"
)  # fmt: skip
"""The columns of a pairs event: percentage and IMPs against the datum are North-South's."""

Row = Mapping[str, Any]
"""A value for each column; None where there is none, as for the tricks of a pass-out."""

_ROUND: Final = 10
_EVENT: Final = ("Event", "Date", "Stage", "Round")


class ComparisonError(ValueError):
    """Results that cannot be compared."""


@frozen
class BoardPair:
    """A board with results in both rooms: the unit of all statistics of teams.

    Team A sits North-South in the open room and East-West in the closed room.
    """

    open: BoardRecord
    closed: BoardRecord = field()

    @closed.validator
    def _check_same(self, _attribute: object, closed: BoardRecord) -> None:
        check_same(self.open.board, closed.board)

    @property
    def number(self) -> int:
        """The board's number."""
        return self.open.board.number

    def room(self, name: Literal["open", "closed"]) -> BoardRecord:
        """The result of a room."""
        return self.open if name == "open" else self.closed

    @property
    def difference(self) -> int:
        """The points of team A less those of team B."""
        return self.open.score(Side.NS) + self.closed.score(Side.EW)

    @property
    def swing(self) -> int:
        """The IMPs from team A's view."""
        return imps(self.difference)


def won(swings: Iterable[int]) -> tuple[int, int]:
    """The IMPs that A and B won, from swings as A sees them."""
    a, b = 0, 0
    for swing in swings:
        a, b = a + max(swing, 0), b + max(-swing, 0)
    return a, b


def signed(total: float) -> str:
    """A running total with its sign; `0` if it is zero."""
    return f"{total:+g}" if total else "0"


@frozen
class TeamScore:
    """The score of a match of two teams.

    Attributes:
        unmatched: the numbers of boards with only one result.
        carry_over: IMPs that team A brings along, negative when team B does.
    """

    pairs: tuple[BoardPair, ...]
    unmatched: tuple[int, ...] = ()
    carry_over: float = 0.0
    scale: Scale = CONTINUOUS

    @property
    def won(self) -> tuple[int, int]:
        """The IMPs that A and B won on the boards."""
        return won(pair.swing for pair in self.pairs)

    @property
    def totals(self) -> tuple[float, float]:
        """The IMPs of A and B, carry-over included."""
        a, b = self.won
        return round(a + max(self.carry_over, 0), 2), round(b + max(-self.carry_over, 0), 2)

    @property
    def running(self) -> tuple[float, ...]:
        """The margin of team A after each board, carry-over included."""
        swings = (pair.swing for pair in self.pairs)
        totals = accumulate(swings, initial=self.carry_over)
        return tuple(round(total, 2) for total in list(totals)[1:])

    def standing(self, number: int, names: tuple[str, str]) -> str:
        """The swing of a board and the score so far, as in `A +5; A 12 - 3 B IMPs`.

        Empty for a board that is not among the pairs: one room has not finished it.
        """
        swings = {pair.number: pair.swing for pair in self.pairs}
        if number not in swings:
            return ""
        swing = swings[number]
        won_by = "no swing" if not swing else f"{names[swing < 0]} +{abs(swing)}"
        return f"  {won_by}; {self.so_far(names)}"

    def so_far(self, names: tuple[str, str]) -> str:
        """The IMPs of the boards so far, as in `A 12 - 3 B IMPs`."""
        a, b = self.won
        return f"{names[0]} {a} - {b} {names[1]} IMPs"

    @property
    def victory_points(self) -> tuple[float, float]:
        """The victory points of A and B for the boards."""
        a, b = self.won
        return self.scale.points(a - b, len(self.pairs))

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """A row of text for each board, in the columns of `HEADINGS`; scores are North-South's."""
        return tuple(
            (
                *map(str, _facts(pair.open)),
                pair.open.result_text,
                str(pair.open.score()),
                pair.closed.result_text,
                str(pair.closed.score()),
                str(pair.swing) if pair.swing > 0 else "",
                str(-pair.swing) if pair.swing < 0 else "",
                signed(total),
            )
            for pair, total in zip(self.pairs, self.running, strict=True)
        )


@frozen
class RoomScore:
    """The score of a match that is played in one room alone: points, and no IMPs."""

    results: tuple[BoardRecord, ...]
    side: Side

    @property
    def points(self) -> int:
        """The points of team A."""
        return sum(result.score(self.side) for result in self.results)

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """A row of text for each board, in the columns of `ROOM_HEADINGS`."""
        scores = [result.score(self.side) for result in self.results]
        return tuple(
            (*map(str, _facts(result)), result.result_text, str(score), signed(total))
            for result, score, total in zip(self.results, scores, accumulate(scores), strict=True)
        )


@frozen
class FieldBoard:
    """A board with results at several tables, which are compared with each other."""

    results: tuple[BoardRecord, ...]

    @property
    def number(self) -> int:
        """The board's number."""
        return self.results[0].board.number

    @property
    def matchpoints(self) -> tuple[float, ...]:
        """North-South's matchpoints at each table as a share, 0 to 1: a win is 1, a tie a half."""
        scores = [result.score() for result in self.results]
        others = len(scores) - 1
        return tuple(
            sum((score > other) + (score == other) / 2 for other in scores) / others - 0.5 / others
            for score in scores
        )

    @property
    def datum(self) -> int:
        """The mean of the North-South scores, rounded to tens, halves away from zero.

        With five results or more the highest and the lowest are left out.
        """
        scores = sorted(result.score() for result in self.results)
        kept = scores[1:-1] if len(scores) > 4 else scores
        tens = abs(sum(kept)) / len(kept) / _ROUND
        size = int(tens + 0.5) * _ROUND
        return size if sum(kept) >= 0 else -size

    @property
    def butler(self) -> tuple[int, ...]:
        """The IMPs of North-South against the datum, at each table."""
        return tuple(imps(result.score() - self.datum) for result in self.results)


@frozen
class PairStanding:
    """The result of a pair over all its boards: matchpoints in percent, and the total of IMPs."""

    pair: str
    boards: int
    percentage: float
    butler: int


def by_board(tables: Iterable[Sequence[BoardRecord]]) -> list[list[BoardRecord]]:
    """Group results by board, in the order of board numbers; those of a board are in table order.

    Unknown results are left out. A result whose cards were turned around the table is turned back.
    Boards of the same number are different boards if both their cards and their events differ.
    """
    found: dict[int, list[list[BoardRecord]]] = {}
    for results in tables:
        for result in filter(lambda each: each.is_scored, results):
            boards = found.setdefault(result.board.number, [])
            for board in boards:
                turned = turned_back(result, turns_between(board[0].board, result.board))
                if not difference(board[0].board, turned.board):
                    board.append(turned)
                    break
            else:
                for board in boards:
                    facts = ((board[0].fact(name), result.fact(name)) for name in _EVENT)
                    if not any("" != one != other != "" for one, other in facts):
                        check_same(board[0].board, result.board)
                boards.append([result])
    boards = [board for number in sorted(found) for board in found[number]]
    for results in boards:
        for one, other in pairwise(results):
            check_same(one.board, other.board)
    return boards


def turned_back(result: BoardRecord, turns: int) -> BoardRecord:
    """The result of a board that was turned by some seats, as if it had not been turned.

    Contract, names and scores are turned with the cards, so that North-South are the pair that held
    North's and South's cards as dealt.
    """
    board, contract, told = result.board, result.contract, result.told_score
    for _ in range(turns):
        board = unturned(board, board.number)
    if contract is not None:
        contract = evolve(contract, declarer=contract.declarer.plus(-turns))
    told = -told if told is not None and turns % 2 else told
    names = four(result.names[seat.plus(turns)] for seat in Seat)
    return evolve(result, board=board, contract=contract, names=names, told_score=told)


def check_same(a: Board, b: Board) -> None:
    """Raise ComparisonError unless two boards are the same, as far as their hands are known."""
    if a.number != b.number:
        raise ComparisonError(f"board {a.number} at one table, board {b.number} at another")
    if text := difference(a, b):
        raise ComparisonError(f"board {a.number}: {text}")


def team_score(
    results: Iterable[Sequence[BoardRecord]],
    carry_over: float = 0.0,
    scale: Scale = CONTINUOUS,
) -> TeamScore:
    """Score the match of two teams from their results on each board.

    Team A is North-South in the open room's result; if no rooms are named, in the first result.
    """
    pairs, unmatched = [], []
    for told in results:
        number = told[0].board.number
        if len(told) > 2:
            raise ComparisonError(f"board {number}: {len(told)} results in a match of two tables")
        if len(told) < 2:
            unmatched.append(number)
            continue
        first, second = told
        if first.room and first.room == second.room:
            raise ComparisonError(f"board {number}: two results of the {first.room} room")
        if first.room == "Closed" or second.room == "Open":
            first, second = second, first
        pairs.append(BoardPair(first, second))
    return TeamScore(tuple(pairs), tuple(unmatched), carry_over, scale)


def fields(results: Iterable[Sequence[BoardRecord]]) -> tuple[FieldBoard, ...]:
    """The boards that have at least two results."""
    return tuple(FieldBoard(tuple(each)) for each in results if len(each) > 1)


def standings(boards: Iterable[FieldBoard]) -> tuple[PairStanding, ...]:
    """The pairs whose names are known, best percentage first."""
    shares: dict[str, list[float]] = {}
    gains: dict[str, int] = {}
    for board in boards:
        rows = zip(board.results, board.matchpoints, board.butler, strict=True)
        for result, share, gain in rows:
            for side, part, won in ((Side.NS, share, gain), (Side.EW, 1 - share, -gain)):
                if pair := pair_of(result, side):
                    shares.setdefault(pair, []).append(part)
                    gains[pair] = gains.get(pair, 0) + won
    found = [
        PairStanding(pair, len(parts), round(100 * sum(parts) / len(parts), 2), gains[pair])
        for pair, parts in shares.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.percentage, each.pair)))


def pair_of(result: BoardRecord, side: Side) -> str:
    """The names of a pair, `Levin - Weinstein`, or one name if both are the same; may be empty."""
    names = [result.names[seat] for seat in Seat if seat.side is side and result.names[seat]]
    return " - ".join(dict.fromkeys(names))


def team_rows(score: TeamScore) -> Iterator[Row]:
    """Yield a row for each board that both rooms have finished."""
    for pair, running in zip(score.pairs, score.running, strict=True):
        results = (*_result(pair.open), *_result(pair.closed))
        total = int(running) if running.is_integer() else running
        values = (*_facts(pair.open), *results, pair.swing, total)
        yield dict(zip(TEAM_COLUMNS, values, strict=True))


def pair_rows(boards: Iterable[FieldBoard]) -> Iterator[Row]:
    """Yield a row for each result of each board."""
    for board in boards:
        for result, share, gain in zip(board.results, board.matchpoints, board.butler, strict=True):
            names = pair_of(result, Side.NS), pair_of(result, Side.EW)
            values = (*_facts(result), *names, *_result(result), round(100 * share, 2), gain)
            yield dict(zip(PAIR_COLUMNS, values, strict=True))


def _facts(result: BoardRecord) -> tuple[int, str, str]:
    return result.number, result.board.dealer.letter, str(result.board.vulnerability)


def _result(result: BoardRecord) -> tuple[str, str | None, int | None, int]:
    contract = result.contract
    if contract is None:
        return "Pass", None, None, result.score()
    return contract.bid, contract.declarer.letter, result.result, result.score()
