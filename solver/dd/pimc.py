"""Perfect-information Monte Carlo: every card judged by its double-dummy results in many worlds.

Levy, *The Million Pound Bridge Program* (1989); Ginsberg, *GIB: Imperfect Information in a
Computationally Challenging Game* (JAIR 14, 2001), section 2. It is alpha-mu with M = 1 (Cazenave
and Ventos, *The αμ Search Algorithm for the Game of Bridge*, 2021).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from solver.core.errors import SearchStopped, SolverError

_CHUNK = 32
"""The most worlds solved at a time."""
_PART = 16
"""A chunk grows while it takes less than the time left divided by this: a stop loses the chunk."""
_LONG = 8
"""With this many cards or more the target is asked first; with fewer, counting tricks is cheap."""
_HEAVIEST = 1 << 40
"""The bound of the weight of all worlds together, which keeps sums of tricks below 2**63."""
_SHARES = 0.7
"""The part of the time that asking for the target may take when it comes first."""


class WorldSolver(Protocol):
    """What a double-dummy solver must offer; `solver.DoubleDummySolver` does."""

    def solve_worlds(
        self,
        worlds: npt.NDArray[np.uint64],
        trump: int,
        leader: int,
        trick: Sequence[int],
        target: int,
    ) -> npt.NDArray[np.bool_]:
        """Return bool[n]: in which worlds North-South take at least `target` tricks from here."""
        ...

    def solve_world_cards(
        self,
        worlds: npt.NDArray[np.uint64],
        trump: int,
        leader: int,
        trick: Sequence[int] = (),
    ) -> npt.NDArray[np.int8]:
        """Return int8[n, 52]: for each world the mover's tricks by card, -1 for cards not legal."""
        ...


class TrickState(NamedTuple):
    """What all worlds of a decision share: everything but the hands.

    Attributes:
        trump: 0..4 for S H D C NT.
        leader: who began the trick, 0..3 for N E S W.
        trick: cards already played to it.
        target: the tricks that the mover's side wants from here, the current one included.
    """

    trump: int
    leader: int
    trick: Sequence[int]
    target: int


class Ranking(NamedTuple):
    """The legal cards of the player to move, best first.

    Attributes:
        cards: int64[k], the cards.
        reached: int64[k], for each card the weight of the worlds in which the mover's side reaches
            its target.
        worlds: the number of worlds that were solved, at least 1.
        weight: their weight.
        tricks: int64[k], for each card the tricks of the mover's side, times weight, summed over
            worlds.
        counted: the weight of the worlds, the first ones, whose tricks were counted; 0 if none.
        slid: whether tricks alone decide, because all cards reach the target in every world or
            none does in any.
        won: bool[worlds, k], in which of the worlds each card reaches the target.
    """

    cards: npt.NDArray[np.int64]
    reached: npt.NDArray[np.int64]
    worlds: int
    weight: int
    tricks: npt.NDArray[np.int64]
    counted: int
    slid: bool
    won: npt.NDArray[np.bool_]


