"""The results of one deal that two sides bid at two tables."""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import field, frozen

from bluechip_bot.lab.bidding.table import auction_of, contract_kind, points
from bluechip_bot.lab.rows import ColumnMeaning, Row
from bluechip_bot.model import Auction, Board, Call, Contract, Deal, Side, dealer_of_board, imps


@frozen
class BoardOutcome(Row):
    """A deal bid at two tables; times are empty in a file that does not say them."""

    KIND: ClassVar[str] = "duel of bidders"
    number: Annotated[
        int, ColumnMeaning("of the board, from 1; dealer and vulnerability follow from it")
    ]
    deal: Annotated[Deal, ColumnMeaning("the four hands, as in PBN")]
    auction_first: Annotated[
        tuple[Call, ...], ColumnMeaning("the calls at the first table, where A is North-South")
    ]
    auction_second: Annotated[
        tuple[Call, ...], ColumnMeaning("the same at the second table, where A is East-West")
    ]
    contract_first: Annotated[Contract | None, ColumnMeaning("empty when passed out")] = field(
        init=False
    )
    contract_second: Annotated[Contract | None, ColumnMeaning("empty when passed out")] = field(
        init=False
    )
    tricks_first: Annotated[
        int, ColumnMeaning("of declarer's side, double dummy; 0 when passed out")
    ]
    tricks_second: Annotated[int, ColumnMeaning("likewise")]
    score_first: Annotated[int, ColumnMeaning("the points of North-South")] = field(init=False)
    score_second: Annotated[int, ColumnMeaning("likewise")] = field(init=False)
    imps: Annotated[int, ColumnMeaning("that A won; negative if B did")] = field(init=False)
    seconds_a: Annotated[
        tuple[float, ...],
        ColumnMeaning("for each call of A, the first table first", ".6f", seconds=True),
    ]
    seconds_b: Annotated[tuple[float, ...], ColumnMeaning("the same of B", ".6f", seconds=True)]

    def __attrs_post_init__(self) -> None:
        scores = []
        for table, auction in zip(("first", "second"), self.auctions, strict=True):
            if not auction.is_over:
                raise ValueError(f"the auction is not over: {auction}")
            if not 0 <= (tricks := getattr(self, f"tricks_{table}")) <= 13:
                raise ValueError(f"{tricks} tricks")
            scores.append(points(auction.contract, tricks, self.board.vulnerability))
            object.__setattr__(self, f"contract_{table}", auction.contract)
            object.__setattr__(self, f"score_{table}", scores[-1])
        object.__setattr__(self, "imps", imps(scores[0] - scores[1]))

    @property
    def board(self) -> Board:
        """The board before the first call."""
        return Board.begin(self.number, deal=self.deal)

    @property
    def auctions(self) -> tuple[Auction, Auction]:
        """That of the table at which A is North and South, and of that at which A is East-West."""
        dealer = dealer_of_board(self.number)
        return auction_of(dealer, self.auction_first), auction_of(dealer, self.auction_second)

    @property
    def kinds(self) -> tuple[str, str]:
        """The kinds of A's and of B's contract, of `contracts.KINDS`.

        Of the two tables, A's is the one at which it holds the cards of the side that declares at
        both. If both sides declare, the side with more high-card points counts, North and South if
        they have as many.
        """
        contracts = self.contract_first, self.contract_second
        kinds = contract_kind(contracts[0]), contract_kind(contracts[1])
        sides = {contract.declarer.side for contract in contracts if contract}
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
        points = {"points, A North-South": self.score_first, "B North-South": self.score_second}
        return {"IMPs of A": self.imps, **points}
