"""The worth of contracts on many deals by estimated tricks: points and IMPs, no search."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from bluechip_bot.model import Call, Contract, Seat, Strain
from bluechip_bot.model.scoring import IMP_STEPS, duplicate_score
from bluechip_bot.simulation.estimate import TrickNetworks, suit_features, trumps_first

_STRAINS: Final = tuple(map(Strain.from_bidding_rank, range(5)))

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


@cache
def score_table() -> Ints:
    """Declarer's points: int64[bid as a call, doubled, vulnerable, tricks]; 0 without a bid."""
    found = np.zeros((38, 3, 2, 14), np.int64)
    for bid in range(3, 38):
        call = Call(bid)
        for doubled in range(3):
            contract = Contract(call.level, call.strain, Seat.NORTH, doubled)
            for vulnerable in range(2):
                for tricks in range(14):
                    found[bid, doubled, vulnerable, tricks] = duplicate_score(
                        contract, tricks, vulnerable=bool(vulnerable)
                    )
    return found


def imps(points: Ints) -> Ints:
    """The IMPs of differences of points, of the same shape."""
    return np.sign(points) * np.searchsorted(np.array(IMP_STEPS), np.abs(points), side="right")


class EstimatedDeals:
    """The tricks of many deals, as estimated, with some draws of luck.

    Args:
        networks: what estimates tricks.
        hands: uint64[n, 4], from the dealer on.
        vulnerable: uint8[n], bit 0 for the dealer's side.
        draws: how often the luck of a deal is drawn, stratified; 0 for the estimate itself.
        rng: draws the luck.
    """

    def __init__(
        self,
        networks: TrickNetworks,
        hands: npt.NDArray[np.uint64],
        vulnerable: npt.NDArray[np.uint8],
        draws: int,
        rng: np.random.Generator,
    ) -> None:
        self._vulnerable = vulnerable
        count = len(hands)
        self.estimates = np.empty((count, 4, 5), np.float32)
        errors = np.empty(5, np.float32)
        for seat in Seat:
            suits = suit_features(hands, seat)
            for rank, strain in enumerate(_STRAINS):
                network = networks.notrump if strain.suit is None else networks.suit
                self.estimates[:, seat, rank] = network.tricks(trumps_first(suits, strain))
                errors[rank] = network.error
        strata = np.tile(np.arange(max(draws, 1)), (count, 5, 1))
        chance = (rng.permuted(strata, axis=2) + rng.random(strata.shape)) / max(draws, 1)
        # The logistic form of the normal distribution's quantile is close enough for luck.
        luck = np.log(chance / (1 - chance)) / 1.702 * (draws > 0)
        self._luck = (luck * errors[:, np.newaxis]).astype(np.float32)

    def points(self, deals: Ints, contracts: npt.NDArray[np.int8]) -> Ints:
        """The points of the dealer's side in contracts, for each draw: int64[k, draws].

        Args:
            deals: int64[k], the deals of the contracts.
            contracts: int8[k, 3], as `Tables.contracts` has them.
        """
        bid, declarer, doubled = contracts.T.astype(np.int64)
        rank = (bid - 3) % 5
        side = declarer & 1
        luck = self._luck[deals, rank] * (1 - 2 * side)[:, np.newaxis]
        tricks = np.rint(self.estimates[deals, declarer & 3, rank][:, np.newaxis] + luck)
        tricks = np.clip(tricks, 0, 13).astype(np.int64)
        vulnerable = self._vulnerable[deals] >> side & 1
        points = score_table()[
            bid[:, np.newaxis], doubled[:, np.newaxis], vulnerable[:, np.newaxis], tricks
        ]
        return np.asarray(points * (1 - 2 * side)[:, np.newaxis], np.int64)
