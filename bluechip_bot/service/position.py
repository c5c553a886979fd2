"""The evidence in a position: its calls, the constraints given with it, and the cards played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.constraints import Evidence, HandConstraint, Reliability, Statement
from bluechip_bot.engine import FactError, make_prior
from bluechip_bot.formats.problem import PlayProblem, ProblemError
from bluechip_bot.inference import evidence
from bluechip_bot.inference.evidence import AuctionEvidence
from bluechip_bot.model import Seat
from bluechip_bot.player.assembly import PlayerAssembly


def known_of(problem: PlayProblem, parts: PlayerAssembly, *, cards: bool = True) -> Evidence:
    """All evidence in a position: from the calls, if it has any, the constraints and the cards.

    Without `cards`, the cards played count only for what they prove, not for players' habits.
    """
    systems = _partnership(problem, parts)
    known = evidence(problem.board, problem.observer, parts.inference, systems)
    calls = known.statements if problem.has_auction else ()
    statements = (*calls, *declared_of(problem))
    return Evidence(known.facts, statements, known.likelihoods if cards else ())


def single_statements(problem: PlayProblem, parts: PlayerAssembly) -> tuple[Statement, ...]:
    """The statements of each call and each constraint, one by one."""
    bidder = _partnership(problem, parts).bidder(problem.observer.side)
    said = AuctionEvidence.of(problem.board, problem.observer, bidder)
    calls = said.single_statements() if problem.has_auction else ()
    return (*calls, *declared_of(problem))


def declared_of(problem: PlayProblem) -> tuple[Statement, ...]:
    """The constraints given with a position, as statements."""
    return tuple(_declared(seat, spec) for seat, spec in problem.constraints.items())


def _partnership(problem: PlayProblem, parts: PlayerAssembly) -> Partnership:
    """The systems of both sides; for the opponents, the ones that the bot assumes of strangers."""
    return parts.partnership() if problem.has_auction else Partnership()


def _declared(seat: Seat, spec: Mapping[str, Any]) -> Statement:
    constraint = HandConstraint.from_spec(spec, f"constraint_spec.{seat.letter}")
    return Statement(seat, constraint, f"declared of {seat}", Reliability.DECLARED)


def layouts_of(problem: PlayProblem, known: Evidence) -> int:
    """The number of layouts of the hidden hands that agree with the hard facts; 1 or more."""
    try:
        prior = make_prior(known.facts, known.statements)
    except FactError:
        raise
    except ValueError as error:
        raise ProblemError(f"no layout agrees with the cards played: {error}") from None
    hands = problem.board.seen_by(problem.observer).hands
    for said in declared_of(problem):
        hand = hands[said.seat]
        where = f"constraint_spec.{said.seat.letter}"
        if hand is None:
            if said.source in prior.relaxed:
                raise ProblemError(
                    f"{where}: no layout agrees with it, the hands seen, the cards played and the "
                    "other constraints: correct it, or leave it out"
                )
        elif not said.constraint.weights(np.array([hand.mask], dtype=np.uint64))[0]:
            raise ProblemError(f"{where}: {said.seat} is seen to hold {hand}: leave it out")
    return prior.sampler.layouts
