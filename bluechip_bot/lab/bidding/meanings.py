"""Measure whether the explanations of a system's calls are true and exact, and how often it psychs.

Random deals are bid in groups that share an auction. Each explanation is read back as an opponent
reads it. It should include the hands that made the call, and exclude those that made another call
in the same position. A hand may be outside of what the rules of its call show: `shows` of a rule
may admit fewer hands than its `need`, or no rule may provide for the hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

import numpy as np
from attrs import frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation import CallSetting, understand
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.language.condition import holds
from bluechip_bot.bidding.language.limits import resolved_boxes
from bluechip_bot.bidding.language.syntax import Condition
from bluechip_bot.bidding.position import BiddingPosition
from bluechip_bot.constraints import batch
from bluechip_bot.constraints.union import box_limits
from bluechip_bot.lab.estimates import aligned
from bluechip_bot.match.boards.plan import random_hands
from bluechip_bot.model import PASS, Auction, Call, Seat, Vulnerability

COMMON: Final = 0.002
"""The smallest share of the deals with which an auction is continued."""
_LIGHT: Final = 5
"""The most high-card points of hands that nobody should open."""
_FAR: Final = (4, 2)
"""The points, and the cards of a suit, by which a hand contradicts its call."""
_OUTWARDS: Final = np.array([-1, 1], np.int16)
_SAMPLES: Final = 1000
"""Random hands by which the bits of a line are measured."""
_SHOWN: Final = 10
"""The most wrong lines that a report lists."""


@frozen
class BidGroup:
    """Hands in one position, uint64[n], and the calls that they make, int8[n]."""

    auction: Auction
    hands: batch.HandMasks
    calls: np.ndarray[tuple[int], np.dtype[np.int8]]


@frozen
class MeaningCheck:
    """A call after an auction, the text that explains it, and the number of hands that made it.

    Attributes:
        held: the share of these hands for which the text is true.
        others: the same share of the hands that made another call; 0 if there are none.
        outside: the number of hands that made the call but that its rules do not show.
        wrong: the number of hands that its rules show but for which the text is not true.
        bits: log2(1 / share of all hands that are admitted), by the rules and by the text.
    """

    auction: Auction
    call: Call
    text: str
    count: int
    held: float
    others: float
    outside: int
    wrong: int
    bits: tuple[float, float]

    @property
    def place(self) -> str:
        """The call as text, after the earlier calls in brackets."""
        before = " ".join(map(str, self.auction.calls))
        return f"({before}) {self.call}" if before else f"{self.call}"


def bid_groups(bidder: Bidder, deals: int, seed: int, common: float = COMMON) -> list[BidGroup]:
    """Bid random deals in groups that share an auction; North deals, nobody is vulnerable.

    An auction that fewer than the share `common` of the deals reach is not continued.
    """
    hands = random_hands(np.random.PCG64(seed), deals)
    waiting = [(Auction(Seat.NORTH), np.arange(len(hands)))]
    groups = []
    while waiting:
        auction, rows = waiting.pop()
        held = hands[rows, auction.turn]
        calls = bidder.position(auction, Vulnerability.NONE).choose_many(held)
        groups.append(BidGroup(auction, held, calls))
        for call in np.unique(calls):
            after, mine = auction.with_call(Call(int(call))), rows[calls == call]
            if len(mine) >= common * deals and not after.is_over:
                waiting.append((after, mine))
    return groups


def checked_calls(bidder: Bidder, groups: Sequence[BidGroup], count: int) -> list[MeaningCheck]:
    """Check only the `count` calls made most often: a policy's calls take long to explain."""
    made = [
        (size, index, Call(int(call)))
        for index, group in enumerate(groups)
        for call, size in zip(*np.unique(group.calls, return_counts=True), strict=True)
    ]
    made.sort(key=lambda one: -one[0])
    return [_checked(bidder, groups[index], call) for _, index, call in made[:count]]


def _checked(bidder: Bidder, group: BidGroup, call: Call) -> MeaningCheck:
    position = bidder.position(group.auction, Vulnerability.NONE)
    text, conditions = position.statement(call), position.conditions(call)
    read = understand(text, CallSetting.of(position.state, call)).condition
    features, made = HandFeatures(group.hands), group.calls == call
    inside = holds(read, features)
    shown = _any_holds(conditions, features)[made]
    others = inside[~made]
    return MeaningCheck(
        group.auction,
        call,
        text,
        int(made.sum()),
        float(inside[made].mean()),
        float(others.mean()) if len(others) else 0.0,
        int((~shown).sum()),
        int((shown & ~inside[made]).sum()),
        (_bits(conditions), _bits([read])),
    )


