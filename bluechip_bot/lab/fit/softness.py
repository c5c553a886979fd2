"""Fit softness: the weights, grades and factors, with which readings fit the true hands best.

The weight of a hand is the product of one grade for each call and one factor for each call that the
rules would not have made with it. Its logarithm is a sum of parameters, and the mean information is
concave in them: a conditional logit of the true hand among hands dealt at random. Grades must not
rise outwards; those that would are tied and fitted as one (pool adjacent violators).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np
from attrs import evolve, frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation import NO_WORDS, CallWords
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.reading.ladder import CallKind, level
from bluechip_bot.bidding.reading.softness import ReadingSoftness
from bluechip_bot.constraints import batch
from bluechip_bot.inference.facts import Ints
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.fit import logit
from bluechip_bot.model import Board, Seat

LEAST: Final = 1e-3
"""The smallest weight: players who never stray in the records may still do so."""

NOT_REPLAYED: Final = (CallKind.FIRST_SILENCE, CallKind.LATER_SILENCE)
"""Passes without limits: replaying them takes most of the time and shows next to nothing."""

_RIDGE: Final = 0.3
_KINDS: Final = tuple(CallKind)
_START: Final = dict(zip(_KINDS, np.cumsum([0, *(k.grades for k in _KINDS)]), strict=False))
_GRADES: Final = sum(kind.grades for kind in _KINDS)
_COUNT: Final = _GRADES + len(_KINDS)


@frozen
class CallExample:
    """A call, and how hidden hands fit it: the true hand first, then random hands.

    `levels`, int16[n], are the hands' steps on the ladder (nested boxes) of the call; `differs`,
    bool[n], is whether the rules make another call with each hand.
    """

    kind: CallKind
    levels: batch.Counts
    differs: batch.Bools


Example = Sequence[CallExample]
"""The calls of one hidden player."""


def examples(
    records: Iterable[AuctionRecord],
    bidder: Bidder,
    *,
    single: bool,
    told: bool = False,
    samples: int = 100,
) -> list[Example]:
    """Return the data of the fit: the hidden hands of each board, as one observer reads them.

    If `told`, only explained calls count, read with their explanations; if not, all calls count and
    explanations are ignored. With `single`, each rule has a box of its own. `samples` is the number
    of random hands for each hidden hand.
    """
    found: list[Example] = []
    for board in (record.board for record in records):
        words = CallWords.of_all(board) if told else NO_WORDS
        readings = bidder.read(board.auction, board.vulnerability, words)
        for seat, hands in deal_hands(board, observer(board), samples, 0).items():
            features, values = HandFeatures(hands), batch.features(hands)
            calls = (one for one in readings[seat].calls if one.told == "caller" or not told)
            found.append(
                [
                    CallExample(
                        one.kind, level(one.rungs(single=single), values), one.differs(features)
                    )
                    for one in calls
                ]
            )
    return found


def observer(board: Board) -> Seat:
    """Return the seat from which a board is read, chosen by a hash of its deal."""
    return Seat(_digest(board) % 4)


def deal_hands(board: Board, seat: Seat, count: int, seed: int) -> Mapping[Seat, batch.HandMasks]:
    """Return the true hand and `count` random hands for each seat that an observer does not see.

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
            dealt = np.bitwise_or.reduce(np.left_shift(np.uint64(1), cards[order]), axis=1)
            found[other] = np.concatenate((batch.masks([hand]), dealt))
    return found


def _digest(board: Board) -> int:
    text = " ".join(map(str, board.hands))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big")


def fitted(
    data: Sequence[Example],
    softness: ReadingSoftness,
    importance: batch.Floats | None = None,
    least: float = LEAST,
) -> ReadingSoftness:
    """Return the profile with the weights that maximise the information; unused kinds get 1.

    `importance`, float64[n], is the weight of each example, 1 if None; `least` the smallest weight.
    """
    counts = _counts(data)
    importance = np.ones(len(data)) if importance is None else importance
    ties = np.arange(_COUNT)
    while True:
        logs = _solved(counts, ties, importance)
        violators = [
            at
            for kind, start in _START.items()
            for at in range(start + 1, start + kind.grades)
            if logs[at] > logs[at - 1] + 1e-9
        ]
        if not violators:
            break
        for at in violators:
            ties[ties == ties[at]] = ties[at - 1]
    weights = [float(f"{weight:.3g}") for weight in np.maximum(np.exp(logs), least)]
    grades = {
        kind.value: tuple(weights[start : start + kind.grades]) for kind, start in _START.items()
    }
    other = {kind.value: min(1.0, weights[_GRADES + index]) for index, kind in enumerate(_KINDS)}
    return evolve(softness, grades=grades, other=other)


def _counts(data: Sequence[Example]) -> logit.Rows:
    """Return how often each parameter enters each weight: [examples, hands, parameters]."""
    hands = max((len(call.levels) for item in data for call in item), default=2)
    counts = np.zeros((len(data), hands, _COUNT), dtype=np.float32)
    rows = np.arange(hands)
    for index, item in enumerate(data):
        for call in item:
            counts[index, rows, _START[call.kind] + call.levels] += 1
            if call.kind not in NOT_REPLAYED:
                counts[index, :, _GRADES + _KINDS.index(call.kind)] += call.differs
    return counts


def _solved(counts: logit.Rows, ties: Ints, importance: batch.Floats) -> batch.Floats:
    """Return the logs of all parameters; tied ones are equal, and the innermost grades are 0."""
    fixed = [ties[start] for start in _START.values()]
    free = np.setdiff1d(ties[counts.any(axis=(0, 1))], fixed)
    logs = np.zeros(_COUNT)
    if len(free):
        pooled = counts @ (ties[:, None] == free).astype(np.float32)
        rows = pooled[:, 1:].reshape(-1, len(free))
        first = np.arange(len(counts)) * (counts.shape[1] - 1)
        logs[free] = logit.fitted(pooled[:, 0], rows, first, importance, _RIDGE)
    return np.asarray(logs[ties])
