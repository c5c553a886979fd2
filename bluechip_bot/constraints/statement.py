"""Statements: constraints with their source, and likelihoods of single acts."""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol

from attrs import frozen

from bluechip_bot.constraints.batch import Floats, Hands
from bluechip_bot.constraints.constraint import HandConstraint
from bluechip_bot.model.cards import Seat


class Reliability(IntEnum):
    """How firm a statement is: where statements contradict, the lowest is relaxed first."""

    SIGNAL = 1
    STRANGER_CALL = 2
    OPPONENT_CALL = 3
    PARTNER_CALL = 4
    DECLARED = 5


@frozen
class Statement:
    """What is said of one hand as dealt.

    Attributes:
        seat: whose hand.
        constraint: what is said.
        source: where it comes from, in words.
        reliability: how firm it is.
    """

    seat: Seat
    constraint: HandConstraint
    source: str
    reliability: Reliability

    def __str__(self) -> str:
        return f"{self.seat}: {self.constraint} ({self.source})"


class Likelihood(Protocol):
    """How likely one observed act is, by the hand of the player who did it."""

    @property
    def name(self) -> str:
        """The act in words, as `East discarded H7`."""

    @property
    def rule(self) -> str:
        """The name of the rule that it was judged by."""

    @property
    def seat(self) -> Seat:
        """Who acted."""

    def log(self, dealt: Hands) -> Floats:
        """The natural log of the likelihood for each hand as dealt: float64[n] from uint64[n].

        Up to a constant that does not depend on the hand.
        """
