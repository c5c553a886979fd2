"""Evidence: hard facts, constraints with their source, and likelihoods of single acts."""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol, Self, TypeAlias

from attrs import frozen

from bluechip_bot.constraints.batch import Floats, HandMasks
from bluechip_bot.constraints.constraint import HandConstraint
from bluechip_bot.model import Board, Seat, four

Four: TypeAlias = tuple[int, int, int, int]


@frozen
class HardFacts:
    """The certain facts of all four hands; tuples are by seat, N E S W, and cards are masks.

    `held` are the cards known to be in each hand now, `hidden` those whose holder is unknown.
    `vacant` is how many of the hidden cards each seat holds, `void` the suits in which it has shown
    out, bit number = suit.
    """

    held: Four
    played: Four
    hidden: int
    vacant: Four
    void: Four

    @classmethod
    def of(cls, board: Board, seat: Seat) -> Self:
        """The facts that a seat other than dummy knows; hands that it does not see are ignored."""
        board = board.seen_by(seat)
        left = [board.remaining(index) for index in range(4)]
        unplayed = [13 - played.bit_count() for played in board.played]
        return cls(
            held=four(0 if hand is None else hand.mask for hand in left),
            played=board.played,
            hidden=board.hidden.mask,
            vacant=four(
                n if hand is None else 0 for n, hand in zip(unplayed, board.hands, strict=True)
            ),
            void=board.void,
        )


class Reliability(IntEnum):
    """The firmness of a statement; of contradictory ones, the least reliable is relaxed first."""

    SIGNAL = 1
    STRANGER_CALL = 2
    OPPONENT_CALL = 3
    PARTNER_CALL = 4
    DECLARED = 5


@frozen
class Statement:
    """A constraint on one hand as dealt, with its source in words and its reliability."""

    seat: Seat
    constraint: HandConstraint
    source: str
    reliability: Reliability


class Likelihood(Protocol):
    """The probability of one observed act, by the hand of the player who acted."""

    @property
    def name(self) -> str:
        """The act in words, as `East discarded H7`."""

    @property
    def seat(self) -> Seat:
        """The player who acted."""

    def log(self, dealt: HandMasks) -> Floats:
        """The logarithm of the likelihood of each hand as dealt, up to a constant: float64[n]."""


@frozen
class Evidence:
    """The evidence that a seat has about the hands that it does not see.

    The likelihoods are those of the calls, by replay, and of the cards played. `own` is what the
    calls show of the seat's own hand, as the others read them.
    """

    facts: HardFacts
    statements: tuple[Statement, ...]
    likelihoods: tuple[Likelihood, ...]
    own: tuple[Statement, ...] = ()
