"""Predicates: facts of a hand beyond its points and lengths.

| text | holds for |
|---|---|
| `balanced` | no void or singleton, at most one doubleton: 4-3-3-3, 4-4-3-2, 5-3-3-2 |
| `semibalanced` | no void or singleton, no suit of seven; balanced hands too |
| `unbalanced` | a void, a singleton or a suit of seven |
| `stopper S`, `no stopper S` | A, Kx, Qxx, Jxxx in the suit, or not |
| `2 aces`, `0-1 kings` | this number of aces or kings |
| `3 keycards H` | this number of the four aces and the king of the suit |
| `2+ of AKQ S` | this number of these cards of the suit |
| `2+ honours S` | this number of A K Q J T of the suit |
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, Self

import numpy as np
from attrs import frozen

from bluechip_bot.constraints import batch
from bluechip_bot.constraints.box import Range, span_text
from bluechip_bot.model.cards import RANK_LETTERS, SUIT_LETTERS, Suit
from bluechip_bot.model.errors import TextError

_ACES: Final = sum(1 << 13 * suit + 12 for suit in range(4))
_KINGS: Final = _ACES >> 1
_HONOURS: Final = 0b11111 << 8
_STOPPER: Final = re.compile(r"(no +)?stopper +([SHDC])", re.I)
_COUNT: Final = re.compile(
    r"(\d{1,2})(?:-(\d{1,2})|(\+))? +(?:(aces?|kings?)|(keycards?|honours?) +([SHDC])"
    r"|of +([2-9TJQKA]+) +([SHDC]))",
    re.I,
)


class PredicateError(TextError):
    """A text that is not a predicate."""


class PredicateForm(Enum):
    """The kind of a predicate: a shape, a stopper, or a number of certain cards."""

    BALANCED = "balanced"
    SEMIBALANCED = "semibalanced"
    UNBALANCED = "unbalanced"
    STOPPER = "stopper"
    NO_STOPPER = "no stopper"
    COUNT = "count"


_SHAPES: Final = ("balanced", "semibalanced", "unbalanced")


@frozen
class Predicate:
    """A statement about a hand that holds or does not.

    `suit` is that of a stopper. A count has `cards`, as a mask, and the least and most of them.
    """

    form: PredicateForm
    suit: Suit | None = None
    cards: int = 0
    span: Range = (0, 0)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a predicate in the text form of this module, in any case."""
        folded = " ".join(text.split())
        if folded.casefold() in _SHAPES:
            return cls(PredicateForm(folded.casefold()))
        if match := _STOPPER.fullmatch(folded):
            form = PredicateForm.NO_STOPPER if match[1] else PredicateForm.STOPPER
            return cls(form, _suit(match[2]))
        match = _COUNT.fullmatch(folded)
        if match is None:
            raise PredicateError(text)
        low, high, plus, deck, noun, suit, ranks, ranks_suit = match.groups()
        if ranks and len(set(ranks.upper())) < len(ranks):
            raise PredicateError(text, "rank twice")
        cards = _cards((deck or noun or "").casefold(), suit or ranks_suit, ranks)
        span = (int(low), cards.bit_count() if plus else int(high or low))
        if not span[0] <= span[1] <= cards.bit_count():
            raise PredicateError(text, f"of {cards.bit_count()} cards")
        return cls(PredicateForm.COUNT, cards=cards, span=span)

    def holds(self, hands: batch.HandMasks) -> batch.Bools:
        """Whether the predicate holds for each hand: bool[n] from uint64[n]."""
        if self.form is PredicateForm.COUNT:
            number = batch.count(hands, self.cards)
            return np.asarray((self.span[0] <= number) & (number <= self.span[1]))
        if self.suit is not None:
            stops = _stops(batch.lanes(hands)[..., self.suit])
            return stops if self.form is PredicateForm.STOPPER else ~stops
        return _shaped(self.form, batch.lengths(hands))

    def __str__(self) -> str:
        if self.form is not PredicateForm.COUNT:
            suit = "" if self.suit is None else f" {self.suit.letter}"
            return f"{self.form.value}{suit}"
        return f"{span_text(self.span, self.cards.bit_count())} {_noun(self.cards)}"


def _shaped(form: PredicateForm, lengths: batch.Counts) -> batch.Bools:
    longest = lengths.max(axis=-1)
    flat: batch.Bools = (lengths.min(axis=-1) >= 2) & (longest <= 6)
    if form is PredicateForm.BALANCED:
        flat = flat & (longest <= 5) & ((lengths == 2).sum(axis=-1) <= 1)
    return ~flat if form is PredicateForm.UNBALANCED else flat


def _stops(ranks: batch.HandMasks) -> batch.Bools:
    """Whether each holding of a suit, a 13-bit mask, has A, Kx, Qxx or Jxxx."""
    length = np.bitwise_count(ranks)
    found = np.zeros(ranks.shape, dtype=np.bool_)
    for needed, rank in enumerate((12, 11, 10, 9), start=1):
        found |= ((ranks >> np.uint64(rank)) & np.uint64(1)).astype(np.bool_) & (length >= needed)
    return found


def _suit(letter: str) -> Suit:
    return Suit(SUIT_LETTERS.index(letter.upper()))


def _cards(noun: str, suit: str | None, ranks: str | None) -> int:
    """The cards that a noun names, as a mask; all nouns except aces and kings need a suit."""
    if suit is None:
        return _ACES if noun.startswith("ace") else _KINGS
    shift = 13 * _suit(suit)
    if ranks is not None:
        return sum(1 << RANK_LETTERS.index(letter) for letter in ranks.upper()) << shift
    return _ACES | 1 << shift + 11 if noun.startswith("keycard") else _HONOURS << shift


def _noun(cards: int) -> str:
    """The name of a set of cards, given as a mask that `_cards` has made."""
    if cards in (_ACES, _KINGS):
        return "aces" if cards == _ACES else "kings"
    for letter in SUIT_LETTERS:
        if cards == _cards("keycards", letter, None):
            return f"keycards {letter}"
    suit = (cards.bit_length() - 1) // 13
    ranks, letter = cards >> 13 * suit, SUIT_LETTERS[suit]
    if ranks == _HONOURS:
        return f"honours {letter}"
    names = "".join(RANK_LETTERS[rank] for rank in range(12, -1, -1) if ranks >> rank & 1)
    return f"of {names} {letter}"
