"""Layouts of the hidden hands: the pool for the play of a board, and a sample for a call.

The rules of the pool:

* The pool holds layouts drawn from the prior: the facts and the auction. The evidence of the cards
  played is applied as weights, again at every decision.
* When cards are played, the layouts that they contradict are dropped. The rest are distributed as
  fresh draws under the new facts would be, because the prior is the same. So the pool remains an
  honest sample when fresh draws fill it up, and the solver's tables remain useful.
* The pool at a decision is a function of the board so far, the seat, the statements and the seed.
  Keeping it only saves time: a player who joins late also draws for the earlier decisions of the
  seat, and has the same worlds as one who was there.
* When few layouts are possible, all of them are taken, with exact weights, and nothing is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import evolve, field, frozen

from bluechip_bot.constraints import Evidence, HardFacts, Likelihood
from bluechip_bot.engine.prior import LayoutPrior, make_prior
from bluechip_bot.engine.question import Question
from bluechip_bot.engine.settings import LayoutSettings
from bluechip_bot.model import SampleSummary, Suit
from solver import effective_size, resample

_SETTINGS: Final = LayoutSettings()
_UNITS: Final = 1 << 20
"""The approximate sum of the whole-number weights of a complete set."""
_ORDERED: Final = 12
"""The high cards by which layouts are ordered; with more, hardly two in a pool are alike."""
_STEP: Final = 0x9E3779B97F4A7C15
_SPARE: Final = 8
"""Layouts drawn for each one that a player who is to call wants."""
_MORE: Final = 4
"""How many times as many are drawn if few of them agree with the calls."""


@frozen(eq=False)
class WeightedPool:
    """Layouts with weights that account for all evidence.

    Attributes:
        dealt: uint64[m, 4], the hands N E S W as dealt.
        weights: float64[m], proportional to the probability of each; their mean is 1.
        prior: the distribution from which they were drawn.
        complete: whether they are all possible layouts, each once.
        kept: how many were drawn for earlier decisions.
    """

    dealt: npt.NDArray[np.uint64]
    weights: npt.NDArray[np.float64]
    prior: LayoutPrior
    complete: bool
    kept: int


@frozen(eq=False)
class WorldSample:
    """Layouts to search.

    Attributes:
        hands: uint64[k, 4], the hands N E S W now, in random order.
        counts: int64[k], the weight of each, at least 1.
        summary: the figures of the pool that they were drawn from.
    """

    hands: npt.NDArray[np.uint64]
    counts: npt.NDArray[np.int64]
    summary: SampleSummary


@frozen
class _SeatLayouts:
    """Layouts drawn for the decisions of a seat so far.

    Attributes:
        key: what the layouts depend on besides the cards.
        cards: the cards played so far.
        dealt: uint64[m, 4], the hands as dealt.
        weights: float64[m], the weights with which they were drawn.
        logs: float64[k], log-likelihoods of the first k layouts, by the likelihoods named in
            `acts`.
        acts: the names of the likelihoods applied, in order.
        old: how many layouts were drawn for earlier decisions.
    """

    key: tuple[object, ...]
    cards: tuple[int, ...]
    dealt: npt.NDArray[np.uint64] = field(eq=False)
    weights: npt.NDArray[np.float64] = field(eq=False)
    logs: npt.NDArray[np.float64] = field(eq=False)
    acts: tuple[str, ...] = ()
    old: int = 0


class WorldPool:
    """Draws the worlds for a player's decisions, and keeps those of the last board.

    `size` layouts are weighed at each decision; None takes the number from the settings.
    """

    def __init__(self, size: int | None = None, settings: LayoutSettings = _SETTINGS) -> None:
        self._size = settings.size if size is None else size
        self._settings = settings
        self._kept: _SeatLayouts | None = None

    def worlds(self, question: Question, n: int) -> WorldSample:
        """Return n worlds for a decision; fewer, with higher counts, if some are drawn twice.

        Raises:
            FactError: if a declared card cannot be where it is declared to be.
            SolverError: if the facts contradict each other; the message names the fact.
        """
        return choose_worlds(self.pool(question, n), question, n)

    def pool(self, question: Question, n: int) -> WeightedPool:
        """Return the weighed layouts from which `worlds` chooses; the errors are the same."""
        known, seed = question.evidence, question.seed
        prior = make_prior(known.facts, known.statements)
        options = self._settings
        if prior.sampler.layouts <= options.complete:
            every = prior.sampler.enumerate(options.complete)
            assert every is not None
            dealt = every.worlds | np.array(prior.facts.played, dtype=np.uint64)
            logs = log_likelihoods(dealt, known.likelihoods)
            weights = _weights(prior, dealt, every.weights, logs)
            return WeightedPool(dealt, weights, prior, complete=True, kept=0)
        size = max(self._size, n, min(options.spare * n, options.plenty))
        mine = self._kept = _applied(self._advance(question, prior, size), known.likelihoods)
        dealt, drawn, logs = mine.dealt, mine.weights, mine.logs
        weights = _weights(prior, dealt, drawn, logs)
        effective = effective_size(weights)
        if 2 * effective < n and size <= options.plenty:
            ample = math.ceil(options.ample * n / effective * size)
            largest = options.largest * max(self._size, n)
            more, shares = prior.draw(min(ample, largest) - size, mixed(seed, 64))
            dealt = np.concatenate([dealt, more])
            drawn = np.concatenate([drawn, shares])
            logs = np.concatenate([logs, log_likelihoods(more, known.likelihoods)])
            weights = _weights(prior, dealt, drawn, logs)
        return WeightedPool(dealt, weights, prior, complete=False, kept=mine.old)

    def _advance(self, question: Question, prior: LayoutPrior, size: int) -> _SeatLayouts:
        """Return the layouts drawn for this and all earlier decisions that are still possible."""
        seat, statements = question.seat, tuple(question.evidence.statements)
        board = question.board.seen_by(seat)
        key = (board.number, board.auction, seat, board.hands[seat], statements, size,
               question.seed)  # fmt: skip
        cards = tuple(map(int, question.play.cards))
        last = self._kept
        if last is None or last.key != key or last.cards != cards[: len(last.cards)]:
            last = _SeatLayouts(key, (), np.empty((0, 4), np.uint64), np.empty(0), np.empty(0))
        dealt, weights, logs, old = last.dealt, last.weights, last.logs, 0
        for at in range(len(last.cards), len(cards) + 1):
            now = at == len(cards)
            before = board.until(at)
            if not now and before.decider is not seat:
                continue
            facts = question.evidence.facts if now else HardFacts.of(before, seat)
            possible = agrees(dealt, facts)
            dealt, weights = dealt[possible], weights[possible]
            logs = logs[possible[: len(logs)]]
            old = len(dealt)
            if old >= size:
                continue
            here = prior if now else make_prior(facts, statements)
            fresh, shares = here.draw(size - old, mixed(question.seed, at))
            dealt = np.concatenate([dealt, fresh])
            weights = np.concatenate([weights, shares])
        return _SeatLayouts(key, cards, dealt, weights, logs, last.acts, old)


def agrees(dealt: npt.NDArray[np.uint64], facts: HardFacts) -> npt.NDArray[np.bool_]:
    """Return bool[n]: whether each layout agrees with hard facts; `dealt` is uint64[n, 4]."""
    possible = np.ones(len(dealt), dtype=np.bool_)
    for seat in range(4):
        hand, played = dealt[:, seat], np.uint64(facts.played[seat])
        possible &= hand & played == played
        left = hand & ~played
        if not facts.vacant[seat]:
            possible &= left == np.uint64(facts.held[seat])
        void = sum(0x1FFF << 13 * suit for suit in range(4) if facts.void[seat] >> suit & 1)
        possible &= left & np.uint64(void) == 0
    return possible


def choose_worlds(pool: WeightedPool, question: Question, n: int) -> WorldSample:
    """Choose at most n worlds of a pool, each counting in proportion to its weight.

    A complete pool of at most n layouts is taken whole. Otherwise n are drawn by systematic
    resampling, and equal ones are counted together. Resampling takes layouts at equal distances
    along `likeness_order`, so each distribution of the high cards is taken as often as it is
    likely, not as chance would have it, and the values of cards vary less from sample to sample
    (W. G. Cochran, *Sampling Techniques*, 1977, sections 5 and 8).
    """
    played = np.array(question.board.played, dtype=np.uint64)
    if pool.complete and len(pool.dealt) <= n:
        chosen = np.arange(len(pool.dealt))
        share = pool.weights / pool.weights.sum()
        counts = np.maximum(np.rint(share * _UNITS), 1).astype(np.int64)
    else:
        trump = question.play.contract.strain.suit
        kinds = likeness_order(pool.dealt, int(np.bitwise_or.reduce(played)), trump)
        drawn = kinds[resample(pool.weights[kinds], n, mixed(question.seed, 65))]
        chosen, counts = np.unique(drawn, return_counts=True)
        counts = counts.astype(np.int64)
    bits = np.random.PCG64(mixed(question.seed, 66))
    order = np.random.Generator(bits).permutation(len(chosen))
    summary = SampleSummary(
        layouts=pool.prior.sampler.layouts,
        pool=len(pool.dealt),
        kept=pool.kept,
        effective=round(effective_size(pool.weights), 1),
        complete=pool.complete,
        relaxed=tuple(pool.prior.relaxed),
    )
    return WorldSample(pool.dealt[chosen[order]] & ~played, counts[order], summary)


def likeness_order(
    dealt: npt.NDArray[np.uint64], gone: int, trump: Suit | None
) -> npt.NDArray[np.int64]:
    """Return int64[n]: the indices of layouts, sorted by who holds the highest cards that are left.

    Ranks come from aces down, the trump suit first. The order is reflected at each card, so that
    neighbours differ little, as in a Gray code. `dealt` is uint64[n, 4], the hands as dealt, and
    `gone` the cards played, as a mask.
    """
    ranks = [(rank, suit) for rank in range(12, -1, -1) for suit in range(4)]
    ranks.sort(key=lambda one: (-one[0], one[1] != trump, one[1]))
    keys: list[npt.NDArray[np.int64]] = []
    odd = np.zeros(len(dealt), dtype=np.bool_)
    for rank, suit in ranks:
        card = 13 * suit + rank
        if gone >> card & 1 or len(keys) == _ORDERED:
            continue
        holder = np.argmax(dealt >> np.uint64(card) & np.uint64(1), axis=1)
        seats, digit = np.unique(holder, return_inverse=True)
        if len(seats) > 1:
            keys.append(np.where(odd, len(seats) - 1 - digit, digit))
            odd ^= keys[-1] % 2 == 1
    if not keys:
        return np.arange(len(dealt))
    order: npt.NDArray[np.int64] = np.lexsort(keys[::-1]).astype(np.int64)
    return order


def log_likelihoods(
    dealt: npt.NDArray[np.uint64], likelihoods: Sequence[Likelihood]
) -> npt.NDArray[np.float64]:
    """Return float64[n], each layout's sum of all log-likelihoods; `dealt` is uint64[n, 4]."""
    logs = np.zeros(len(dealt))
    for likelihood in likelihoods:
        logs += _log(likelihood, dealt)
    return logs


