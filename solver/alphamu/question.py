"""The question of an alpha-mu search: read, checked and laid out as worlds and bits."""

from collections.abc import Sequence
from itertools import accumulate
from math import comb
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from solver.alphamu.layouts import HELPER, MAX_SIDE, MIN_SIDE, MOST_BITS
from solver.core.deals import small_int
from solver.core.errors import SolverError
from solver.core.tricks import ALL_CARDS, SUIT

SIDES = ("NS", "EW")
SEATS = ("North", "East", "South", "West")
_HEAVIEST = 2**62
"""The bound of the sum of all weights."""
_UNITS = 2**50
"""Payoffs that are not whole numbers are counted in this many parts of their sum."""
_NO_BITS = (np.zeros(0, dtype=np.uint16), np.zeros(0, dtype=np.int8))


class Gains(NamedTuple):
    """The value to Max of taking tricks.

    Attributes:
        needs: the numbers of tricks that count, ascending.
        gain: int64[n, len(needs)], what reaching each number adds in each world, in units.
        base: the value that Max has in any case.
        unit: the value of one unit.
    """

    needs: tuple[int, ...]
    gain: npt.NDArray[np.int64]
    base: float
    unit: float


class SearchWorlds(NamedTuple):
    """The worlds as a search uses them: each bit of a vector is for a world and a trick count.

    Attributes:
        hands: uint64[m, 4], the distinct worlds; East has the highest cards of each class.
        twins: the same worlds, but West has the highest; None if all classes are single cards.
        classes: uint64[c], the cards of each class, from spades to clubs, low to high.
        index_of: int64[n], the index in `hands` of each world of the task.
        world: uint16[b], the index in `hands` of the world of each bit.
        need: int8[b], the tricks that Max must take for each bit.
        weight: uint64[b], the weight of each bit.
        closed: whether, for each world, all worlds that differ from it only in who holds which
            cards of a class are also given, with the same weight.
    """

    hands: npt.NDArray[np.uint64]
    twins: npt.NDArray[np.uint64] | None
    classes: npt.NDArray[np.uint64]
    index_of: npt.NDArray[np.int64]
    world: npt.NDArray[np.uint16]
    need: npt.NDArray[np.int8]
    weight: npt.NDArray[np.uint64]
    closed: bool


class SearchTask(NamedTuple):
    """A question that has been read, before its worlds are laid out.

    Attributes:
        worlds: uint64[n, 4], the hands without the cards of the trick.
        kinds, known: the role of each seat, and whether its cards are known.
        gains: the value to Max of taking tricks.
        cards: the root's cards that are searched.
        order: the cards that the caller named, the most promising first.
        merge: whether touching hidden cards of a suit count as one.
        scored: whether payoffs count, not a target.
    """

    worlds: npt.NDArray[np.uint64]
    kinds: list[int]
    known: list[bool]
    trump: int
    leader: int
    trick: list[int]
    gains: Gains
    cards: list[int]
    order: tuple[int, ...]
    merge: bool
    scored: bool

    @property
    def position(self) -> tuple[int, int, list[int], list[int], list[bool]]:
        """The part that all worlds share: trump, leader, trick cards, `kinds` and `known`."""
        return self.trump, self.leader, self.trick, self.kinds, self.known


class SearchQuestion(NamedTuple):
    """A question, its worlds laid out; with `root_cut`, cards that cannot be best are skipped."""

    task: SearchTask
    layouts: SearchWorlds
    root_cut: bool

    def extends(self, other: "SearchQuestion | None") -> bool:
        """Return whether this question only adds bits to another one, and needs no longer vectors.

        Fronts that were found for the other question are then valid for this one.
        """
        if other is None or self.task.position != other.task.position:
            return False
        new, old = self.layouts, other.layouts
        return (
            (_words(new), new.closed) == (_words(old), old.closed)
            and np.array_equal(new.classes, old.classes)
            and (new.twins is None or old.twins is None or _begins(new.twins, old.twins))
            and _begins(new.world, old.world)
            and _begins(new.need, old.need)
            and _begins(new.hands, old.hands)
        )

    def repeats(self, other: "SearchQuestion") -> bool:
        """Return whether a question that extends another one adds nothing to it.

        The result of the other search at the root is then valid for this question.
        """
        one, two = self.task, other.task
        return (
            np.array_equal(self.layouts.weight, other.layouts.weight)
            and (self.root_cut or not other.root_cut)
            and (one.order, one.cards) == (two.order, two.cards)
        )


