"""Random deals that one side bids alone, and the tricks of its two hands.

Of each random deal the side with more points bids, and the other passes. Its best contract is the
one with the highest mean score, double dummy, over the deal and some other layouts of the
opponents' cards: what two good bidders could aim at, not what one layout happens to allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import count
from typing import Final

import numpy as np
from attrs import field, frozen

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.lab.bidding.par_outcome import ParOutcome, SideTricks, stronger
from bluechip_bot.lab.bidding.side import (
    BiddingSide,
    SideSpec,
    SilentSide,
    SystemSpec,
    bid_between,
    close_at_end,
    open_side,
)
from bluechip_bot.lab.bidding.table import random_deal
from bluechip_bot.model import Board, Deal, Hand, Side, Strain, four

_MEMORY_MB: Final = 64
_FIT: Final = 7
"""The cards of a suit, in both hands, with which it may be the best strain."""
_REDEALT: Final = 1 << 32
"""Between the numbers of the deals of a board that are tried; no run has so many boards."""
_LAYOUTS: Final = 2
"""The use of a seed for layouts."""

ParItem = tuple[int, SideTricks | None]
"""The number of a deal, and its tricks if they are known."""


@frozen
class ParPlan:
    """The options of a run: the deals and the bidder.

    Attributes:
        bidder: who bids.
        seed: of the deals and layouts, 0 or more.
        points: the fewest high-card points of the two hands; each deal has a side with 20.
        layouts: how many there are of the opponents' cards, the deal itself included.
        patience: the seconds that a program has for a call; no row depends on it.
    """

    bidder: SideSpec
    seed: int
    points: int = 20
    layouts: int = 8
    patience: float = 60.0

    @property
    def is_timed(self) -> bool:
        """Whether time limits a call, so that results depend on the machine."""
        thought = self.bidder.thought if isinstance(self.bidder, SystemSpec) else None
        return thought is not None and thought.seconds is not None

    @property
    def dealt(self) -> str:
        """The options on which deals and layouts depend."""
        return f"--seed {self.seed} --points {self.points} --layouts {self.layouts}"

    def open(self) -> ParPlayer:
        """Open the bidder and return the player that bids and solves deals.

        Raises:
            ConfigError: if a system is not there or cannot be used.
        """
        spec = self.bidder
        bidder = open_side("the bidder", spec, spec, patience=self.patience, seed=self.seed)
        return ParPlayer(self, bidder)


@frozen(eq=False)
class ParPlayer:
    """Bids deals and solves them.

    Attributes:
        plan: the deals.
        bidder: who bids.
    """

    plan: ParPlan
    bidder: BiddingSide
    _solver: DoubleDummy = field(factory=lambda: DoubleDummy(_MEMORY_MB), init=False)

    def play(self, item: ParItem) -> ParOutcome:
        """The outcome of a deal.

        Raises:
            SideError: if the bidder cannot make its call.
        """
        number, tricks = item
        deal = self._deal(number)
        side, silent = stronger(deal), SilentSide()
        sides = (self.bidder, silent) if side is Side.NS else (silent, self.bidder)
        board = bid_between(sides, Board.begin(number, deal=deal))
        layouts = self._layouts(number, deal)
        if tricks is None:
            first, second = deal.hands[side::2]
            both = first | second
            suits = (one for one in Strain if one is not Strain.NOTRUMP)
            fits = [suit for suit in suits if len(both.in_suit(suit)) >= _FIT]
            tricks = self._solved(layouts, side, [*fits, Strain.NOTRUMP])
        contract = board.contract
        if contract is not None and tricks.table[contract.strain, 0, 0] < 0:
            tricks = tricks.with_more(self._solved(layouts, side, [contract.strain]))
        return ParOutcome(number, deal, tricks, board.auction.calls)

    def close(self) -> None:
        """Give back what the bidder holds."""
        self.bidder.close()

    def _deal(self, number: int) -> Deal:
        """The first deal of a number that has the points."""
        deals = (random_deal(self.plan.seed, number + _REDEALT * tried) for tried in count())
        return next(
            deal
            for deal in deals
            if sum(hand.hcp for hand in deal.hands[stronger(deal) :: 2]) >= self.plan.points
        )

    def _layouts(self, number: int, deal: Deal) -> list[Deal]:
        """The deal, and others in which the silent side holds its cards otherwise."""
        silent = stronger(deal).other
        words = np.random.SeedSequence([self.plan.seed, number, _LAYOUTS])
        rng = np.random.Generator(np.random.PCG64(words))
        first, second = deal.hands[silent::2]
        cards = np.array([1 << int(card) for card in first | second], np.uint64)
        layouts = [deal]
        while len(layouts) < self.plan.layouts:
            mask = int(np.bitwise_or.reduce(rng.permutation(cards)[:13]))
            hands = list(deal.hands)
            hands[silent::2] = Hand(mask), (first | second) - Hand(mask)
            layouts.append(Deal(four(hands)))
        return layouts

    def _solved(self, layouts: Sequence[Deal], side: Side, strains: Sequence[Strain]) -> SideTricks:
        tables = [self._solver.table(deal, strains, (side, side + 2)) for deal in layouts]
        return SideTricks(np.stack(tables, axis=-1)[:, side::2])


def play_deal(plan: ParPlan, item: ParItem) -> ParOutcome:
    """The outcome of a deal, in a process of a worker.

    Raises:
        SideError: if the bidder cannot make its call.
    """
    return _worker_player(plan).play(item)


@cache
def _worker_player(plan: ParPlan) -> ParPlayer:
    """The player of this process, closed when the process ends or is ended."""
    player = plan.open()
    close_at_end(player.close)
    return player
