"""Whether the bidding engine is total and true to itself, on random deals.

All four players bid by their systems, or East and West call at random. Counted is what must not
happen: exceptions, illegal calls, auctions without end, passes where partner's call forces, and
hands outside what their own calls are read to show.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np
from attrs import evolve, frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.lab.bidding_table import BiddingTable, random_deal
from bluechip_bot.model import PASS, Auction, Call, Deal, Seat, Side, Vulnerability, dealer_of_board

_MOST_CALLS: Final = 319
"""The longest auction that the laws allow."""
_RANDOM: Final = 1
"""The use of a seed for random calls; deals have none."""
_HEAD: Final = (
    "auctions", "deals", "calls", "exceptions", "illegal", "endless", "forced passes",
    "outside reading", "ms a call",
)  # fmt: skip
FAMILIES: Final = ("passed out", "one side bids", "contested", "all")


@frozen
class SelfPlayPlan:
    """What is measured.

    Attributes:
        table: who bids.
        seed: of the deals and random calls.
        strangers: whether East and West call at random.
    """

    table: BiddingTable
    seed: int
    strangers: bool = False


@frozen
class Fault:
    """Something that must not happen.

    Attributes:
        kind: the column of the table that counts it.
        number: of the deal.
        text: the auction, the hand, what is wrong.
    """

    kind: str
    number: int
    text: str


@frozen
class Tally:
    """Counts over some deals; two of them add up.

    Attributes:
        deals: how many.
        calls: by systems, not at random.
        checked: calls after which the caller's hand was looked for in our reading.
        seconds: for the calls by systems.
        exceptions: raised while calling or reading.
        illegal: calls that the laws do not allow.
        endless: auctions that did not end.
        forced: passes where partner's call forces.
        outside: hands outside the reading of their own calls.
    """

    deals: int = 0
    calls: int = 0
    checked: int = 0
    seconds: float = 0.0
    exceptions: int = 0
    illegal: int = 0
    endless: int = 0
    forced: int = 0
    outside: int = 0

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            self.deals + other.deals,
            self.calls + other.calls,
            self.checked + other.checked,
            self.seconds + other.seconds,
            self.exceptions + other.exceptions,
            self.illegal + other.illegal,
            self.endless + other.endless,
            self.forced + other.forced,
            self.outside + other.outside,
        )


@frozen
class Played:
    """One deal or several, bid.

    Attributes:
        tallies: by the families of auctions.
        faults: what went wrong.
    """

    tallies: tuple[tuple[str, Tally], ...]
    faults: tuple[Fault, ...]


def chunks(count: int, size: int = 25) -> list[range]:
    """The numbers 1 to `count` in parts."""
    return [range(first, min(first + size, count + 1)) for first in range(1, count + 1, size)]


def play_chunk(plan: SelfPlayPlan, numbers: range) -> Played:
    """Some deals, bid."""
    bidder = plan.table.bidder()
    return together(_play(plan, bidder, number) for number in numbers)


def together(parts: Iterable[Played]) -> Played:
    """The counts of several parts as one."""
    tallies: dict[str, Tally] = {}
    faults: list[Fault] = []
    for part in parts:
        faults += part.faults
        for family, tally in part.tallies:
            tallies[family] = tallies.get(family, Tally()).plus(tally)
    return Played(tuple(tallies.items()), tuple(faults))


def report(played: Played) -> str:
    """The table."""
    counts = dict(played.tallies)
    for tally in list(counts.values()):
        counts["all"] = counts.get("all", Tally()).plus(tally)
    rows = [_HEAD, *((name, *_figures(counts[name])) for name in FAMILIES if name in counts)]
    return "\n".join(_line(row) for row in rows)


def _line(cells: Sequence[str]) -> str:
    widths = [max(9, len(name) + 2) for name in _HEAD[1:]]
    numbers = (f"{cell:>{width}}" for cell, width in zip(cells[1:], widths, strict=True))
    return f"{cells[0]:<14}" + "".join(numbers)


def fault_lines(played: Played, count: int) -> Iterator[str]:
    """Yield a line for each of the first faults."""
    for fault in played.faults[:count]:
        yield f"{fault.kind}, deal {fault.number}: {fault.text}"


def _figures(tally: Tally) -> Sequence[str]:
    share = 100 * tally.outside / max(1, tally.checked)
    return (
        str(tally.deals), str(tally.calls), str(tally.exceptions), str(tally.illegal),
        str(tally.endless), str(tally.forced), f"{tally.outside} ({share:.3f} %)",
        f"{1000 * tally.seconds / max(1, tally.calls):.2f}",
    )  # fmt: skip


def _play(plan: SelfPlayPlan, bidder: Bidder, number: int) -> Played:
    deal = random_deal(plan.seed, number)
    bits = np.random.PCG64(np.random.SeedSequence([plan.seed, number, _RANDOM]))
    rng = np.random.Generator(bits)
    table = _Table(bidder, deal, number)
    while not table.auction.is_over and table.is_going:
        if plan.strangers and table.auction.turn.side is Side.EW:
            table.auction = table.auction.with_call(_random_call(rng, table.auction, number))
        else:
            table.call()
    if not table.auction.is_over and not table.faults:
        table.fault("endless", "")
    found = {fault.kind: 0 for fault in table.faults}
    for fault in table.faults:
        found[fault.kind] += 1
    tally = evolve(table.tally, deals=1, **found)
    return Played(((_family(table.auction), tally),), tuple(table.faults))


class _Table:
    """A deal while it is bid."""

    def __init__(self, bidder: Bidder, deal: Deal, number: int) -> None:
        self.auction = Auction(dealer_of_board(number))
        self.tally = Tally()
        self.faults: list[Fault] = []
        self._bidder = bidder
        self._deal = deal
        self._number = number
        self._vulnerability = Vulnerability.of_board(number)
        self._broken = False

    @property
    def is_going(self) -> bool:
        """Whether the next call can be made."""
        return not self._broken and len(self.auction.calls) < _MOST_CALLS

    def call(self) -> None:
        """One call by the system, and what our reading says to it."""
        auction, seat = self.auction, self.auction.turn
        hand = self._deal[seat]
        try:
            begin = time.perf_counter()
            position = self._bidder.position(auction, self._vulnerability)
            choice = position.choose(hand)
            seconds = time.perf_counter() - begin
            state = position.state
            if not auction.is_legal(choice.call):
                self.fault("illegal", f"{choice.call} by {choice.reason}")
                self._broken = True
                return
            if choice.call == PASS and state.must_act and not state.live_takeout:
                self.fault("forced", f"by {choice.reason}")
            self.auction = auction.with_call(choice.call)
            box = self._bidder.read(self.auction, self._vulnerability)[seat].box
            if not box.contains(hand):
                self.fault("outside", f"{seat} shows {box} by {choice.reason}", seat)
        except Exception as error:  # whatever it is, it is what is looked for
            self.fault("exceptions", f"{type(error).__name__}: {error}", seat)
            self._broken = True
            return
        old = self.tally
        self.tally = evolve(
            old, calls=old.calls + 1, checked=old.checked + 1, seconds=old.seconds + seconds
        )

    def fault(self, kind: str, text: str, seat: Seat | None = None) -> None:
        """Note a fault of the player to call, or of a seat."""
        auction = self.auction
        seat = auction.turn if seat is None else seat
        where = f"{auction.dealer.letter}, {self._vulnerability}"
        calls = " ".join(map(str, auction.calls)) or "no call"
        told = f"{where}: {calls}, {seat} {self._deal[seat]} {text}"
        self.faults.append(Fault(kind, self._number, told))


def _random_call(rng: np.random.Generator, auction: Auction, number: int) -> Call:
    """Any legal call; on every second deal, none much above the last bid."""
    legal: Sequence[Call] = auction.legal_calls
    if number % 2:
        last = auction.last_bid
        top = (auction.calls[last] if last is not None else Call(2)) + 6
        legal = [call for call in legal if call <= top]
    return legal[int(rng.integers(len(legal)))]


def _family(auction: Auction) -> str:
    sides = {auction.caller(i).side for i, call in enumerate(auction.calls) if call != PASS}
    return ("passed out", "one side bids", "contested")[len(sides)]