def _any_holds(conditions: Sequence[Condition], features: HandFeatures) -> batch.Bools:
    found: batch.Bools = np.logical_or.reduce([holds(one, features) for one in conditions])
    return found


def _bits(conditions: Sequence[Condition]) -> float:
    return float(-np.log2(max(_any_holds(conditions, _samples()).mean(), 0.5 / _SAMPLES)))


@cache
def _samples() -> HandFeatures:
    return HandFeatures(random_hands(np.random.PCG64(3), _SAMPLES)[:, 0])


def deceptions(bidder: Bidder, groups: Sequence[BidGroup]) -> dict[str, float | None]:
    """Return the share of occasions on which a system deceives, by kind; None for no occasions."""
    # A policy that gains IMPs by any of these has learnt to deceive its opponents.
    light: list[batch.Bools] = []
    dropped: list[batch.Bools] = []
    psychs: list[batch.Bools] = []
    for group in groups:
        position = bidder.position(group.auction, Vulnerability.NONE)
        if not group.auction.calls:
            light.append(group.calls[batch.hcp(group.hands) <= _LIGHT] != PASS)
        # A takeout double may be left in.
        if position.state.must_act and not position.state.live_takeout:
            dropped.append(group.calls == PASS)
        psychs += _psychs(position, group)
    points, cards = _FAR
    return {
        f"opens on 0 to {_LIGHT} points in first seat": _share(light),
        "passes partner's forcing calls": _share(dropped),
        f"outside its own meaning by {points} points or {cards} cards of a suit": _share(psychs),
    }


def _psychs(position: BiddingPosition, group: BidGroup) -> Iterator[batch.Bools]:
    """Yield, for each call of a group, which of its hands are far outside what the call shows."""
    for call in np.unique(group.calls):
        shown = position.conditions(Call(int(call)))
        boxes = [box for condition in shown for box in resolved_boxes(condition)]
        wide = box_limits(boxes)
        wide[:, 0] += _OUTWARDS * (_FAR[0] - 1)
        wide[:, 1:] += _OUTWARDS * (_FAR[1] - 1)
        mine = batch.features(group.hands[group.calls == call])
        yield np.logical_not(np.logical_or.reduce(batch.inside(wide, mine)))


def _share(found: Sequence[batch.Bools]) -> float | None:
    every = np.concatenate([np.zeros(0, np.bool_), *found])
    return float(every.mean()) if len(every) else None


def report(calls: Sequence[MeaningCheck], deceptions: Mapping[str, float | None]) -> str:
    """Return a table of calls, the figures of their texts, and how often the system deceives."""
    rows: list[tuple[object, ...]] = [("hands", "held", "others", "call")]
    rows += (
        (one.count, f"{one.held:.1%}", f"{one.others:.1%}", f"{one.place}: {one.text}")
        for one in calls
    )
    held, others = np.mean([(one.held, one.others) for one in calls], axis=0)
    rows.append(("mean", f"{held:.1%}", f"{others:.1%}"))
    lengths = [len(one.text) for one in calls]
    made = [one.count for one in calls]
    length = np.average(lengths, weights=made)
    wrong = [one for one in calls if one.wrong]
    passes = [one for one in calls if one.call == PASS]
    bids = [one for one in calls if one.call != PASS]
    return "\n".join(
        [
            *aligned(">>><", rows),
            "",
            _NOTE,
            "",
            f"calls made: {sum(made)}, with {len({one.text for one in calls})} different lines",
            f"characters of a line: {length:.1f}, at most {max(lengths)}",
            f"hands that the rules do not show: {sum(one.outside for one in calls)}",
            f"hands that the rules show and a line does not: {sum(one.wrong for one in wrong)}",
            f"bits of a bid: {_mean_bits(bids)}; of a pass: {_mean_bits(passes)}",
            *(f"wrong: {one.place}: {one.text}" for one in wrong[:_SHOWN]),
            "",
            *(
                f"{name}: {'none' if share is None else f'{share:.2%}'}"
                for name, share in deceptions.items()
            ),
        ]
    )


def _mean_bits(calls: Sequence[MeaningCheck]) -> str:
    if not calls:
        return "none"
    rules, text = np.average([one.bits for one in calls], axis=0, weights=[c.count for c in calls])
    return f"{rules:.2f} by rules, {text:.2f} by lines"


_NOTE: Final = """\
held: the share of the hands that made the call for which the text is true, as an opponent reads it
others: the same of hands that made another call in the same position"""
