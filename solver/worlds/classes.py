"""Layouts up to cards of equal standing: defenders' card classes.

A class is a run of hidden cards of a suit with no live card between: none that a visible hand still
holds, that lies in the current trick, or that a hidden hand is known to hold. Layouts that give the
hidden hands equally many cards of every class are one class world.
"""

from typing import NamedTuple, Protocol, SupportsIndex

import numpy as np
import numpy.typing as npt

from solver.core.deals import read_range
from solver.core.errors import SolverError
from solver.core.tricks import ALL_CARDS
from solver.worlds.facts import Facts

_MOST = 1 << 24
_TABLE = 1 << 17
"""Class worlds, possible or not, that may be looked at one by one."""
_HONOURS = 0x1E00
"""Ranks that count as points, each differently."""

MaskArray = npt.NDArray[np.uint64]


class ClassSample(NamedTuple):
    """Different class worlds.

    Attributes:
        worlds: uint64[m, 4], a layout of each: of every class the first hidden hand holds the
            highest cards.
        classes: uint64[k], the cards of each class; spades first, high classes first.
        counts: int8[m, k], how many of them the first hidden hand holds.
        draws: int64[m], how often a class world was drawn; 0 when all are here.
        weights: float64[m], when all are here, weights of their layouts added up; else
            Horvitz-Thompson weights, f / (1 - (1-f)^draws) for a share f of the mass. The mean
            is 1.
        complete: whether all class worlds that have a weight are here.
    """

    worlds: MaskArray
    classes: MaskArray
    counts: npt.NDArray[np.int8]
    draws: npt.NDArray[np.int64]
    weights: npt.NDArray[np.float64]
    complete: bool


class _Worlds(NamedTuple):
    worlds: MaskArray
    weights: npt.NDArray[np.float64]
    complete: bool


class Sampler(Protocol):
    """What is needed of a `WorldSampler`."""

    @property
    def mass(self) -> float:
        """The sum of the weights of all layouts."""
        ...

    def draw(self, n: SupportsIndex, seed: SupportsIndex, *, complete: bool = True) -> _Worlds:
        """Worlds in proportion to weight."""
        ...

    def weigh(self, worlds: MaskArray) -> npt.NDArray[np.float64]:
        """float64[n]: the weights of worlds."""
        ...


def class_worlds(  # noqa: PLR0913, PLR0917 - what WorldSampler.class_worlds passes on
    sampler: Sampler,
    facts: Facts,
    limited: bool,  # noqa: FBT001
    n: SupportsIndex,
    live: SupportsIndex,
    seed: SupportsIndex,
    draws: SupportsIndex | None,
    enumerate_limit: SupportsIndex,
    singles: SupportsIndex | None,
) -> ClassSample:
    """Return different class worlds.

    All of them, if there are at most `enumerate_limit`; else layouts are drawn until n different
    class worlds are found or the draws are used up.

    Args:
        sampler: where the layouts come from.
        facts: its hard facts.
        limited: whether the points of a hidden hand are limited; then A K Q J are classes of their
            own.
        n: class worlds wanted, 1 to 2**24.
        live: the cards that the visible hands still hold, and all cards of the current trick.
        seed: where the randomness begins, 0 to 2**64-1.
        draws: the most draws; None is 16 n.
        enumerate_limit: 0 to 2**24.
        singles: cards that are classes of their own. None: those of all classes that have no live
            card above them in their suit.

    Raises:
        SolverError: three hands are hidden, or an argument is out of range.
    """
    n = read_range(n, "n", 1, _MOST)
    live = read_range(live, "live", 0, ALL_CARDS)
    cap = min(16 * n, _MOST) if draws is None else read_range(draws, "draws", 1, _MOST)
    limit = read_range(enumerate_limit, "enumerate_limit", 0, _MOST)
    alone = None if singles is None else read_range(singles, "singles", 0, ALL_CARDS)
    if len(facts.seats) > 2:
        raise SolverError("class worlds need at most two hidden hands")
    live |= facts.own[0] | facts.own[1] | facts.own[2] | facts.own[3]
    classes = _classes(facts.hidden, live, alone, limited=limited)
    places = facts.vacant[facts.seats[0]] if facts.seats else 0
    counts = _all_counts([cards.bit_count() for cards in classes], places)
    if counts is not None:
        found = _weighed(sampler, facts, classes, counts)
        kept = found.weights > 0
        if int(kept.sum()) <= limit or not facts.seats:
            weights = found.weights[kept]
            if weights.size:
                weights = weights / weights.mean()
            return found._replace(
                worlds=found.worlds[kept],
                counts=found.counts[kept],
                draws=found.draws[kept],
                weights=weights,
            )
    return _drawn(sampler, facts, classes, n, cap, read_range(seed, "seed", 0, (1 << 64) - 1))


