"""Holdings as bit masks, against plain sets of ranks."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.inference import features
from bluechip_bot.inference.facts import Ints
from bluechip_bot.model.cards import SUIT_MASK

MASKS = st.integers(0, SUIT_MASK)


def one(mask: int) -> Ints:
    """An array of one holding."""
    return np.array([mask], dtype=np.int64)


def ranks(mask: int) -> list[int]:
    """The ranks in a mask, low to high."""
    return [rank for rank in range(13) if mask >> rank & 1]


def as_mask(chosen: list[int]) -> int:
    """The mask of some ranks."""
    return sum(1 << rank for rank in chosen)


@given(MASKS)
def test_places(held: int) -> None:
    """Lowest, second lowest, highest and the nth from the top are those of the sorted ranks."""
    cards = ranks(held)
    assert features.lowest(one(held))[0] == as_mask(cards[:1])
    assert features.second_lowest(one(held))[0] == as_mask(cards[1:2])
    assert features.HIGHEST[held] == as_mask(cards[-1:])
    assert features.LENGTH[held] == len(cards)
    for place in range(1, 6):
        wanted = [cards[-place]] if len(cards) >= place else []
        assert features.nth_highest(one(held), place)[0] == as_mask(wanted)


@given(MASKS, MASKS)
def test_touching(held: int, gone: int) -> None:
    """A card is touched when only cards that are gone lie between it and the next held."""
    gone &= ~held
    cards, live = ranks(held), ranks(SUIT_MASK & ~gone)
    over = [card for card in cards if live.index(card) + 1 < len(live)]
    above = [card for card in over if live[live.index(card) + 1] in cards]
    below = [card for card in cards if live.index(card) and live[live.index(card) - 1] in cards]
    assert features.touched_above(one(held), one(gone))[0] == as_mask(above)
    assert features.touched_below(one(held), one(gone))[0] == as_mask(below)


@given(MASKS, MASKS)
def test_masters(held: int, others: int) -> None:
    """Masters are above every other card; all are when there is none."""
    others &= ~held
    top = max(ranks(others), default=-1)
    wanted = as_mask([card for card in ranks(held) if card > top])
    assert features.masters(one(held), one(others))[0] == wanted
    assert features.above(one(SUIT_MASK + 1))[0] == 0  # nothing beats a ruff
    assert features.above(one(0))[0] == SUIT_MASK


def test_a_flag_for_all_or_for_each() -> None:
    """A condition may be one flag for all holdings, or one for each."""
    held = np.array([1, 2, 3], dtype=np.int64)
    assert features.when(np.array([True]), held).tolist() == [1, 2, 3]
    assert features.when(np.array([False]), held) is features.NONE
    assert features.when(np.array([True, False, True]), held).tolist() == [1, 0, 3]
