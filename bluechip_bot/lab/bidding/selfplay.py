"""Whether the bidding engine is total and true to itself, on random deals.

All four players bid by their systems, with or without thought, or East and West call at random.
What must not happen is counted: exceptions, illegal calls, auctions without end, passes where
partner's call forces, and hands outside what their own calls are read to show. A player who thinks
may depart from the system; such calls are counted apart, and no fault if the hand is outside.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

import numpy as np
from attrs import define, evolve, field, frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.lab.bidding.side import SystemSpec, ThinkingSide, ThoughtSpec, open_side
from bluechip_bot.lab.bidding.table import BiddingTable, random_deal
from bluechip_bot.model import (
    PASS,
    Auction,
    Board,
    Call,
    Deal,
    Seat,
    Side,
    Vulnerability,
    dealer_of_board,
)

_MOST_CALLS: Final = 319
"""The longest auction that the laws allow."""
_RANDOM: Final = 1
"""The use of a seed for random calls; deals have none."""
_HEAD: Final = (
    "auctions", "deals", "calls", "exceptions", "illegal", "endless", "forced passes",
    "outside reading", "departures (misread)", "ms a call",
)  # fmt: skip
_FAMILIES: Final = ("passed out", "one side bids", "contested")


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


@frozen
class Fault:
    """Something that must not happen.

    Attributes:
        kind: what counts it in `BidDeals.tallies`.
        number: of the deal.
        text: the auction, the hand, what is wrong.
    """

    kind: str
    number: int
    text: str


@define
class BidDeals:
    """Some deals, bid.

    The counts of a family of auctions are of `deals`, `exceptions`, `illegal` calls, `endless`
    auctions, passes of `forced` calls, and

    * `calls` by systems, not at random, and the `nanoseconds` of processor time that they took;
    * hands `outside` the reading of their own calls, all of which the system made;
    * calls that `departed`, those of thinking players that are not the system's;
    * calls `misread`: these or later ones of the same player, after which the reading does not
      admit the hand.

    Attributes:
        tallies: the counts, by family.
        faults: what went wrong.
        auctions: by the numbers of the deals.
    """

    tallies: dict[str, Counter[str]] = field(factory=dict)
    faults: list[Fault] = field(factory=list)
    auctions: dict[int, Auction] = field(factory=dict)

    @property
    def total(self) -> Counter[str]:
        """The counts of all families."""
        return sum(self.tallies.values(), Counter())


def together(parts: Iterable[BidDeals]) -> BidDeals:
    """The counts of several parts as one."""
    found = BidDeals()
    for part in parts:
        found.faults += part.faults
        found.auctions |= part.auctions
        for family, tally in part.tallies.items():
            found.tallies.setdefault(family, Counter()).update(tally)
    return found


def play_chunk(plan: SelfPlayPlan, numbers: Sequence[int]) -> BidDeals:
    """Some deals, bid."""
    bidder, thinkers = plan.table.bidder(), _thinkers(plan)
    return together(_LiveDeal(plan, bidder, thinkers, number).bid() for number in numbers)


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


class RandomCaller:
    """Random legal calls; on every second deal none much above the last bid.

    Args:
        seed: of the measurement.
        number: of the deal.
    """

    def __init__(self, seed: int, number: int) -> None:
        bits = np.random.PCG64(np.random.SeedSequence([seed, number, _RANDOM]))
        self._rng = np.random.Generator(bits)
        self._number = number

    def call(self, auction: Auction) -> Call:
        """The next call; asked once for each turn."""
        legal: Sequence[Call] = auction.legal_calls
        if self._number % 2:
            last = auction.last_bid
            top = (auction.calls[last] if last is not None else Call(2)) + 6
            legal = [call for call in legal if call <= top]
        return legal[int(self._rng.integers(len(legal)))]


class _LiveDeal:
    """A deal while it is bid.

    Args:
        plan: what is measured.
        bidder: both systems.
        thinkers: North-South and East-West, who call; empty if the systems alone do.
        number: of the deal, from 1.
    """

    def __init__(
        self, plan: SelfPlayPlan, bidder: Bidder, thinkers: Sequence[ThinkingSide], number: int
    ) -> None:
        self._stranger = RandomCaller(plan.seed, number) if plan.strangers else None
        self._bidder = bidder
        self._thinkers = thinkers
        self._number = number
        self._deal: Deal = random_deal(plan.seed, number)
        self._vulnerability = Vulnerability.of_board(number)
        self._auction = Auction(dealer_of_board(number))
        self._counts = Counter({"deals": 1})
        self._faults: list[Fault] = []
        self._departed: set[Seat] = set()

    def bid(self) -> BidDeals:
        """The deal after its auction, or after the fault that ended it."""
        is_going = True
        while is_going and not self._auction.is_over:
            if len(self._auction.calls) == _MOST_CALLS:
                self._fault("endless", "")
                break
            if self._stranger is not None and self._auction.turn.side is Side.EW:
                self._auction = self._auction.with_call(self._stranger.call(self._auction))
            else:
                is_going = self._call()
        auction = self._auction
        sides = {auction.caller(i).side for i, call in enumerate(auction.calls) if call != PASS}
        tallies = {_FAMILIES[len(sides)]: self._counts}
        return BidDeals(tallies, self._faults, {self._number: auction})

    def _call(self) -> bool:
        """Make one call, and ask what our reading says to it; False if it cannot be made."""
        auction, seat, counts = self._auction, self._auction.turn, self._counts
        hand = self._deal[seat]
        try:
            begin = time.process_time_ns()
            position = self._bidder.position(auction, self._vulnerability)
            choice = book = position.choose(hand)
            if self._thinkers:
                choice = self._thinkers[seat.side].deliberate(self._seen).choice
            spent = time.process_time_ns() - begin
            if not auction.is_legal(choice.call):
                self._fault("illegal", f"{choice.call} by {choice.reason}")
                return False
            state = position.state
            if choice.call == PASS and state.must_act and not state.live_takeout:
                self._fault("forced", f"by {choice.reason}")
            self._auction = auction.with_call(choice.call)
            box = self._bidder.read(self._auction, self._vulnerability)[seat].box
        except Exception as error:  # whatever it is, it is what is looked for
            self._fault("exceptions", f"{type(error).__name__}: {error}", seat)
            return False
        counts.update(calls=1, nanoseconds=spent)
        if choice.call != book.call:
            counts["departed"] += 1
            self._departed.add(seat)
        if not box.contains(hand):
            if seat in self._departed:
                counts["misread"] += 1
            else:
                self._fault("outside", f"{seat} shows {box} by {choice.reason}", seat)
        return True

    @property
    def _seen(self) -> Board:
        """The board as the player to call sees it."""
        board = Board.begin(self._number, deal=self._deal)
        return evolve(board, auction=self._auction).seen_by(self._auction.turn)

    def _fault(self, kind: str, text: str, seat: Seat | None = None) -> None:
        """Count a fault of the player to call, or of a seat."""
        self._counts[kind] += 1
        auction, seat = self._auction, self._auction.turn if seat is None else seat
        where = f"{auction.dealer.letter}, {self._vulnerability}: {str(auction) or 'no call'}"
        self._faults.append(Fault(kind, self._number, f"{where}, {seat} {self._deal[seat]} {text}"))


def report(played: BidDeals) -> str:
    """The table."""
    counts = {**played.tallies, "all": played.total}
    rows = [(name, *_figures(counts[name])) for name in (*_FAMILIES, "all") if name in counts]
    return "\n".join(map(_line, [_HEAD, *rows]))


def _line(cells: Sequence[str]) -> str:
    widths = [max(9, len(name) + 2) for name in _HEAD[1:]]
    numbers = (f"{cell:>{width}}" for cell, width in zip(cells[1:], widths, strict=True))
    return f"{cells[0]:<14}" + "".join(numbers)


def _figures(tally: Counter[str]) -> Sequence[str]:
    calls = max(1, tally["calls"])
    plain = ("deals", "calls", "exceptions", "illegal", "endless", "forced")
    return (
        *(str(tally[name]) for name in plain),
        f"{tally['outside']} ({100 * tally['outside'] / calls:.3f} %)",
        f"{tally['departed']} ({tally['misread']})",
        f"{tally['nanoseconds'] / calls / 1e6:.2f}",
    )


def fault_lines(played: BidDeals, count: int) -> Iterator[str]:
    """Yield a line for each of the first faults, by the numbers of the deals."""
    for one in sorted(played.faults, key=lambda one: one.number)[:count]:
        yield f"{one.kind}, deal {one.number}: {one.text}"
