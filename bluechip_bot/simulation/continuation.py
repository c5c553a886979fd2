"""The rest of an auction, bid by the systems of both sides on many layouts at once.

Layouts that are bid alike so far are one branch: its position is set up once, and all its hands get
their calls together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import evolve, frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation import CallWords
from bluechip_bot.model import Auction, Call, Hand, Side
from bluechip_bot.policy.policy import Policy, PolicyTurn

_MOST_CALLS: Final = 40  # an auction of more calls goes round in circles
_FEW: Final = 8  # up to this number, hands get their calls one by one, which is faster

Rows = npt.NDArray[np.intp]
Layouts = npt.NDArray[np.uint64]


@frozen(eq=False)
class LayoutBranch:
    """Layouts, by their indices, that are bid alike.

    They are `lost` if the systems cannot finish: after forty calls, or with an illegal one.
    """

    auction: Auction
    rows: Rows
    lost: bool = False


def continuations(
    bidder: Bidder, side: Side, turn: PolicyTurn, layouts: Layouts, words: CallWords
) -> Iterator[LayoutBranch]:
    """Yield the finished auctions, each with the rows of `layouts`, uint64[n, 4], bid like this.

    An auction that the systems cannot finish is yielded as it stands. `side` looks ahead; opponents
    who bid by rules are taken to bid by its policy, if it has one.
    """
    policies = bidder.policies(side)
    if policies is not None:
        yield from _bid_by(policies, turn, layouts)
        return
    waiting = [LayoutBranch(turn.auction, np.arange(len(layouts)))]
    while waiting:
        branch = waiting.pop()
        calls = branch.auction.calls
        if branch.auction.is_over:
            yield branch
            continue
        if len(calls) >= _MOST_CALLS:
            yield evolve(branch, lost=True)
            continue
        position = bidder.position(branch.auction, turn.vulnerability, words)
        hands = layouts[branch.rows, branch.auction.turn]
        if len(hands) > _FEW:
            labels = position.choose_many(hands)
        else:
            chosen = [position.call(Hand(mask)) for mask in hands.tolist()]
            labels = np.array(chosen, dtype=np.int8)
        for index in np.unique(labels).tolist():
            rows = branch.rows[labels == index]
            if branch.auction.is_legal(call := Call(index)):
                waiting.append(LayoutBranch(branch.auction.with_call(call), rows))
            else:
                yield LayoutBranch(branch.auction, rows, lost=True)


def _bid_by(
    policies: tuple[Policy, Policy], turn: PolicyTurn, layouts: Layouts
) -> Iterator[LayoutBranch]:
    """Yield the finished auctions that policies bid, on all layouts at once."""
    auction = turn.auction
    tables = turn.tables_of(layouts)
    begun = len(auction.calls)
    made = np.full((len(layouts), _MOST_CALLS), -1, np.int8)
    while len(rows := tables.rows()):
        count = tables.calls()[rows[0]]
        if count >= _MOST_CALLS:
            break
        network = policies[auction.dealer.plus(count).side].network
        calls = network.best(tables, rows)
        tables.step(rows, calls)
        made[rows, count] = calls
    endings, place = np.unique(made[:, begun:], axis=0, return_inverse=True)
    for number, ending in enumerate(endings.tolist()):
        more = (Call(call) for call in ending if call >= 0)
        found = Auction(auction.dealer, (*auction.calls, *more))
        yield LayoutBranch(found, np.flatnonzero(place.ravel() == number), lost=not found.is_over)
