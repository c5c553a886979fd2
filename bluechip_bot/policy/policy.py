"""A policy at a table: the calls of hands, how likely they are, and the hands behind calls.

The hands behind the calls of a player are drawn by sequential Monte Carlo (Del Moral, Doucet and
Jasra, *Sequential Monte Carlo samplers*, 2006): random hands are weighed by the probability of the
first call, then of the next, and so on. If few of them have most of the weight, they are resampled,
and moved by exchanges of cards that keep the distribution. A call that few hands make is approached
in steps.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
from attrs import define, field, frozen

from bluechip_bot.model import Auction, Call, Seat, Vulnerability
from bluechip_bot.policy.network import Floats, PolicyNetwork, softmax
from bluechip_bot.policy.tables import Tables

Hands = npt.NDArray[np.uint64]
Logs = npt.NDArray[np.float64]
_T = TypeVar("_T")

_POOLS: Final = (1024, 4096)
"""Random hands from which the first call is drawn; more if few of them make it."""
_KEPT: Final = 512  # hands that are kept after a call
_MOVES: Final = 2  # exchanges of cards after a resampling: means stay within 0.08 deviations
_TWICE: Final = 0.4  # the share of hands in which two cards are exchanged
_ENOUGH: Final = 128  # the effective number of hands below which a call is approached in steps
_STEPS: Final = 8  # most steps in which a call is approached
_REMEMBERED: Final = 4096  # auctions whose hands are kept
_FIRST: Final = 16  # first turns at which the chances of the random hands are kept
_SEED: Final = 20261126
_NEVER: Final = -60.0
"""The logarithm of the probability of a call that is not legal, which needs to be finite."""


@frozen
class PolicyTurn:
    """A player's turn: the calls before it, and the vulnerability of the board."""

    auction: Auction
    vulnerability: Vulnerability

    def tables(self, hands: Hands) -> Tables:
        """Tables at this turn with the player's `hands`, uint64[n]; other hands are left empty."""
        held = np.zeros((len(hands), 4), np.uint64)
        held[:, self.auction.turn] = hands
        return self.tables_of(held)

    def tables_of(self, layouts: Hands) -> Tables:
        """Tables at this turn, with the hands of N E S W: uint64[n, 4]."""
        auction = self.auction
        sides = (auction.dealer, auction.dealer.plus(1))
        bits = sum(self.vulnerability.includes(seat) << bit for bit, seat in enumerate(sides))
        one = Tables(np.zeros((1, 4), np.uint64), np.array([bits], np.uint8))
        first = np.zeros(1, np.int64)
        for call in auction.calls:
            one.step(first, np.array([call], np.int8))
        return one.take(np.zeros(len(layouts), np.int64)).dealt(
            np.roll(layouts, -auction.dealer, 1)
        )

    def turned(self) -> PolicyTurn:
        """The same turn with North as the dealer, which makes no difference to a policy."""
        sides = self.vulnerability
        if self.auction.dealer.side:
            sides = Vulnerability(sides >> 1 | (sides & 1) << 1)
        return PolicyTurn(Auction(Seat.NORTH, self.auction.calls), sides)


class _WeightedHands(NamedTuple):
    """Hands, uint64[n], with the logarithms of their weights, float64[n]."""

    hands: Hands
    logs: Logs


