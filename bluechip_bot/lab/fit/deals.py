"""The data of fits of the calls: the true hands of boards, random hands, and our own calls."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from attrs import evolve

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.constraints import batch
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.table import bid_out, deal_on
from bluechip_bot.model.board import Board
from bluechip_bot.model.cards import Seat


def observer(board: Board) -> Seat:
    """The seat from which a board is judged, by a hash of its deal."""
    return Seat(_digest(board) % 4)


def deal_hands(board: Board, seat: Seat, count: int, seed: int) -> Mapping[Seat, batch.HandMasks]:
    """The true hand and random hands for each seat that an observer does not see.

    They are uint64[count + 1] for each seat. The first is the true hand; the others are dealt at
    random from the cards that the observer does not see. Board and seed determine them.
    """
    held = board.hands[seat]
    assert held is not None
    generator = np.random.default_rng((seed, _digest(board)))
    cards = np.array([card for card in range(52) if not held.mask >> card & 1], dtype=np.uint64)
    found = {}
    for other in Seat:
        hand = board.hands[other]
        if other is not seat and hand is not None:
            order = np.argsort(generator.random((count, len(cards))), axis=1)[:, :13]
            bits = np.left_shift(np.uint64(1), cards[order])
            dealt = np.bitwise_or.reduce(bits, axis=1)
            found[other] = np.concatenate((batch.masks([hand]), dealt))
    return found


def rebid(records: Iterable[AuctionRecord], bidder: Bidder) -> Iterator[AuctionRecord]:
    """Yield the same deals with the auctions of our own system in all seats and without play."""
    for record in records:
        board = record.board
        bid = bid_out(
            Board.begin(board.number, board.dealer, board.vulnerability, deal_on(board)),
            lambda now: (
                bidder.choose(deal_on(now)[now.auction.turn], now.auction, now.vulnerability).call
            ),
        )
        yield evolve(record, source="own system", board=bid)


def _digest(board: Board) -> int:
    text = " ".join(map(str, board.hands))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big")
