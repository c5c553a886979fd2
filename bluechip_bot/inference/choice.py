"""The probability of a card from a hand: conditional logits over suits and over cards of a suit.

A player chooses a legal card with probability proportional to exp(utility), where the utility is a
weighted sum of features (McFadden 1974). He chooses leads and discards in two stages, first the
suit and then the card. The utility of a suit starts at the logarithm of its length, so that every
legal card is equally likely if all weights are 0. Utilities are computed once for each holding that
occurs, not once for each hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference import discard, follow, lead
from bluechip_bot.inference.facts import CardAct, PlayKind, SuitFacts
from bluechip_bot.inference.holding import BITS, LENGTH, NONE, Floats, Ints, Masks, Values
from bluechip_bot.model.cards import SUIT_MASK

SuitFeatures: TypeAlias = Callable[[Ints, SuitFacts], Values]
CardFeatures: TypeAlias = Callable[[Ints, SuitFacts, Agreements], Masks]

SUIT_MODELS: Final[Mapping[str, SuitFeatures]] = {
    "opening_suit": lead.opening_suit,
    "lead_suit": lead.later_suit,
    "discard_suit": discard.discard_suit,
    "declarer_lead_suit": lead.later_suit,
    "declarer_discard_suit": discard.discard_suit,
}
CARD_MODELS: Final[Mapping[str, CardFeatures]] = {
    "opening_card": lead.lead_card,
    "lead_card": lead.lead_card,
    "follow": follow.follow_card,
    "discard_card": discard.discard_card,
    "declarer_lead_card": lead.lead_card,
    "declarer_follow": follow.follow_card,
    "declarer_discard_card": discard.discard_card,
}
MODELS: Final = (
    "opening_suit", "opening_card", "lead_suit", "lead_card", "follow", "discard_suit",
    "discard_card", "declarer_lead_suit", "declarer_lead_card", "declarer_follow",
    "declarer_discard_suit", "declarer_discard_card",
)  # fmt: skip

_LOG_LENGTH: Final = np.where(LENGTH > 0, np.log(np.maximum(LENGTH, 1)), -np.inf)

Weights: TypeAlias = Mapping[str, float]
"""The weight of each feature by key; the weight of a key that is absent is 0."""


def models_of(act: CardAct) -> tuple[str | None, str]:
    """The model of the suit (None if the player follows suit) and the model of the card."""
    side = "declarer_" if act.declarer else ""
    if act.kind is PlayKind.FOLLOW:
        return None, f"{side}follow"
    return f"{side}{act.kind.value}_suit", f"{side}{act.kind.value}_card"


@frozen(eq=False)
class CardLogit:
    """The conditional logit by which a player chooses his card in one kind of act.

    Attributes:
        suit: the model of the suit, or None if he follows suit.
        suit_weights: the weights of the suit model.
        card: the model of the card in the suit.
        card_weights: the weights of the card model.
        agreements: the carding agreements of his side.
        floor: the share of cards chosen at random, 0 to 1.
    """

    suit: str | None
    suit_weights: Weights = field(repr=False)
    card: str
    card_weights: Weights = field(repr=False)
    agreements: Agreements = field(repr=False)
    floor: float = 0.0

    def log(self, act: CardAct, dealt: npt.NDArray[np.uint64]) -> Floats:
        """float64[n]: the natural logarithm of the probability of the act's card from each hand.

        It is minus infinity for a hand without the card.

        Args:
            act: the card played.
            dealt: uint64[n], hands as dealt that hold all cards that the seat played before.
        """
        there = (dealt >> np.uint64(act.card) & np.uint64(1)).astype(np.bool_)
        if not there.all():
            log = np.full(len(dealt), -np.inf)
            log[there] = self.log(act, dealt[there])
            return log
        now = dealt & np.uint64(((1 << 52) - 1) & ~act.before)
        suit = act.card.suit
        if self.suit is None:
            held, where = _holdings(now, suit)
            log = self._card(act, held, suit)
            return _floored(log, LENGTH[held], self.floor)[where]
        parts = [_holdings(now, index) for index in range(4)]
        held, where = parts[suit]
        log = self._card(act, held, suit)[where] + self._suit(act, parts)
        total = np.bitwise_count(now).astype(np.int64)
        return _floored(log, total, self.floor)

    def _card(self, act: CardAct, held: Ints, suit: int) -> Floats:
        """float64[n]: the logarithm of the card's probability in its suit."""
        facts = SuitFacts(*act.facts[suit][:, None])
        masks = CARD_MODELS[self.card](held, facts, self.agreements)
        utility = card_utility(masks, self.card_weights, len(held))
        utility[BITS[held] == 0] = -np.inf
        logs: Floats = utility[:, act.card.rank] - _log_sum(utility)
        return logs

    def _suit(self, act: CardAct, parts: list[tuple[Ints, Ints]]) -> Floats:
        """float64[n]: the logarithm of the suit's probability."""
        sizes = [len(held) for held, _ in parts]
        held = np.concatenate([held for held, _ in parts])
        facts = SuitFacts(*np.repeat(act.facts, sizes, axis=0).T)
        assert self.suit is not None
        values = SUIT_MODELS[self.suit](held, facts)
        utility = suit_utility(values, self.suit_weights, held)
        first, lanes = 0, []
        for size, (_, where) in zip(sizes, parts, strict=True):
            lanes.append(utility[first : first + size][where])
            first += size
        table = np.stack(lanes, axis=1)
        logs: Floats = table[:, act.card.suit] - _log_sum(table)
        return logs


def card_utility(masks: Masks, weights: Weights, rows: int) -> Floats:
    """float64[rows, 13]: the utility of each rank, held or not."""
    keys = [key for key, mask in masks.items() if mask is not NONE and weights.get(key)]
    table = np.empty((len(keys), rows), dtype=np.int64)
    for index, key in enumerate(keys):
        table[index] = masks[key]
    row = np.array([weights[key] for key in keys], dtype=np.float32)
    utility = row @ BITS[table].reshape(len(keys), rows * 13)
    return utility.reshape(rows, 13).astype(np.float64)


def suit_utility(values: Values, weights: Weights, held: Ints) -> Floats:
    """float64[rows]: the utility of each holding; minus infinity for a void."""
    keys = [key for key in values if weights.get(key)]
    table = np.empty((len(keys), len(held)))
    for index, key in enumerate(keys):
        table[index] = values[key]
    row = np.array([weights[key] for key in keys])
    utility: Floats = _LOG_LENGTH[held] + row @ table
    return utility


def _holdings(hands: npt.NDArray[np.uint64], suit: int) -> tuple[Ints, Ints]:
    """The different holdings of a suit, and the index of each hand's holding among them."""
    ranks = (hands >> np.uint64(13 * suit)).astype(np.int64) & SUIT_MASK
    seen = np.zeros(SUIT_MASK + 1, dtype=np.bool_)
    seen[ranks] = True
    held = np.flatnonzero(seen)
    place = np.empty(SUIT_MASK + 1, dtype=np.int64)
    place[held] = np.arange(len(held))
    return held, place[ranks]


def _log_sum(utility: Floats) -> Floats:
    top = utility.max(axis=1)
    total: Floats = top + np.log(np.exp(utility - top[:, None]).sum(axis=1))
    return total


def _floored(log: Floats, legal: Ints, floor: float) -> Floats:
    """The logarithm after mixing with a uniform choice among the legal cards."""
    if floor == 0.0:
        return log
    mixed: Floats = np.log((1.0 - floor) * np.exp(log) + floor / legal)
    return mixed