@frozen(eq=False)
class Policy:
    """A network, with a cache of the hands behind the calls that it has been asked about."""

    network: PolicyNetwork
    _behind: OrderedDict[PolicyTurn, _WeightedHands] = field(
        factory=OrderedDict, init=False, repr=False
    )
    _first: OrderedDict[PolicyTurn, Floats] = field(factory=OrderedDict, init=False, repr=False)

    def logits(self, turn: PolicyTurn, hands: Hands) -> Floats:
        """The logits of the calls of n hands, minus infinity for illegal calls: float32[n, 38]."""
        tables = turn.tables(hands)
        rows = np.arange(len(hands))
        return self.network.logits(tables.observe(rows), tables.legal(rows))

    def probabilities(self, turn: PolicyTurn, hands: Hands) -> Floats:
        """The probability that each hand makes each call: float32[n, 38]."""
        return softmax(self.logits(turn, hands))

    def log_chances(self, turn: PolicyTurn, call: Call, hands: Hands) -> Logs:
        """The logarithm of the probability that each hand makes a call: float64[n]."""
        return _log_chances(self.logits(turn, hands), call)

    def hands(self, auction: Auction, vulnerability: Vulnerability) -> Hands:
        """A sample of hands with which the player who called last makes all its calls: uint64[n].

        Equal questions have equal answers. Cards that other players hold are not considered.
        """
        found = self._behind_calls(PolicyTurn(auction, vulnerability).turned())
        return found.hands[_drawn(found.logs, _KEPT, 0.5)]

    def hands_before(self, turn: PolicyTurn) -> Hands:
        """A sample of hands with which the player to call made its earlier calls: uint64[n]."""
        calls = turn.auction.calls[:-3]
        if len(turn.auction.calls) < 4:
            return _random_hands()[: 2 * _KEPT]
        return self.hands(Auction(turn.auction.dealer, calls), turn.vulnerability)

    def _behind_calls(self, after: PolicyTurn) -> _WeightedHands:
        """The weighted hands behind all calls of the player who called last before `after`."""
        if after in self._behind:
            self._behind.move_to_end(after)
            return self._behind[after]
        dealer, calls = after.auction.dealer, after.auction.calls
        turns = [
            (PolicyTurn(Auction(dealer, calls[:index]), after.vulnerability), calls[index])
            for index in range((len(calls) - 1) % 4, len(calls), 4)
        ]
        if len(calls) > 4:
            before = self._behind_calls(
                PolicyTurn(Auction(dealer, calls[:-4]), after.vulnerability)
            )
            last = self.log_chances(*turns[-1], before.hands)
        else:
            before, last = self._first_hands(*turns[0])
        found = _HandParticles(self, turns, *before, last, np.random.default_rng([_SEED, *calls]))
        return _kept(self._behind, after, found.weighed(), _REMEMBERED)

    def _first_hands(self, turn: PolicyTurn, call: Call) -> tuple[_WeightedHands, Logs]:
        """Random hands, and the log probability of a player's first call with each."""
        # Fewer hands where the call is common, and chances that are kept: 10 ms a call, not 86.
        for count in _POOLS:
            hands, logits = _random_hands()[:count], self._first.get(turn)
            if logits is None:
                logits = self.logits(turn, hands)
            elif len(logits) < count:
                more = self.logits(turn, hands[len(logits) :])
                logits = np.concatenate([logits, more])
            last = _log_chances(_kept(self._first, turn, logits, _FIRST)[:count], call)
            if _effective(last) >= _KEPT:
                break
        return _WeightedHands(hands, np.zeros(count)), last


def _kept(found: OrderedDict[PolicyTurn, _T], turn: PolicyTurn, value: _T, most: int) -> _T:
    """Store a value under its turn, drop the oldest values above `most`, and return the value."""
    found[turn] = value
    while len(found) > most:
        found.popitem(last=False)
    return value


def _log_chances(logits: Floats, call: Call) -> Logs:
    top = logits.max(axis=1)
    total = np.log(np.exp(logits - top[:, np.newaxis]).sum(axis=1)) + top
    return np.asarray(np.maximum(logits[:, call] - total, _NEVER), dtype=np.float64)


@cache
def _random_hands() -> Hands:
    decks = np.tile(np.arange(52, dtype=np.uint64), (_POOLS[-1], 1))
    shuffled = np.random.default_rng(_SEED).permuted(decks, axis=1)
    return np.asarray(np.bitwise_or.reduce(np.uint64(1) << shuffled[:, :13], axis=1))


def _effective(logs: Logs) -> float:
    """The effective number of hands, (sum w)^2 / sum w^2, from the logarithms of weights w."""
    weights = np.exp(logs - logs.max())
    return float(weights.sum() ** 2 / (weights**2).sum())


