"""How well the calls of strangers are read, on records of real boards with all four hands known.

For each player the true hand is compared with random ones: how much likelier does our reading make
it? No reading at all makes all hands equally likely, which is 0 bits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.bidding.auction.roles import AuctionRole, role_of
from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation import NO_WORDS, CallWords
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.reading.ladder import CallKind
from bluechip_bot.bidding.reading.player import CallReading, PlayerReading
from bluechip_bot.constraints import Box, batch
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.table import BiddingTable
from bluechip_bot.lab.estimates import Estimate, mean, wilson
from bluechip_bot.model import PASS, Board, Hand, Seat
from bluechip_bot.model.cards import FULL_DECK

T = TypeVar("T")

SAMPLES: Final = 200
"""Random hands that the true one is compared with."""
PASSED: Final = "only passed"
"""The family of a player who made no other call."""
_BIDDERS: Final = "all who bid"
_NOTE: Final = """\
inside: the true hand in the outer box, of players who bid; random: the share of random hands there
bits: how much likelier a reading makes the true hand than a random one, in the mean over all four
players (bidders: over those who bid); no reading: 0"""
_HEAD: Final = ("file", "boards", "inside", "random", "all four", "bits", "bidders")
_WIDTHS: Final = (30, 7, 19, 8, 19, 24, 9)


@frozen
class ReadingFit:
    """How well a reading of the auction fits one hand.

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
    figures: ReadingFit
    calls: tuple[tuple[str, ReadingFit], ...]


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
    words = CallWords.of_all(board)
    told = () if words == NO_WORDS else _players(bidder, board, words)
    return BoardFigures(_players(bidder, board, NO_WORDS), told)


def _players(bidder: Bidder, board: Board, words: CallWords) -> tuple[PlayerFigures, ...]:
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
) -> tuple[str, ReadingFit]:
    softness = call.believed(reading.softness)
    logs = call.log_grades(values, softness)
    replayed = call.log_replay(features, softness)
    if replayed is not None:
        logs = logs + replayed
    inside = _within(values, [call.outer.widen(*call.margin(softness))])
    return call.kind.value, _compared(inside, np.exp(logs))


def _compared(inside: npt.NDArray[np.bool_], weights: batch.Floats) -> ReadingFit:
    """The figures of a reading, the true hand being the first."""
    return ReadingFit(
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


def report(files: Mapping[str, Sequence[BoardFigures]]) -> str:
    """The table by file, and one of all files by role and by kind of call; each has a board."""
    lines = [_line(_HEAD)]
    for name, boards in files.items():
        lines.append(_file_line(name, [board.players for board in boards]))
        if told := [board for board in boards if board.told]:
            plain = [board.players for board in told]
            lines.append(_file_line("  calls with words, without", plain))
            lines.append(_file_line("  with their explanations", [board.told for board in told]))
    players = [p for boards in files.values() for board in boards for p in board.players]
    return "\n".join([*lines, "", *_family_lines(players), "", _NOTE])


def _file_line(name: str, boards: Sequence[tuple[PlayerFigures, ...]]) -> str:
    players = [player for board in boards for player in board]
    whole = [player.figures for player in players]
    bidders = [player.figures for player in players if player.family != PASSED] or whole
    four = [[player.figures for player in board] for board in boards]
    all_inside = _range(_share(four, lambda board: all(one.inside for one in board)))
    bits = f"{_bits(whole):+.2f}", f"{_bits(bidders).value:+.2f}"
    return _line((name, str(len(boards)), *_shares(bidders), all_inside, *bits))


def _family_lines(players: Sequence[PlayerFigures]) -> Iterator[str]:
    bidders = [player for player in players if player.family != PASSED]
    families = {role.value: [p for p in bidders if p.family == role.value] for role in AuctionRole}
    families[_BIDDERS] = bidders
    families[PASSED] = [player for player in players if player.family == PASSED]
    yield from _groups("players", {n: [p.figures for p in own] for n, own in families.items()})
    yield ""
    calls = [call for player in players for call in player.calls]
    kinds = {one.value: [found for kind, found in calls if kind == one.value] for one in CallKind}
    yield from _groups("calls by themselves", kinds)


def _groups(title: str, groups: Mapping[str, Sequence[ReadingFit]]) -> Iterator[str]:
    yield _line((title, "number", *_HEAD[2:4], "", "bits"))
    for name, found in groups.items():
        if found:
            figures = (*_shares(found), "", f"{_bits(found):+.2f}")
            yield _line((name.replace("_", " "), str(len(found)), *figures))


def _shares(found: Sequence[ReadingFit]) -> tuple[str, str]:
    """The shares of true hands and of random ones inside."""
    inside, random = _share(found, lambda one: one.inside), [one.random for one in found]
    return _range(inside), f"{100 * sum(random) / len(random):.0f} %"


def _share(found: Sequence[T], holds: Callable[[T], bool]) -> Estimate:
    return wilson(sum(map(holds, found)), len(found))


def _bits(found: Sequence[ReadingFit]) -> Estimate:
    return mean([one.bits for one in found])


def _line(cells: Sequence[str]) -> str:
    name, *figures = cells
    texts = (f"{cell:>{width}}" for cell, width in zip(figures, _WIDTHS[1:], strict=False))
    return f"{name:<{_WIDTHS[0]}}{''.join(texts)}".rstrip()


def _range(share: Estimate) -> str:
    return f"{100 * share.value:.1f} % ({100 * share.low:.0f}-{100 * share.high:.0f})"
