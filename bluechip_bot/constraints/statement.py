"""Evidence: hard facts, constraints with their source, and likelihoods of single acts."""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol

from attrs import frozen

from bluechip_bot.constraints.batch import Floats, HandMasks
from bluechip_bot.constraints.constraint import HandConstraint
from bluechip_bot.constraints.facts import HardFacts
from bluechip_bot.model.cards import Seat


class Reliability(IntEnum):
    """How firm a statement is; if statements contradict, the least reliable is relaxed first."""

    SIGNAL = 1
    STRANGER_CALL = 2
    OPPONENT_CALL = 3
    PARTNER_CALL = 4
    DECLARED = 5


@frozen
class Statement:
    """A constraint of one hand as dealt, with its source.

    Attributes:
        seat: the holder of the hand.
        constraint: what the hand is said to be.
        source: where the statement comes from, in words.
        reliability: how firm it is.
    """

    seat: Seat
    constraint: HandConstraint
    source: str
    reliability: Reliability

    def __str__(self) -> str:
        return f"{self.seat}: {self.constraint} ({self.source})"


class Likelihood(Protocol):
    """The probability of one observed act, by the hand of the player who acted."""

    @property
    def name(self) -> str:
        """The act in words, as `East discarded H7`."""

    @property
    def seat(self) -> Seat:
        """The player who acted."""

    def log(self, dealt: HandMasks) -> Floats:
        """The natural logarithm of the likelihood of each hand as dealt: float64[n] from uint64[n].

        It is exact up to a constant that does not depend on the hand.
        """


@frozen
class Evidence:
    """The evidence of a seat on the hands that it does not see.

    Attributes:
        facts: what is certain.
        statements: what the calls show of hands as dealt, each with its reliability.
        likelihoods: the likelihoods of the calls, by replay, and of the cards played.
        own: what the calls show of the seat's own hand, as the others read them.
    """

    facts: HardFacts
    statements: tuple[Statement, ...]
    likelihoods: tuple[Likelihood, ...]
    own: tuple[Statement, ...] = ()
