"""Where an auction ends, and how likely it is that opponents at a table would have doubled.

The book doubles too seldom what goes down: in simulations of the book alone, a sacrifice or a game
on too little costs less than at a table. The chances were fitted to records of robots and experts;
they depend on the level, on whether the opponents had bid four or more themselves, and on the
tricks, which stand for what the doubler sees of them.
"""

from __future__ import annotations

from attrs import frozen

from bluechip_bot.model import PASS, Auction, Contract, Side
from bluechip_bot.simulation.price import DoubleChances, DoubleRates

NEVER = DoubleChances(0.0, 0.0, 0.0, 0.0)
"""Of contracts that are doubled already, or that nobody else would."""
_HIGH = 4
"""The level from which contracts, and their opponents' bids, count as high."""


@frozen
class AuctionEnding:
    """Where an auction ends.

    Attributes:
        contract: the contract; None if all pass.
        doubles: the chances that it would have been doubled.
    """

    contract: Contract | None
    doubles: DoubleChances = NEVER

    def chance(self, tricks: int) -> float:
        """The chance that the contract would have been doubled, by declarer's tricks."""
        if self.contract is None:
            return 0.0
        doubles, down = self.doubles, 6 + self.contract.level - tricks
        if down <= 0:
            return doubles.made
        return (doubles.one, doubles.two, doubles.more)[min(down, 3) - 1]


def ending(auction: Auction, side: Side, doubles: DoubleRates) -> AuctionEnding:
    """How an auction of the book's ends.

    Args:
        auction: an auction that is over, or has been given up.
        side: ours. What the opponents would play undoubled stays so: to double it is our choice.
        doubles: the chances in contested auctions.
    """
    contract = auction.contract
    if contract is None or contract.doubled or contract.declarer.side is not side:
        return AuctionEnding(contract)
    name = fight_name(auction, contract)
    return AuctionEnding(contract, NEVER if name is None else getattr(doubles, name))


def fight_name(auction: Auction, contract: Contract) -> str | None:
    """Which of `DoubleRates` a contract belongs to; None if its opponents only passed."""
    theirs = [
        call
        for index, call in enumerate(auction.calls)
        if call != PASS and auction.caller(index).side is not contract.declarer.side
    ]
    if not theirs:
        return None
    if any(call.is_bid and call.level >= _HIGH for call in theirs):
        return "fought"
    return "high" if contract.level >= _HIGH else "low"
