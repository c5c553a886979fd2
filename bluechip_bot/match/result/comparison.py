"""Results of the same boards at more than one table, compared: IMPs, matchpoints, Butler.

Pure. A result is a `BoardRecord`, of any file; its auction and play are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Final

from attrs import frozen

from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.result.scale import CONTINUOUS, Scale
from bluechip_bot.model import Seat, Side, imps

_ROUND: Final = 10


class ComparisonError(ValueError):
    """Results that cannot be compared."""


@frozen
class Swing:
    """A board at two tables, team A sitting North-South at the first.

    Attributes:
        first: the result where team A sat North-South.
        second: the result where it sat East-West.
    """

    first: BoardRecord
    second: BoardRecord

    @property
    def number(self) -> int:
        """The board's number."""
        return self.first.board.number

    @property
    def difference(self) -> int:
        """The points of team A less those of team B."""
        return self.first.score(Side.NS) + self.second.score(Side.EW)

    @property
    def imps(self) -> int:
        """The IMPs from team A's view."""
        return imps(self.difference)


@frozen
class TeamScore:
    """A match of two teams.

    Attributes:
        swings: the boards that both tables have finished, by number.
        unmatched: the numbers of boards with one result.
        carry_over: IMPs that team A brings along, negative when team B does.
        scale: of the victory points, which the boards alone decide.
    """

    swings: tuple[Swing, ...]
    unmatched: tuple[int, ...] = ()
    carry_over: float = 0.0
    scale: Scale = CONTINUOUS

    @property
    def won(self) -> tuple[int, int]:
        """The IMPs that A and B won on the boards."""
        swings = [swing.imps for swing in self.swings]
        return sum(max(each, 0) for each in swings), sum(max(-each, 0) for each in swings)

    @property
    def totals(self) -> tuple[float, float]:
        """The IMPs of A and B with what they brought along."""
        a, b = self.won
        return round(a + max(self.carry_over, 0), 2), round(b + max(-self.carry_over, 0), 2)

    @property
    def running(self) -> tuple[float, ...]:
        """The margin of team A after each board, carry-over included."""
        swings = (swing.imps for swing in self.swings)
        totals = accumulate(swings, initial=self.carry_over)
        return tuple(round(total, 2) for total in list(totals)[1:])

    @property
    def victory_points(self) -> tuple[float, float]:
        """The victory points of A and B for the boards.

        Raises:
            ScaleError: if the scale has no table for so many boards.
        """
        a, b = self.won
        return self.scale.points(a - b, len(self.swings))


@frozen
class Field:
    """A board at three tables or more.

    Attributes:
        results: one for each table.
    """

    results: tuple[BoardRecord, ...]

    @property
    def number(self) -> int:
        """The board's number."""
        return self.results[0].board.number

    @property
    def matchpoints(self) -> tuple[float, ...]:
        """For each table the share of North-South, 0 to 1: a win counts 1, a tie a half."""
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
        """For each table the IMPs of North-South against the datum."""
        return tuple(imps(result.score() - self.datum) for result in self.results)


@frozen
class Standing:
    """What a pair came to over all its boards.

    Attributes:
        pair: its names.
        boards: how many it has played.
        percentage: the mean of its matchpoints, 0 to 100.
        butler: the sum of its IMPs against the datums.
    """

    pair: str
    boards: int
    percentage: float
    butler: int


def by_number(tables: Iterable[Sequence[BoardRecord]]) -> dict[int, list[BoardRecord]]:
    """The results of each board, by number, in the order of the tables.

    Results that are not known are left out.

    Raises:
        ComparisonError: if two results of a number are not of the same board.
    """
    found: dict[int, list[BoardRecord]] = {}
    for results in tables:
        for result in results:
            if result.is_scored:
                found.setdefault(result.board.number, []).append(result)
    for results in found.values():
        for one, other in pairwise(results):
            _check_same(one, other)
    return dict(sorted(found.items()))


def _check_same(one: BoardRecord, other: BoardRecord) -> None:
    a, b = one.board, other.board
    if a.vulnerability is not b.vulnerability:
        raise ComparisonError(
            f"board {a.number}: {a.vulnerability} vulnerable at one table, "
            f"{b.vulnerability} at another"
        )
    if a.dealer is not b.dealer:
        raise ComparisonError(f"board {a.number}: {a.dealer} deals at one table, {b.dealer} not")
    for seat in Seat:
        if len({a.hands[seat], b.hands[seat]} - {None}) > 1:
            raise ComparisonError(f"board {a.number}: the hands of {seat} differ")


def team_score(
    results: Mapping[int, Sequence[BoardRecord]],
    carry_over: float = 0.0,
    scale: Scale = CONTINUOUS,
) -> TeamScore:
    """The match of two teams whose results are given, by board.

    Of two results the one of the open room is team A's North-South; without rooms the first is.

    Raises:
        ComparisonError: if a board has more than two results, or two of one room.
    """
    swings, unmatched = [], []
    for number, pair in results.items():
        if len(pair) > 2:
            raise ComparisonError(f"board {number}: {len(pair)} results in a match of two tables")
        if len(pair) < 2:
            unmatched.append(number)
            continue
        first, second = pair
        if first.room and first.room == second.room:
            raise ComparisonError(f"board {number}: two results of the {first.room} room")
        if first.room == "Closed" or second.room == "Open":
            first, second = second, first
        swings.append(Swing(first, second))
    return TeamScore(tuple(swings), tuple(unmatched), carry_over, scale)


def fields(results: Mapping[int, Sequence[BoardRecord]]) -> tuple[Field, ...]:
    """The boards with two results at least."""
    return tuple(Field(tuple(each)) for each in results.values() if len(each) > 1)


def standings(boards: Iterable[Field]) -> tuple[Standing, ...]:
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
        Standing(pair, len(parts), round(100 * sum(parts) / len(parts), 2), gains[pair])
        for pair, parts in shares.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.percentage, each.pair)))


def pair_of(result: BoardRecord, side: Side) -> str:
    """The names of a pair, `Levin - Weinstein`, or one where both are the same; may be empty."""
    names = [result.names[seat] for seat in Seat if seat.side is side and result.names[seat]]
    return " - ".join(dict.fromkeys(names))
