"""Self-play: deals bid by a policy, and the worth of each close call compared with a reference.

The reference bids every deal at the other table, so that a result is a duplicate comparison. Of
every four tables, the reference is East-West at one and North-South at one, and at two the policy
has all seats: partner learns with the player, and some opponents stay as they are. Every close call
is tried on the same deal and bid to the end by the most probable calls, since opponents who call at
random make deception look good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from attrs import astuple, frozen

from bluechip_bot.constraints import batch
from bluechip_bot.lab.train.examples import random_hands
from bluechip_bot.lab.train.folder import ImprovementOptions
from bluechip_bot.model import Call, Contract, Seat, Strain
from bluechip_bot.model.scoring import duplicate_score
from bluechip_bot.policy.network import PolicyNetwork, softmax
from bluechip_bot.policy.tables import Tables
from bluechip_bot.simulation.estimate import TrickNetworks, suit_features, trumps_first
from bluechip_bot.simulation.worth import imps

_STRAINS: Final = tuple(map(Strain.from_bidding_rank, range(5)))

Floats = npt.NDArray[np.float32]
Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]


@cache
def score_table() -> Ints:
    """Return int64[38, 3, 2, 14]: points by call (0 if no bid), doubling, vulnerability, tricks."""
    found = np.zeros((38, 3, 2, 14), np.int64)
    for bid, doubled, vulnerable, tricks in product(*map(range, found.shape)):
        if (call := Call(bid)).is_bid:
            contract = Contract(call.level, call.strain, Seat.NORTH, doubled)
            found[bid, doubled, vulnerable, tricks] = duplicate_score(
                contract, tricks, vulnerable=bool(vulnerable)
            )
    return found


class EstimatedDeals:
    """Estimated tricks of many deals, with random deviations from the estimates.

    Each deal and strain gets `draws` deviations, stratified over the networks' error; with 0 draws
    the estimate itself is used. `hands` is uint64[n, 4] from the dealer on; bit 0 of `vulnerable`,
    uint8[n], is for the dealer's side.
    """

    def __init__(
        self,
        networks: TrickNetworks,
        hands: npt.NDArray[np.uint64],
        vulnerable: npt.NDArray[np.uint8],
        draws: int,
        rng: np.random.Generator,
    ) -> None:
        self._vulnerable = vulnerable
        count = len(hands)
        self.estimates = np.empty((count, 4, 5), np.float32)
        errors = np.empty(5, np.float32)
        for seat in Seat:
            suits = suit_features(hands, seat)
            for rank, strain in enumerate(_STRAINS):
                network = networks.notrump if strain.suit is None else networks.suit
                self.estimates[:, seat, rank] = network.tricks(trumps_first(suits, strain))
                errors[rank] = network.error
        strata = np.tile(np.arange(max(draws, 1)), (count, 5, 1))
        chance = (rng.permuted(strata, axis=2) + rng.random(strata.shape)) / max(draws, 1)
        # The logistic form of the normal distribution's quantile is close enough for luck.
        luck = np.log(chance / (1 - chance)) / 1.702 * (draws > 0)
        self._luck = (luck * errors[:, np.newaxis]).astype(np.float32)

    def points(self, deals: Ints, contracts: npt.NDArray[np.int8]) -> Ints:
        """Return int64[k, draws], the points of the dealer's side; `deals`, int64[k], are indices.

        The contracts are int8[k, 3], as `Tables.contracts` has them.
        """
        bid, declarer, doubled = contracts.T.astype(np.int64)
        rank = (bid - 3) % 5
        side = declarer & 1
        luck = self._luck[deals, rank] * (1 - 2 * side)[:, np.newaxis]
        tricks = np.rint(self.estimates[deals, declarer & 3, rank][:, np.newaxis] + luck)
        tricks = np.clip(tricks, 0, 13).astype(np.int64)
        vulnerable = self._vulnerable[deals] >> side & 1
        points = score_table()[
            bid[:, np.newaxis], doubled[:, np.newaxis], vulnerable[:, np.newaxis], tricks
        ]
        return np.asarray(points * (1 - 2 * side)[:, np.newaxis], np.int64)


@frozen(eq=False)
class SelfPlayLessons:
    """States of a policy, with what its calls are worth.

    Attributes:
        seen: uint64[n, words], observations.
        legal: uint64[n], legal calls as bits.
        old: float32[n, 38], call probabilities of the policy that bid.
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
        """Return the lessons of several parts as one, in order."""
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


class _PolicyTurns(NamedTuple):
    """A policy's turns: each turn's table, its deal's index, and fields of `SelfPlayLessons`."""

    states: Tables
    deals: Ints
    seen: Words
    legal: Words
    old: Floats
    reference: Floats


def sampled(probabilities: Floats, rng: np.random.Generator) -> npt.NDArray[np.int8]:
    """Return int8[n]: for each row, a call drawn by its probabilities, float32[n, 38]."""
    total = np.cumsum(probabilities, axis=1)
    drawn = rng.random(len(probabilities), dtype=np.float32)[:, np.newaxis] * total[:, -1:]
    return np.asarray((total <= drawn).sum(axis=1).clip(max=37), np.int8)


