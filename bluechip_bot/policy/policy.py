"""A policy at a table: the calls of hands, how likely they are, and the hands behind calls.

The hands behind the calls of a player are drawn by sequential Monte Carlo (Del Moral, Doucet and
Jasra, *Sequential Monte Carlo samplers*, 2006): random hands are weighed by the probability of the
first call, resampled, moved by exchanges of cards that keep the distribution, weighed by the next
call, and so on. A call that few hands make is approached in steps.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from bluechip_bot.model import Auction, Call, Vulnerability
from bluechip_bot.policy.network import Floats, Network, softmax
from bluechip_bot.policy.tables import Tables

Hands = npt.NDArray[np.uint64]
Cards = npt.NDArray[np.uint8]
"""Decks, uint8[n, 52]: the first thirteen cards are held."""

_POOL: Final = 16_384
"""Random hands from which the first call is drawn."""
_KEPT: Final = 1024
"""Hands that are kept after a call."""
_MOVES: Final = 6
"""Exchanges of cards between two weighings."""
_ENOUGH: Final = 128
"""The effective number of hands below which a call is approached in steps."""
_STEPS: Final = 12
"""Most steps in which a call is approached."""
_REMEMBERED: Final = 512
"""Auctions whose hands are kept."""
_SEED: Final = 20261126
_NEVER: Final = -60.0
"""The logarithm of the probability of a call that is not legal, which needs to be finite."""


@frozen
class Turn:
    """A player's turn: the auction before it.

    Attributes:
        auction: the calls before.
        vulnerability: of the board.
    """

    auction: Auction
    vulnerability: Vulnerability

    def tables(self, hands: Hands) -> Tables:
        """Tables at this turn, with some hands of the player; the others hold no card."""
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


@frozen(eq=False)
class Policy:
    """A network, and the hands behind the calls that it has been asked about.

    Attributes:
        network: what makes the calls.
    """

    network: Network
    _behind: OrderedDict[Turn, Cards] = field(factory=OrderedDict, init=False, repr=False)

    def logits(self, turn: Turn, hands: Hands) -> Floats:
        """The logits of the calls of some hands, minus infinity where illegal: float32[n, 38]."""
        tables = turn.tables(hands)
        rows = np.arange(len(hands))
        return self.network.logits(tables.observe(rows), tables.legal(rows))

    def probabilities(self, turn: Turn, hands: Hands) -> Floats:
        """How likely each hand makes each call: float32[n, 38]."""
        return softmax(self.logits(turn, hands))

    def log_chances(self, turn: Turn, call: Call, hands: Hands) -> npt.NDArray[np.float64]:
        """The logarithm of the probability that each hand makes a call: float64[n]."""
        logits = self.logits(turn, hands).astype(np.float64)
        top = logits.max(axis=1)
        total = np.log(np.exp(logits - top[:, np.newaxis]).sum(axis=1)) + top
        return np.asarray(np.maximum(logits[:, call] - total, _NEVER), np.float64)

    def hands(self, auction: Auction, vulnerability: Vulnerability) -> Hands:
        """Hands of the player who called last, as likely as all his calls make them: uint64[n].

        The same question has the same answer. Hands that the other players hold are not known.
        """
        return _masks(self._decks(auction, vulnerability))

    def hands_before(self, turn: Turn) -> Hands:
        """Hands of the player to call, as likely as his calls before make them: uint64[n]."""
        calls = turn.auction.calls[:-3]
        if len(turn.auction.calls) < 4:
            return _random_hands()
        return self.hands(Auction(turn.auction.dealer, calls), turn.vulnerability)

    def _decks(self, auction: Auction, vulnerability: Vulnerability) -> Cards:
        key = Turn(auction, vulnerability)
        if key in self._behind:
            self._behind.move_to_end(key)
            return self._behind[key]
        rng = np.random.default_rng([_SEED, *auction.calls])
        count = len(auction.calls)
        if count > 4:
            before = Auction(auction.dealer, auction.calls[:-4])
            decks = self._decks(before, vulnerability)
        else:
            decks = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (_POOL, 1)), axis=1)
        turns = [
            (Turn(Auction(auction.dealer, auction.calls[:index]), vulnerability),
             auction.calls[index])
            for index in range((count - 1) % 4, count, 4)
        ]  # fmt: skip
        found = _Particles(self, turns, decks, rng).drawn()
        self._behind[key] = found
        while len(self._behind) > _REMEMBERED:
            self._behind.popitem(last=False)
        return found


@cache
def _random_hands() -> Hands:
    rng = np.random.default_rng(_SEED)
    return _masks(rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (_KEPT, 1)), axis=1))


def _masks(decks: Cards) -> Hands:
    held: Hands = np.bitwise_or.reduce(np.uint64(1) << decks[:, :13].astype(np.uint64), axis=1)
    return held


class _Particles:
    """Hands that become those that make the last of some calls.

    Args:
        policy: what makes the calls.
        turns: the turns of one player with his calls.
        decks: hands as likely as all calls but the last make them.
        rng: where chance comes from.
    """

    def __init__(
        self,
        policy: Policy,
        turns: Sequence[tuple[Turn, Call]],
        decks: Cards,
        rng: np.random.Generator,
    ) -> None:
        self._policy, self._turns, self._rng = policy, turns, rng
        self._decks = decks
        self._last = self._logs(turns[-1:], decks)
        self._before = np.zeros(len(decks))

    def _logs(self, turns: Sequence[tuple[Turn, Call]], decks: Cards) -> npt.NDArray[np.float64]:
        """The logarithms of the probability that hands make some of the calls: float64[n]."""
        hands = _masks(decks)
        total = np.zeros(len(decks))
        for turn, call in turns:
            total += self._policy.log_chances(turn, call, hands)
        return total

    def drawn(self) -> Cards:
        """The hands after the last call."""
        power, step = 0.0, 0
        while power < 1:
            step += 1
            after = self._next_power(power) if step < _STEPS else 1.0
            self._resample((after - power) * self._last)
            if step == 1:
                self._before = self._logs(self._turns[:-1], self._decks)
            power = after
            for _ in range(_MOVES):
                self._move(power)
        return self._decks

    def _next_power(self, power: float) -> float:
        """The highest power of the last call's probability that leaves enough hands."""
        low, high = power, 1.0
        if self._effective(high - power) >= _ENOUGH:
            return high
        for _ in range(12):
            middle = (low + high) / 2
            if self._effective(middle - power) >= _ENOUGH:
                low = middle
            else:
                high = middle
        return max(low, power + 1e-3)

    def _effective(self, power: float) -> float:
        weights = np.exp(power * (self._last - self._last.max()))
        return float(weights.sum() ** 2 / (weights**2).sum())

    def _resample(self, logs: npt.NDArray[np.float64]) -> None:
        weights = np.exp(logs - logs.max())
        # Systematic resampling: one random number, and every hand as often as its share.
        ends = np.cumsum(weights) / weights.sum()
        places = (np.arange(_KEPT) + self._rng.random()) / _KEPT
        chosen = np.searchsorted(ends, places).clip(max=len(ends) - 1)
        self._decks, self._last = self._decks[chosen], self._last[chosen]

    def _move(self, power: float) -> None:
        """Exchange a card, or two, of each hand where the calls stay as likely (Metropolis)."""
        count = len(self._decks)
        moved = self._decks.copy()
        rows = np.arange(count)
        twice = self._rng.random(count) < 0.4
        for some in (rows, rows[twice]):
            held = self._rng.integers(13, size=len(some))
            other = self._rng.integers(13, 52, size=len(some))
            moved[some, held], moved[some, other] = moved[some, other], moved[some, held]
        last = self._logs(self._turns[-1:], moved)
        before = self._logs(self._turns[:-1], moved)
        gain = power * (last - self._last) + before - self._before
        accepted = np.log(self._rng.random(count)) < gain
        self._decks = np.where(accepted[:, np.newaxis], moved, self._decks)
        self._last = np.where(accepted, last, self._last)
        self._before = np.where(accepted, before, self._before)