def _drawn(logs: Logs, count: int, place: float) -> npt.NDArray[np.intp]:
    """Draw hands in proportion to their weights, by systematic resampling; return their indices.

    With one random number, `place` from 0 to 1, each hand is drawn as often as its share, rounded.
    """
    ends = np.cumsum(np.exp(logs - logs.max()))
    places = (np.arange(count) + place) * (ends[-1] / count)
    return np.asarray(np.minimum(np.searchsorted(ends, places), len(ends) - 1))


@define
class _HandParticles:
    """Weighted hands of one player, moved step by step until they fit the player's last call too.

    `turns` are the player's turns with the calls made. At first the hands and their weights fit all
    the calls but the last; `last` holds, for each hand, the log probability of making the last one.
    """

    _policy: Policy
    _turns: Sequence[tuple[PolicyTurn, Call]]
    _hands: Hands
    _logs: Logs
    _last: Logs
    _rng: np.random.Generator

    def weighed(self) -> _WeightedHands:
        """Move the hands until they fit the last call, and return them with their weights."""
        power = 0.0
        for step in range(1, _STEPS + 1):
            rest = self._logs + (1 - power) * self._last
            if len(rest) == _KEPT and 2 * _effective(rest) >= _KEPT:
                return _WeightedHands(self._hands, rest)
            after = self._next_power(power) if step < _STEPS else 1.0
            logs = self._logs + (after - power) * self._last
            enough = _effective(logs) >= _KEPT
            chosen = _drawn(logs, _KEPT, self._rng.random())
            self._hands, self._last = self._hands[chosen], self._last[chosen]
            self._logs = np.zeros(_KEPT)
            power = after
            if not enough:
                self._move(power)
            if power == 1:
                break
        return _WeightedHands(self._hands, self._logs)

    def _next_power(self, power: float) -> float:
        """The next power of the last call's chance: the highest with enough effective hands."""

        def is_enough(after: float) -> bool:
            return _effective(self._logs + (after - power) * self._last) >= _ENOUGH

        low, high = power, 1.0
        if is_enough(high):
            return high
        for _ in range(8):
            middle = (low + high) / 2
            low, high = (middle, high) if is_enough(middle) else (low, middle)
        return max(low, power + 1e-3)

    def _move(self, power: float) -> None:
        """Exchange one or two cards of each hand if the calls stay likely enough (Metropolis).

        The calls are examined one after the other, the last one first; a hand that is already too
        unlikely, whatever the earlier calls say, is not examined any further.
        """
        terms = [self._turns[-1], *self._turns[:-1]]
        powers = np.array([power] + [1.0] * (len(terms) - 1))
        chances = self._policy.log_chances
        now = np.array([self._last, *(chances(*one, self._hands) for one in terms[1:])])
        for _ in range(_MOVES):
            moved, new = _exchange(self._hands, self._rng), np.full(now.shape, _NEVER)
            twice = np.flatnonzero(self._rng.random(_KEPT) < _TWICE)
            moved[twice] = _exchange(moved[twice], self._rng)
            needed = np.log(self._rng.random(_KEPT)) + powers @ now
            rows = np.arange(_KEPT)
            for term, one in enumerate(terms):
                new[term, rows] = chances(*one, moved[rows])
                needed[rows] -= powers[term] * new[term, rows]
                rows = rows[needed[rows] < 0]
            self._hands[rows] = moved[rows]
            now[:, rows] = new[:, rows]
        self._last = now[0]


def _exchange(hands: Hands, rng: np.random.Generator) -> Hands:
    """Exchange one card of each hand for a card that it does not hold."""
    rows = np.arange(len(hands))
    held = np.unpackbits(hands.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")[:, :52]
    given = np.nonzero(held)[1].reshape(-1, 13)[rows, rng.integers(13, size=len(hands))]
    taken = np.nonzero(held == 0)[1].reshape(-1, 39)[rows, rng.integers(39, size=len(hands))]
    one = np.uint64(1)
    return hands ^ (one << given.astype(np.uint64) | one << taken.astype(np.uint64))
