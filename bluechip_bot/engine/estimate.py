"""What cards are worth: a long sample that voted corrects a short one that was searched deep.

The value of a card by alpha-mu is its double-dummy value less what is lost by not seeing the other
hands. The loss varies little from world to world and a few worlds tell it; the double-dummy value
varies much, and the vote has it from many. So the estimate is the search's value, plus the vote of
all worlds less the vote of the worlds that were searched (a control variate; see P. Glasserman,
*Monte Carlo Methods in Financial Engineering*, 2003, section 4.1).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bluechip_bot.engine.deepening import Stage
from solver.alphamu.result import CardValue
from solver.dd.pimc import Ranking

_DIGITS = 9
"""Digits to which values are compared: equal ones must not differ by rounding."""


def estimate(
    stage: Stage,
    payoff: npt.NDArray[np.float64],
    ranking: Ranking,
    counts: npt.NDArray[np.int64],
    *,
    correct: bool,
) -> dict[int, CardValue]:
    """The share of what can be had, by legal card; a little below 0 or above 1 if corrected.

    Args:
        stage: a sample that was searched: the first of the worlds.
        payoff: what tricks are worth in it.
        ranking: the vote of the first worlds.
        counts: int64[n], what each world counts.
        correct: whether to correct by the vote, if that is of more worlds. It is about the target
            alone, so the payoffs must be, nearly.
    """
    shift = dict.fromkeys(map(int, ranking.cards), 0.0)
    if correct and ranking.worlds > stage.worlds:
        voted = counts[: ranking.worlds]
        every = voted @ ranking.won / voted.sum()
        some = voted[: stage.worlds] @ ranking.won[: stage.worlds] / voted[: stage.worlds].sum()
        shift = dict(zip(shift, (every - some).tolist(), strict=True))
    return {
        card: CardValue(round(stage.share(value, payoff) + shift[card], _DIGITS), exact)
        for card, (value, exact) in stage.result.cards.items()
    }
