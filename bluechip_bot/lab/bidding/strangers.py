"""Measure how well the calls of strangers are read, on real boards with all four hands known.

For each player the true hand is compared with random ones: how much likelier does our reading make
it? Without any reading all hands are equally likely, which is 0 bits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from attrs import frozen

from bluechip_bot.bidding.auction.roles import AuctionRole, role_of
from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation import NO_WORDS, CallWords
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.reading.ladder import CallKind
from bluechip_bot.bidding.reading.player import CallReading, PlayerReading
from bluechip_bot.constraints import Box, batch
from bluechip_bot.constraints.union import box_limits
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.table import BiddingTable
from bluechip_bot.lab.estimates import aligned, mean, wilson
from bluechip_bot.model import PASS, Board, Hand, Seat
from bluechip_bot.model.cards import FULL_DECK

_SAMPLES: Final = 200
"""Random hands with which the true one is compared."""
_PASSED: Final = "only passed"
"""The family of a player who made no other call."""
_NOTE: Final = """\
inside: the true hand in the outer box, of players who bid; random: the share of random hands there
bits: how much likelier a reading makes the true hand than a random one, in the mean over all four
players (bidders: over those who bid); no reading: 0"""


@frozen
class ReadingFit:
    """How well a reading fits a player's true hand, compared with random hands.

    `inside` is whether the reading's limits admit the true hand, `random` the share of random hands
    that they admit, `bits` log2 of the true hand's weight over the mean of random ones. Random
    hands are dealt from the cards that the left-hand opponent does not see.
    """

    inside: bool
    random: float
    bits: float


@frozen
class PlayerFigures:
    """How well a player's calls were read: all together, and each alone with its kind.

    `family` is the player's role in the auction, or `only passed`.
    """

    family: str
    figures: ReadingFit
    calls: tuple[tuple[str, ReadingFit], ...]


Players = Sequence[PlayerFigures]
BoardFigures = tuple[Players, Players]
"""The players of a board, North first, by our reading of the calls alone; and the same with the
explanations of calls, empty if there were none."""


def read_chunk(table: BiddingTable, records: Sequence[AuctionRecord]) -> list[BoardFigures]:
    """Measure the readings of some boards; those without all four hands are left out."""
    bidder, found = table.bidder(), []
    for board in (record.board for record in records if all(record.board.hands)):
        words = CallWords.of_all(board)
        explained = () if words == NO_WORDS else _players(bidder, board, words)
        found.append((_players(bidder, board, NO_WORDS), explained))
    return found


def _players(bidder: Bidder, board: Board, words: CallWords) -> Players:
    readings = bidder.read(board.auction, board.vulnerability, words)
    state = bidder.position(board.auction, board.vulnerability, words).state
    players = []
    for seat, reading in zip(Seat, readings, strict=True):
        role = role_of(state, seat)
        acted = any(call.call != PASS for call in reading.calls)
        family = role.value if acted and role is not None else _PASSED
        players.append(_player(family, board, seat, reading))
    return players


def _player(family: str, board: Board, seat: Seat, reading: PlayerReading) -> PlayerFigures:
    deal = board.deal
    text = f"{board.hands} {board.auction.calls} {seat}"
    seed = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
    others = _random_hands(Hand(FULL_DECK & ~deal[seat.lho].mask), _SAMPLES, seed)
    hands = np.concatenate((batch.masks([deal[seat]]), others))
    features, values = HandFeatures(hands), batch.features(hands)
    inside = _within(values, reading.box)
    whole = _compared(inside, reading.weights(hands))
    calls = tuple(_call(call, reading, features, values) for call in reading.calls)
    return PlayerFigures(family, whole, calls)


def _call(
    call: CallReading, reading: PlayerReading, features: HandFeatures, values: batch.Counts
) -> tuple[str, ReadingFit]:
    softness = call.believed(reading.softness)
    logs = call.log_grades(values, softness)
    replayed = call.log_replay(features, softness)
    if replayed is not None:
        logs = logs + replayed
    inside = _within(values, call.outer.widen(*call.margin(softness)))
    return call.kind.value, _compared(inside, np.exp(logs))


def _compared(inside: batch.Bools, weights: batch.Floats) -> ReadingFit:
    """Return how well a reading fits the true hand (the first), compared with random hands."""
    bits = float(np.log2(weights[0] / weights[1:].mean()))
    return ReadingFit(bool(inside[0]), float(inside[1:].mean()), bits)


def _random_hands(cards: Hand, count: int, seed: int) -> batch.HandMasks:
    """Return uint64[count], random hands of thirteen of the cards; a seed always gives the same."""
    deck = np.array([int(card) for card in cards], dtype=np.uint64)
    raw = np.random.PCG64(seed).random_raw(count * len(deck)).reshape(count, len(deck))
    dealt = deck[raw.argsort(axis=1, kind="stable")[:, :13]]
    hands: batch.HandMasks = np.bitwise_or.reduce(np.uint64(1) << dealt, axis=1, dtype=np.uint64)
    return hands


def _within(values: batch.Counts, box: Box) -> batch.Bools:
    return np.asarray(batch.inside(box_limits([box]), values)[0], dtype=np.bool_)


def report(files: Mapping[str, Sequence[BoardFigures]]) -> str:
    """Return tables by file, by role and by kind of call; each file must have boards."""
    rows: list[Sequence[str]] = [
        ("file", "boards", "inside", "random", "all four", "bits", "bidders")
    ]
    for name, boards in files.items():
        rows.append(_file_row(name, [plain for plain, _ in boards]))
        if both := [board for board in boards if board[1]]:
            rows.append(_file_row("  calls with words, without", [plain for plain, _ in both]))
            rows.append(_file_row("  with their explanations", [words for _, words in both]))
    players = [player for boards in files.values() for plain, _ in boards for player in plain]
    roles = [(player.family, player.figures) for player in players]
    bidders = [("all who bid", figures) for family, figures in roles if family != _PASSED]
    families = (*(role.value for role in AuctionRole), "all who bid", _PASSED)
    calls = [call for player in players for call in player.calls]
    return "\n".join(
        [
            *aligned("<>>>>>>", rows),
            "",
            *_groups("players", families, [*roles, *bidders]),
            "",
            *_groups("calls by themselves", [kind.value for kind in CallKind], calls),
            "",
            _NOTE,
        ]
    )


def _file_row(name: str, boards: Sequence[Players]) -> Sequence[str]:
    players = [player for board in boards for player in board]
    whole = [player.figures for player in players]
    bidders = [player.figures for player in players if player.family != _PASSED] or whole
    four = [all(player.figures.inside for player in board) for board in boards]
    return (
        *(name, f"{len(boards)}", *_shares(bidders), _range(four)),
        f"{mean([one.bits for one in whole]):+.2f}",
        f"{mean([one.bits for one in bidders]).value:+.2f}",
    )


def _groups(
    title: str, names: Sequence[str], found: Sequence[tuple[str, ReadingFit]]
) -> list[str]:  # fmt: skip
    rows: list[Sequence[str]] = [(title, "number", "inside", "random", "bits")]
    for name in names:
        group = [one for own, one in found if own == name]
        if group:
            bits = f"{mean([one.bits for one in group]):+.2f}"
            rows.append((name.replace("_", " "), f"{len(group)}", *_shares(group), bits))
    return aligned("<>>>>", rows)


def _shares(found: Sequence[ReadingFit]) -> tuple[str, str]:
    """Return as texts the shares of true and of random hands that the readings' limits admit."""
    random = 100 * float(np.mean([one.random for one in found]))
    return _range([one.inside for one in found]), f"{random:.0f} %"


def _range(hits: Sequence[bool]) -> str:
    share = wilson(sum(hits), len(hits)).times(100)
    return f"{share.value:.1f} % ({share.low:.0f}-{share.high:.0f})"
