"""A position in which a policy makes the calls.

The limits that a call shows are taken from hands with which the policy makes it, so that an
explanation cannot contradict the bidding. The book of rules from which the policy learnt says what
is forcing and what is artificial. It also names the call, if it makes it with most of these hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import evolve

from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.features import HandFeatures, random_hands
from bluechip_bot.bidding.language.condition import holds
from bluechip_bot.bidding.language.limits import box_tests
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.language.syntax import AllParts, AtomTest, Condition
from bluechip_bot.bidding.position import BiddingPosition, CallChoice
from bluechip_bot.bidding.reading.ladder import kind_of
from bluechip_bot.bidding.reading.player import CallReading
from bluechip_bot.constraints import Box, batch, cover
from bluechip_bot.model import four
from bluechip_bot.model.calls import Auction, Call
from bluechip_bot.model.cards import SUIT_LETTERS, Hand
from bluechip_bot.policy.policy import Policy, PolicyTurn

_RUNNER_UP: Final = 0.03
"""The least probability of a call that is named as an alternative."""
_WEAK, _STRONG = 2, 22
"""A lower and an upper limit of points that are not stated: hardly a hand lies outside."""
_LIMITED: Final = ("hcp", *SUIT_LETTERS)
"""The names of the features that boxes limit."""
_NEARLY_ALL: Final = 0.97
"""A fact from the book is stated if this share of the hands meets it."""
_AGREED: Final = 0.5
"""The share of hands with which the book must make a call to name it."""
_NEVER: Final = 1e-9
"""The weight of a hand that never makes a call, which needs a logarithm."""
# A stranger's call may mean something else altogether; it then says nothing about the hand.
_UNFORESEEN: Final = 0.01
"""The frequency of a call that the policy never makes: it then means something else."""
_ANY_HANDS: Final = 2000
"""Random hands, for the frequency of a call and for the hands that make it."""
_USUAL: Final = (1.0, 99.0)
"""The percentiles of points and lengths between which most layouts are drawn."""
_ENOUGH: Final = 64
"""The effective number of random hands that suffices for the box of a call; else draw hands."""


class LearnedPosition(BiddingPosition):
    """An auction as both sides understand it, with the policy of the player to call."""

    is_learned = True

    def __init__(self, state: AuctionState, book: Rulebook, policy: Policy) -> None:
        super().__init__(state, book)
        self._policy = policy
        calls = tuple(meaning.call for meaning in state.meanings)
        self._turn = PolicyTurn(Auction(state.dealer, calls), state.vulnerability)
        self._conditions: dict[Call, tuple[Condition, ...]] = {}

    def choose(self, hand: Hand) -> CallChoice:
        """The most probable call of a hand, its probability, and the other probable calls."""
        chances = self.probabilities(np.array([hand.mask], np.uint64))[0]
        ranked = np.argsort(-chances)[: int((chances >= _RUNNER_UP).sum())].tolist()
        best, *others = map(Call, ranked)
        names = dict.fromkeys(bound.rule.text for bound in self.makers(best) if bound.rule.text)
        reason = ", ".join((f"policy {chances[best]:.0%}", *names))
        return self.calling(best, reason, others=lambda: tuple(others))

    def call(self, hand: Hand) -> Call:
        """The most probable call of a hand."""
        return Call(int(self.choose_many(batch.masks([hand]))[0]))

    def label(self, features: HandFeatures) -> npt.NDArray[np.int8]:
        """The most probable call of each hand: int8[n]."""
        best = self._policy.logits(self._turn, features.hands).argmax(axis=1)
        return np.asarray(best, np.int8)

    def probabilities(self, hands: batch.HandMasks) -> batch.Floats:
        """The probability that each hand makes each call: float64[n, 38] from uint64[n]."""
        return self._policy.probabilities(self._turn, hands).astype(np.float64)

    def exact(self, call: Call) -> str:
        """The meaning of a call of the player to call, with all limits, in canonical words."""
        return self._exact(call, self._names(call))

    def conditions(self, call: Call) -> tuple[Condition, ...]:
        """Conditions for a call: nearly all hands that make it meet one or more, and few others do.

        They include the book's conditions on cards, such as aces, that nearly all the hands meet.
        """
        if call not in self._conditions:
            facts, limits = self._facts(call), []
            before = self._policy.hands_before(self._turn)
            others = self._policy.logits(self._turn, before).argmax(axis=1) != call
            # Percentiles of each suit alone would include hands that call otherwise.
            for box in cover(self._hands(call), before[others]):
                low, high = box.hcp
                hcp = (low if low > _WEAK else 0, high if high < _STRONG else 37)
                limits.append(box_tests(evolve(box, hcp=hcp)))
            self._conditions[call] = tuple(AllParts((*tests, *facts)) for tests in limits)
        return self._conditions[call]

    def _facts(self, call: Call) -> Sequence[Condition]:
        """The book's conditions, no points or lengths, that nearly all hands with a call meet."""
        if len(shown := super().conditions(call)) != 1:
            return ()
        parts = shown[0].parts if isinstance(shown[0], AllParts) else shown
        features = HandFeatures(self._hands(call))
        return [
            part
            for part in parts
            if not (isinstance(part, AtomTest) and part.name in _LIMITED)
            and np.mean(holds(part, features)) >= _NEARLY_ALL
        ]

    def _hands(self, call: Call) -> batch.HandMasks:
        """A sample of the hands that make a call and the player's earlier calls."""
        turn = self._turn
        return self._policy.hands(turn.auction.with_call(call), turn.vulnerability)

    def _names(self, call: Call) -> list[str]:
        made = super().label(HandFeatures(self._hands(call))) == call
        return list(super()._names(call)) if made.mean() >= _AGREED else [""]

    def _log_chances(
        self, call: Call, features: HandFeatures, error: float
    ) -> npt.NDArray[np.float64]:
        made = self.probabilities(features.hands)[:, call]
        share = self._any_chances[:, call].mean() + _UNFORESEEN
        found: batch.Floats = (1 - error) * made / share + max(error, _NEVER)
        return np.log(found)

    @cached_property
    def _any_chances(self) -> batch.Floats:
        return self.probabilities(random_hands(_ANY_HANDS, 3).hands)

    def _makers(self, call: Call) -> batch.HandMasks:
        """A sample of the hands that make a call.

        If enough random hands make it, earlier calls of the player are ignored; if not, the hands
        also make those.
        """
        ends = np.cumsum(self._any_chances[:, call])
        if ends[-1] ** 2 < _ENOUGH * (self._any_chances[:, call] ** 2).sum():
            return self._hands(call)
        places = (np.arange(_ANY_HANDS) + 0.5) / _ANY_HANDS
        found: batch.HandMasks = random_hands(_ANY_HANDS, 3).hands[
            np.searchsorted(ends, places * ends[-1])
        ]
        return found

    def _read(self, call: Call) -> CallReading:
        hands = self._makers(call)
        values = batch.features(hands)
        low, high = np.percentile(values, _USUAL, axis=0)
        box = _box(low, high)
        return CallReading(
            call,
            kind_of(self.state, call, in_system=True),
            (box,),
            box,
            # A sample does not hold the rarest hands.
            _box(values.min(axis=0), values.max(axis=0)).widen(3, 2),
            self.label,
            partial(self.statement, call),
            tags=self.meaning(call).marks,
            log_chances=partial(self._log_chances, call),
            book=evolve(super()._read(call), label=super().label),
        )


def _box(low: batch.Floats, high: batch.Floats) -> Box:
    """The box from the lowest to the highest values: each float64[5], points and four lengths."""
    ends = np.floor(low).astype(int).tolist(), np.ceil(high).astype(int).tolist()
    hcp, *lengths = zip(*ends, strict=True)
    return Box(hcp, four(lengths))
