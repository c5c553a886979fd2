"""Auctions that a section's patterns describe, one for each choice of suits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.language.pattern import REST, TEMPLATE, free, with_suit
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.language.scene import LITERAL_SUITS, VARIABLES, Suits
from bluechip_bot.bidding.language.syntax import PatternStep, RuleSection
from bluechip_bot.bidding.language.template import Bound
from bluechip_bot.bidding.reading.telling import meaning
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import Seat, Strain
from bluechip_bot.model.errors import CallError
from bluechip_bot.model.vulnerability import Vulnerability


class Walk:
    """Auctions of both sides on one system from North, nobody vulnerable, each understood once.

    Args:
        book: the system.
    """

    def __init__(self, book: Rulebook) -> None:
        self.book: Final = book
        self._rules: dict[tuple[Call, ...], list[Bound]] = {}
        self._after: dict[tuple[Call, ...], AuctionState] = {}

    def rules(self, state: AuctionState) -> list[Bound]:
        """The rules of the player to call."""
        calls = _calls_of(state)
        if calls not in self._rules:
            self._rules[calls] = self.book.rules(state)
        return self._rules[calls]

    def after(self, state: AuctionState, call: Call) -> AuctionState:
        """The state after a call of the system."""
        calls = (*_calls_of(state), call)
        if calls not in self._after:
            makers = [rule for rule in self.rules(state) if rule.call == call]
            self._after[calls] = state.after(meaning(state, call, makers))
        return self._after[calls]


def auctions(section: RuleSection, walk: Walk) -> Iterator[AuctionState]:
    """Yield states that the exact patterns of a section describe.

    Steps that name no calls (a mark, `...`) have no instance, and neither have lists of facts.
    """
    for pattern in section.context.patterns:
        if not any(step.text == REST for step in pattern):
            yield from _instances(AuctionState(Seat.NORTH, Vulnerability.NONE), pattern, {}, walk)


def _calls_of(state: AuctionState) -> tuple[Call, ...]:
    return tuple(meaning.call for meaning in state.meanings)


def _instances(
    state: AuctionState, steps: Sequence[PatternStep], suits: Suits, walk: Walk
) -> Iterator[AuctionState]:
    if not steps:
        yield state
        return
    for call, bound in _calls(steps[0].text, suits):
        if not state.is_legal(call) or (state.bid == PASS and call == PASS):
            continue
        yield from _instances(walk.after(state, call), steps[1:], bound, walk)


def _calls(text: str, suits: Suits) -> Iterator[tuple[Call, Suits]]:
    template = TEMPLATE.fullmatch(text)
    if template is None:
        try:
            yield (PASS if text == "*" else Call.parse(text)), suits
        except CallError:
            return
        return
    levels, name = template.groups()
    for level in _levels(levels):
        if name not in VARIABLES:
            yield Call.bid(level, Strain.parse(name)), suits
        elif name in suits:
            yield Call.bid(level, Strain(suits[name])), suits
        else:
            for suit in free(name, {**LITERAL_SUITS, **suits}):
                yield Call.bid(level, Strain(suit)), with_suit(suits, name, suit)


def _levels(text: str) -> range:
    return range(1, 5) if text == "n" else range(int(text[0]), int(text[-1]) + 1)
