"""The acts of many records as arrays: the holdings, the public facts and the choices."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.choice import CARD_MODELS, SUIT_MODELS, models_of
from bluechip_bot.inference.facts import SuitFacts, acts
from bluechip_bot.inference.holding import BITS, LENGTH, Flags, Floats, Ints
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.model.cards import SUIT_MASK

_CHUNK: Final = 20_000


@frozen(eq=False)
class Decisions:
    """The decisions of one model; a row is an alternative, and those of a decision are adjacent.

    Attributes:
        keys: the features, as "rule.feature".
        features: float32[rows, features], the value of each feature.
        offset: float64[rows], the part of the utility that has no weight.
        first: int64[decisions], the first row of each decision.
        chosen: int64[decisions], the row of the alternative that was chosen.
        source: int64[decisions], an index into the names of the sources.
        held_out: bool[decisions], whether the decision is left out of fits.
        board: int64[decisions], equal for decisions of one board.
    """

    keys: tuple[str, ...]
    features: npt.NDArray[np.float32] = field(repr=False)
    offset: Floats = field(repr=False)
    first: Ints = field(repr=False)
    chosen: Ints = field(repr=False)
    source: Ints = field(repr=False)
    held_out: Flags = field(repr=False)
    board: Ints = field(repr=False)

    @property
    def sizes(self) -> Ints:
        """int64[decisions]: the number of alternatives of each decision."""
        return np.diff(self.first, append=len(self.offset))

    def log_chosen(self, weights: Mapping[str, float]) -> Floats:
        """float64[decisions]: the logarithm of the probability of each choice."""
        row = np.array([weights.get(key, 0.0) for key in self.keys], dtype=np.float32)
        return self.log(self.features @ row)

    def log(self, utility: npt.NDArray[np.float32] | Floats) -> Floats:
        """float64[decisions]: the same from the utilities of all rows without the offset."""
        total = utility + self.offset
        top = np.maximum.reduceat(total, self.first)
        summed = np.add.reduceat(np.exp(total - np.repeat(top, self.sizes)), self.first)
        log: Floats = total[self.chosen] - top - np.log(summed)
        return log


@frozen(eq=False)
class Acts:
    """The acts of one model, one row each.

    Attributes:
        facts: int16[acts, 4, columns], the public facts of each suit.
        held: int64[acts, 4], the holding in each suit when the card was chosen.
        card: int64[acts], the card.
        source: int64[acts], an index into the names of the sources.
        held_out: bool[acts], whether the act is left out of fits.
        board: int64[acts], equal for acts of one board.
    """

    facts: npt.NDArray[np.int16] = field(repr=False)
    held: Ints = field(repr=False)
    card: Ints = field(repr=False)
    source: Ints = field(repr=False)
    held_out: Flags = field(repr=False)
    board: Ints = field(repr=False)


def gather(records: Iterable[AuctionRecord], sources: list[str]) -> dict[str, Acts]:
    """The acts of records by model; names of new sources are appended to `sources`."""
    columns: dict[str, list[tuple[Ints, list[int], int, int, bool, int]]] = defaultdict(list)
    for number, record in enumerate(records):
        if record.source not in sources:
            sources.append(record.source)
        source = sources.index(record.source)
        for act in acts(record.board):
            hand = record.board.hands[act.seat]
            assert hand is not None
            now = hand.mask & ~act.before
            held = [now >> 13 * suit & SUIT_MASK for suit in range(4)]
            row = (act.facts, held, int(act.card), source, record.held_out, number)
            for model in models_of(act):
                if model is not None:
                    columns[model].append(row)
    return {model: _stacked(rows) for model, rows in columns.items()}


def decisions(model: str, found: Acts, agreements: Agreements) -> Decisions:
    """The alternatives of each act with their features; acts with one alternative are left out."""
    build = _suit_part if model in SUIT_MODELS else _card_part
    starts = range(0, len(found.card), _CHUNK)
    parts = [build(model, found, slice(at, at + _CHUNK), agreements) for at in starts]
    keys = parts[0][0]
    features = np.concatenate([part[1] for part in parts])
    offset = np.concatenate([part[2] for part in parts])
    sizes = np.concatenate([part[3] for part in parts])
    place = np.concatenate([part[4] for part in parts])
    real = sizes > 1
    rows = np.repeat(real, sizes)
    sizes = sizes[real]
    kept = np.cumsum(sizes) - sizes
    return Decisions(
        keys,
        features[rows],
        offset[rows],
        kept,
        kept + place[real],
        found.source[real],
        found.held_out[real],
        found.board[real],
    )


_Part = tuple[tuple[str, ...], npt.NDArray[np.float32], Floats, Ints, Ints]


def _card_part(model: str, found: Acts, part: slice, agreements: Agreements) -> _Part:
    card = found.card[part]
    suit = card // 13
    lane = np.arange(len(card))
    held = found.held[part][lane, suit]
    facts = SuitFacts(*found.facts[part][lane, suit].T.astype(np.int64))
    masks = CARD_MODELS[model](held, facts, agreements)
    rows, ranks = np.nonzero(BITS[held])
    features = np.empty((len(rows), len(masks)), dtype=np.float32)
    for index, mask in enumerate(masks.values()):
        features[:, index] = mask[rows] >> ranks & 1
    place = LENGTH[held & (1 << card % 13) - 1]
    return tuple(masks), features, np.zeros(len(rows)), LENGTH[held], place


def _suit_part(model: str, found: Acts, part: slice, _agreements: Agreements) -> _Part:
    card = found.card[part]
    held = found.held[part].reshape(-1)
    facts = SuitFacts(*found.facts[part].reshape(len(held), -1).T.astype(np.int64))
    values = SUIT_MODELS[model](held, facts)
    there = held > 0
    features = np.empty((int(there.sum()), len(values)), dtype=np.float32)
    for index, value in enumerate(values.values()):
        features[:, index] = np.broadcast_to(value, held.shape)[there]
    filled = there.reshape(-1, 4)
    before = np.arange(4) < (card // 13)[:, None]
    place = (filled & before).sum(axis=1)
    offset = np.log(LENGTH[held[there]].astype(np.float64))
    return tuple(values), features, offset, filled.sum(axis=1), place


def _stacked(rows: list[tuple[Ints, list[int], int, int, bool, int]]) -> Acts:
    return Acts(
        np.stack([row[0].astype(np.int16) for row in rows]),
        np.array([row[1] for row in rows], dtype=np.int64),
        np.array([row[2] for row in rows], dtype=np.int64),
        np.array([row[3] for row in rows], dtype=np.int64),
        np.array([row[4] for row in rows], dtype=np.bool_),
        np.array([row[5] for row in rows], dtype=np.int64),
    )
