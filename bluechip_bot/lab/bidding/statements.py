"""Whether what is said of our calls is short, true and tells what the rules tell, in self-play.

Each line is read back as an opponent reads it. It must hold every hand that the rules show. A hand
may lie outside what the rules of its call show: if no rule provides for it and the call is its last
resort, or if a rule shows less than it needs. How much a line tells is measured on random hands:
the logarithm to base 2 of one over the share that it holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import numpy as np
from attrs import frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation import CallSetting, understand
from bluechip_bot.bidding.features import HandFeatures, OneHand
from bluechip_bot.bidding.floor import NaturalFloor
from bluechip_bot.bidding.language.condition import hand_test, holds
from bluechip_bot.bidding.language.scene import PLAIN
from bluechip_bot.bidding.language.syntax import Condition
from bluechip_bot.bidding.position import BiddingPosition, CallChoice
from bluechip_bot.constraints import batch
from bluechip_bot.model import PASS, Auction, Call, Deal, Hand
from bluechip_bot.model.cards import Vulnerability, dealer_of_board

SAMPLES: Final = 1000
"""Random hands by which it is measured how much a line tells."""


@frozen
class StatementCheck:
    """One call and what is said of it.

    Attributes:
        auction: the calls before it.
        hand: the hand that made it.
        reason: the rule that made it.
        text: what is said.
        shown: whether the hand meets what the rules of the call show.
        holds: whether it meets what is read back.
        last_resort: whether no rule provides for the hand.
        exact: what the rules of the call tell, in bits.
        told: what the line tells.
    """

    auction: Auction
    call: Call
    hand: Hand
    reason: str
    text: str
    shown: bool
    holds: bool
    last_resort: bool
    exact: float
    told: float

    def __str__(self) -> str:
        where = f"{self.call} after ({self.auction}) with {self.hand}"
        return f"{where} by {self.reason}: {self.text}"


def wrong(calls: Sequence[StatementCheck]) -> list[StatementCheck]:
    """The calls whose line does not hold the hand, though their rules show it."""
    return [one for one in calls if one.shown and not one.holds]


def report(calls: Sequence[StatementCheck], show: int = 0) -> str:
    """The figures of some calls, and so many lines of each sort."""
    texts = {one.text for one in calls}
    lengths = [len(one.text) for one in calls]
    outside = [one for one in calls if not one.shown]
    last = sum(one.last_resort for one in outside)
    lines = [
        f"calls                  {len(calls)}, {len(texts)} different lines",
        f"characters of a line   {np.mean(lengths):.1f}, at most {max(lengths)}",
        f"lines without the hand {sum(not one.holds for one in calls)}",
        f"  that the rules show  {len(wrong(calls))}",
        f"hands outside rules    {len(outside)}, {last} of them last resorts",
        f"bits of a bid          {_bits([one for one in calls if one.call != PASS])}",
        f"bits of a pass         {_bits([one for one in calls if one.call == PASS])}",
    ]
    lines += [f"wrong: {one}" for one in wrong(calls)[:show]]
    lines += [f"outside rules: {one}" for one in outside[:show]]
    longest = sorted(texts, key=len, reverse=True)[:show]
    return "\n".join([*lines, *(f"{len(text):3} characters: {text}" for text in longest)])


def told_calls(bidder: Bidder, deal: Deal, number: int) -> Iterator[StatementCheck]:
    """Yield the calls of a deal, dealer and vulnerability by number."""
    auction, vulnerability = Auction(dealer_of_board(number)), Vulnerability.of_board(number)
    while not auction.is_over:
        position = bidder.position(auction, vulnerability)
        hand = deal[auction.turn]
        choice = position.choose(hand)
        yield _told(position, auction, choice, hand)
        auction = auction.with_call(choice.call)


def _told(
    position: BiddingPosition, auction: Auction, choice: CallChoice, hand: Hand
) -> StatementCheck:
    call = choice.call
    one, text = OneHand(hand), position.statement(call)
    conditions = position.conditions(call)
    read = understand(text, CallSetting.of(position.state, call)).condition
    return StatementCheck(
        auction,
        call,
        hand,
        choice.reason,
        text,
        any(hand_test(condition)(one, PLAIN) for condition in conditions),
        bool(hand_test(read)(one, PLAIN)),
        is_last_resort(position, one),
        _told_bits(conditions),
        _told_bits([read]),
    )


def is_last_resort(position: BiddingPosition, hand: OneHand) -> bool:
    """Whether the call of a hand is one whose rules do not provide for it.

    No rule fits, and the natural floor makes a call that means something else by the rules of the
    system or of the auction, or one for want of a better.
    """
    if any(bound.test(hand, bound.scene) for bound in position.rules):
        return False
    floor = NaturalFloor(position.state)
    rule = floor.first_fitting(hand, position.defined)
    taken = rule.call in position.defined or (rule not in floor.close and floor.defines(rule.call))
    return taken or (rule.fallback and rule.call != PASS)


def _bits(calls: Sequence[StatementCheck]) -> str:
    if not calls:
        return "none"
    exact = sum(one.exact for one in calls) / len(calls)
    return f"{exact:.2f} by rules, {sum(one.told for one in calls) / len(calls):.2f} by lines"


def _told_bits(conditions: Sequence[Condition]) -> float:
    each = [holds(condition, _samples()) for condition in conditions]
    share = np.logical_or.reduce(each).mean()
    return float(-np.log2(max(share, 0.5 / SAMPLES)))


@cache
def _samples() -> HandFeatures:
    rng = np.random.default_rng(3)
    return HandFeatures(
        batch.masks(Hand.of(rng.permutation(52)[:13].tolist()) for _ in range(SAMPLES))
    )
