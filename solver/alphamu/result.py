"""The results of an alpha-mu search."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class CardValue(NamedTuple):
    """The value of a card.

    Attributes:
        value: weight of the worlds in which Max reaches the target after the card, or the weighted
            payoff.
        exact: whether the value is exact at the depth of the search; if not, it is an upper bound.
    """

    value: float
    exact: bool


class SearchResult(NamedTuple):
    """The result of a search.

    Attributes:
        best_card: a card of the highest value; -1 without worlds.
        value: the value of `best_card`: the weight of the worlds in which Max reaches the target,
            or with payoffs the weighted payoff.
        cards: the value of every legal card; touching cards have the same.
        front: bool[k, n], the undominated sets of worlds that Max can be sure to win after the
            cards that were searched; with payoffs int8[k, n], the highest number of tricks that
            counts and that Max is sure to take in a world, or 0.
        depth: how many of Max's cards the deepest complete iteration looked ahead; 0 if no search
            was needed.
        complete: whether the search reached its depth, or one beyond which nothing changes. If
            not, the values are those of `depth`, or of `depth` + 1 as far as its cards were
            finished, provided that the best card so far was among them.
        to_the_end: whether a deeper search would find the same.
        certified: whether merging cards into classes has had no influence on the values.
        nodes: positions of alpha-mu.
        dd_calls: questions to the double-dummy search.
        dd_nodes: positions of the double-dummy search at the start of a trick.
        cuts: the numbers of early, alpha, world and win cuts, by these names.
        fronts: the front of each card that was searched, as in `front`; touching cards have the
            same. Unless the card's value is exact, the vectors are upper bounds.
        variation: the cards, 0..51, expected from `best_card` on, as far as the table knows; any
            card may stand for those that count as one.
        merges: pairs of vectors that were merged because a front grew too large, including those of
            earlier searches whose fronts were kept. Without any, the limit had no influence.
    """

    best_card: int
    value: float
    cards: dict[int, CardValue]
    front: npt.NDArray[np.bool_] | npt.NDArray[np.int8]
    depth: int = 0
    complete: bool = True
    to_the_end: bool = True
    certified: bool = True
    nodes: int = 0
    dd_calls: int = 0
    dd_nodes: int = 0
    cuts: Mapping[str, int] = MappingProxyType({"early": 0, "alpha": 0, "world": 0, "win": 0})
    fronts: Mapping[int, npt.NDArray[np.bool_] | npt.NDArray[np.int8]] = MappingProxyType({})
    variation: tuple[int, ...] = ()
    merges: int = 0


def nothing(*, scored: bool) -> SearchResult:
    """Return the result of a search without worlds."""
    return SearchResult(-1, 0, {}, _front(0, 0, won=False, scored=scored))


def decided(n: int, cards: list[int], value: float, *, scored: bool) -> SearchResult:
    """Return the result for n worlds in which all cards have the same value, whatever is played."""
    front = _front(1, n, won=value > 0, scored=scored)
    values = {card: CardValue(value, exact=True) for card in cards}
    fronts = dict.fromkeys(cards, front)
    return SearchResult(cards[0], value, values, front, fronts=fronts, variation=(cards[0],))


def _front(
    k: int, n: int, *, won: bool, scored: bool
) -> npt.NDArray[np.bool_] | npt.NDArray[np.int8]:
    if scored:
        return np.zeros((k, n), dtype=np.int8)
    return np.full((k, n), won, dtype=np.bool_)
