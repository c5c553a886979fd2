"""The information that the reading of the calls gives about hidden hands, on boards played.

The information about a hand is the log2 of the weight of the true hand over the mean weight of
hands dealt at random from the cards that the observer does not see. Without a reading it is 0.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import numpy as np
from attrs import evolve, frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.reading.player import PlayerReading
from bluechip_bot.constraints import Box, batch
from bluechip_bot.inference.auction import AuctionSettings
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.model.board import Board
from bluechip_bot.model.calls import PASS, Auction
from bluechip_bot.model.cards import Seat

OWN: Final = "own system"
"""The source of auctions bid by our own system."""

HARD_FLOOR: Final = 0.05
"""The weight of a hand that a hard reading excludes; a hand that it admits has weight 1."""


@frozen
class AuctionWorth:
    """The information of the calls, in bits, as means over hidden hands.

    Shares are over all four players; each board is seen by one observer.

    Attributes:
        boards: the number of boards.
        all_inside: the share of boards on which the outer boxes contain all four hands.
        inside: the share of players who bid whose outer box contains their hand.
        hard_inside: the share of players who bid whose hand is within the limits of all calls.
        admitted: the share of random hands within the outer box of a player who bid.
        hard_bits: the information of these limits, with `HARD_FLOOR` for hands outside.
        box_bits: the information of the boxes of the statements.
        bits: the information of the boxes and of the replay of the calls.
        bidder_bits: the same over players who bid.
    """

    boards: int
    all_inside: float
    inside: float
    hard_inside: float
    admitted: float
    hard_bits: float
    box_bits: float
    bits: float
    bidder_bits: float

    def __str__(self) -> str:
        return (
            f"{self.boards:6} boards, outer box: players who bid {self.inside:6.1%} "
            f"(random hands {self.admitted:4.0%}, hard limits {self.hard_inside:4.0%}), "
            f"all four {self.all_inside:6.1%}; bits a hand: hard {self.hard_bits:+.3f}, "
            f"boxes {self.box_bits:+.3f}, with replay {self.bits:+.3f} "
            f"(who bid {self.bidder_bits:+.3f})"
        )


def auction_worth(
    records: Iterable[AuctionRecord],
    bidder: Bidder,
    settings: AuctionSettings | None = None,
    *,
    samples: int = 200,
    seed: int = 0,
) -> dict[str, AuctionWorth]:
    """The information of the readings by source, in the order in which the sources occur.

    Each board is seen by one observer, chosen by its deal, at the end of the auction.

    Args:
        records: the boards, with all hands; those without calls are left out.
        bidder: the systems and the softness to judge.
        settings: what is read; the defaults if None.
        samples: the number of random hands for each hidden hand.
        seed: the seed of the random hands.
    """
    replay = (AuctionSettings() if settings is None else settings).replay
    found: dict[str, list[list[tuple[float, ...]]]] = {}
    for record in records:
        if record.board.auction.calls:
            judged = list(_judged(record.board, bidder, samples, seed, replay=replay))
            found.setdefault(record.source, []).append(judged)
    return {source: _worth(boards) for source, boards in found.items()}


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


def information(weights: batch.Floats) -> float:
    """The log2 of the first weight over the mean of the others."""
    return float(np.log2(weights[0] / weights[1:].mean()))


def rebid(records: Iterable[AuctionRecord], bidder: Bidder) -> Iterator[AuctionRecord]:
    """Yield the same deals with the auctions of our own system in all seats and without play."""
    for record in records:
        board = record.board
        auction = Auction(board.dealer)
        while not auction.is_over:
            hand = board.hands[auction.turn]
            assert hand is not None
            choice = bidder.choose(hand, auction, board.vulnerability)
            auction = auction.with_call(choice.call)
        none = (0, 0, 0, 0)
        board = evolve(board, auction=auction, play=None, played=none, void=none, explanations=())
        yield evolve(record, source=OWN, board=board)


def _judged(
    board: Board, bidder: Bidder, samples: int, seed: int, *, replay: bool
) -> Iterator[tuple[float, ...]]:
    """Yield a row for each player who has called.

    Whether he bid, whether his outer box contains his hand, whether all limits do, the share of
    random hands in the outer box, and the information of hard limits, of boxes, and with replay;
    the last four are nan for the observer.
    """
    readings = bidder.read(board.auction, board.vulnerability)
    hidden = deal_hands(board, observer(board), samples, seed)
    for seat, hand, reading in zip(Seat, board.hands, readings, strict=True):
        if hand is None or not reading.calls:
            continue
        hands = hidden.get(seat, batch.masks([hand]))
        values = batch.features(hands)
        inside, hard = _within(reading.box, values), _within_all(reading, values)
        row = (any(call.call != PASS for call in reading.calls), inside[0], hard[0])
        if seat not in hidden:
            yield (*row, *(np.nan,) * 4)
            continue
        boxes = reading.union.weights_of(values)
        replayed = boxes * np.exp(reading.log_replay(hands)) if replay else boxes
        bits = map(information, (np.where(hard, 1.0, HARD_FLOOR), boxes, replayed))
        yield (*row, float(inside[1:].mean()), *bits)


def _within(box: Box, values: batch.Counts) -> batch.Bools:
    found = batch.inside(np.array([(box.hcp, *box.lengths)], dtype=np.int16), values)
    return np.asarray(found[0])


def _within_all(reading: PlayerReading, values: batch.Counts) -> batch.Bools:
    found = np.ones(len(values), dtype=np.bool_)
    for call in reading.calls:
        found &= _within(call.hull, values)
    return found


def _worth(boards: list[list[tuple[float, ...]]]) -> AuctionWorth:
    all_inside = float(np.mean([all(inside for _, inside, *_ in board) for board in boards]))
    players = np.array([player for board in boards for player in board])
    _, inside, hard, admitted, *_, bits = np.nanmean(players[players[:, 0] > 0], axis=0).tolist()
    hard_bits, box_bits, all_bits = np.nanmean(players[:, 4:], axis=0).tolist()
    return AuctionWorth(
        len(boards), all_inside, inside, hard, admitted, hard_bits, box_bits, all_bits, bits
    )


def _digest(board: Board) -> int:
    text = " ".join(map(str, board.hands))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big")
