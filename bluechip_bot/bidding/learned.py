"""A position whose calls a policy makes.

What a call shows is drawn from hands that the policy would call so, so that an explanation cannot
disagree with the bidding. The book from which the policy learnt gives the call its name, where it
would call most of these hands so, and tells what is forcing and what is artificial.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt

from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.floor.natural import CallChoice
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.language.syntax import All, Atom, Condition
from bluechip_bot.bidding.language.wording import describe
from bluechip_bot.bidding.position import BiddingPosition
from bluechip_bot.bidding.reading.ladder import kind_of
from bluechip_bot.bidding.reading.player import CallReading
from bluechip_bot.constraints import Box, batch
from bluechip_bot.model.calls import Auction, Call
from bluechip_bot.model.cards import SUIT_LETTERS, Hand, Suit
from bluechip_bot.policy.network import CALLS
from bluechip_bot.policy.policy import Policy, Turn

_RUNNER_UP: Final = 0.03
"""The least probability of a call that is named as an alternative."""
_SAID: Final = (1.0, 99.0)
"""The percentiles of points and lengths between which a call is said to lie."""
_WEAK: Final = 2
"""A lower limit of so few points is not said: hardly a hand has less."""
_STRONG: Final = 22
"""An upper limit of so many points is not said: hardly a hand has more."""
_AGREED: Final = 0.5
"""The share of hands with which the book must make a call to name it."""
_ERROR: Final = 0.01
"""The share of calls taken to be made at random, so that no hand is ever ruled out."""


class LearnedPosition(BiddingPosition):
    """An auction as both sides understand it, with the policy of the player to call.

    Args:
        state: the auction.
        book: the book from which the policy learnt.
        policy: what makes the calls.
    """

    is_learned = True

    def __init__(self, state: AuctionState, book: Rulebook, policy: Policy) -> None:
        super().__init__(state, book)
        self._policy = policy
        calls = tuple(meaning.call for meaning in state.meanings)
        self._turn = Turn(Auction(state.dealer, calls), state.vulnerability)
        self._conditions: dict[Call, tuple[Condition, ...]] = {}

    def choose(self, hand: Hand) -> CallChoice:
        """The most probable call of a hand, its probability, and the other probable calls."""
        chances = self.probabilities(np.array([hand.mask], np.uint64))[0]
        ranked = np.argsort(-chances)[: int((chances >= _RUNNER_UP).sum())].tolist()
        best, *others = map(Call, ranked)
        name = self.meaning(best).name
        reason = f"policy {chances[best]:.0%}{', ' if name else ''}{name}"
        return self._choice(best, reason, tuple(others))

    def label(self, features: HandFeatures) -> npt.NDArray[np.int8]:
        """The most probable call of each hand: int8[n]."""
        best = self._policy.logits(self._turn, features.hands).argmax(axis=1)
        return np.asarray(best, np.int8)

    def probabilities(self, hands: batch.HandMasks) -> batch.Floats:
        """How likely each hand makes each call: float64[n, 38] from uint64[n]."""
        return self._policy.probabilities(self._turn, hands).astype(np.float64)

    def exact(self, call: Call) -> str:
        """What a call of the player to call shows, with all limits, in canonical words."""
        names = ", ".join(dict.fromkeys(filter(None, self._names(call))))
        shown = " or ".join(map(describe, self.conditions(call)))
        return f"{names}: {shown}" if names else shown

    def conditions(self, call: Call) -> tuple[Condition, ...]:
        """The limits of the hands that make a call; few hands lie outside."""
        if call not in self._conditions:
            low, high = _percentiles(self._hands(call))
            low[0] = low[0] if low[0] > _WEAK else 0
            high[0] = high[0] if high[0] < _STRONG else 37
            parts = [Atom("hcp", span=(low[0], high[0]))]
            parts += [
                Atom(SUIT_LETTERS[suit], span=(low[suit + 1], high[suit + 1])) for suit in Suit
            ]
            self._conditions[call] = (All(tuple(parts)),)
        return self._conditions[call]

    def _hands(self, call: Call) -> batch.HandMasks:
        """Hands that make a call, and made the player's calls before."""
        turn = self._turn
        return self._policy.hands(turn.auction.with_call(call), turn.vulnerability)

    def _names(self, call: Call) -> list[str]:
        made = super().label(HandFeatures(self._hands(call))) == call
        return list(super()._names(call)) if made.mean() >= _AGREED else [""]

    def _log_chances(self, call: Call, features: HandFeatures) -> npt.NDArray[np.float64]:
        made = self.probabilities(features.hands)[:, call]
        return np.log((1 - _ERROR) * made + _ERROR / CALLS)

    def _read(self, call: Call) -> CallReading:
        hands = self._hands(call)
        values = batch.features(hands)
        low, high = _percentiles(hands)
        box = _box(low, high)
        return CallReading(
            call,
            kind_of(self.state, call, in_system=True),
            (box,),
            box,
            # A sample does not hold the rarest hands.
            _box(values.min(axis=0).tolist(), values.max(axis=0).tolist()).widen(3, 2),
            self.label,
            partial(self.statement, call),
            tags=self.meaning(call).marks,
            log_chances=partial(self._log_chances, call),
        )


def _percentiles(hands: batch.HandMasks) -> tuple[list[int], list[int]]:
    values = batch.features(hands)
    low, high = np.percentile(values, _SAID, axis=0)
    return np.floor(low).astype(int).tolist(), np.ceil(high).astype(int).tolist()


def _box(low: list[int], high: list[int]) -> Box:
    lengths = tuple(zip(low[1:], high[1:], strict=True))
    return Box((low[0], high[0]), (lengths[0], lengths[1], lengths[2], lengths[3]))
