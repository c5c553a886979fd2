"""The acts of many records as arrays: the holdings, the public facts and the choices."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.choice import CARD_MODELS, SUIT_MODELS, models_of
from bluechip_bot.inference.facts import COLUMNS, SuitFacts, acts
from bluechip_bot.inference.holding import BITS, LENGTH, Floats, Ints
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.fit.logit import Rows
from bluechip_bot.model.cards import SUIT_MASK

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
_CHUNK: Final = 20_000
"""Acts whose features are made at a time, which bounds the memory that this takes."""


@frozen(eq=False)
class ModelDecisions:
    """The decisions of one model; a row is an alternative, and those of a decision are adjacent.

    Attributes:
        keys: the features, as "rule.feature".
        features: float32[rows, features], the value of each feature.
        offset: float64[rows], the part of the utility that has no weight.
        first: int64[decisions], the first row of each decision.
        chosen: int64[decisions], the row of the alternative that was chosen.
        acts: the act of each decision.
    """

    keys: tuple[str, ...]
    features: Rows = field(repr=False)
    offset: Floats = field(repr=False)
    first: Ints = field(repr=False)
    chosen: Ints = field(repr=False)
    acts: Acts = field(repr=False)


def gather(records: Iterable[AuctionRecord]) -> dict[str, Acts]:
    """The acts of records by model."""
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
    """The alternatives of each act with their features; acts with one alternative are left out."""
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
    """Keys, features and offsets of rows, and each act's number of rows and chosen one's place."""
    suit, rank = np.divmod(found["card"], 13)
    if model in SUIT_MODELS:
        held = found["held"].reshape(-1)
        values = SUIT_MODELS[model](held, _facts(found["facts"].reshape(len(held), -1)))
        there = held > 0
        columns = [np.broadcast_to(value, held.shape)[there] for value in values.values()]
        filled = there.reshape(-1, 4)
        place = (filled & (np.arange(4) < suit[:, None])).sum(axis=1)
        sizes, offset = filled.sum(axis=1), np.log(LENGTH[held[there]].astype(np.float64))
        return (
            tuple(values),
            np.stack(columns, axis=1, dtype=np.float32, casting="unsafe"),
            offset,
            sizes,
            place,
        )
    lane = np.arange(len(found))
    held = found["held"][lane, suit]
    masks = CARD_MODELS[model](held, _facts(found["facts"][lane, suit]), agreements)
    rows, ranks = np.nonzero(BITS[held])
    columns = [np.broadcast_to(mask, held.shape)[rows] >> ranks & 1 for mask in masks.values()]
    features = np.stack(columns, axis=1, dtype=np.float32, casting="unsafe")
    return tuple(masks), features, np.zeros(len(rows)), LENGTH[held], LENGTH[held & (1 << rank) - 1]


def _facts(columns: npt.NDArray[np.int16]) -> SuitFacts:
    return SuitFacts(*columns.T.astype(np.int64))
