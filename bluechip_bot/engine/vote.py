"""Perfect-information Monte Carlo: every card judged by its double-dummy results in many worlds.

Levy, *The Million Pound Bridge Program* (1989); Ginsberg, *GIB: Imperfect Information in a
Computationally Challenging Game* (JAIR 14, 2001), section 2. It is alpha-mu with M = 1 (Cazenave
and Ventos, *The αμ Search Algorithm for the Game of Bridge*, 2021).
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from bluechip_bot.engine.race import LOOKS, NO_RACE, VoteRace, dropped
from bluechip_bot.engine.settings import VoteSettings
from solver import DoubleDummySolver, SearchStopped
from solver.core.tricks import TrickState, touching_groups

_SETTINGS: Final = VoteSettings()
_CHUNK: Final = 32
"""The most worlds solved at a time."""
_PART: Final = 16
"""A chunk grows while it takes less than the time left divided by this: a stop loses the chunk."""
_LONG: Final = 8
"""With this many cards or more the target is tried first; with fewer, counting is cheap."""
_DIGITS: Final = 9
"""The decimals to which shares and means are rounded, so that equal ones do not differ."""


class VoteRanking(NamedTuple):
    """The legal cards of the player to move, best first.

    Attributes:
        cards: int64[k], the cards. Those that dropped out of the race come last.
        racing: the number of cards, the first ones, that did not drop out.
        worth: float64[k], the values by which cards are compared: the share, plus tricks at the
            race's rate, plus the head start.
        share: float64[k], for each card the share, 0..1, of the weight of the worlds in which the
            mover's side reaches its target. For a card that dropped out it is the best card's
            share, less the mean difference in the worlds in which both were tried.
        tricks: float64[k], for each card the mean of the tricks of the mover's side; for a card
            that dropped out it is estimated like `share`; NaN if none were counted.
        asked: int64[k], the number of worlds, the first ones, in which it is known whether a card
            reaches the target.
        worlds: the number of worlds that were solved, at least 1.
        weight: the weight of these worlds.
        counted: the weight of the worlds, the first ones, whose tricks were counted; 0 if none.
        slid: whether tricks alone decide, because all cards reach the target in every world or none
            does in any.
        won: bool[worlds, k], in which of the worlds each card reaches the target; False where that
            is not known.
        rivals: the number of worlds in which the last two groups of touching cards were compared;
            `worlds` if there is only one.
        rollouts: the number of worlds, the first ones, in which cards were played out to correct
            the shares and tricks.
        blind: how often a player of these rollouts found no layout that agrees with the auction.
    """

    cards: npt.NDArray[np.int64]
    racing: int
    worth: npt.NDArray[np.float64]
    share: npt.NDArray[np.float64]
    tricks: npt.NDArray[np.float64]
    asked: npt.NDArray[np.int64]
    worlds: int
    weight: int
    counted: int
    slid: bool
    won: npt.NDArray[np.bool_]
    rivals: int
    rollouts: int = 0
    blind: int = 0


def rank_cards(  # noqa: PLR0913 - a question in full
    solver: DoubleDummySolver,
    worlds: npt.NDArray[np.uint64],
    state: TrickState,
    *,
    clock: Callable[[], float],
    deadline: float,
    weights: npt.NDArray[np.int64] | None = None,
    tricks_of: int = 0,
    race: VoteRace = NO_RACE,
    head_start: Mapping[int, float] = MappingProxyType({}),
    asking: float = _SETTINGS.asking,
    least: int = 1,
) -> VoteRanking:
    """Return the legal cards ordered by their results in the worlds, best first.

    Cards are compared by the weight of the worlds in which they reach the target, to which tricks
    are added at the rate of the race; equal cards by mean tricks. Cards that are still equal come
    by rank, lowest first (hence the lowest of touching cards), then by length of suit, longest
    first, then spades before clubs.

    All cards are judged by the same worlds, but after certain numbers of worlds those that are
    clearly worse drop out, and the time goes to the rest.

    Early in the play, finding whether a card reaches the target is several times cheaper than
    counting its tricks. Then the target is searched in all worlds first, and tricks are counted
    only if that may change the order and time is left.

    Worlds are solved in chunks, beginning with one world, until all are done, one card is left, the
    deadline has passed or the solver was stopped. The first `least` worlds are always finished
    unless stopped.

    Args:
        worlds: uint64[n, 4], n at least 1, hands N E S W without the cards of the trick; the
            mover's hand is the same in all.
        state: the trick and the target, which the worlds share.
        deadline: the time by the clock after which no chunk is begun.
        weights: int64[n], each at least 1, their sum below 2**40; all 1 if None.
        tricks_of: the number of worlds, the first ones, whose tricks are counted even when one card
            is best without regard to tricks; if it is above 0, no further tricks are counted then,
            even if the race has a rate for them.
        race: when cards drop out; by default none does.
        head_start: by card, its worth apart from its results, as a share of the worlds. Of touching
            cards the greatest counts.
        asking: the part of the time that searching for the target may take when it comes first.
        least: the number of worlds, at least 1, that are solved even after the deadline.

    Raises:
        SearchStopped: the solver was stopped before the first world was done.
    """
    mover = (state.leader + len(state.trick)) % 4
    weights = np.ones(len(worlds), dtype=np.int64) if weights is None else weights
    vote = _WorldVote(solver, worlds, state, weights, race, head_start, clock)
    if int(worlds[0, mover]).bit_count() >= _LONG:
        now = clock()
        vote.ask(now + asking * (deadline - now), least)
        enough = vote.is_settled and (tricks_of > 0 or not race.rate)
        vote.count(deadline, tricks_of if enough else len(worlds))
    else:
        vote.count(deadline, len(worlds), least)
    return vote.ranking()


def reached(
    solver: DoubleDummySolver,
    worlds: npt.NDArray[np.uint64],
    state: TrickState,
    groups: Sequence[Sequence[int]],
) -> npt.NDArray[np.bool_]:
    """Return bool[n, g]: whether groups of touching cards reach the target in worlds."""
    mover = (state.leader + len(state.trick)) % 4
    left = int(worlds[0, mover]).bit_count()
    if not 0 < state.target <= left:
        return np.full((len(worlds), len(groups)), state.target <= 0)
    # East-West take the target unless North-South take more than the rest.
    others = mover % 2
    need = left - state.target + 1 if others else state.target
    heads = [group[0] for group in groups]
    cards = sum(1 << head for head in heads)
    found = solver.reach_world_cards(worlds, state.trump, state.leader, state.trick, need, cards)
    won: npt.NDArray[np.bool_] = found[:, heads] != others
    return won


class _WorldVote:
    """The results of the cards, world by world, as far as they are known.

    Touching cards have the same results; each group stands for its cards.

    Attributes:
        asked: the number of worlds in which it is known whether cards reach the target.
        counted: the number of worlds in which tricks are known.
        reached: int8[n, g], whether a group reaches the target in a world; -1 where unknown. For a
            group in the race the first `asked` rows are known.
        tricks: int8[n, g], its tricks; -1 where unknown, known in the first `counted` rows.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - a question in full
        self,
        solver: DoubleDummySolver,
        worlds: npt.NDArray[np.uint64],
        state: TrickState,
        weights: npt.NDArray[np.int64],
        race: VoteRace,
        head_start: Mapping[int, float],
        clock: Callable[[], float],
    ) -> None:
        self._solver = solver
        self._worlds = worlds
        self._state = state
        self._weights = weights
        self._race = race
        self._clock = clock
        self._groups = touching_groups(worlds[0], state)
        self._racing = list(range(len(self._groups)))
        self._head_start = np.array(
            [max(head_start.get(card, 0.0) for card in group) for group in self._groups]
        )
        self.asked = self.counted = 0
        self.reached = np.full((len(worlds), len(self._groups)), -1, dtype=np.int8)
        self.tricks = self.reached.copy()

    def ask(self, deadline: float, least: int) -> None:
        """Find in which worlds each card reaches the target, until all is known or time is up."""

        def solve(part: slice) -> None:
            groups = [self._groups[group] for group in self._racing]
            found = reached(self._solver, self._worlds[part], self._state, groups)
            self.reached[part, self._racing] = found
            self.asked = part.stop

        self._go_on(solve, len(self._worlds), deadline, least)

    def count(self, deadline: float, most: int, least: int = 0) -> None:
        """Count the tricks in the first `most` worlds, until one card is left or time is up."""

        def solve(part: slice) -> None:
            state = self._state
            heads = [self._groups[group][0] for group in self._racing]
            cards = sum(1 << head for head in heads)
            found = self._solver.solve_world_cards(
                self._worlds[part], state.trump, state.leader, state.trick, cards
            )
            self.tricks[part, self._racing] = tricks = found[:, heads]
            self.reached[part, self._racing] = tricks >= state.target
            self.counted = part.stop
            self.asked = max(self.asked, self.counted)

        self._go_on(solve, most, deadline, least)

    def _go_on(
        self, solve: Callable[[slice], None], most: int, deadline: float, least: int
    ) -> None:
        """Solve chunks of worlds, and compare cards after each number of worlds in `LOOKS`."""
        try:
            for part in chunks(most, self._clock, deadline, least):
                solve(part)
                if part.stop in LOOKS and self._ends():
                    return
        except SearchStopped:
            if not self.asked:
                raise

    def _ends(self) -> bool:
        """Drop cards; return whether more worlds cannot change which card is best."""
        if not self._race.error:
            return False
        reached = self.reached[: self.asked, self._racing]
        tricks = self.tricks[: self.counted, self._racing] if self.counted else None
        start = self._head_start[self._racing]
        out = dropped(self._race, reached, tricks, self._weights[: self.asked], start)
        self._racing = [group for group, late in zip(self._racing, out, strict=True) if not late]
        if len(self._racing) == 1:
            return True
        known = reached[:, ~out] if tricks is None else tricks[:, ~out]
        return len(known) >= self._race.alike and not np.any(known != known[:, [0]])

    @property
    def is_settled(self) -> bool:
        """Whether one card is best without regard to tricks."""
        if len(self._racing) == 1:
            return True
        share = _means(self.reached[: self.asked], self._weights[: self.asked], self._racing)
        worth = np.round(share + self._head_start, _DIGITS)[self._racing]
        best = np.sort(worth)
        return bool(best[-1] > best[-2])

    def ranking(self) -> VoteRanking:
        """Return the ranking by the results known so far."""
        weights = self._weights[: self.asked]
        share = _means(self.reached[: self.asked], weights, self._racing)
        tricks = _means(self.tricks[: self.counted], weights[: self.counted], self._racing)
        rate = self._race.rate if self.counted else 0.0
        worth = np.round(share + rate * np.nan_to_num(tricks) + self._head_start, _DIGITS)
        late = np.full(len(self._groups), fill_value=True)
        late[self._racing] = False
        cards = np.array([card for group in self._groups for card in group], dtype=np.int64)
        of = np.repeat(np.arange(len(self._groups)), [len(group) for group in self._groups])
        keys = np.nan_to_num([tricks, worth], nan=-1.0)[:, of]
        lengths = np.bincount(cards // 13, minlength=4)[cards // 13]
        order = np.lexsort((cards // 13, -lengths, cards % 13, -keys[0], -keys[1], late[of]))
        asked = (self.reached[: self.asked] >= 0).sum(axis=0)
        chosen = of[order]
        return VoteRanking(
            cards=cards[order],
            racing=int((~late[of]).sum()),
            worth=worth[chosen],
            share=share[chosen],
            tricks=tricks[chosen],
            asked=asked[chosen],
            worlds=self.asked,
            weight=int(weights.sum()),
            counted=int(weights[: self.counted].sum()),
            slid=bool(np.all(share == 0) or np.all(share == 1)),
            won=(self.reached[: self.asked] > 0)[:, chosen],
            rivals=int(np.sort(asked)[-2:][0]),
        )


def _means(
    results: npt.NDArray[np.int8], weights: npt.NDArray[np.int64], racing: Sequence[int]
) -> npt.NDArray[np.float64]:
    """Return float64[g], the mean result of each group; NaN where none is known.

    A group that dropped out has the best group's mean, less the mean difference between both.

    Args:
        results: int8[n, g]; -1 is unknown. Those of a group are known in the first worlds.
        weights: int64[n], the weight of each world.
        racing: the groups that have not dropped out; their results are all known.
    """
    means = np.full(results.shape[1], np.nan)
    if not len(results):
        return means
    means[racing] = weights @ results[:, racing] / weights.sum()
    best = racing[int(np.argmax(means[racing]))]
    known = (results >= 0).sum(axis=0)
    for group in set(range(len(means))) - set(racing):
        if n := known[group]:
            behind = weights[:n] @ (results[:n, best] - results[:n, group]) / weights[:n].sum()
            means[group] = means[best] - behind
    rounded: npt.NDArray[np.float64] = np.round(means, _DIGITS)
    return rounded


def chunks(n: int, clock: Callable[[], float], deadline: float, least: int) -> Iterator[slice]:
    """Yield slices of n worlds until the deadline, split at `LOOKS`; at least `least` worlds."""
    done, size, now = 0, 1, clock()
    while done < n and (now < deadline or done < least):
        before = now
        look = LOOKS[bisect_right(LOOKS, done)]
        part = slice(done, min(done + size, look, n))
        yield part
        done = part.stop
        now = clock()
        quick = _PART * (now - before) < deadline - now
        size = min(2 * size, _CHUNK) if quick else max(1, size // 2)