def _classes(hidden: int, live: int, singles: int | None, *, limited: bool) -> list[int]:
    """The cards of each class, from the highest class of spades to the lowest of clubs."""
    classes = []
    for suit in range(4):
        run, top = 0, True
        for rank in range(12, -1, -1):
            card = 1 << 13 * suit + rank
            if card & live:
                top = False
            if run and (card & live or (limited and _HONOURS >> rank + 1 & 1)):
                classes.append(run)
                run = 0
            if card & hidden:
                alone = top if singles is None else bool(card & singles)
                if alone and run:
                    classes.append(run)
                run = card if alone else run | card
                if alone:
                    classes.append(run)
                    run = 0
        if run:
            classes.append(run)
    return classes


def _all_counts(sizes: list[int], places: int) -> npt.NDArray[np.int8] | None:
    """int8[m, k]: all ways to take so many cards from the classes; None where they are too many."""
    ways = [1] + [0] * places
    for size in sizes:
        ways = [sum(ways[max(0, taken - size) : taken + 1]) for taken in range(places + 1)]
        if ways[places] > _TABLE or sum(ways) > 16 * _TABLE:
            return None
    counts = np.zeros((1, 0), dtype=np.int8)
    taken = np.zeros(1, dtype=np.int64)
    for place, size in enumerate(sizes):
        rest = sum(sizes[place + 1 :])
        low = np.clip(places - taken - rest, 0, None)
        span = np.clip(np.minimum(size, places - taken) - low + 1, 0, None)
        parent = np.repeat(np.arange(len(taken)), span)
        start = np.cumsum(span) - span
        here = np.arange(len(parent)) - start[parent] + low[parent]
        counts = np.column_stack([counts[parent], here.astype(np.int8)])
        taken = taken[parent] + here
    found: npt.NDArray[np.int8] = counts[taken == places]
    return found


def _weighed(
    sampler: Sampler, facts: Facts, classes: list[int], counts: npt.NDArray[np.int8]
) -> ClassSample:
    """Class worlds with the weights of their layouts added up."""
    worlds = np.empty((len(counts), 4), dtype=np.uint64)
    worlds[:] = np.array(facts.own, dtype=np.uint64)
    layouts = np.ones(len(counts))
    for place, cards in enumerate(classes):
        highest, choose = _highest(cards)
        number = counts[:, place].astype(np.int64)
        worlds[:, facts.seats[0]] |= highest[number]
        worlds[:, facts.seats[1]] |= np.uint64(cards) ^ highest[number]
        layouts *= choose[number]
    weights = sampler.weigh(worlds) * layouts
    draws = np.zeros(len(counts), dtype=np.int64)
    return ClassSample(worlds, np.array(classes, dtype=np.uint64), counts, draws, weights, True)


def _highest(cards: int) -> tuple[MaskArray, npt.NDArray[np.float64]]:
    """By number: so many of the highest cards, and how many sets of so many there are."""
    highest, choose, size = [0], [1.0], cards.bit_count()
    for number in range(size):
        top = 1 << (cards & ~highest[-1]).bit_length() - 1
        highest.append(highest[-1] | top)
        choose.append(choose[-1] * (size - number) / (number + 1))
    return np.array(highest, dtype=np.uint64), np.array(choose)


def _drawn(  # noqa: PLR0913, PLR0917
    sampler: Sampler, facts: Facts, classes: list[int], n: int, cap: int, seed: int
) -> ClassSample:
    """The different class worlds of the first draws, in the order of their first draw."""
    drawn = sampler.draw(cap, seed, complete=False).worlds
    if not len(drawn):
        return _weighed(sampler, facts, classes, np.zeros((0, len(classes)), dtype=np.int8))
    masks = np.array(classes, dtype=np.uint64)
    counts = np.bitwise_count(drawn[:, facts.seats[0], np.newaxis] & masks).astype(np.int8)
    _, first, which = np.unique(counts, axis=0, return_index=True, return_inverse=True)
    newest = np.sort(first)
    # so many draws, the last one new, if enough were found
    total = int(newest[n - 1]) + 1 if len(newest) >= n else cap
    kinds = np.flatnonzero(first < total)
    kinds = kinds[np.argsort(first[kinds])]
    often = np.bincount(which[:total].ravel(), minlength=len(first))[kinds]
    found = _weighed(sampler, facts, classes, counts[first[kinds]])
    share = np.minimum(found.weights / sampler.mass, 1.0)
    with np.errstate(divide="ignore"):
        weights = share / -np.expm1(total * np.log1p(-share))
    return found._replace(
        draws=often.astype(np.int64), weights=weights / weights.mean(), complete=False
    )