def read_roles(
    worlds: npt.NDArray[np.uint64], mover: int, max_side: str, observer: SupportsIndex | None
) -> tuple[list[int], list[bool]]:
    """Return each seat's role (MAX_SIDE, MIN_SIDE, HELPER), and whether its cards are known.

    Raises:
        SolverError: the player to move is not Max, or the worlds differ in a hand of Max or in the
            set of all cards left.
    """
    if max_side not in SIDES:
        raise SolverError(f"max_side must be 'NS' or 'EW', not {max_side!r}")
    same = (worlds == worlds[0]).all(axis=0).tolist()
    if observer is None:
        side = SIDES.index(max_side)
        kinds = [MAX_SIDE if seat % 2 == side else MIN_SIDE for seat in range(4)]
        known = [kind == MAX_SIDE for kind in kinds]
    else:
        seat = small_int(observer, "observer", 0, 3)
        if not 0 <= seat <= 3:
            raise SolverError(f"observer must be 0..3 (N E S W), not {observer!r}")
        kinds = [MIN_SIDE] * 4
        kinds[seat], kinds[seat ^ 2] = MAX_SIDE, HELPER
        known = [same[i] and i != seat ^ 2 for i in range(4)]
        known[seat] = True
    if kinds[mover] != MAX_SIDE:
        raise SolverError(f"{SEATS[mover]} is to play but is not on Max's side")
    for seat in range(4):
        if kinds[seat] == MAX_SIDE and not same[seat]:
            world = int(np.flatnonzero(worlds[:, seat] != worlds[0, seat])[0])
            raise SolverError(f"world {world}: {SEATS[seat]}'s hand differs from world 0")
    cards = np.bitwise_or.reduce(worlds, axis=1)
    if np.any(cards != cards[0]):
        world = int(np.flatnonzero(cards != cards[0])[0])
        raise SolverError(f"world {world}: the cards left differ from world 0")
    return kinds, known


def read_gains(
    n: int,
    tricks: int,
    target: SupportsIndex | None,
    weights: object,
    payoff: object,
) -> Gains:
    """Return the value to Max of taking tricks, from a target or from payoffs.

    Raises:
        SolverError: there is neither, or weights or payoffs are malformed.
    """
    weight = np.ones(n, dtype=np.int64)
    if weights is not None:
        weight = np.asarray(weights)
        if weight.shape != (n,) or weight.dtype.kind not in "iu":
            raise SolverError(
                f"weights must be {n} whole numbers, not {weight.dtype} of {weight.shape}"
            )
        weight = weight.astype(np.int64)
        if n and (int(weight.min()) < 0 or int(weight.max()) >= 2**40):
            raise SolverError("weights must each be at least 0 and below 2**40")
    if payoff is None:
        if target is None:
            raise SolverError("a target or a payoff must be given")
        need = small_int(target, "target", 0, 13)
        if need <= 0 or need > tricks:
            base = float(weight.sum()) if need <= 0 else 0.0
            return Gains((), np.zeros((n, 0), dtype=np.int64), base, 1)
        return Gains((need,), weight[:, np.newaxis], 0, 1)
    table = np.asarray(payoff, dtype=np.float64)
    if table.shape != (n, tricks + 1):
        raise SolverError(f"payoff must have shape ({n}, {tricks + 1}), not {table.shape}")
    steps = np.diff(table, axis=1)
    if not np.all(np.isfinite(table)) or np.any(steps < 0):
        raise SolverError("payoff must be finite and must not decrease with more tricks")
    real = steps * weight[:, np.newaxis]
    most = float(real.sum())
    whole = bool(np.all(real == np.floor(real))) and most < _UNITS
    unit = 1.0 if whole else most / _UNITS
    gain = np.rint(real / unit).astype(np.int64) if most else np.zeros(real.shape, np.int64)
    base = float(np.sum(table[:, 0] * weight))
    return Gains(tuple(range(1, tricks + 1)), gain, base, unit)


