"""The deals of a duel: a contract by South, and what the bidding has shown of North and South.

The same ranges make the deals and are told to the defenders. Cazenave and Ventos (*The αμ Search
Algorithm for the Game of Bridge*, 2021) play 3NT after 1NT-3NT and 7NT without giving theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from types import MappingProxyType
from typing import Final

from attrs import frozen

from bluechip_bot.constraints import Box, HandConstraint, Reliability, Statement
from bluechip_bot.lab.duel.lead import LeadRule
from bluechip_bot.model import Board, Call, Called, Contract, Deal, Seat, Vulnerability

_NOBODY: Final = Vulnerability.parse("None")


@frozen
class Conditions:
    """The conditions that all deals of a duel meet.

    Attributes:
        contract: what South plays.
        calls: an auction that ends in it, South dealer.
        north: North's hand.
        south: South's hand.
        lead: how West leads, where a rule leads for him.
    """

    contract: Contract
    calls: tuple[Call, ...]
    north: HandConstraint
    south: HandConstraint
    lead: LeadRule

    @property
    def statements(self) -> tuple[Statement, Statement]:
        """The statements on North's and South's hands that everybody knows."""
        return (
            Statement(Seat.NORTH, self.north, "North's calls", Reliability.OPPONENT_CALL),
            Statement(Seat.SOUTH, self.south, "South's calls", Reliability.OPPONENT_CALL),
        )

    def begin(self, number: int, deal: Deal) -> Board:
        """A deal after the auction, all hands known, nobody vulnerable."""
        board = Board.begin(number, Seat.SOUTH, _NOBODY, deal)
        for call in self.calls:
            board = board.apply(Called(board.auction.turn, call))
        return board


def _notrump_opening() -> HandConstraint:
    """15-17 points, balanced (4-3-3-3, 4-4-3-2, 5-3-3-2), no major of five cards."""
    shapes = [
        shape
        for shape in product(range(2, 5), range(2, 5), range(2, 6), range(2, 6))
        if sum(shape) == 13 and shape.count(2) <= 1
    ]
    boxes = (Box((15, 17), ((s, s), (h, h), (d, d), (c, c))) for s, h, d, c in shapes)
    return HandConstraint.of(*boxes)


def _calls(text: str) -> tuple[Call, ...]:
    return tuple(map(Call.parse, text.split()))


CONDITIONS: Final[Mapping[str, Conditions]] = MappingProxyType(
    {
        "3NT": Conditions(
            Contract.parse("3NT-S"),
            _calls("1NT P 3NT P P P"),
            north=HandConstraint.parse("10-15 HCP, 1-3 S, 1-3 H, 1-5 D, 1-5 C"),
            south=_notrump_opening(),
            lead="fourth",
        ),
        "4S": Conditions(
            Contract.parse("4S-S"),
            _calls("1S P 4S P P P"),
            north=HandConstraint.parse("8-12 HCP, 3-4 S, 1-5 H, 1-5 D, 1-5 C"),
            south=HandConstraint.parse("13-17 HCP, 5-6 S, 1-4 H, 1-5 D, 1-5 C"),
            lead="fourth",
        ),
        "7NT": Conditions(
            Contract.parse("7NT-S"),
            _calls("7NT P P P"),
            north=HandConstraint.parse("15-17 HCP, 2-6 S, 2-6 H, 2-6 D, 2-6 C"),
            south=HandConstraint.parse("18-20 HCP, 2-6 S, 2-6 H, 2-6 D, 2-6 C"),
            lead="passive",
        ),
    }
)
"""By contract."""
