"""Deals of one dealer and vulnerability bid together, as a tree of auctions.

Deals that have been bid alike so far are one branch: the position is made once, all hands are given
their calls at once, and what a call is read to show is compared with all hands that made it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.bidding.bidder import Bidder, BiddingPosition
from bluechip_bot.constraints import batch
from bluechip_bot.lab.bidding.random_caller import RandomCaller
from bluechip_bot.lab.bidding.selfplay_tally import (
    BidDeals,
    CallCounts,
    Fault,
    NumberedDeal,
    played,
)
from bluechip_bot.model import PASS, Auction, Call, Seat, Side

MOST_CALLS: Final = 319
"""The longest auction that the laws allow."""
_FEW: Final = 8
"""Up to this number, hands get their calls one by one, which is faster."""

Rows = npt.NDArray[np.intp]


@frozen
class _Branch:
    """Deals that have been bid alike.

    Attributes:
        auction: how.
        rows: which.
    """

    auction: Auction
    rows: Rows


class AuctionTree:
    """Some deals while they are bid.

    Args:
        bidder: who bids.
        deals: of one dealer and vulnerability.
        strangers: who calls for East and West on each deal; None if it is the bidder.
    """

    def __init__(
        self,
        bidder: Bidder,
        deals: Sequence[NumberedDeal],
        strangers: Sequence[RandomCaller] | None = None,
    ) -> None:
        self._bidder = bidder
        self._deals = deals
        self._strangers = strangers
        self._hands = np.array(
            [[one.deal[seat].mask for seat in Seat] for one in deals], dtype=np.uint64
        ).reshape(-1, 4)
        self._features = batch.features(self._hands)
        self._faults: list[list[Fault]] = [[] for _ in deals]

    def play(self) -> Iterator[BidDeals]:
        """Yield each deal bid; there is at least one."""
        waiting = [_Branch(self._deals[0].auction, np.arange(len(self._deals)))]
        while waiting:
            branch = waiting.pop()
            going = not branch.auction.calls or self._is_read(branch)
            if going and not branch.auction.is_over and len(branch.auction.calls) < MOST_CALLS:
                branches, broken = self._grow(branch)
                waiting += branches
                yield from self._ended(branch.auction, broken)
            else:
                if going and not branch.auction.is_over:
                    self._note("endless", branch.auction, branch.rows, "")
                yield from self._ended(branch.auction, branch.rows)

    def _is_read(self, branch: _Branch) -> bool:
        """Whether the last call can be read; hands outside what it is read to show are noted."""
        auction, rows = branch.auction, branch.rows
        seat = auction.caller(len(auction.calls) - 1)
        if self._is_stranger(seat):
            return True
        try:
            box = self._bidder.read(auction, self._deals[0].vulnerability)[seat].box
        except Exception as error:  # whatever it is, it is what is looked for
            self._note("exceptions", auction, rows, _named(error), seat)
            return False
        limits = np.array([(box.hcp, *box.lengths)], dtype=np.int16)
        outside = rows[~batch.inside(limits, self._features[rows, seat])[0]]
        if len(outside):
            before = Auction(auction.dealer, auction.calls[:-1])
            position = self._bidder.position(before, self._deals[0].vulnerability)
            for row in outside.tolist():
                reason = position.choose(self._deals[row].deal[seat]).reason
                text = f"{seat} shows {box} by {reason}"
                self._note("outside", auction, [row], text, seat)
        return True

    def _grow(self, branch: _Branch) -> tuple[list[_Branch], Rows]:
        """The branches after one more call, and the deals on which none can be made."""
        auction, rows = branch.auction, branch.rows
        if self._is_stranger(auction.turn):
            labels = self._random_calls(auction, rows)
            return list(_split(auction, rows, labels)), rows[:0]
        labels = np.full(len(rows), -1, dtype=np.int8)
        try:
            position = self._bidder.position(auction, self._deals[0].vulnerability)
            state = position.state
            may_pass = not state.must_act or state.live_takeout
            labels = self._labels(position, auction, rows)
        except Exception as error:  # the same
            self._note("exceptions", auction, rows, _named(error))
            return [], rows
        for call in map(Call, np.unique(labels[labels >= 0]).tolist()):
            mine = labels == call
            if not auction.is_legal(call):
                self._note("illegal", auction, rows[mine], f"{call}")
                labels[mine] = -1
            elif call == PASS and not may_pass:
                self._note("forced", auction, rows[mine], "passes")
        made = labels >= 0
        return list(_split(auction, rows[made], labels[made])), rows[~made]

    def _labels(
        self, position: BiddingPosition, auction: Auction, rows: Rows
    ) -> npt.NDArray[np.int8]:
        """The call of each hand; -1 where an exception was noted."""
        if len(rows) > _FEW:
            return position.choose_many(self._hands[rows, auction.turn])
        labels = np.full(len(rows), -1, dtype=np.int8)
        for index, row in enumerate(rows.tolist()):
            try:
                labels[index] = position.choose(self._deals[row].deal[auction.turn]).call
            except Exception as error:  # the same
                self._note("exceptions", auction, [row], _named(error))
        return labels

    def _random_calls(self, auction: Auction, rows: Rows) -> npt.NDArray[np.int8]:
        callers = self._strangers or ()
        calls = [callers[row].call(auction) for row in rows.tolist()]
        return np.array(calls, dtype=np.int8)

    def _is_stranger(self, seat: Seat) -> bool:
        return self._strangers is not None and seat.side is Side.EW

    def _note(
        self, kind: str, auction: Auction, rows: Rows | Sequence[int], text: str,
        seat: Seat | None = None,
    ) -> None:  # fmt: skip
        for row in map(int, rows):
            self._faults[row].append(self._deals[row].fault(kind, auction, text, seat))

    def _ended(self, auction: Auction, rows: Rows) -> Iterator[BidDeals]:
        callers = map(auction.caller, range(len(auction.calls)))
        calls = sum(not self._is_stranger(seat) for seat in callers)
        for row in rows.tolist():
            counts = CallCounts(calls=calls, checked=calls)
            yield played(self._deals[row].number, auction, counts, self._faults[row])


def _split(auction: Auction, rows: Rows, labels: npt.NDArray[np.int8]) -> Iterator[_Branch]:
    for call in map(Call, np.unique(labels).tolist()):
        yield _Branch(auction.with_call(call), rows[labels == call])


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