def lay_out(task: SearchTask, singles: int) -> SearchWorlds:
    """Return a task's distinct worlds, and the bits by which a search represents them.

    Touching hidden cards of a suit are one class if `task.merge` is set, except those of `singles`
    and those above all known cards of their suit.
    """
    worlds, known, gains = task.worlds, task.known, task.gains
    if not gains.needs:
        nothing = np.zeros(0, dtype=np.uint64)
        index = np.zeros(len(worlds), dtype=np.int64)
        return SearchWorlds(worlds[:1], None, nothing, index, *_NO_BITS, nothing, closed=True)
    classes = _classes(worlds[0], known, task.trick, singles if task.merge else -1)
    masks = np.array(classes, dtype=np.uint64)
    hidden = [seat for seat in range(4) if not known[seat]]
    wide = [mask for mask in classes if mask & (mask - 1)]
    if len(hidden) > 2:
        _, first, index = np.unique(
            worlds[:, hidden], axis=0, return_index=True, return_inverse=True
        )
    else:
        keys = _keys(worlds[:, hidden[0]], wide)
        _, first, index = np.unique(keys, return_index=True, return_inverse=True)
    # in the order of their first appearance, so that a longer sample extends a shorter one
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    first, index = first[order], rank[index.reshape(-1)]
    gain = np.zeros((len(first), gains.gain.shape[1]), dtype=np.int64)
    np.add.at(gain, index, gains.gain)
    if int(gain.sum()) >= _HEAVIEST:
        raise SolverError(f"the sum of the weights must be below 2**{_HEAVIEST.bit_length() - 1}")
    hands = worlds[first]
    twins = None
    closed = True
    if wide:
        closed = _closed(worlds, gains.gain, index, hands, hidden[0], wide)
        hands, twins = _extremes(hands, hidden, wide)
    world, step = np.nonzero(gain)
    if max(len(world), len(hands)) > MOST_BITS:
        bits = max(len(world), len(hands))
        raise SolverError(f"at most {MOST_BITS} worlds (times results), not {bits}")
    needs = np.array(gains.needs, dtype=np.int8)
    return SearchWorlds(
        np.ascontiguousarray(hands),
        twins,
        masks,
        index,
        world.astype(np.uint16),
        needs[step] if len(needs) else np.zeros(0, dtype=np.int8),
        gain[world, step].astype(np.uint64),
        closed,
    )


