"""The hand that a player's calls show, in words that players use."""

from __future__ import annotations

import re
from functools import reduce
from typing import Final, Self

from attrs import evolve, frozen

from bluechip_bot.bidding.auction.state import ShownHand
from bluechip_bot.bidding.explanation.spans import SpanTerm, choice, either_bits, stated_lengths
from bluechip_bot.bidding.explanation.statement import QUESTIONS, either_words, words
from bluechip_bot.bidding.reading.player import PlayerReading
from bluechip_bot.constraints import Box, Range
from bluechip_bot.model.calls import PASS
from bluechip_bot.model.cards import Suit

NOTHING: Final = "nothing known"
_ONE: Final = re.compile(r"^1 (ace|king|keycard)s\b")
_TELLING: Final = 0.5
"""A choice of two limits of less information than this, in bits, is left out if others hold."""
_LEAST: Final = 0.1
"""Limits of less information than this, in bits, are left out."""


@frozen
class KnownHand:
    """The facts known of one hand: limits that every hand making the player's calls meets.

    `also` says in words what else is known: shape, a choice such as `5+ spades or 5+ hearts`, the
    questions that the player has asked. The hand is assumed to lie within `outer`.
    """

    box: Box
    points: Range
    also: tuple[str, ...]
    outer: Box

    @classmethod
    def of(cls, shown: ShownHand, reading: PlayerReading) -> Self:
        """The facts known of a player's hand from the calls that the player has made.

        A choice such as `5+ spades or 5+ hearts` is stated if it is informative or if no limit is
        known. If nothing is known, the words for the last call that is not a pass are given.
        """
        boxes = reading.boxes
        box = shown.box.intersect(reduce(Box.hull, boxes).tighten()) or shown.box
        also = [_ONE.sub(r"1 \1", str(predicate)) for predicate in reading.predicates]
        low, high = shown.points
        if low > box.hcp[0] and low > 0:
            also.append(words(SpanTerm("pts", None, (low, high))))
        texts = [call.text for call in reading.calls]
        asked = [ask for ask in QUESTIONS.values() if any(ask in text for text in texts)]
        found = cls(box, shown.points, tuple(also), reading.box)
        either = choice(boxes, lambda _term: True)
        if either and (either_bits(*either) >= _TELLING or not found.limits):
            also.append(either_words(either, box.hcp[0]))
        found = cls(box, shown.points, (*asked, *also), reading.box)
        said = [call.text for call in reading.calls if call.call != PASS and call.text]
        return found if found.limits or not said else evolve(found, also=(said[-1],))

    @property
    def lengths(self) -> tuple[Range, ...]:
        """The limits of each suit's length; 13 where only other suits imply a maximum."""
        return stated_lengths(self.box)

    @property
    def limits(self) -> tuple[str, ...]:
        """The informative limits of strength and lengths in words, then what else is known."""
        terms = [SpanTerm("hcp", None, self.box.hcp)]
        terms += [
            SpanTerm("len", suit, span) for suit, span in zip(Suit, self.lengths, strict=True)
        ]
        return (*(words(term) for term in terms if term.bits >= _LEAST), *self.also)

    def __str__(self) -> str:
        return ", ".join(self.limits) or NOTHING
