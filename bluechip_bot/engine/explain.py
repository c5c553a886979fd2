"""The contribution of each piece of evidence to what a player knows about a hidden hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.constraints import HardFacts, Likelihood, Statement
from bluechip_bot.constraints.batch import hcp, lengths
from bluechip_bot.engine.pool import WeightedPool
from bluechip_bot.engine.prior import LayoutPrior, make_prior
from bluechip_bot.model import Seat

_DRAWS: Final = 2000
"""The layouts drawn to judge a statement."""


@frozen(eq=False)
class EvidenceContribution:
    """The contribution of one piece of evidence to what is known about a seat's hand.

    Attributes:
        source: the evidence, in words.
        bits: the information that it adds, in bits: the relative entropy of the layouts with it to
            those without it; None for a statement that was left out because it contradicts others.
        without: float64[5], the hand without it: mean high-card points, and cards in S H D C.
        with_it: float64[5], the hand with it.
    """

    source: str
    seat: Seat
    bits: float | None
    without: npt.NDArray[np.float64]
    with_it: npt.NDArray[np.float64]


def of_statements(
    facts: HardFacts, statements: Sequence[Statement], seed: int
) -> list[EvidenceContribution]:
    """Return what each statement adds to those before it; the play is ignored.

    Statements about a hand are left out if the hard facts show all its cards.
    """
    found = []
    prior = make_prior(facts, ())
    known: list[Statement] = []
    for statement in statements:
        if facts.vacant[statement.seat]:
            known.append(statement)
            before, prior = prior, make_prior(facts, known)
            found.append(_of_statement(before, prior, facts, statement, seed))
    return found


def of_likelihoods(
    pool: WeightedPool, likelihoods: Sequence[Likelihood]
) -> list[EvidenceContribution]:
    """Return what each likelihood adds to all other evidence, among the layouts of a pool."""
    return [_of_likelihood(pool, likelihood) for likelihood in likelihoods]


def _of_statement(
    before: LayoutPrior, after: LayoutPrior, facts: HardFacts, statement: Statement, seed: int
) -> EvidenceContribution:
    (old, old_weights), (new, weights) = (prior.draw(_DRAWS, seed) for prior in (before, after))
    seat, bits = statement.seat, None
    if statement.source not in after.relaxed:
        now = new & ~np.array(facts.played, dtype=np.uint64)
        ratio = after.sampler.weigh(now) / before.sampler.weigh(now)
        gain = np.log2(ratio) + np.log2(before.sampler.mass / after.sampler.mass)
        bits = max(0.0, float(np.average(gain, weights=weights)))
    return EvidenceContribution(
        statement.source,
        seat,
        bits,
        _picture(old[:, seat], old_weights),
        _picture(new[:, seat], weights),
    )


def _of_likelihood(pool: WeightedPool, likelihood: Likelihood) -> EvidenceContribution:
    seat = likelihood.seat
    hands = pool.dealt[:, seat]
    logs = likelihood.log(hands)
    with_it = pool.weights / pool.weights.sum()
    without = with_it * np.exp(logs.min() - logs)
    total = without.sum()
    gain = logs - logs.min() + np.log(total)
    return EvidenceContribution(
        likelihood.name,
        seat,
        max(0.0, float(np.dot(with_it, gain)) / float(np.log(2))),
        _picture(hands, without),
        _picture(hands, with_it),
    )


def _picture(
    hands: npt.NDArray[np.uint64], weights: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    columns = np.column_stack([hcp(hands), lengths(hands)])
    means: npt.NDArray[np.float64] = np.average(columns, axis=0, weights=weights)
    return means