@frozen
class SelfPlay:
    """Self-play of a policy that learns, compared with a reference."""

    policy: PolicyNetwork
    reference: PolicyNetwork
    tricks: TrickNetworks
    options: ImprovementOptions

    def lessons(self, count: int, rng: np.random.Generator) -> SelfPlayLessons:
        """Bid random deals, try the close calls, and return what they are worth."""
        hands = random_hands(count, rng)
        vulnerable = rng.integers(4, size=count).astype(np.uint8)
        deals = EstimatedDeals(self.tricks, hands, vulnerable, self.options.draws, rng)
        other = Tables(hands, vulnerable)
        self.reference.bid(other)
        compared = deals.points(np.arange(count), other.contracts())
        # 0: the reference sits East-West; 1: North-South; 2 and 3: nowhere.
        mode = rng.permutation(count) % 4
        turns = self._bid(Tables(hands, vulnerable), mode, rng)
        rows, calls = self._tried(turns)
        tables = turns.states.take(rows)
        tables.step(np.arange(len(rows)), calls.astype(np.int8))
        deal = turns.deals[rows]
        _bid_on(
            tables,
            (self.policy, self.reference),
            lambda going, seats: self._is_reference(mode[deal[going]], seats),
        )
        gained = imps(deals.points(deal, tables.contracts()) - compared[deal]).mean(axis=1)
        seats = turns.states.turns()
        gained *= 1 - 2 * (seats[rows] & 1)
        values, tried = np.zeros_like(turns.old), np.zeros_like(turns.old)
        values[rows, calls] = gained
        tried[rows, calls] = turns.old[rows, calls]
        total = np.maximum(tried.sum(axis=1, keepdims=True), 1e-9)
        mean = (tried * values).sum(axis=1, keepdims=True) / total
        close = np.zeros(len(turns.old), np.bool_)
        close[rows] = True
        points = batch.hcp(turns.states.hands[np.arange(len(seats)), seats])
        weak = (turns.states.contracts()[:, 0] == 0) & (points < self.options.weak)
        advantages = np.where(tried > 0, values - mean, 0)
        return SelfPlayLessons(*turns[2:], advantages, weak, close)

    def _bid(self, tables: Tables, mode: Ints, rng: np.random.Generator) -> _PolicyTurns:
        """Bid all tables to the end, the reference seated by `mode`; return the policy's turns."""
        states: list[Tables] = []
        columns: list[tuple[npt.NDArray[Any], ...]] = []
        while len(rows := tables.rows()):
            is_reference = self._is_reference(mode[rows], tables.turns()[rows])
            theirs, ours = rows[is_reference], rows[~is_reference]
            if len(theirs):
                tables.step(theirs, self.reference.best(tables, theirs))
            if not len(ours):
                continue
            observed, allowed = tables.observe(ours), tables.legal(ours)
            chances = softmax(self.policy.logits(observed, allowed))
            reference = softmax(self.reference.logits(observed, allowed))
            states.append(tables.take(ours))
            columns.append((ours, observed, allowed, chances, reference))
            tables.step(ours, sampled(chances, rng))
        joined = map(np.concatenate, zip(*columns, strict=True))
        return _PolicyTurns(Tables.together(states), *joined)

    def _tried(self, turns: _PolicyTurns) -> tuple[Ints, Ints]:
        """Return the close calls to try: indices of turns, int64[k], and calls, int64[k]."""
        rank = np.maximum(turns.old, turns.reference)
        best = np.argsort(-rank, axis=1)[:, : self.options.tried]
        wanted = np.take_along_axis(rank, best, axis=1) > self.options.close
        wanted &= wanted.sum(axis=1, keepdims=True) > 1
        rows, column = np.nonzero(wanted)
        return rows, best[rows, column]

    def _is_reference(self, mode: Ints, turns: Ints) -> npt.NDArray[np.bool_]:
        return np.asarray((mode < 2) & (turns & 1 == 1 - mode), np.bool_)


def _bid_on(
    tables: Tables,
    networks: tuple[PolicyNetwork, PolicyNetwork],
    is_second: Callable[[Ints, Ints], npt.NDArray[np.bool_]],
) -> None:
    """Bid all tables to the end, always by the most probable call of the network on turn.

    `is_second` takes tables and the seats to call, and returns where the second network calls.
    """
    while len(rows := tables.rows()):
        second = is_second(rows, tables.turns()[rows])
        for network, mine in zip(networks, (rows[~second], rows[second]), strict=True):
            if len(mine):
                tables.step(mine, network.best(tables, mine))


def duel(
    one: PolicyNetwork,
    other: PolicyNetwork,
    tricks: TrickNetworks,
    count: int,
    rng: np.random.Generator,
) -> Floats:
    """Return float32[count]: one network's estimated IMPs against another on random boards."""
    hands = random_hands(count, rng)
    vulnerable = rng.integers(4, size=count).astype(np.uint8)
    deals = EstimatedDeals(tricks, hands, vulnerable, 4, rng)
    points = []
    for sides in ((one, other), (other, one)):
        tables = Tables(hands, vulnerable)
        _bid_on(tables, sides, lambda _, seats: seats & 1 == 1)
        points.append(deals.points(np.arange(count), tables.contracts()))
    return np.asarray(imps(points[0] - points[1]).mean(axis=1), np.float32)