def rank_cards(  # noqa: PLR0913 - a question in full
    solver: WorldSolver,
    worlds: npt.NDArray[np.uint64],
    state: TrickState,
    *,
    clock: Callable[[], float],
    deadline: float,
    weights: npt.NDArray[np.int64] | None = None,
    tricks_of: int = 0,
) -> Ranking:
    """Return the legal cards ordered by their results in the worlds, best first.

    Cards are compared by the weight of the worlds in which they reach the target, then by mean
    tricks. Equal cards come by rank, lowest first (hence the lowest of touching cards), then by
    length of suit, longest first, then spades before clubs. Results are compared as whole numbers.

    Early in the play, finding whether a card reaches the target is several times cheaper than
    counting its tricks. There the target is asked of all worlds first, and tricks are counted only
    if the best card is not yet known and time is left.

    Worlds are solved in chunks, beginning with one world, until all are done, the deadline has
    passed or the solver was stopped. The first world is always finished unless stopped.

    Args:
        solver: solves them; its `stop` may be called from another thread.
        worlds: uint64[n, 4], hands N E S W without the cards of the trick; the mover's hand is the
            same in all.
        state: what the worlds share.
        clock: returns the time in seconds, from any origin.
        deadline: the time by that clock after which no chunk is begun.
        weights: int64[n], each at least 1, their sum below 2**40; all 1 if None.
        tricks_of: the number of worlds, the first ones, whose tricks are counted even when the best
            card is known.

    Raises:
        SolverError: there is no world, the mover holds other cards in another world, or the weights
            are out of range.
        SearchStopped: the solver was stopped before the first world was done.
    """
    if not len(worlds):
        raise SolverError("there must be at least one world")
    weights = _weights(weights, len(worlds))
    mover = (state.leader + len(state.trick)) % 4
    shares = None
    if int(worlds[0, mover]).bit_count() >= _LONG:
        if np.any(worlds[:, mover] != worlds[0, mover]):
            raise SolverError("the player to move holds other cards in another world")
        now = clock()
        chunks = _chunks(len(worlds), clock, now + _SHARES * (deadline - now))
        shares = _solve(lambda part: _shares(solver, part, state), worlds, chunks)
        if shares is None:
            raise SearchStopped
        worlds = worlds[: len(shares)]
        if _is_settled(worlds[0], state, shares, weights):
            worlds = worlds[:tricks_of]
            if not tricks_of:
                return _ranking(state, shares, None, weights)
    tricks = _solve(
        lambda part: solver.solve_world_cards(part, state.trump, state.leader, state.trick),
        worlds,
        _chunks(len(worlds), clock, deadline, least=shares is None),
    )
    if tricks is None and shares is None:
        raise SearchStopped
    return _ranking(state, shares, tricks, weights)


def _weights(weights: npt.NDArray[np.int64] | None, n: int) -> npt.NDArray[np.int64]:
    if weights is None:
        return np.ones(n, dtype=np.int64)
    if weights.shape != (n,) or weights.dtype != np.int64:
        raise SolverError(f"weights must be int64[{n}], not {weights.dtype} of {weights.shape}")
    if int(weights.min()) < 1 or int(weights.max()) >= _HEAVIEST // n:
        raise SolverError(f"weights must be at least 1, their sum below 2**40: {weights}")
    return weights


