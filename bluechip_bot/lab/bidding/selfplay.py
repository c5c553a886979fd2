"""Test on random deals whether calls are legal and agree with the bot's own readings of them.

All four players bid by their systems, with or without thought, or East and West call at random.
Faults are counted: exceptions, illegal calls, auctions without end, passes of partner's forcing
calls, and hands outside of what their own calls are read to show. A player who thinks may depart
from the system; such calls are counted apart, and the hand may then differ from its reading.
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
from bluechip_bot.lab.bidding.side import ThinkingSide, ThoughtSpec, partnership
from bluechip_bot.lab.bidding.table import BiddingTable, random_deal
from bluechip_bot.model import PASS, Auction, Board, Call, Called, Seat, Side

_MOST_CALLS: Final = 319
"""The longest auction that the laws allow."""
_RANDOM: Final = 1
"""The use of a seed for random calls; deals have none."""
_NAMES: Final = {
    "deals": "deals", "calls": "calls", "exceptions": "exceptions", "illegal": "illegal calls",
    "endless": "endless auctions", "forced": "forced passes",
}  # fmt: skip


@frozen
class SelfPlayPlan:
    """A plan of a run: the bidders, a seed, and whether East and West call at random.

    If players think, `table` must have no switches.
    """

    table: BiddingTable
    seed: int
    strangers: bool = False
    thought: ThoughtSpec | None = None


@define
class BidDeals:
    """Deals after their auctions, by number, with counts, and a line for each fault.

    The counts are: `deals`; `exceptions`; `illegal` calls; `endless` auctions; `forced`, passes of
    forcing calls; `calls` not made at random, and the `nanoseconds` of processor time that they
    took; `departed`, calls by which thinking players left the system; `misread`, calls of players
    who have left it, after which the reading excludes the hand; and `outside`, the same of other
    players. A fault has its deal's number.
    """

    counts: Counter[str] = field(factory=Counter)
    faults: list[tuple[int, str]] = field(factory=list)
    boards: dict[int, Board] = field(factory=dict)


def together(parts: Iterable[BidDeals]) -> BidDeals:
    """Return the counts, faults and boards of several parts as one."""
    found = BidDeals()
    for part in parts:
        found.counts += part.counts
        found.faults += part.faults
        found.boards |= part.boards
    return found


def play_chunk(plan: SelfPlayPlan, numbers: Sequence[int]) -> BidDeals:
    """Bid the deals with these numbers."""
    bidder, thinkers = plan.table.bidder(), _thinkers(plan)
    return together(_LiveDeal(plan, bidder, thinkers, number).bid() for number in numbers)


@cache
def _thinkers(plan: SelfPlayPlan) -> list[ThinkingSide]:
    """Return North-South and East-West if they think, else an empty list; cached in a process."""
    if plan.thought is None:
        return []
    ns, ew = str(plan.table.ns), str(plan.table.ew)
    known = (evolve(partnership(*systems)) for systems in ((ns, ew), (ew, ns)))
    return [ThinkingSide(one, plan.thought, plan.seed) for one in known]


def chance_of(seed: int, number: int) -> np.random.Generator:
    """Return the generator of a deal's random calls, which seed and number determine."""
    return np.random.Generator(np.random.PCG64([seed, number, _RANDOM]))


def random_call(auction: Auction, number: int, chance: np.random.Generator) -> Call:
    """Return a random legal call; on deals with odd numbers up to six steps above the last bid."""
    legal: Sequence[Call] = auction.legal_calls
    if number % 2:
        last = auction.last_bid
        top = (auction.calls[last] if last is not None else Call(2)) + 6
        legal = [call for call in legal if call <= top]
    return legal[int(chance.integers(len(legal)))]


class _LiveDeal:
    """A deal being bid: by two `thinkers`, North-South's first, or else by the systems."""

    # Deals are not bid together as a tree of auctions, which would be faster: every call is timed,
    # and made as at a table.

    def __init__(
        self, plan: SelfPlayPlan, bidder: Bidder, thinkers: Sequence[ThinkingSide], number: int
    ) -> None:
        self._chance = chance_of(plan.seed, number) if plan.strangers else None
        self._bidder = bidder
        self._thinkers = thinkers
        self._deal = random_deal(plan.seed, number)
        self._board = Board.begin(number, deal=self._deal)
        self._found = BidDeals(Counter({"deals": 1}))
        self._departed: set[Seat] = set()

    def bid(self) -> BidDeals:
        """Bid the deal to its end, or to a fault that ends it, and return what was counted."""
        is_going = True
        while is_going and not (auction := self._board.auction).is_over:
            if len(auction.calls) == _MOST_CALLS:
                self._fault("endless", "", auction.turn)
                break
            if self._chance is not None and auction.turn.side is Side.EW:
                self._add(random_call(auction, self._board.number, self._chance))
            else:
                is_going = self._call()
        self._found.boards[self._board.number] = self._board
        return self._found

    def _add(self, call: Call) -> None:
        self._board = self._board.apply(Called(self._board.auction.turn, call))

    def _call(self) -> bool:
        """Make one call, and compare the hand with its reading; False if no call can be made."""
        board, counts = self._board, self._found.counts
        seat, vulnerability = board.auction.turn, board.vulnerability
        hand = self._deal[seat]
        try:
            begin = time.process_time_ns()
            position = self._bidder.position(board.auction, vulnerability)
            choice = book = position.choose(hand)
            if self._thinkers:
                choice = self._thinkers[seat.side].deliberate(board.seen_by(seat)).choice
            spent = time.process_time_ns() - begin
            if not board.auction.is_legal(choice.call):
                self._fault("illegal", f"{choice.call} by {choice.reason}", seat)
                return False
            state = position.state
            if choice.call == PASS and state.must_act and not state.live_takeout:
                self._fault("forced", f"by {choice.reason}", seat)
            self._add(choice.call)
            box = self._bidder.read(self._board.auction, vulnerability)[seat].box
        except Exception as error:  # every exception is a fault to report
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

    def _fault(self, kind: str, text: str, seat: Seat) -> None:
        self._found.counts[kind] += 1
        board = self._board
        where = f"deal {board.number}: {board.dealer.letter}, {board.vulnerability}"
        auction = str(board.auction) or "no call"
        line = f"{kind}, {where}: {auction}, {seat} {self._deal[seat]} {text}"
        self._found.faults.append((board.number, line))


def report(played: BidDeals) -> str:
    """Return the counts as text, one a line."""
    counts = played.counts
    calls = max(1, counts["calls"])
    figures = {name: f"{counts[key]}" for key, name in _NAMES.items()} | {
        "outside reading": f"{counts['outside']} ({100 * counts['outside'] / calls:.3f} %)",
        "departures": f"{counts['departed']} ({counts['misread']} misread)",
        "ms a call": f"{counts['nanoseconds'] / calls / 1e6:.2f}",
    }
    return "\n".join(f"{name:<20}{figure}" for name, figure in figures.items())


def fault_lines(played: BidDeals, count: int) -> Iterator[str]:
    """Yield the lines of the first `count` faults, in the order of the deals' numbers."""
    yield from (line for _, line in sorted(played.faults, key=lambda fault: fault[0])[:count])