def _log(likelihood: Likelihood, dealt: npt.NDArray[np.uint64]) -> npt.NDArray[np.float64]:
    """Return one likelihood's logarithms, rounded: the last bits may vary with other layouts."""
    logs: npt.NDArray[np.float64] = np.round(likelihood.log(dealt[:, likelihood.seat]), 9)
    return logs


def _applied(kept: _SeatLayouts, likelihoods: Sequence[Likelihood]) -> _SeatLayouts:
    """Return the same layouts with all likelihoods applied, none of them twice."""
    names = tuple(likelihood.name for likelihood in likelihoods)
    done = len(kept.acts) if kept.acts == names[: len(kept.acts)] else 0
    old = kept.dealt[: len(kept.logs) if done else 0]
    logs = kept.logs[: len(old)].copy()
    for likelihood in likelihoods[done:]:
        logs += _log(likelihood, old)
    fresh = log_likelihoods(kept.dealt[len(old) :], likelihoods)
    return evolve(kept, logs=np.concatenate([logs, fresh]), acts=names)


def _weights(
    prior: LayoutPrior,
    dealt: npt.NDArray[np.uint64],
    drawn: npt.NDArray[np.float64],
    logs: npt.NDArray[np.float64],
) -> npt.NDArray[np.float64]:
    """Return the weights of layouts, from those of the draw, the predicates and the likelihoods."""
    logs = logs + prior.log_predicates(dealt)
    weights = drawn * np.exp(logs - logs.max())
    mean_one: npt.NDArray[np.float64] = weights / weights.mean()
    return mean_one


