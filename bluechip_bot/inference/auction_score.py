"""How much the reading of the calls tells of the hidden hands, on boards that were played.

The information of a statement about a hand, as its observer has it, is the log2 of the weight of
the true hand over the mean weight of hands dealt at random from the cards that he does not see.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import numpy as np
from attrs import evolve, frozen

from bluechip_bot.bidding import choose
from bluechip_bot.bidding.reading import read, understand
from bluechip_bot.constraints import Box, Union, batch
from bluechip_bot.inference.auction import AuctionSettings, auction_statements
from bluechip_bot.inference.records import Record
from bluechip_bot.model.board import Board, Phase
from bluechip_bot.model.calls import Auction
from bluechip_bot.model.cards import Seat
from bluechip_bot.model.events import Called

OWN: Final = "own system"
"""The source of auctions that our own system bid."""

BOX_FLOOR: Final = 0.05
"""The weight of a hand outside a single hard box, where a hand inside has 1."""


@frozen
class AuctionWorth:
    """What the calls told, in the mean over hidden hands.

    Attributes:
        boards: the boards looked at, each by one observer.
        hands: the hidden hands.
        inside: the share of hands that the calls' limits contain, none moved.
        loose: the same for the limits moved outwards by two points and one card.
        box_bits: the information of these loose limits as one box, other hands with BOX_FLOOR.
        bits: the information of the statements.
        partner_bits: the same, of partners' hands only.
        opponent_bits: the same, of opponents' hands only.
    """

    boards: int
    hands: int
    inside: float
    loose: float
    box_bits: float
    bits: float
    partner_bits: float
    opponent_bits: float

    def __str__(self) -> str:
        return (
            f"{self.boards:6} boards, in the limits {self.inside:6.1%} (loose {self.loose:6.1%}), "
            f"bits a hand: box {self.box_bits:+.3f}, statements {self.bits:+.3f} "
            f"(partner {self.partner_bits:+.3f}, opponents {self.opponent_bits:+.3f})"
        )


def auction_worth(
    records: Iterable[Record],
    settings: AuctionSettings | None = None,
    *,
    samples: int = 200,
    seed: int = 0,
) -> dict[str, AuctionWorth]:
    """The worth of the statements by source, in the order in which the sources come.

    Each board is looked at by one observer, chosen by its deal; hands of the calls of a whole
    auction are judged, before any card.

    Args:
        records: the boards, with all hands; those without calls are left out.
        settings: the settings to judge, or the defaults.
        samples: the random hands for each hidden hand.
        seed: of the random hands.
    """
    settings = AuctionSettings() if settings is None else settings
    rows: dict[str, list[tuple[float, ...]]] = {}
    boards: dict[str, int] = {}
    for record in records:
        if not record.board.auction.calls:
            continue
        boards[record.source] = boards.get(record.source, 0) + 1
        rows.setdefault(record.source, []).extend(_judged(record.board, settings, samples, seed))
    return {
        source: _worth(boards[source], np.array(values, dtype=np.float64))
        for source, values in rows.items()
    }


def observer(board: Board) -> Seat:
    """The seat from which a board is judged: any, by a hash of its deal."""
    return Seat(_digest(board) % 4)


def deal_hands(board: Board, seat: Seat, count: int, seed: int) -> Mapping[Seat, batch.Hands]:
    """Hands to compare for each seat that an observer does not see.

    The first is the true one, the others are dealt at random from the cards of the three: for
    each seat uint64[count + 1]. The same for the same board and seed.
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


def rebid(records: Iterable[Record]) -> Iterator[Record]:
    """Yield the same deals with the auctions of our own system in all seats, without play."""
    for record in records:
        board = evolve(
            record.board,
            auction=Auction(record.board.dealer),
            play=None,
            played=(0, 0, 0, 0),
            void=(0, 0, 0, 0),
            explanations=(),
        )
        while board.phase is Phase.AUCTION:
            seat = board.auction.turn
            hand = board.hands[seat]
            assert hand is not None
            board = board.apply(Called(seat, choose(hand, board, seat).call))
        yield evolve(record, source=OWN, board=board)


def _judged(
    board: Board, settings: AuctionSettings, samples: int, seed: int
) -> Iterator[tuple[float, ...]]:
    """Yield for each hidden hand: is partner, inside, inside loosely, bits of the box, bits."""
    seat = observer(board)
    shown = understand(board.auction, board.vulnerability).shown
    readings = read(board.auction, board.vulnerability)
    unions = {
        statement.seat: statement.constraint.union
        for statement in auction_statements(evolve(board, play=None), seat, settings)
    }
    for other, hands in deal_hands(board, seat, samples, seed).items():
        values = batch.features(hands)
        loose = _within(readings[other].box, values)
        yield (
            float(other is seat.partner),
            float(_within(shown[other].box, values[:1])[0]),
            float(loose[0]),
            information(np.where(loose, 1.0, BOX_FLOOR)),
            information(unions[other].weights_of(values)) if other in unions else 0.0,
        )


def _within(box: Box, values: batch.Counts) -> batch.Bools:
    return np.asarray(Union.of(box).weights_of(values) > 0, dtype=np.bool_)


def _worth(boards: int, rows: batch.Floats) -> AuctionWorth:
    partner = rows[:, 0] > 0
    inside, loose, box_bits, bits = rows[:, 1:].mean(axis=0).tolist()
    return AuctionWorth(
        boards,
        len(rows),
        inside,
        loose,
        box_bits,
        bits,
        float(rows[partner, 4].mean()),
        float(rows[~partner, 4].mean()),
    )


def _digest(board: Board) -> int:
    text = " ".join(map(str, board.hands))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big")