def legal_cards(hand: int, led: int) -> list[int]:
    """Return the legal cards of a hand; `led` is the card led, or -1."""
    cards = [card for card in range(52) if hand >> card & 1]
    return [card for card in cards if led >= 0 and card // 13 == led // 13] or cards


def read_order(
    order: Sequence[SupportsIndex], cards: list[int], name: str = "order"
) -> tuple[int, ...]:
    """Return the cards that the caller has named, in that order.

    Raises:
        SolverError: a card is not legal, or is named twice.
    """
    named: list[int] = []
    for card in order:
        found = small_int(card, name, 0, 51)
        if found not in cards:
            raise SolverError(f"{name} names {card!r}, which is not a legal card")
        if found in named:
            raise SolverError(f"{name} names {card!r} twice")
        named.append(found)
    return tuple(named)


def _classes(
    hands: npt.NDArray[np.uint64], known: list[bool], trick: list[int], singles: int
) -> list[int]:
    """Return the classes of hidden cards, as masks, from spades to clubs, low to high."""
    own = sum(int(hands[seat]) for seat in range(4) if known[seat])
    hidden = sum(int(hands[seat]) for seat in range(4) if not known[seat])
    table = sum(1 << card for card in trick)
    classes: list[int] = []
    for suit in range(4):
        run = 0
        for card in range(13 * suit, 13 * suit + 13):
            bit = 1 << card
            if bit & (own | table) and run:
                classes.append(run)
                run = 0
            if not bit & hidden:
                continue
            above = own & SUIT << 13 * suit & ~(bit - 1)
            if singles & bit or not above:
                if run:
                    classes.append(run)
                classes.append(bit)
                run = 0
            else:
                run |= bit
        if run:
            classes.append(run)
    return classes


def _keys(hand: npt.NDArray[np.uint64], wide: list[int]) -> npt.NDArray[np.uint64]:
    """Return numbers, equal for hands that differ only in which cards of a class they hold."""
    keys = hand & np.uint64(~sum(wide) & ALL_CARDS)
    for mask in wide:
        # the count has room in the place of the cards
        low = np.uint64((mask & -mask).bit_length() - 1)
        keys |= _count(hand, mask) << low
    return keys


def _count(hand: npt.NDArray[np.uint64], mask: int) -> npt.NDArray[np.uint64]:
    """Return how many cards of a class each hand holds."""
    held: npt.NDArray[np.uint64] = np.bitwise_count(hand & np.uint64(mask)).astype(np.uint64)
    return held


def _closed(  # noqa: PLR0913, PLR0917 - what was grouped, and how
    worlds: npt.NDArray[np.uint64],
    gain: npt.NDArray[np.int64],
    index: npt.NDArray[np.int64],
    hands: npt.NDArray[np.uint64],
    seat: int,
    wide: list[int],
) -> bool:
    """Return whether all worlds that differ only within classes are given, with equal weights."""
    ways = np.ones(len(hands), dtype=np.int64)
    for mask in wide:
        size = mask.bit_count()
        each = np.array([comb(size, held) for held in range(size + 1)])
        ways *= each[_count(hands[:, seat], mask)]
    if not np.array_equal(np.bincount(index, minlength=len(hands)), ways):
        return False
    _, once = np.unique(worlds, axis=0, return_index=True)
    if len(once) != len(worlds):
        return False
    order = np.argsort(index, kind="stable")
    later = order[1:][index[order][1:] == index[order][:-1]]
    earlier = order[:-1][index[order][1:] == index[order][:-1]]
    return bool(np.all(gain[later] == gain[earlier]))


def _extremes(
    hands: npt.NDArray[np.uint64], hidden: list[int], wide: list[int]
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """Return copies of the hands with cards of each class in `wide` exchanged between hidden seats.

    The first of these seats holds the highest cards of each class in the first copy and the lowest
    in the second; no hand changes its number of cards of a class.
    """
    high, low = hands.copy(), hands.copy()
    first, second = hidden
    for mask in wide:
        held = _count(hands[:, first], mask)
        cards = [1 << card for card in range(52) if mask >> card & 1]
        for copy, order in ((high, cards[::-1]), (low, cards)):
            own = np.array([0, *accumulate(order)], dtype=np.uint64)[held]
            copy[:, first] = copy[:, first] & np.uint64(~mask & ALL_CARDS) | own
            copy[:, second] = copy[:, second] & np.uint64(~mask & ALL_CARDS) | own ^ np.uint64(mask)
    return high, low


def _words(layouts: SearchWorlds) -> int:
    """Return the number of 64-bit words in a vector, which has one bit for each item of `world`."""
    return (len(layouts.world) + 63) // 64


def _begins(one: npt.NDArray[Any], two: npt.NDArray[Any]) -> bool:
    """Return whether array `one` begins with the rows of `two`."""
    return len(one) >= len(two) and np.array_equal(one[: len(two)], two)