def mixed(seed: int, place: int) -> int:
    """Derive a seed from `seed`; each use of `seed` has its own number `place`, from 0 up."""
    return (seed + (place + 1) * _STEP) % 2**64


@frozen(eq=False)
class LayoutSample:
    """Layouts that agree with what a player knows.

    Attributes:
        layouts: uint64[n, 4], the hands N E S W, in random order.
        effective: the effective number of the layouts that they were chosen from.
        relaxed: the sources of statements left out because they contradict more reliable ones.
    """

    layouts: npt.NDArray[np.uint64]
    effective: float
    relaxed: tuple[str, ...]


def draw_layouts(known: Evidence, n: int, seed: int) -> LayoutSample:
    """Draw n layouts that agree with what a player knows, each as often as it is likely.

    Raises:
        SolverError: if the hard facts contradict each other; the message names the fact.
    """
    prior = make_prior(known.facts, known.statements)
    layouts, weights = np.empty((0, 4), np.uint64), np.empty(0)
    for turn, number in enumerate((_SPARE * n, _MORE * _SPARE * n)):
        dealt, drawn = prior.draw(number, mixed(seed, turn))
        logs = log_likelihoods(dealt, known.likelihoods)
        logs += prior.log_predicates(dealt) + np.log(drawn)
        layouts = np.concatenate([layouts, dealt])
        weights = np.concatenate([weights, logs])
        shares = np.exp(weights - weights.max())
        if 2 * effective_size(shares) >= n:
            break
    chosen = resample(shares / shares.mean(), n, mixed(seed, 2))
    order = np.random.Generator(np.random.PCG64(mixed(seed, 3))).permutation(chosen)
    return LayoutSample(layouts[order], effective_size(shares), prior.relaxed)
