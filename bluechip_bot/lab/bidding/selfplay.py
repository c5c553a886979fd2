"""Whether the bidding engine is total and true to itself, on random deals.

All four players bid by their systems, with or without thought, or East and West call at random.
What must not happen is counted: exceptions, illegal calls, auctions without end, passes where
partner's call forces, and hands outside what their own calls are read to show. A player who thinks
may depart from the system; such calls are counted apart, and no fault if the hand is outside.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from typing import Final

from attrs import evolve, frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.lab.bidding.auction_tree import MOST_CALLS, AuctionTree
from bluechip_bot.lab.bidding.random_caller import RandomCaller
from bluechip_bot.lab.bidding.selfplay_tally import (
    BidDeals,
    CallCounts,
    Fault,
    NumberedDeal,
    played,
    together,
)
from bluechip_bot.lab.bidding.side import SystemSpec, ThinkingSide, ThoughtSpec, open_side
from bluechip_bot.lab.bidding.table import BiddingTable, random_deal
from bluechip_bot.model import PASS, Board, Seat, Side

_TIMED: Final = 50
"""One deal in this many is bid call by call, as at a table, and timed."""
_BOARDS: Final = 16
"""The period of dealer and vulnerability, in boards."""


@frozen
class SelfPlayPlan:
    """What is measured.

    Attributes:
        table: who bids.
        seed: of the deals and random calls.
        strangers: whether East and West call at random.
        thought: how all players think; None if they do not. The table has no switches then.
    """

    table: BiddingTable
    seed: int
    strangers: bool = False
    thought: ThoughtSpec | None = None


def chunks(count: int, size: int = 3200) -> list[Sequence[int]]:
    """The numbers 1 to `count` in parts of one dealer and vulnerability each."""
    boards = (range(first, count + 1, _BOARDS) for first in range(1, min(count, _BOARDS) + 1))
    return [part[at : at + size] for part in boards for at in range(0, len(part), size)]


def play_chunk(plan: SelfPlayPlan, numbers: Sequence[int]) -> BidDeals:
    """Some deals of one dealer and vulnerability, bid: most together, the others timed."""
    bidder = plan.table.bidder()
    deals = [NumberedDeal(number, random_deal(plan.seed, number)) for number in numbers]
    if plan.thought is not None:
        return together(_play(plan, bidder, one) for one in deals)
    parts = [_play(plan, bidder, one) for one in deals[::_TIMED]]
    if others := [one for at, one in enumerate(deals) if at % _TIMED]:
        strangers = [RandomCaller(plan.seed, one.number) for one in others]
        parts += AuctionTree(bidder, others, strangers if plan.strangers else None).play()
    return together(parts)


def _play(plan: SelfPlayPlan, bidder: Bidder, dealt: NumberedDeal) -> BidDeals:
    live = _LiveDeal(bidder, dealt, _thinkers(plan))
    stranger = RandomCaller(plan.seed, dealt.number)
    while not live.auction.is_over and live.is_going:
        if plan.strangers and live.auction.turn.side is Side.EW:
            live.auction = live.auction.with_call(stranger.call(live.auction))
        else:
            live.call()
    if not live.auction.is_over and not live.faults:
        live.fault("endless", "")
    return played(dealt.number, live.auction, live.tally, live.faults)


@cache
def _thinkers(plan: SelfPlayPlan) -> list[ThinkingSide]:
    """North-South and East-West, if they think; made once in a process."""
    if plan.thought is None:
        return []
    ns, ew = (SystemSpec(str(path), plan.thought) for path in (plan.table.ns, plan.table.ew))
    sides = (
        open_side(f"{one}", one, other, patience=1.0, seed=plan.seed)
        for one, other in ((ns, ew), (ew, ns))
    )
    return [side for side in sides if isinstance(side, ThinkingSide)]


class _LiveDeal:
    """A deal while it is bid.

    Args:
        bidder: both systems.
        dealt: the deal.
        thinkers: North-South and East-West, who call; empty if the systems alone do.
    """

    def __init__(
        self, bidder: Bidder, dealt: NumberedDeal, thinkers: Sequence[ThinkingSide]
    ) -> None:
        self.auction = dealt.auction
        self.tally = CallCounts()
        self.faults: list[Fault] = []
        self._bidder = bidder
        self._dealt = dealt
        self._thinkers = thinkers
        self._broken = False
        self._departed: set[Seat] = set()

    @property
    def is_going(self) -> bool:
        """Whether the next call can be made."""
        return not self._broken and len(self.auction.calls) < MOST_CALLS

    def call(self) -> None:
        """One call, and what our reading says to it."""
        auction, seat = self.auction, self.auction.turn
        hand = self._dealt.deal[seat]
        try:
            begin = time.process_time()
            position = self._bidder.position(auction, self._dealt.vulnerability)
            choice = book = position.choose(hand)
            if self._thinkers:
                choice = self._thinkers[seat.side].deliberate(self._seen).choice
            seconds = time.process_time() - begin
            departed = choice.call != book.call
            state = position.state
            if not auction.is_legal(choice.call):
                self.fault("illegal", f"{choice.call} by {choice.reason}")
                self._broken = True
                return
            if choice.call == PASS and state.must_act and not state.live_takeout:
                self.fault("forced", f"by {choice.reason}")
            self.auction = auction.with_call(choice.call)
            box = self._bidder.read(self.auction, self._dealt.vulnerability)[seat].box
            outside = not box.contains(hand)
            if departed:
                self._departed.add(seat)
            if outside and seat not in self._departed:
                self.fault("outside", f"{seat} shows {box} by {choice.reason}", seat)
        except Exception as error:  # whatever it is, it is what is looked for
            self.fault("exceptions", f"{type(error).__name__}: {error}", seat)
            self._broken = True
            return
        old = self.tally
        self.tally = evolve(
            old, calls=old.calls + 1, checked=old.checked + 1, timed=old.timed + 1,
            seconds=old.seconds + seconds, departed=old.departed + departed,
            misread=old.misread + (outside and seat in self._departed),
        )  # fmt: skip

    @property
    def _seen(self) -> Board:
        """The board as the player to call sees it."""
        board = Board.begin(self._dealt.number, deal=self._dealt.deal)
        return evolve(board, auction=self.auction).seen_by(self.auction.turn)

    def fault(self, kind: str, text: str, seat: Seat | None = None) -> None:
        """Note a fault of the player to call, or of a seat."""
        self.faults.append(self._dealt.fault(kind, self.auction, text, seat))
