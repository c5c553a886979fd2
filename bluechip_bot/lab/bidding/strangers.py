"""How well the calls of strangers are read, on records of real boards with all four hands known.

For each player the true hand is compared with random ones: how much likelier does our reading make
it? No reading at all makes all hands equally likely, which is 0 bits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.bidding.auction.roles import role_of
from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation import NO_WORDS, Words
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.reading.player import CallReading, PlayerReading
from bluechip_bot.constraints import Box, batch
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.table import BiddingTable
from bluechip_bot.model import PASS, Board, Hand, Seat
from bluechip_bot.model.cards import FULL_DECK

SAMPLES: Final = 200
"""Random hands that the true one is compared with."""
PASSED: Final = "only passed"
"""The family of a player who made no other call."""


@frozen
class Figures:
    """What a reading says of one hand.

    Attributes:
        inside: whether the true hand is inside the outer box.
        random: the share of random hands that are, from the cards that the left-hand opponent
            does not see.
        bits: the logarithm to base 2 of the true hand's weight over the mean of those hands.
    """

    inside: bool
    random: float
    bits: float


@frozen
class PlayerFigures:
    """One player of a board at the end of the auction.

    Attributes:
        family: his role, or that he only passed.
        figures: what all his calls say of his hand.
        calls: the kind of each, and what it says by itself.
    """

    family: str
    figures: Figures
    calls: tuple[tuple[str, Figures], ...]


@frozen
class BoardFigures:
    """One board.

    Attributes:
        players: North first, by our reading of the calls alone.
        told: the same, with the explanations of calls; empty if there were none.
    """

    players: tuple[PlayerFigures, ...]
    told: tuple[PlayerFigures, ...] = ()


def read_chunk(table: BiddingTable, records: Sequence[AuctionRecord]) -> list[BoardFigures]:
    """The figures of some boards; those without all four hands are left out."""
    bidder = table.bidder()
    return [_figures(bidder, record.board) for record in records if all(record.board.hands)]


def _figures(bidder: Bidder, board: Board) -> BoardFigures:
    words = Words.of_all(board)
    told = () if words == NO_WORDS else _players(bidder, board, words)
    return BoardFigures(_players(bidder, board, NO_WORDS), told)


def _players(bidder: Bidder, board: Board, words: Words) -> tuple[PlayerFigures, ...]:
    readings = bidder.read(board.auction, board.vulnerability, words)
    state = bidder.position(board.auction, board.vulnerability, words).state
    players = []
    for seat, reading in zip(Seat, readings, strict=True):
        role = role_of(state, seat)
        acted = any(call.call != PASS for call in reading.calls)
        family = role.value if acted and role is not None else PASSED
        players.append(_player(family, board, seat, reading))
    return tuple(players)


def _player(family: str, board: Board, seat: Seat, reading: PlayerReading) -> PlayerFigures:
    hand, observer = board.hands[seat], board.hands[seat.lho]
    assert hand is not None
    assert observer is not None
    text = f"{board.hands} {board.auction.calls} {seat}"
    seed = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
    others = random_hands(Hand(FULL_DECK & ~observer.mask), SAMPLES, seed)
    hands = np.concatenate((batch.masks([hand]), others))
    features, values = HandFeatures(hands), batch.features(hands)
    inside = _within(values, [reading.box])
    whole = _compared(inside, reading.weights(hands))
    calls = tuple(_call(call, reading, features, values) for call in reading.calls)
    return PlayerFigures(family, whole, calls)


def _call(
    call: CallReading, reading: PlayerReading, features: HandFeatures, values: batch.Counts
) -> tuple[str, Figures]:
    softness = call.believed(reading.softness)
    logs = call.log_grades(values, softness)
    factor = softness.other[call.kind]
    if factor < 1:
        logs = logs + np.log(factor) * call.differs(features)
    inside = _within(values, [call.outer.widen(*call.margin(softness))])
    return call.kind.value, _compared(inside, np.exp(logs))


def _compared(inside: npt.NDArray[np.bool_], weights: batch.Floats) -> Figures:
    """The figures of a reading, the true hand being the first."""
    return Figures(
        bool(inside[0]),
        float(inside[1:].mean()),
        float(np.log2(weights[0] / weights[1:].mean())),
    )


def random_hands(cards: Hand, count: int, seed: int) -> batch.HandMasks:
    """Hands of thirteen of some cards: uint64[count], the same for a seed."""
    deck = np.array([int(card) for card in cards], dtype=np.uint64)
    raw = np.random.PCG64(seed).random_raw(count * len(deck)).reshape(count, len(deck))
    dealt = deck[raw.argsort(axis=1, kind="stable")[:, :13]]
    hands: batch.HandMasks = np.bitwise_or.reduce(np.uint64(1) << dealt, axis=1, dtype=np.uint64)
    return hands


def _within(values: batch.Counts, boxes: Iterable[Box]) -> npt.NDArray[np.bool_]:
    limits = np.array([(box.hcp, *box.lengths) for box in boxes], dtype=np.int16)
    return np.asarray(batch.inside(limits, values).any(axis=0), dtype=np.bool_)
