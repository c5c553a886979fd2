"""The test for dropping a card: its results compared with those of others in the same worlds.

Cards differ less within a world than worlds do, so results are compared in pairs: what counts is by
how much a card fell behind in each world, and how much that varied.

Time is best spent on the two cards that will be left to choose from. So a card drops out early when
two others lead it, even by little, but the last rival only when it is clearly worse (compare J.-Y.
Audibert, S. Bubeck, R. Munos, *Best Arm Identification in Multi-Armed Bandits*, 2010, section 3).
"""

from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from bluechip_bot.engine.settings import VoteSettings

_SETTINGS: Final = VoteSettings()
LOOKS: Final = tuple(sorted({16 << n for n in range(12)} | {24 << n for n in range(12)}))
"""The numbers of worlds after which cards are compared."""
_RIVALS: Final = 2
"""The number of cards that stay until one of them is clearly worse."""


class VoteRace(NamedTuple):
    """The rule by which cards drop out of a vote.

    Attributes:
        error: the chance, each time that cards are compared, that a card as good as the best one is
            dropped; 0 keeps all.
        thinning: that chance while more than two cards are left; not below `error`.
        margin: by how much a card must be worse, as a share of the worlds.
        rate: the worth of one more trick, as a share of the worth of the target; 0 if tricks decide
            only between cards that reach the target equally often.
        uncounted: while no tricks have been counted, the most tricks by which one card may be worth
            more than another.
        alike: the number of worlds after which cards without any difference are taken for equal.
    """

    error: float = 0.0
    thinning: float = 0.0
    margin: float = 0.0
    rate: float = 0.0
    uncounted: float = _SETTINGS.uncounted
    alike: int = _SETTINGS.alike


NO_RACE: Final = VoteRace()
"""A race in which no card drops out."""


def dropped(
    race: VoteRace,
    reached: npt.NDArray[np.int8],
    tricks: npt.NDArray[np.int8] | None,
    weights: npt.NDArray[np.int64],
    head_start: npt.NDArray[np.float64],
) -> npt.NDArray[np.bool_]:
    """Return bool[k]: whether each card drops out.

    Args:
        reached: int8[n, k], 1 where a card reaches the target in a world.
        tricks: int8[m, k], its tricks in the first m of these worlds, or None.
        weights: int64[n], the weight of each world.
        head_start: float64[k], the worth of each card apart from its results, as a share of the
            worlds.
    """
    behind = _errors_behind(race, reached, tricks, weights, head_start)
    out = behind > _errors(race.error)
    lax = _errors(race.thinning)
    for card in np.argsort(-behind, kind="stable"):
        if np.count_nonzero(~out) <= _RIVALS or behind[card] <= lax:
            break
        out[card] = True
    return out


def _errors(chance: float) -> float:
    """Return the number of standard errors that a normal variable exceeds with this probability."""
    return NormalDist().inv_cdf(1 - chance) if chance else float("inf")


def _errors_behind(
    race: VoteRace,
    reached: npt.NDArray[np.int8],
    tricks: npt.NDArray[np.int8] | None,
    weights: npt.NDArray[np.int64],
    head_start: npt.NDArray[np.float64],
) -> npt.NDArray[np.float64]:
    """Return float64[k]: by how many standard errors each card is behind the best one."""
    shares = weights / weights.sum()
    if tricks is None or not race.rate:
        leader = int(np.argmax(shares @ reached + head_start))
        unknown = race.rate * race.uncounted if tricks is None else 0.0
        behind, error = _lag(reached, shares, leader, race.margin + unknown)
        lag: npt.NDArray[np.float64] = (behind + head_start[leader] - head_start) / error
        return lag
    some = weights[: len(tricks)] / weights[: len(tricks)].sum()
    leader = int(np.argmax(shares @ reached + race.rate * (some @ tricks) + head_start))
    behind, error = _lag(reached, shares, leader, race.margin)
    more, spread = _lag(tricks, some, leader)
    behind += race.rate * more + head_start[leader] - head_start
    # The errors are added as if they were correlated: too large rather than too small.
    return behind / (error + race.rate * spread)


def _lag(
    results: npt.NDArray[np.int8],
    shares: npt.NDArray[np.float64],
    leader: int,
    margin: float = 0.0,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return how far beyond `margin` cards are behind the leader, and the error: float64[k] each.

    The error is a standard error. One world in which the leader is better by 1 is added to the
    variance, so that a few worlds without a difference are no proof that there is none. `results`
    is int8[n, k], by world and card; `shares` is float64[n], weights whose sum is 1.
    """
    behind = (results[:, [leader]] - results) - margin
    squares = shares**2 @ behind**2 + shares.max() ** 2
    return shares @ behind, np.sqrt(squares)
