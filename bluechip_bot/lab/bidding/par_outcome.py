"""Outcomes of deals that one side bids alone: its contract, the best one, and the IMPs lost."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Annotated, ClassVar, Final, Self

import attrs
import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from bluechip_bot.lab.bidding.table import auction_of
from bluechip_bot.lab.rows import ColumnMeaning, Row
from bluechip_bot.model import (
    Auction,
    Board,
    Call,
    Contract,
    Deal,
    Seat,
    Side,
    Strain,
    dealer_of_board,
    duplicate_score,
    imps,
)

_Scores = npt.NDArray[np.int64]
_STRAINS: Final = "SHDCN"


@frozen
class SideTricks:
    """The double-dummy tricks of two hands, over some layouts of the opponents' cards.

    Attributes:
        table: int8[5, 2, layouts], by strain S H D C NT and declarer, North or East first; -1 in
            strains that were not solved.
    """

    table: npt.NDArray[np.int8] = field(eq=attrs.cmp_using(np.array_equal))

    @property
    def layouts(self) -> int:
        """How many there are."""
        return len(self.table[0, 0])

    def __str__(self) -> str:
        solved = zip(_STRAINS, self.table.tolist(), strict=True)
        return " ".join(
            letter + "/".join("".join(f"{tricks:x}" for tricks in row) for row in rows)
            for letter, rows in solved
            if rows[0][0] >= 0
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """The tricks that `str` writes.

        Raises:
            ValueError: if the text is no such table.
        """
        rows = {
            _STRAINS.index(word[0]): [
                [int(one, 16) for one in part] for part in word[1:].split("/")
            ]
            for word in text.split()
        }
        table = np.full((5, *np.shape(next(iter(rows.values()), [[], []]))), -1, np.int8)
        for strain, found in rows.items():
            table[strain] = found
        if table.shape[:2] != (5, 2) or not table.size or table.max() > 13:
            raise ValueError("up to 13 tricks of two declarers on each layout expected")
        return cls(table)

    def with_more(self, other: SideTricks) -> SideTricks:
        """These tricks, and those of other strains on the same layouts."""
        return SideTricks(np.where(self.table < 0, other.table, self.table))


@frozen
class ParOutcome(Row):
    """A deal that the side with more points has bid alone."""

    KIND: ClassVar[str] = "contracts against par"
    number: Annotated[
        int, ColumnMeaning("of the board, from 1; dealer and vulnerability follow from it")
    ]
    deal: Annotated[Deal, ColumnMeaning("the four hands, as in PBN")]
    tricks: Annotated[
        SideTricks,
        ColumnMeaning(
            "hexadecimal, double dummy: of a strain those of one declarer, North or East, on each"
            " layout of the opponents' cards, then those of the other; the first layout is the deal"
        ),
    ]
    auction: Annotated[tuple[Call, ...], ColumnMeaning("all calls")]
    contract: Annotated[Contract | None, ColumnMeaning("empty when passed out")] = field(init=False)
    best: Annotated[
        Contract | None,
        ColumnMeaning("that with the best mean score over the layouts; empty for none"),
    ] = field(init=False)
    lost: Annotated[
        float,
        ColumnMeaning("IMPs by which the best contract is better, the mean of the layouts", ".3f"),
    ] = field(init=False)

    def __attrs_post_init__(self) -> None:
        auction = self.calls
        if not auction.is_over:
            raise ValueError(f"the auction is not over: {auction}")
        contract, side = auction.contract, self.side
        vulnerability = Board.begin(self.number).vulnerability
        points = _points()[int(vulnerability.includes(Seat(side)))]
        best, scores = _best(self.tricks, points, side)
        reached = np.zeros_like(scores)
        if contract is not None:
            tricks = self.tricks.table[contract.strain, contract.declarer // 2]
            if contract.declarer.side is not side or tricks[0] < 0:
                raise ValueError(f"no tricks of {contract}")
            reached = points[contract.strain, contract.level - 1, tricks]
        object.__setattr__(self, "contract", contract)
        object.__setattr__(self, "best", best)
        differences = (scores - reached).tolist()
        object.__setattr__(self, "lost", sum(map(imps, differences)) / len(differences))

    @property
    def side(self) -> Side:
        """The side that bids."""
        return stronger(self.deal)

    @property
    def calls(self) -> Auction:
        """The auction."""
        return auction_of(dealer_of_board(self.number), self.auction)

    @property
    def dealt(self) -> str:
        """The deal and the number of layouts."""
        return f"{self.deal}, {self.tricks.layouts} layouts"

    @property
    def measures(self) -> dict[str, float]:
        """The IMPs lost."""
        return {"IMPs lost": self.lost}


def stronger(deal: Deal) -> Side:
    """The side with more high-card points, North and South if both have as many."""
    north, east, south, west = (hand.hcp for hand in deal.hands)
    return Side.NS if north + south >= east + west else Side.EW


def _best(tricks: SideTricks, points: _Scores, side: Side) -> tuple[Contract | None, _Scores]:
    """The contract with the best mean score, None if all lose, and its scores on the layouts."""
    found: tuple[Contract | None, _Scores] = None, np.zeros(tricks.layouts, np.int64)
    for strain in Strain:
        for partner in range(2):
            taken = tricks.table[strain, partner]
            if taken[0] < 0:
                continue
            scores = points[strain][:, taken]
            level = int(scores.sum(axis=1).argmax())
            if scores[level].sum() > found[1].sum():
                found = Contract(level + 1, strain, Seat(side + 2 * partner)), scores[level]
    return found


@cache
def _points() -> _Scores:
    """int[2, 5, 7, 14]: the score by vulnerability, strain, level and tricks."""
    cases = product((False, True), Strain, range(1, 8), range(14))
    scores = [
        duplicate_score(Contract(level, strain, Seat.NORTH), tricks, vulnerable=vulnerable)
        for vulnerable, strain, level, tricks in cases
    ]
    return np.array(scores).reshape(2, 5, 7, 14)
