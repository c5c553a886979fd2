"""What two sides made of a deal at two tables, as a value and as a row of text."""

from __future__ import annotations

from typing import ClassVar, Self

from attrs import frozen

from bluechip_bot.lab.bidding.contracts import contract_kind
from bluechip_bot.lab.journal import Column, RowError
from bluechip_bot.model import (
    Auction,
    Board,
    Call,
    Contract,
    Deal,
    Side,
    Vulnerability,
    imps,
    side_score,
)
from bluechip_bot.model.vulnerability import dealer_of_board


@frozen
class TableOutcome:
    """A deal at one table.

    Attributes:
        auction: an auction that is over.
        tricks: what declarer's side takes, double dummy; 0 when passed out.
    """

    auction: Auction
    tricks: int

    @property
    def contract(self) -> Contract | None:
        """The contract; None when passed out."""
        return self.auction.contract

    def score(self, vulnerability: Vulnerability) -> int:
        """The points of North and South; 0 when passed out."""
        contract = self.contract
        return 0 if contract is None else side_score(contract, self.tricks, vulnerability)


@frozen
class BoardOutcome:
    """A deal bid at two tables.

    Attributes:
        number: of the board, from 1; dealer and vulnerability follow from it.
        deal: the cards.
        first: the table at which A is North and South.
        second: the table at which A is East and West.
        seconds_a: what each call of A took, in the order of the calls, the first table first; empty
            if the file that it was read from does not say.
        seconds_b: the same of B.
    """

    KIND: ClassVar[str] = "duel of bidders"
    COLUMNS: ClassVar[tuple[Column, ...]] = (
        Column(
            "number", "integer", "of the board, from 1; dealer and vulnerability follow from it"
        ),
        Column("deal", "text", "the four hands, as in PBN"),
        Column("auction_first", "text", "the calls at the first table, where A is North-South"),
        Column("auction_second", "text", "the same at the second table, where A is East-West"),
        Column("contract_first", "text", "empty when passed out"),
        Column("contract_second", "text", "empty when passed out"),
        Column("tricks_first", "integer", "of declarer's side, double dummy; 0 when passed out"),
        Column("tricks_second", "integer", "likewise"),
        Column("score_first", "integer", "the points of North-South"),
        Column("score_second", "integer", "likewise"),
        Column("imps", "integer", "that A won; negative if B did"),
        Column("seconds_a", "seconds", "for each call of A, the first table first"),
        Column("seconds_b", "seconds", "the same of B"),
    )

    number: int
    deal: Deal
    first: TableOutcome
    second: TableOutcome
    seconds_a: tuple[float, ...]
    seconds_b: tuple[float, ...]

    @property
    def board(self) -> Board:
        """The board before the first call."""
        return Board.begin(self.number, deal=self.deal)

    @property
    def scores(self) -> tuple[int, int]:
        """The points of North and South at the first table and at the second."""
        vulnerability = Vulnerability.of_board(self.number)
        return self.first.score(vulnerability), self.second.score(vulnerability)

    @property
    def imps(self) -> int:
        """The IMPs that A won; negative if B did."""
        first, second = self.scores
        return imps(first - second)

    @property
    def is_same(self) -> bool:
        """Whether both tables reached the same contract by the same declarer."""
        return self.first.contract == self.second.contract

    @property
    def kinds(self) -> tuple[str, str]:
        """What A's contract is and what B's is, of `contracts.KINDS`.

        Of the two tables, A's is the one at which it holds the cards of the side that declares at
        both. If both sides declare, the side with more high-card points counts, North and South if
        they have as many.
        """
        tables = (self.first, self.second)
        kinds = contract_kind(self.first.auction), contract_kind(self.second.auction)
        sides = {table.contract.declarer.side for table in tables if table.contract}
        if len(sides) == 2:
            north, east, south, west = (hand.hcp for hand in self.deal.hands)
            sides = {Side.NS if north + south >= east + west else Side.EW}
        return kinds[::-1] if sides == {Side.EW} else kinds

    @property
    def dealt(self) -> str:
        """The deal."""
        return str(self.deal)

    @property
    def measures(self) -> dict[str, float]:
        """The IMPs of A, and the points of North-South at each table."""
        first, second = self.scores
        return {"IMPs of A": self.imps, "points, A North-South": first, "B North-South": second}

    def to_row(self) -> dict[str, str]:
        """The texts of `COLUMNS`."""
        row = {"number": str(self.number), "deal": str(self.deal), "imps": str(self.imps)}
        tables = {"first": self.first, "second": self.second}
        for (name, table), score in zip(tables.items(), self.scores, strict=True):
            row[f"auction_{name}"] = str(table.auction)
            row[f"contract_{name}"] = str(table.contract or "")
            row[f"tricks_{name}"] = str(table.tricks)
            row[f"score_{name}"] = str(score)
        for letter, seconds in (("a", self.seconds_a), ("b", self.seconds_b)):
            row[f"seconds_{letter}"] = " ".join(f"{each:.6f}" for each in seconds)
        return row

    @classmethod
    def from_row(cls, row: dict[str, str]) -> Self:
        """The outcome of the texts that `to_row` makes.

        Raises:
            RowError: if they are not.
        """
        try:
            number = int(row["number"])
            found = cls(
                number,
                Deal.parse(row["deal"]),
                _table(row, "first", number),
                _table(row, "second", number),
                _seconds(row["seconds_a"]),
                _seconds(row["seconds_b"]),
            )
            _check_imps(found, row["imps"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RowError.of(row, error) from None
        return found


def _table(row: dict[str, str], name: str, number: int) -> TableOutcome:
    auction = Auction(dealer_of_board(number))
    for call in row[f"auction_{name}"].split():
        auction = auction.with_call(Call.parse(call))
    if not auction.is_over:
        raise ValueError(f"the auction is not over: {auction}")
    tricks = int(row[f"tricks_{name}"])
    if not 0 <= tricks <= 13:
        raise ValueError(f"{tricks} tricks")
    return TableOutcome(auction, tricks)


def _check_imps(outcome: BoardOutcome, text: str) -> None:
    if str(outcome.imps) != text:
        raise ValueError(f"{text} IMPs, but the contracts say {outcome.imps}")


def _seconds(text: str) -> tuple[float, ...]:
    return tuple(map(float, text.split()))
