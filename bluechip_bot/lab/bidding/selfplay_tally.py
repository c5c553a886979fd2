"""What self-play counts, and its table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import add
from typing import Final

from attrs import astuple, evolve, frozen

from bluechip_bot.model import PASS, Auction, Deal, Seat, Vulnerability, dealer_of_board

_HEAD: Final = (
    "auctions", "deals", "calls", "exceptions", "illegal", "endless", "forced passes",
    "outside reading", "departures (misread)", "ms a call",
)  # fmt: skip
FAMILIES: Final = ("passed out", "one side bids", "contested", "all")


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
class NumberedDeal:
    """A deal with its number, which tells dealer and vulnerability.

    Attributes:
        number: from 1.
        deal: the cards.
    """

    number: int
    deal: Deal

    @property
    def vulnerability(self) -> Vulnerability:
        """Who is vulnerable."""
        return Vulnerability.of_board(self.number)

    @property
    def auction(self) -> Auction:
        """The auction before the first call."""
        return Auction(dealer_of_board(self.number))

    def fault(self, kind: str, auction: Auction, text: str, seat: Seat | None = None) -> Fault:
        """A fault of a seat, or of the player to call."""
        seat = auction.turn if seat is None else seat
        calls = " ".join(map(str, auction.calls)) or "no call"
        where = f"{auction.dealer.letter}, {self.vulnerability}: {calls}"
        return Fault(kind, self.number, f"{where}, {seat} {self.deal[seat]} {text}")


@frozen
class CallCounts:
    """Counts over some deals; two of them add up.

    Attributes:
        deals: how many.
        calls: by systems, not at random.
        checked: calls after which the caller's hand was looked for in our reading.
        timed: calls that were asked for one by one, as at a table.
        seconds: of processor time for these.
        exceptions: raised while calling or reading.
        illegal: calls that the laws do not allow.
        endless: auctions that did not end.
        forced: passes where partner's call forces.
        outside: hands outside the reading of their own calls, all of which the system made.
        departed: calls of thinking players that are not the system's.
        misread: calls, these or later ones of the same player, after which the reading does not
            admit the hand.
    """

    deals: int = 0
    calls: int = 0
    checked: int = 0
    timed: int = 0
    seconds: float = 0.0
    exceptions: int = 0
    illegal: int = 0
    endless: int = 0
    forced: int = 0
    outside: int = 0
    departed: int = 0
    misread: int = 0

    def plus(self, other: CallCounts) -> CallCounts:
        """Both together."""
        return CallCounts(*map(add, astuple(self), astuple(other)))


@frozen
class BidDeals:
    """One deal or several, bid.

    Attributes:
        tallies: by the families of auctions.
        faults: what went wrong.
        auctions: by the numbers of the deals.
    """

    tallies: tuple[tuple[str, CallCounts], ...]
    faults: tuple[Fault, ...]
    auctions: tuple[tuple[int, Auction], ...]


def played(
    number: int, auction: Auction, tally: CallCounts, faults: Sequence[Fault]
) -> BidDeals:  # fmt: skip
    """A deal bid: its counts, with the faults that it had."""
    found = {one.kind: sum(other.kind == one.kind for other in faults) for one in faults}
    tallies = ((_family(auction), evolve(tally, deals=1, **found)),)
    return BidDeals(tallies, tuple(faults), ((number, auction),))


def together(parts: Iterable[BidDeals]) -> BidDeals:
    """The counts of several parts as one."""
    tallies: dict[str, CallCounts] = {}
    faults: list[Fault] = []
    auctions: list[tuple[int, Auction]] = []
    for part in parts:
        faults += part.faults
        auctions += part.auctions
        for family, tally in part.tallies:
            tallies[family] = tallies.get(family, CallCounts()).plus(tally)
    return BidDeals(tuple(tallies.items()), tuple(faults), tuple(auctions))


def report(played: BidDeals) -> str:
    """The table."""
    counts = dict(played.tallies)
    for tally in list(counts.values()):
        counts["all"] = counts.get("all", CallCounts()).plus(tally)
    rows = [_HEAD, *((name, *_figures(counts[name])) for name in FAMILIES if name in counts)]
    return "\n".join(_line(row) for row in rows)


def _line(cells: Sequence[str]) -> str:
    widths = [max(9, len(name) + 2) for name in _HEAD[1:]]
    numbers = (f"{cell:>{width}}" for cell, width in zip(cells[1:], widths, strict=True))
    return f"{cells[0]:<14}" + "".join(numbers)


def fault_lines(played: BidDeals, count: int) -> Iterator[str]:
    """Yield a line for each of the first faults, by the numbers of the deals."""
    for one in sorted(played.faults, key=lambda one: one.number)[:count]:
        yield f"{one.kind}, deal {one.number}: {one.text}"


def _figures(tally: CallCounts) -> Sequence[str]:
    share = 100 * tally.outside / max(1, tally.checked)
    return (
        str(tally.deals), str(tally.calls), str(tally.exceptions), str(tally.illegal),
        str(tally.endless), str(tally.forced), f"{tally.outside} ({share:.3f} %)",
        f"{tally.departed} ({tally.misread})",
        f"{1000 * tally.seconds / max(1, tally.timed):.2f}",
    )  # fmt: skip


def _family(auction: Auction) -> str:
    sides = {auction.caller(i).side for i, call in enumerate(auction.calls) if call != PASS}
    return ("passed out", "one side bids", "contested")[len(sides)]
