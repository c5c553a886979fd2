"""Fit the weights of the rules of card play to the boards that are not held out.

Boards count for less if their source has many, so that no single player dominates the fit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from attrs import evolve, field, frozen

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.choice import CARD_MODELS, SUIT_MODELS, models_of
from bluechip_bot.inference.facts import COLUMNS, Ints, SuitFacts, acts
from bluechip_bot.inference.features import BITS, LENGTH, Floats
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.inference.settings import PlaySettings
from bluechip_bot.lab.fit.logit import Rows, fitted
from bluechip_bot.model.cards import SUIT_MASK

FITTED_TO: Final = (
    *("wbridge5", "wbridge5_vs_ben", "jack", "qb_vs_ben_2024", "ben_camrose2024", "robots_misc"),
)
"""The sources to which parameters are fitted: robots."""
_SOURCE_LIMIT: Final = 400
"""The most boards that a source counts for."""
_RIDGE: Final = 2.0
_CHUNK: Final = 20_000
"""Acts whose features are computed at a time, which limits the memory needed."""

Acts = npt.NDArray[np.void]
"""The acts of one model, one row each, with the fields of `ACT`."""
ACT: Final = np.dtype(
    [
        ("facts", np.int16, (4, COLUMNS)),  # the public facts of each suit
        ("held", np.int64, 4),  # the holding in each suit when the card was chosen
        ("card", np.int64),
        ("source", "U40"),
        ("held_out", np.bool_),  # the act is left out of fits
        ("board", np.int64),  # equal for acts of one board
    ]
)


@frozen(eq=False)
class ModelDecisions:
    """The decisions of one model; each row is an alternative, those of a decision are adjacent.

    Attributes:
        keys: the features, as "rule.feature".
        features: float32[rows, features].
        offset: float64[rows], the part of the utility that has no weight.
        first: int64[decisions], the first row of each decision.
        chosen: int64[decisions], the row of the alternative that was chosen.
        acts: the card played in each decision and the facts then known, with fields of `ACT`.
    """

    keys: tuple[str, ...]
    features: Rows = field(repr=False)
    offset: Floats = field(repr=False)
    first: Ints = field(repr=False)
    chosen: Ints = field(repr=False)
    acts: Acts = field(repr=False)


def refitted(found: Mapping[str, Acts], settings: PlaySettings) -> PlaySettings:
    """Return the settings with refitted weights of all active rules, to two decimals.

    Signals are fitted as standard signals, whatever the agreements are.
    """
    models = dict(settings.models)
    for model, rules in settings.models.items():
        if model not in found:
            continue
        data = decisions(model, found[model], Agreements())
        named = {f"{name}.{key}" for name, rule in rules.items() if rule.on for key in rule.weights}
        lanes = [index for index, key in enumerate(data.keys) if key in named]
        rows = np.ascontiguousarray(data.features[:, lanes])
        importance = _importance(data.acts)
        values = fitted(rows[data.chosen], rows, data.first, importance, _RIDGE, data.offset)
        weights = {data.keys[at]: float(value) for at, value in zip(lanes, values, strict=True)}
        models[model] = {
            name: evolve(
                rule,
                weights={
                    key: round(weights.get(f"{name}.{key}", weight), 2)
                    for key, weight in rule.weights.items()
                },
            )
            for name, rule in rules.items()
        }
    return evolve(settings, models=models)


def _importance(acts: Acts) -> Floats:
    """Return each act's weight: less in a large source, 0 if held out or not from `FITTED_TO`."""
    importance = np.zeros(len(acts))
    for name in FITTED_TO:
        here = (acts["source"] == name) & ~acts["held_out"]
        if boards := len(np.unique(acts["board"][here])):
            importance[here] = min(1.0, _SOURCE_LIMIT / boards)
    return importance


def gather(records: Iterable[AuctionRecord]) -> dict[str, Acts]:
    """Return, by the model that rates them, the cards played from closed hands in records."""
    rows: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for number, record in enumerate(records):
        for act in acts(record.board):
            hand = record.board.hands[act.seat]
            assert hand is not None
            now = hand.mask & ~act.before
            held = [now >> 13 * suit & SUIT_MASK for suit in range(4)]
            row = (act.facts, held, int(act.card), record.source, record.held_out, number)
            for model in filter(None, models_of(act)):
                rows[model].append(row)
    return {model: np.array(some, dtype=ACT) for model, some in rows.items()}


def decisions(model: str, found: Acts, agreements: Agreements) -> ModelDecisions:
    """Return the decisions behind acts (cards played), with features; forced cards are left out."""
    starts = range(0, len(found), _CHUNK)
    parts = [_part(model, found[at : at + _CHUNK], agreements) for at in starts]
    features, offset, sizes, place = map(np.concatenate, zip(*(part[1:] for part in parts)))  # noqa: B905
    real = sizes > 1
    rows = np.repeat(real, sizes)
    sizes = sizes[real]
    first = np.cumsum(sizes) - sizes
    chosen = first + place[real]
    return ModelDecisions(parts[0][0], features[rows], offset[rows], first, chosen, found[real])


def _part(
    model: str, found: Acts, agreements: Agreements
) -> tuple[tuple[str, ...], Rows, Floats, Ints, Ints]:
    """Return the training rows of some acts, one for each card or suit that could be played.

    They are the names of features; by row, the features and an offset; and by act, the number of
    its rows and the position of the chosen one among them.
    """
    suit, rank = np.divmod(found["card"], 13)
    if model in SUIT_MODELS:
        held = found["held"].reshape(-1)
        values = SUIT_MODELS[model](held, _facts(found["facts"].reshape(len(held), -1)))
        there = held > 0
        columns = [np.broadcast_to(value, held.shape)[there] for value in values.values()]
        features = np.stack(columns, axis=1, dtype=np.float32, casting="unsafe")
        filled = there.reshape(-1, 4)
        place = (filled & (np.arange(4) < suit[:, None])).sum(axis=1)
        offset = np.log(LENGTH[held[there]].astype(np.float64))
        return tuple(values), features, offset, filled.sum(axis=1), place
    lane = np.arange(len(found))
    held = found["held"][lane, suit]
    masks = CARD_MODELS[model](held, _facts(found["facts"][lane, suit]), agreements)
    rows, ranks = np.nonzero(BITS[held])
    columns = [np.broadcast_to(mask, held.shape)[rows] >> ranks & 1 for mask in masks.values()]
    features = np.stack(columns, axis=1, dtype=np.float32, casting="unsafe")
    return tuple(masks), features, np.zeros(len(rows)), LENGTH[held], LENGTH[held & (1 << rank) - 1]


def _facts(columns: npt.NDArray[np.int16]) -> SuitFacts:
    return SuitFacts(*columns.T.astype(np.int64))
