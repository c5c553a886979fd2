"""Meanings of a system's most common calls: how often they hold, what they exclude, and psychs.

Random deals are bid by groups that share an auction. The hands that made a call are fresh: nothing
that is said was drawn from them. Those of the same position that made another call should lie
outside what is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from attrs import frozen

from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation import CallSetting, understand
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.language.condition import holds
from bluechip_bot.bidding.language.limits import resolved_boxes
from bluechip_bot.bidding.position import BiddingPosition
from bluechip_bot.constraints import batch
from bluechip_bot.match.boards.plan import random_hands
from bluechip_bot.model import PASS, Auction, Call, Seat, Vulnerability

_COMMON: Final = 0.002
"""The share of deals that an auction has at least, to be bid on."""
_LIGHT: Final = 5
"""The most high-card points of hands that nobody should open."""
_FAR: Final = (4, 2)
"""The points, and the cards of a suit, by which a hand contradicts its call."""
_OUTWARDS: Final = np.array([-1, 1], np.int16)
_HEAD: Final = f"{'hands':>6}  {'held':>6}  {'others':>6}  call"


@frozen
class MeaningCheck:
    """A call and what is said of it.

    Attributes:
        auction: the calls before.
        text: what is said.
        count: of the hands that made it.
        held: the share of these hands for which the text is true.
        others: the same share of the hands that made another call; 0 if there are none.
    """

    auction: Auction
    call: Call
    text: str
    count: int
    held: float
    others: float

    def __str__(self) -> str:
        before = " ".join(map(str, self.auction.calls))
        call = f"({before}) {self.call}" if before else f"{self.call}"
        return f"{self.count:6}  {self.held:6.1%}  {self.others:6.1%}  {call}: {self.text}"


@frozen
class BidGroup:
    """Hands in one position, and the calls that they make."""

    auction: Auction
    hands: batch.HandMasks
    calls: np.ndarray[tuple[int], np.dtype[np.int8]]


@frozen
class DeceptionRates:
    """How often a system deceives, as shares; None where there was no occasion.

    Attributes:
        light: of hands with at most five high-card points, those that open in first seat.
        dropped: of partner's forcing calls, those that are passed.
        psychs: of all calls, those whose hand lies outside what they show by four points or by two
            cards of a suit.
    """

    light: float | None
    dropped: float | None
    psychs: float | None

    @classmethod
    def of(cls, bidder: Bidder, groups: Sequence[BidGroup]) -> DeceptionRates:
        """How often a system deceives with the hands of some groups."""
        first = [group for group in groups if not group.auction.calls]
        weak = [group.calls[batch.hcp(group.hands) <= _LIGHT] for group in first]
        forced = [one.calls for one in groups if _is_forced(_position(bidder, one).state)]
        psychs = [np.concatenate([*_psychs(bidder, group)]) for group in groups]
        return cls(
            _share([calls != PASS for calls in weak]),
            _share([calls == PASS for calls in forced]),
            _share(psychs),
        )

    def __str__(self) -> str:
        light, dropped, psychs = (
            "none" if share is None else f"{share:.2%}"
            for share in (self.light, self.dropped, self.psychs)
        )
        return (
            f"opens on 0 to {_LIGHT} points in first seat {light}, passes partner's forcing calls "
            f"{dropped}, outside its own meaning by {_FAR[0]} points or {_FAR[1]} cards {psychs}"
        )


def bid_groups(bidder: Bidder, deals: int, seed: int) -> list[BidGroup]:
    """Random deals, bid by groups that share an auction; North deals, nobody is vulnerable.

    Auctions of fewer than a five-hundredth of the deals are not bid on.
    """
    hands = random_hands(np.random.PCG64(seed), deals)
    return list(_groups(bidder, hands, _COMMON * deals))


def said_calls(bidder: Bidder, groups: Sequence[BidGroup], count: int) -> list[MeaningCheck]:
    """The bids, doubles and redoubles made most often.

    Auctions that begin with a pass are left out: they are like those that do not.
    """
    made = [
        (int((group.calls == call).sum()), index, Call(int(call)))
        for index, group in enumerate(groups)
        for call in np.unique(group.calls)
        if call != PASS and group.auction.calls[:1] != (PASS,)
    ]
    made.sort(key=lambda one: -one[0])
    return [_said(bidder, groups[index], call) for _, index, call in made[:count]]


def _groups(bidder: Bidder, hands: batch.HandMasks, least: float) -> Iterator[BidGroup]:
    """Yield the positions in which enough deals meet."""
    waiting = [(Auction(Seat.NORTH), np.arange(len(hands)))]
    while waiting:
        auction, rows = waiting.pop()
        held = hands[rows, auction.turn]
        calls = bidder.position(auction, Vulnerability.NONE).choose_many(held)
        yield BidGroup(auction, held, calls)
        for call in np.unique(calls):
            after, mine = auction.with_call(Call(int(call))), rows[calls == call]
            if len(mine) >= least and not after.is_over:
                waiting.append((after, mine))


def _position(bidder: Bidder, group: BidGroup) -> BiddingPosition:
    return bidder.position(group.auction, Vulnerability.NONE)


def _is_forced(state: AuctionState) -> bool:
    """Whether a pass would leave partner's forcing call; a takeout double may be left in."""
    return state.must_act and not state.live_takeout


def _psychs(bidder: Bidder, group: BidGroup) -> Iterator[batch.Bools]:
    """Yield for each call of a group which of its hands lie far outside what it shows."""
    position = _position(bidder, group)
    for call in np.unique(group.calls):
        shown = position.conditions(Call(int(call)))
        boxes = [box for condition in shown for box in resolved_boxes(condition)]
        wide = np.array([(box.hcp, *box.lengths) for box in boxes], np.int16)
        wide[:, 0] += _OUTWARDS * (_FAR[0] - 1)
        wide[:, 1:] += _OUTWARDS * (_FAR[1] - 1)
        mine = batch.features(group.hands[group.calls == call])
        yield np.logical_not(np.logical_or.reduce(batch.inside(wide, mine)))


def _share(found: Sequence[batch.Bools]) -> float | None:
    every = np.concatenate([np.zeros(0, np.bool_), *found])
    return float(every.mean()) if len(every) else None


def _said(bidder: Bidder, group: BidGroup, call: Call) -> MeaningCheck:
    position = _position(bidder, group)
    text = position.statement(call)
    read = understand(text, CallSetting.of(position.state, call)).condition
    inside, made = holds(read, HandFeatures(group.hands)), group.calls == call
    others = inside[~made]
    return MeaningCheck(
        group.auction,
        call,
        text,
        int(made.sum()),
        float(inside[made].mean()),
        float(others.mean()) if len(others) else 0.0,
    )


def report(calls: Sequence[MeaningCheck], deceptions: DeceptionRates) -> str:
    """A line for each call, the means, and how often the system deceives."""
    held, others = (float(np.mean([getattr(one, name) for one in calls])) for name in _FIGURES)
    mean = f"{'mean':>6}  {held:6.1%}  {others:6.1%}"
    return "\n".join([_HEAD, *map(str, calls), mean, "", _NOTE, "", str(deceptions)])


_FIGURES: Final = ("held", "others")
_NOTE: Final = """\
held: the share of the hands that made the call for which the text is true, as an opponent reads it
others: the same of hands that made another call in the same position"""
