"""The fit of the grades of calls: the information of the statements, made as large as it gets.

The weight of a hand is a product of one grade for each call, so that its logarithm is a sum of
parameters, and the mean information over hands is concave in them: a conditional logit model
(McFadden), the true hand against hands dealt at random. It is solved by Newton's method; grades
that would rise outwards are tied and fitted as one (pool adjacent violators).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from attrs import frozen

from bluechip_bot.bidding.reading import interpret
from bluechip_bot.constraints import Union, batch
from bluechip_bot.inference.auction import CallGrades, CallKind, Rungs, ladders
from bluechip_bot.inference.auction_score import deal_hands, observer
from bluechip_bot.inference.records import Record

LEAST: Final = 1e-3
"""The smallest grade: who never strays in the records may yet do so."""

_RIDGE: Final = 0.3
_ROUNDS: Final = 60
_START: Final = dict(zip(CallKind, np.cumsum([0, *(k.grades for k in CallKind)]), strict=False))
_COUNT: Final = sum(kind.grades for kind in CallKind)

Levels = list[tuple[CallKind, batch.Counts]]


@frozen
class Example:
    """A hidden hand, the true one first and then random ones: their levels by call.

    Attributes:
        levels: for each call its kind and the grade's index of each hand, int16[n].
    """

    levels: Levels


def examples(
    records: Iterable[Record], *, single_rules: bool, samples: int = 100, seed: int = 0
) -> list[Example]:
    """What the fit is made to: all hidden hands of each board as one observer sees it."""
    found = []
    for record in records:
        board = record.board
        calls = interpret(board.auction, board.vulnerability)
        for seat, hands in deal_hands(board, observer(board), samples, seed).items():
            values = batch.features(hands)
            ladder = ladders(calls, seat, single_rules=single_rules)
            found.append(Example([(kind, level(rungs, values)) for kind, rungs in ladder]))
    return found


def level(rungs: Rungs, values: batch.Counts) -> batch.Counts:
    """The index of the first set of boxes that contains each hand, int16[n]."""
    found = np.full(len(values), len(rungs) - 1, dtype=np.int16)
    for index in range(len(rungs) - 2, -1, -1):
        if rungs[index]:
            within = Union.of(*rungs[index]).weights_of(values) > 0
            found[within] = index
    return found


def fitted(data: Sequence[Example]) -> CallGrades:
    """The grades with which the examples' statements tell most; kinds that never occur keep 1."""
    counts = _counts(data)
    ties = np.arange(_COUNT)
    while True:
        logs = _solved(counts, ties)
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
    grades = np.maximum(np.exp(logs), LEAST)
    return CallGrades(
        **{
            kind.value: tuple(float(f"{g:.3g}") for g in grades[start : start + kind.grades])
            for kind, start in _START.items()
        }
    )


def _counts(data: Sequence[Example]) -> batch.Floats:
    """How often each grade counts for each hand: [examples, hands, grades]."""
    hands = max((len(levels) for item in data for _, levels in item.levels), default=1)
    counts = np.zeros((len(data), hands, _COUNT))
    rows = np.arange(hands)
    for index, item in enumerate(data):
        for kind, levels in item.levels:
            counts[index, rows, _START[kind] + levels] += 1
    return counts


def _solved(counts: batch.Floats, ties: batch.Counts | np.ndarray) -> batch.Floats:
    """The logarithms of all grades, those with the same tie alike, the innermost of each kind 0."""
    fixed = {int(ties[start]) for start in _START.values()}
    seen = set(ties[counts.any(axis=(0, 1))].tolist())
    free = sorted(seen - fixed)
    if not free:
        return np.zeros(_COUNT)
    pooled = np.stack([counts[:, :, ties == tie].sum(axis=2) for tie in free], axis=2)
    true, others = pooled[:, 0], pooled[:, 1:]
    logs = np.zeros(len(free))
    for _ in range(_ROUNDS):
        odds = others @ logs
        odds = np.exp(odds - odds.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        means = np.einsum("is,isk->ik", odds, others)
        slope = (true - means).sum(axis=0) - _RIDGE * logs
        flat = others.reshape(-1, len(free))
        bend = (flat * odds.reshape(-1, 1)).T @ flat - means.T @ means
        step = np.linalg.solve(bend + _RIDGE * np.eye(len(free)), slope)
        logs += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-5:
            break
    values = dict(zip(free, logs.tolist(), strict=True))
    return np.array([values.get(int(tie), 0.0) for tie in ties])