def _chunks(
    n: int, clock: Callable[[], float], deadline: float, *, least: bool = True
) -> Iterator[slice]:
    """Yield slices of n worlds until the deadline; with `least`, at least one."""
    done, size, now = 0, 1, clock()
    while done < n and (now < deadline or (least and done == 0)):
        before = now
        yield slice(done, done + size)
        done += size
        now = clock()
        quick = _PART * (now - before) < deadline - now
        size = min(2 * size, _CHUNK) if quick else max(1, size // 2)


def _solve(
    solve: Callable[[npt.NDArray[np.uint64]], npt.NDArray[np.int8]],
    worlds: npt.NDArray[np.uint64],
    chunks: Iterator[slice],
) -> npt.NDArray[np.int8] | None:
    """Return the results of the chunks done before a stop, or None if there is none."""
    parts: list[npt.NDArray[np.int8]] = []
    try:
        for chunk in chunks:
            parts.append(solve(worlds[chunk]))  # noqa: PERF401 - a stop keeps what is done
    except SearchStopped:
        pass
    return np.concatenate(parts) if parts else None


def _shares(
    solver: WorldSolver, worlds: npt.NDArray[np.uint64], state: TrickState
) -> npt.NDArray[np.int8]:
    """Return int8[n, 52]: whether each card reaches the target in each world, -1 if not legal."""
    results = np.full((len(worlds), 52), -1, dtype=np.int8)
    for group in touching_groups(worlds[0], state):
        results[:, group] = reached_worlds(solver, worlds, state, group[0])[:, np.newaxis]
    return results


def reached_worlds(
    solver: WorldSolver,
    worlds: npt.NDArray[np.uint64],
    state: TrickState,
    card: int | None = None,
) -> npt.NDArray[np.bool_]:
    """Return bool[n]: in which worlds the mover's side reaches its target.

    Args:
        solver: solves them.
        worlds: uint64[n, 4], n at least 1; the mover's hand is the same in all.
        state: what the worlds share.
        card: the card that the mover plays; None for the best one in each world.
    """
    mover = (state.leader + len(state.trick)) % 4
    tricks = int(worlds[0, mover]).bit_count()
    trick, leader, target = tuple(state.trick), state.leader, state.target
    if card is not None:
        worlds = worlds.copy()
        worlds[:, mover] &= np.uint64(~(1 << card) & (1 << 52) - 1)
        trick = (*trick, card)
    if len(trick) == 4:
        leader = (leader + trick_winner(trick, state.trump)) % 4
        target -= leader % 2 == mover % 2
        trick, tricks = (), tricks - 1
    if not 0 < target <= tricks:
        return np.full(len(worlds), target <= 0)
    if mover % 2 == 0:
        return solver.solve_worlds(worlds, state.trump, leader, trick, target)
    # East-West take the target unless North-South take more than the rest.
    return ~solver.solve_worlds(worlds, state.trump, leader, trick, tricks - target + 1)


def touching_groups(hands: npt.NDArray[np.uint64], state: TrickState) -> list[list[int]]:
    """Return the legal cards in groups of touching cards, low to high.

    Cards touch when no card between them is in another hand or the trick.

    Args:
        hands: uint64[4], the hands N E S W of any world.
        state: what the worlds share.
    """
    mover = (state.leader + len(state.trick)) % 4
    hand = int(hands[mover])
    if state.trick:
        suit = 0x1FFF << 13 * (state.trick[0] // 13)
        hand = hand & suit or hand
    others = sum(1 << card for card in state.trick)
    for seat in range(4):
        others |= 0 if seat == mover else int(hands[seat])
    groups: list[list[int]] = []
    for card in (card for card in range(52) if hand >> card & 1):
        last = groups[-1][-1] if groups else -1
        between = (1 << card) - (1 << last + 1)
        if last // 13 == card // 13 and groups and not others & between:
            groups[-1].append(card)
        else:
            groups.append([card])
    return groups


def trick_winner(trick: Sequence[int], trump: int) -> int:
    """Return the place in a complete trick of the card that wins it; trump is 4 at notrump."""
    best = 0
    for place, card in enumerate(trick):
        top = trick[best]
        if card // 13 == top // 13:
            best = place if card > top else best
        elif card // 13 == trump:
            best = place
    return best


def _is_settled(
    hands: npt.NDArray[np.uint64],
    state: TrickState,
    shares: npt.NDArray[np.int8],
    weights: npt.NDArray[np.int64],
) -> bool:
    """Return whether one group of touching cards reaches the target more often than all others."""
    counting = weights[: len(shares)]
    groups = touching_groups(hands, state)
    reached = sorted(int(counting @ shares[:, group[0]]) for group in groups)
    return len(reached) == 1 or reached[-1] > reached[-2]


def _ranking(
    state: TrickState,
    shares: npt.NDArray[np.int8] | None,
    tricks: npt.NDArray[np.int8] | None,
    weights: npt.NDArray[np.int64],
) -> Ranking:
    """Return the ranking by shares and by tricks; one of them may be missing."""
    table = tricks if tricks is not None else shares
    assert table is not None
    cards = np.flatnonzero(table[0] >= 0).astype(np.int64)
    if np.any((table >= 0) != (table[0] >= 0)):
        raise SolverError("the player to move holds other cards in another world")
    total = np.zeros(len(cards), dtype=np.int64)
    if tricks is not None:
        total = weights[: len(tricks)] @ tricks[:, cards]
        if shares is None:
            shares = (tricks >= state.target).astype(np.int8)
    assert shares is not None
    reached = weights[: len(shares)] @ shares[:, cards]
    weight = int(weights[: len(shares)].sum())
    lengths = np.bincount(cards // 13, minlength=4)[cards // 13]
    order = np.lexsort((cards // 13, -lengths, cards % 13, -total, -reached))
    return Ranking(
        cards[order],
        reached[order],
        len(shares),
        weight,
        total[order],
        0 if tricks is None else int(weights[: len(tricks)].sum()),
        bool(np.all(reached == 0) or np.all(reached == weight)),
        (shares[:, cards] > 0)[:, order],
    )
