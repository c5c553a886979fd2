"""How well the calls of strangers are read: records of real boards, all four hands known.

For each player the weights of our reading are compared with two others: a hard one, where a hand
either agrees with every call as described or does not, as bidders by logic read; and none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.player_reading import PlayerReading
from bluechip_bot.bidding.roles import role_of
from bluechip_bot.constraints import ANY, Box, batch
from bluechip_bot.inference.records import Record
from bluechip_bot.lab.bidding_table import BiddingTable
from bluechip_bot.lab.significance import Estimate, mean, wilson
from bluechip_bot.model import PASS, Board, Hand, Seat
from bluechip_bot.model.cards import FULL_DECK

SAMPLES: Final = 200
"""Random hands that the true one is compared with."""
HARD_FLOOR: Final = 0.001
"""What a hard reading leaves to a hand that it excludes: without it one miss would be all."""
_ROLES: Final = ("opener", "responder", "overcaller", "advancer")
BIDDERS, PASSERS = "all who bid", "only passed"


@frozen
class PlayerFigures:
    """One player of a board.

    Attributes:
        family: his role, or that he only passed.
        inside: whether his hand is inside the outer box at the end of the auction.
        random: the share of random hands that are, from the cards that his left-hand opponent
            does not see.
        bits: the logarithm to base 2 of his hand's weight over the mean of those hands.
        hard: whether the hard reading admits his hand.
        hard_random: the share of random hands that it admits.
        hard_bits: the same logarithm of the hard reading, excluded hands weighing HARD_FLOOR.
    """

    family: str
    inside: bool
    random: float
    bits: float
    hard: bool
    hard_random: float
    hard_bits: float


@frozen
class BoardFigures:
    """The four players of a board, North first."""

    players: tuple[PlayerFigures, ...]


def read_chunk(table: BiddingTable, records: Sequence[Record]) -> list[BoardFigures]:
    """The figures of some boards; those without all four hands are left out."""
    bidder = table.bidder()
    return [_board(bidder, record.board) for record in records if all(record.board.hands)]


def report(boards: Sequence[BoardFigures]) -> str:
    """The table.

    Raises:
        ValueError: if there is no board.
    """
    if not boards:
        raise ValueError("a report needs at least one board")
    players = [player for board in boards for player in board.players]
    head = ("players", "number", "inside outer box", "random", "bits", "hard: inside", "random",
            "bits")  # fmt: skip
    lines = [_line(head)]
    bidders = [player for player in players if player.family != PASSERS]
    families = {role: [p for p in bidders if p.family == role] for role in _ROLES}
    families[BIDDERS] = bidders
    families[PASSERS] = [player for player in players if player.family == PASSERS]
    lines += [_line(_cells(name, found)) for name, found in families.items() if found]
    soft = sum(all(player.inside for player in board.players) for board in boards)
    hard = sum(all(player.hard for player in board.players) for board in boards)
    ours, theirs = (_share(wilson(count, len(boards))) for count in (soft, hard))
    lines += [
        "",
        f"all four hands inside: {ours} of {len(boards)} boards; hard reading: {theirs}",
        "bits: how much likelier a reading makes the true hand than a random one; no reading: 0",
    ]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    widths = (12, 7, 19, 8, 26, 19, 8, 26)
    return "".join(
        f"{cell:<{width}}" if index == 0 else f"{cell:>{width}}"
        for index, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )


def _cells(name: str, found: Sequence[PlayerFigures]) -> Sequence[str]:
    count = len(found)
    return (
        name,
        str(count),
        _share(wilson(sum(player.inside for player in found), count)),
        f"{100 * sum(player.random for player in found) / count:.0f} %",
        _bits(mean([player.bits for player in found])),
        _share(wilson(sum(player.hard for player in found), count)),
        f"{100 * sum(player.hard_random for player in found) / count:.0f} %",
        _bits(mean([player.hard_bits for player in found])),
    )


def _share(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.1f} % ({100 * estimate.low:.0f}-{100 * estimate.high:.0f})"


def _bits(estimate: Estimate) -> str:
    return f"{estimate.value:+.2f} ({estimate.low:+.2f} to {estimate.high:+.2f})"


def _board(bidder: Bidder, board: Board) -> BoardFigures:
    readings = bidder.read(board.auction, board.vulnerability)
    state = bidder.position(board.auction, board.vulnerability).state
    players = []
    for seat, reading in zip(Seat, readings, strict=True):
        role = role_of(state, seat)
        acted = any(call.call != PASS for call in reading.calls)
        family = role.value if acted and role is not None else PASSERS
        players.append(_player(family, board, seat, reading))
    return BoardFigures(tuple(players))


def _player(family: str, board: Board, seat: Seat, reading: PlayerReading) -> PlayerFigures:
    hand, observer = board.hands[seat], board.hands[seat.lho]
    assert hand is not None
    assert observer is not None
    text = f"{board.hands} {board.auction.calls} {seat}"
    seed = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
    others = random_hands(Hand(FULL_DECK & ~observer.mask), SAMPLES, seed)
    hands = np.concatenate((batch.masks([hand]), others))
    weights = reading.weights(hands)
    inside = _within(batch.features(hands), [reading.box])
    hard = hard_reading(reading, hands)
    hard_weights = np.where(hard, 1.0, HARD_FLOOR)
    return PlayerFigures(
        family,
        bool(inside[0]),
        float(inside[1:].mean()),
        float(np.log2(weights[0] / weights[1:].mean())),
        bool(hard[0]),
        float(hard[1:].mean()),
        float(np.log2(hard_weights[0] / hard_weights[1:].mean())),
    )


def hard_reading(reading: PlayerReading, hands: batch.Hands) -> npt.NDArray[np.bool_]:
    """Which hands agree with every call as it is described: bool[n].

    A call that contradicts those before it is left out.
    """
    values = batch.features(hands)
    found: npt.NDArray[np.bool_] = np.ones(len(hands), dtype=np.bool_)
    known = ANY
    for call in reading.calls:
        boxes = [both for box in call.boxes if (both := known.intersect(box)) is not None]
        if not boxes:
            continue
        found = np.logical_and(found, _within(values, call.boxes))
        known = boxes[0]
        for box in boxes[1:]:
            known = known.hull(box)
    return found


def random_hands(cards: Hand, count: int, seed: int) -> batch.Hands:
    """Hands of thirteen of some cards: uint64[count], the same for a seed."""
    deck = np.array([int(card) for card in cards], dtype=np.uint64)
    raw = np.random.PCG64(seed).random_raw(count * len(deck)).reshape(count, len(deck))
    dealt = deck[raw.argsort(axis=1, kind="stable")[:, :13]]
    hands: batch.Hands = np.bitwise_or.reduce(np.uint64(1) << dealt, axis=1, dtype=np.uint64)
    return hands


def _within(values: batch.Counts, boxes: Iterable[Box]) -> npt.NDArray[np.bool_]:
    limits = np.array([(box.hcp, *box.lengths) for box in boxes], dtype=np.int16)
    return np.asarray(batch.inside(limits, values).any(axis=0), dtype=np.bool_)
