"""The probability of a card from a hand: conditional logits over suits and over cards of a suit.

A player chooses a legal card with probability proportional to exp(utility), where the utility is a
weighted sum of features (McFadden 1974). Leads and discards are chosen in two stages, first the
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
from bluechip_bot.inference import features
from bluechip_bot.inference.facts import CardAct, Ints, PlayKind, SuitFacts
from bluechip_bot.inference.features import BITS, LENGTH, NONE, Floats, Masks, Values
from bluechip_bot.model.cards import SUIT_MASK, Seat

SUIT_MODELS: Final[Mapping[str, Callable[[Ints, SuitFacts], Values]]] = {
    "opening_suit": features.opening_suit,
    "lead_suit": features.later_suit,
    "discard_suit": features.discard_suit,
    "declarer_lead_suit": features.later_suit,
    "declarer_discard_suit": features.discard_suit,
}
CARD_MODELS: Final[Mapping[str, Callable[[Ints, SuitFacts, Agreements], Masks]]] = {
    "opening_card": features.lead_card,
    "lead_card": features.lead_card,
    "follow": features.follow_card,
    "discard_card": features.discard_card,
    "declarer_lead_card": features.lead_card,
    "declarer_follow": features.follow_card,
    "declarer_discard_card": features.discard_card,
}
MODELS: Final = (*SUIT_MODELS, *CARD_MODELS)

_LOG_LENGTH: Final = np.where(LENGTH > 0, np.log(np.maximum(LENGTH, 1)), -np.inf)

Weights: TypeAlias = Mapping[str, float]
"""The weight of each feature by key; the weight of a key that is absent is 0."""


def models_of(act: CardAct) -> tuple[str | None, str]:
    """The names of the models for choosing the suit (None if following suit) and the card."""
    side = "declarer_" if act.declarer else ""
    if act.kind is PlayKind.FOLLOW:
        return None, f"{side}follow"
    return f"{side}{act.kind.value}_suit", f"{side}{act.kind.value}_card"


@frozen(eq=False)
class CardLikelihood:
    """The likelihood of hands, given one card that was played from them.

    `weights` are those of all models, `agreements` those of the player's side; `floor` is the share
    of cards chosen at random.
    """

    act: CardAct
    weights: Mapping[str, Weights] = field(repr=False)
    agreements: Agreements = field(repr=False)
    floor: float = 0.0

    @property
    def name(self) -> str:
        """The card, its player and the trick, as `East discarded H7 in trick 3`."""
        return str(self.act)

    @property
    def seat(self) -> Seat:
        """The seat that played the card."""
        return self.act.seat

    def log(self, dealt: npt.NDArray[np.uint64]) -> Floats:
        """The natural logarithm of the card's probability from each hand: float64[n].

        It is minus infinity for a hand without the card. The hands, uint64[n] as dealt, must hold
        all cards that the seat played before.
        """
        act, suit = self.act, self.act.card.suit
        there = (dealt >> np.uint64(act.card) & np.uint64(1)).astype(np.bool_)
        if not there.all():
            log = np.full(len(dealt), -np.inf)
            log[there] = self.log(dealt[there])
            return log
        now = dealt & np.uint64(((1 << 52) - 1) & ~act.before)
        suit_model, card_model = models_of(act)
        if suit_model is None:
            held, where = _holdings(now, suit)
            return _floored(self._card(card_model, held), LENGTH[held], self.floor)[where]
        parts = [_holdings(now, index) for index in range(4)]
        held, where = parts[suit]
        log = self._card(card_model, held)[where] + self._suit(suit_model, parts)
        return _floored(log, np.bitwise_count(now).astype(np.int64), self.floor)

    def _card(self, model: str, held: Ints) -> Floats:
        """The log probability of the card in its suit, for each holding in `held`."""
        card = self.act.card
        facts = SuitFacts(*self.act.facts[card.suit][:, None])
        masks = CARD_MODELS[model](held, facts, self.agreements)
        utility = _card_utility(masks, self.weights[model], len(held))
        utility[BITS[held] == 0] = -np.inf
        return np.asarray(utility[:, card.rank] - _log_sum(utility))

    def _suit(self, model: str, parts: list[tuple[Ints, Ints]]) -> Floats:
        """The log probability that the suit is chosen, for each hand; `parts`: holdings by suit."""
        sizes = [len(held) for held, _ in parts]
        held = np.concatenate([held for held, _ in parts])
        facts = SuitFacts(*np.repeat(self.act.facts, sizes, axis=0).T)
        utility = _suit_utility(SUIT_MODELS[model](held, facts), self.weights[model], held)
        by_suit = np.split(utility, np.cumsum(sizes)[:-1])
        table = np.stack(
            [own[where] for own, (_, where) in zip(by_suit, parts, strict=True)], axis=1
        )
        return np.asarray(table[:, self.act.card.suit] - _log_sum(table))


def _card_utility(masks: Masks, weights: Weights, rows: int) -> Floats:
    """The utility of each rank, held or not, for each of `rows` holdings: float64[rows, 13]."""
    keys = [key for key, mask in masks.items() if mask is not NONE and weights.get(key)]
    table = np.empty((len(keys), rows), dtype=np.int64)
    for index, key in enumerate(keys):
        table[index] = masks[key]
    row = np.array([weights[key] for key in keys], dtype=np.float32)
    utility = row @ BITS[table].reshape(len(keys), rows * 13)
    return utility.reshape(rows, 13).astype(np.float64)


def _suit_utility(values: Values, weights: Weights, held: Ints) -> Floats:
    """The utility of a suit for each holding in it, minus infinity for a void: float64[n]."""
    keys = [key for key in values if weights.get(key)]
    table = np.empty((len(keys), len(held)))
    for index, key in enumerate(keys):
        table[index] = values[key]
    row = np.array([weights[key] for key in keys])
    return np.asarray(_LOG_LENGTH[held] + row @ table)


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
    return np.asarray(top + np.log(np.exp(utility - top[:, None]).sum(axis=1)))


def _floored(log: Floats, legal: Ints, floor: float) -> Floats:
    """Mix log probabilities with a uniform choice among `legal` cards, whose share is `floor`."""
    if floor == 0.0:
        return log
    return np.asarray(np.log((1.0 - floor) * np.exp(log) + floor / legal))
