"""The marks of a bidder's contracts on bidding problems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from attrs import frozen

from bluechip_bot.lab.bidding.problems import BiddingProblem
from bluechip_bot.lab.bidding.side import (
    BiddingSide,
    SideSpec,
    SilentSide,
    bid_between,
    close_at_end,
    open_side,
)
from bluechip_bot.model import Board


@frozen
class Solution:
    """A problem and how it was bid.

    Attributes:
        problem: the problem.
        board: after the auction.
    """

    problem: BiddingProblem
    board: Board

    @property
    def marks(self) -> int:
        """The marks of the contract."""
        return self.problem.marks.score(self.board.contract)

    @property
    def lost(self) -> int:
        """The marks to the best contract."""
        return self.problem.marks.most - self.marks


def solve_chunk(
    spec: SideSpec, patience: float, problems: Sequence[BiddingProblem]
) -> list[Solution]:
    """Some problems, bid.

    Raises:
        SideError: if the bidder cannot make its call.
    """
    bidder, silent = _bidder(spec, patience), SilentSide()
    sides = ((bidder, silent), (silent, bidder))
    return [Solution(one, bid_between(sides[one.side], one.board)) for one in problems]


@cache
def _bidder(spec: SideSpec, patience: float) -> BiddingSide:
    """The bidder of this process, closed when the process ends or is ended."""
    bidder = open_side("the bidder", spec, spec, patience=patience)
    close_at_end(bidder.close)
    return bidder


def report(found: Mapping[str, Sequence[Solution]]) -> str:
    """The marks of each file and of all, a line each.

    Args:
        found: what was bid, by the name of the file.
    """
    files = {**found, "all": [one for each in found.values() for one in each]}
    width = max(map(len, files))
    lines = [f"{'file':<{width}}{'boards':>8}{'marks':>8}{'of':>8}{'share':>9}"]
    for name, group in files.items():
        marks, most = sum(one.marks for one in group), sum(one.problem.marks.most for one in group)
        share = f"{100 * marks / most:.1f} %" if most else "-"
        lines.append(f"{name:<{width}}{len(group):>8}{marks:>8}{most:>8}{share:>9}")
    return "\n".join(lines)


def worst(found: Mapping[str, Sequence[Solution]], count: int) -> Iterator[str]:
    """Yield the boards that lose most, three lines each; none that loses nothing.

    Args:
        found: as for `report`.
        count: the most boards.
    """
    lost = [(name, one) for name, group in found.items() for one in group if one.lost > 0]
    for name, one in sorted(lost, key=lambda item: -item[1].lost)[:count]:
        problem, board = one.problem, one.board
        contract = "passed out" if board.contract is None else str(board.contract)
        best = f"best {problem.marks.best} {problem.marks.most}"
        where = f"{name}, board {problem.label}, {board.vulnerability} vulnerable"
        yield f"{-one.lost:+d} {where}: {contract} {one.marks}, {best}"
        yield f"  {board.auction}"
        hands = zip("NESW", board.hands, strict=True)
        yield "  " + "  ".join(f"{letter} {hand}" for letter, hand in [*hands][problem.side :: 2])
