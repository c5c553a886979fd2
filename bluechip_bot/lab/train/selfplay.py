"""Self-play: deals bid by a policy, with what each close call is worth against a reference.

The reference bids every deal at the other table, so that a result is a duplicate comparison. Of
four tables one has the reference as East-West, one as North-South, and two have the policy in all
seats: partner learns with the player, and some opponents stay as they are. Every call that is
close is tried on the same deal and bid to the end by the most probable calls, since opponents who
call at random make deception look good.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
from attrs import astuple, frozen

from bluechip_bot.constraints import batch
from bluechip_bot.lab.train.examples import random_hands
from bluechip_bot.lab.train.options import ImprovementOptions
from bluechip_bot.lab.train.worth import EstimatedDeals, imps
from bluechip_bot.policy.network import PolicyNetwork, softmax
from bluechip_bot.policy.tables import Tables
from bluechip_bot.simulation.estimate import TrickNetworks

Floats = npt.NDArray[np.float32]
Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]


@frozen(eq=False)
class SelfPlayLessons:
    """States of a policy with what its calls are worth.

    Attributes:
        seen: uint64[n, words], observations.
        legal: uint64[n].
        old: float32[n, 38], the probabilities of the policy that bid.
        reference: float32[n, 38], those of the reference.
        advantages: float32[n, 38], in IMPs over the policy's own mean; 0 for calls not tried.
        weak: bool[n], whether nobody had bid and the hand is weak.
        close: bool[n], whether calls were tried.
    """

    seen: Words
    legal: Words
    old: Floats
    reference: Floats
    advantages: Floats
    weak: npt.NDArray[np.bool_]
    close: npt.NDArray[np.bool_]

    @classmethod
    def together(cls, parts: Iterable[SelfPlayLessons]) -> SelfPlayLessons:
        """All lessons of several parts, in order."""
        columns = zip(*(astuple(part, recurse=False) for part in parts), strict=True)
        return cls(*map(np.concatenate, columns))

    @property
    def scale(self) -> float:
        """The root mean square of the advantages of calls that were tried, in IMPs."""
        tried = self.advantages[self.advantages != 0]
        return float(np.sqrt(np.mean(tried**2))) if len(tried) else 0.0

    @property
    def distance(self) -> float:
        """The mean Kullback-Leibler divergence of the policy from the reference, in nats."""
        ratios = np.log(self.old + 1e-8) - np.log(self.reference + 1e-8)
        return float((self.old * ratios).sum(axis=1).mean())


@frozen(eq=False)
class _CallTrials:
    """Calls that are tried.

    Attributes:
        rows: int64[k], the turns.
        calls: int64[k].
        tables: after the calls.
    """

    rows: Ints
    calls: Ints
    tables: Tables


@frozen(eq=False)
class _PolicyTurns:
    """The turns of a policy.

    Attributes:
        states: the auctions before its calls.
        deals: int64[n].
        seen, legal, old, reference: as in `SelfPlayLessons`.
    """

    states: Tables
    deals: Ints
    seen: Words
    legal: Words
    old: Floats
    reference: Floats

    def lessons(
        self, trials: _CallTrials, gained: npt.NDArray[np.float64], least: int
    ) -> SelfPlayLessons:
        """The lessons of trials that gained so many IMPs: float64[k].

        Hands of fewer high-card points than `least` are weak.
        """
        values, tried = np.zeros_like(self.old), np.zeros_like(self.old)
        values[trials.rows, trials.calls] = gained
        tried[trials.rows, trials.calls] = self.old[trials.rows, trials.calls]
        total = np.maximum(tried.sum(axis=1, keepdims=True), 1e-9)
        mean = (tried * values).sum(axis=1, keepdims=True) / total
        advantages = np.where(tried > 0, values - mean, 0)
        close = np.zeros(len(self.old), np.bool_)
        close[trials.rows] = True
        hands = self.states.hands[np.arange(len(self.old)), self.states.turns()]
        weak = (self.states.contracts()[:, 0] == 0) & (batch.hcp(hands) < least)
        return SelfPlayLessons(
            self.seen, self.legal, self.old, self.reference, advantages, weak, close
        )


def sampled(probabilities: Floats, rng: np.random.Generator) -> npt.NDArray[np.int8]:
    """A call for each row, drawn by its probabilities: int8[n]."""
    total = np.cumsum(probabilities, axis=1)
    drawn = rng.random(len(probabilities), dtype=np.float32)[:, np.newaxis] * total[:, -1:]
    return np.asarray((total <= drawn).sum(axis=1).clip(max=37), np.int8)


class SelfPlay:
    """Deals bid by a policy and a reference.

    Args:
        policy: what learns.
        reference: what it is compared with.
        tricks: what estimates tricks.
        options: how deals are bid and calls are tried.
    """

    def __init__(
        self,
        policy: PolicyNetwork,
        reference: PolicyNetwork,
        tricks: TrickNetworks,
        options: ImprovementOptions,
    ) -> None:
        self._policy, self._reference = policy, reference
        self._tricks, self._options = tricks, options

    def lessons(self, count: int, rng: np.random.Generator) -> SelfPlayLessons:
        """Bid random deals, and try the close calls."""
        hands = random_hands(count, rng)
        vulnerable = rng.integers(4, size=count).astype(np.uint8)
        deals = EstimatedDeals(self._tricks, hands, vulnerable, self._options.draws, rng)
        other = Tables(hands, vulnerable)
        self._reference.bid(other)
        compared = deals.points(np.arange(count), other.contracts())
        # 0: the reference sits East-West; 1: North-South; 2 and 3: nowhere.
        mode = rng.permutation(count) % 4
        turns = self._bid(Tables(hands, vulnerable), mode, rng)
        trials = self._trials(turns)
        self._finish(trials.tables, mode[turns.deals[trials.rows]])
        deal = turns.deals[trials.rows]
        gained = imps(deals.points(deal, trials.tables.contracts()) - compared[deal]).mean(axis=1)
        gained *= 1 - 2 * (turns.states.turns()[trials.rows] & 1)
        return turns.lessons(trials, gained, self._options.weak)

    def _bid(self, tables: Tables, mode: Ints, rng: np.random.Generator) -> _PolicyTurns:
        """Bid all tables to the end; the policy's turns."""
        states: list[Tables] = []
        columns: list[tuple[npt.NDArray[Any], ...]] = []
        while len(rows := tables.rows()):
            is_reference = self._is_reference(mode[rows], tables.turns()[rows])
            theirs, ours = rows[is_reference], rows[~is_reference]
            if len(theirs):
                tables.step(theirs, self._reference.best(tables, theirs))
            if not len(ours):
                continue
            observed, allowed = tables.observe(ours), tables.legal(ours)
            chances = softmax(self._policy.logits(observed, allowed))
            reference = softmax(self._reference.logits(observed, allowed))
            states.append(tables.take(ours))
            columns.append((ours, observed, allowed, chances, reference))
            tables.step(ours, sampled(chances, rng))
        joined = map(np.concatenate, zip(*columns, strict=True))
        return _PolicyTurns(Tables.together(states), *joined)

    def _trials(self, turns: _PolicyTurns) -> _CallTrials:
        """The close calls, each made on a copy of its state."""
        options = self._options
        rank = np.maximum(turns.old, turns.reference)
        best = np.argsort(-rank, axis=1)[:, : options.tried]
        wanted = np.take_along_axis(rank, best, axis=1) > options.close
        wanted &= wanted.sum(axis=1, keepdims=True) > 1
        rows, column = np.nonzero(wanted)
        calls = best[rows, column]
        tables = turns.states.take(rows)
        tables.step(np.arange(len(rows)), calls.astype(np.int8))
        return _CallTrials(rows, calls, tables)

    def _is_reference(self, mode: Ints, turns: Ints) -> npt.NDArray[np.bool_]:
        return np.asarray((mode < 2) & (turns & 1 == 1 - mode), np.bool_)

    def _finish(self, tables: Tables, mode: Ints) -> None:
        """Bid to the end, by the most probable calls of whoever sits there."""
        while len(rows := tables.rows()):
            is_reference = self._is_reference(mode[rows], tables.turns()[rows])
            for network, mine in (
                (self._reference, rows[is_reference]),
                (self._policy, rows[~is_reference]),
            ):
                if len(mine):
                    tables.step(mine, network.best(tables, mine))


def duel(
    one: PolicyNetwork,
    other: PolicyNetwork,
    tricks: TrickNetworks,
    count: int,
    rng: np.random.Generator,
) -> Floats:
    """IMPs a board of one network against another, by the estimate: float32[count]."""
    hands = random_hands(count, rng)
    vulnerable = rng.integers(4, size=count).astype(np.uint8)
    deals = EstimatedDeals(tricks, hands, vulnerable, 4, rng)
    points = []
    for sides in ((one, other), (other, one)):
        tables = Tables(hands, vulnerable)
        while len(rows := tables.rows()):
            turns = tables.turns()[rows] & 1
            for side, network in enumerate(sides):
                if len(mine := rows[turns == side]):
                    tables.step(mine, network.best(tables, mine))
        points.append(deals.points(np.arange(count), tables.contracts()))
    return np.asarray(imps(points[0] - points[1]).mean(axis=1), np.float32)
