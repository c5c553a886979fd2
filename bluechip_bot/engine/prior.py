"""The layouts that hard facts and statements allow, before the cards played are judged.

Statements may contradict each other or the facts: a psyche, a wrong reading, a foreign system. The
more reliable ones are kept. A statement is left out only if no layout agrees with it, the facts and
every kept statement that ranks higher. Statements rank by reliability, equals in the order given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import evolve, frozen

from bluechip_bot.constraints import HandConstraint, HardFacts, Predicate, Reliability, Statement
from bluechip_bot.model import Card, Hand, Seat
from solver import SolverError, WorldSampler

_BROKEN: Final = -20.0
"""The log-likelihood of each predicate that a layout breaks."""


class FactError(ValueError):
    """A declaration that cannot be true: a card in two hands, or in a hand without room for it."""


@frozen(eq=False)
class LayoutPrior:
    """The distribution of layouts before the cards played are judged.

    Attributes:
        sampler: draws them, in proportion to the weights of the kept statements.
        facts: the hard facts, with the cards that kept statements declare.
        predicates: conditions of the kept statements that the sampler does not apply, by seat.
        relaxed: the sources of the statements that were left out.
    """

    sampler: WorldSampler
    facts: HardFacts
    predicates: tuple[tuple[Seat, Predicate], ...]
    relaxed: tuple[str, ...]

    def draw(self, n: int, seed: int) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.float64]]:
        """Draw n independent layouts, weighted by the statements; predicates are not applied.

        They are uint64[n, 4], the hands as dealt, and float64[n], weights whose mean is 1.
        """
        sample = self.sampler.draw(n, seed, complete=False)
        return sample.worlds | np.array(self.facts.played, dtype=np.uint64), sample.weights

    def log_predicates(self, dealt: npt.NDArray[np.uint64]) -> npt.NDArray[np.float64]:
        """Return float64[n], the log-likelihood of each dealt layout by the predicates."""
        logs = np.zeros(len(dealt))
        for seat, predicate in self.predicates:
            logs += np.where(predicate.holds(dealt[:, seat]), 0.0, _BROKEN)
        return logs


def make_prior(facts: HardFacts, statements: Iterable[Statement]) -> LayoutPrior:
    """Return the prior; statements that contradict facts or more reliable ones are left out.

    Raises:
        FactError: if a declared card cannot be where it is declared to be.
        SolverError: if the facts contradict each other; the message names the fact.
    """
    _sampler(facts, {})  # raises if the facts alone contradict each other
    statements = tuple(statements)
    _check_declared(facts, statements)
    about = [statement for statement in statements if facts.vacant[statement.seat]]
    ranked = sorted(about, key=lambda statement: -statement.reliability)
    prior = _attempt(facts, ranked)
    if prior is not None:
        return prior
    kept: list[Statement] = []
    best = _attempt(facts, kept)
    for statement in ranked:
        prior = _attempt(facts, [*kept, statement])
        if prior is not None:
            best = prior
            kept.append(statement)
    assert best is not None, "the facts alone allow a layout"
    left_out = [statement.source for statement in ranked if statement not in kept]
    return evolve(best, relaxed=tuple(left_out))


def _attempt(facts: HardFacts, statements: Sequence[Statement]) -> LayoutPrior | None:
    """Return the prior of all the statements, or None if no layout agrees with them."""
    constraints: dict[Seat, HandConstraint] = {}
    for statement in statements:
        known = constraints.get(statement.seat)
        both = statement.constraint if known is None else known.intersect(statement.constraint)
        if both is None:
            return None
        constraints[statement.seat] = both
    placed = _place(facts, constraints)
    if placed is None:
        return None
    try:
        sampler = _sampler(placed, constraints)
    except SolverError:
        return None  # the facts alone are sound
    if not len(sampler.draw(1, 0).worlds):
        return None  # to draw one is much quicker than to count all
    predicates = tuple(
        (seat, predicate)
        for seat, constraint in constraints.items()
        for predicate in constraint.predicates
    )
    return LayoutPrior(sampler, placed, predicates, ())


def _check_declared(facts: HardFacts, statements: Iterable[Statement]) -> None:
    """Raise `FactError` if a card cannot be where a statement declares it to be."""
    placed = [0, 0, 0, 0]
    for statement in statements:
        if statement.reliability is not Reliability.DECLARED:
            continue
        seat, declared = statement.seat, statement.constraint.has.mask
        own = facts.held[seat] | facts.played[seat]
        reason = f"{statement.source}: {seat} cannot hold"
        if away := Hand(declared & ~(own | (facts.hidden if facts.vacant[seat] else 0))):
            raise FactError(f"{reason} {_names(away)}, seen elsewhere")
        new = Hand(declared & ~own)
        placed[seat] |= new.mask
        for other in Seat:
            if other is not seat and (twice := Hand(placed[other] & new.mask)):
                raise FactError(f"{reason} {_names(twice)}, declared to be with {other}")
        if void := [card for card in new if facts.void[seat] >> card.suit & 1]:
            raise FactError(f"{reason} {_names(void)}: he has shown out")
        if placed[seat].bit_count() > facts.vacant[seat]:
            cards = _names(Hand(placed[seat]))
            raise FactError(f"{reason} all of {cards}: he has room for {facts.vacant[seat]}")


def _names(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _place(facts: HardFacts, constraints: dict[Seat, HandConstraint]) -> HardFacts | None:
    """Return the facts with the cards that constraints place in hands; None if that cannot be."""
    held, vacant, hidden = list(facts.held), list(facts.vacant), facts.hidden
    for seat, constraint in constraints.items():
        cards = constraint.has.mask & ~facts.played[seat] & ~held[seat]
        if cards & ~hidden:
            return None
        held[seat] |= cards
        vacant[seat] -= cards.bit_count()
        hidden &= ~cards
        if vacant[seat] < 0 or any(
            facts.void[seat] >> suit & 1 and cards >> 13 * suit & 0x1FFF for suit in range(4)
        ):
            return None
    return evolve(
        facts,
        held=(held[0], held[1], held[2], held[3]),
        vacant=(vacant[0], vacant[1], vacant[2], vacant[3]),
        hidden=hidden,
    )


def _sampler(facts: HardFacts, constraints: dict[Seat, HandConstraint]) -> WorldSampler:
    boxes: list[npt.NDArray[np.int16] | None] = [None] * 4
    weights: list[npt.NDArray[np.float64] | None] = [None] * 4
    lacks = [0] * 4
    for seat, constraint in constraints.items():
        boxes[seat], weights[seat] = constraint.union.arrays()
        lacks[seat] = constraint.lacks.mask
    return WorldSampler(
        facts.hidden,
        facts.vacant,
        held=facts.held,
        played=facts.played,
        shown_out=facts.void,
        lacks=lacks,
        boxes=boxes,
        weights=weights,
    )
