"""Rules by context: the sections that an auction meets, and the calls that they make.

A pattern's suit variables are bound by the first call that names them: `M` and `m` a major and a
minor, `oM` and `om` the other one, `X` and `Y` any suit, each different from those bound before.
Passes before the first other call are left out of auctions and patterns alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.bidding.condition import LITERAL_SUITS, Suits, holds
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.syntax import RuleLine, Section, Step, SystemFileError
from bluechip_bot.constraints import batch
from bluechip_bot.model.calls import PASS, Auction, Call
from bluechip_bot.model.cards import Strain, Suit
from bluechip_bot.model.errors import CallError

NO_CALL: Final = -1
"""The label of a hand that no rule provides for."""

_VARIABLE: Final = re.compile(r"([1-7])(M|m|oM|om|X|Y)")
_MAJORS, _MINORS = (Suit.SPADES, Suit.HEARTS), (Suit.DIAMONDS, Suit.CLUBS)
_CHOICES: Final = {"M": _MAJORS, "m": _MINORS, "X": tuple(Suit), "Y": tuple(Suit)}
_OTHER: Final = {"M": ("oM", _MAJORS), "m": ("om", _MINORS)}


@frozen
class Bound:
    """A rule whose variables are bound.

    Attributes:
        call: what it makes.
        rule: the rule.
        suits: what its suits stand for.
    """

    call: Call
    rule: RuleLine
    suits: Suits


class Rulebook:
    """Sections, found by the calls of an auction.

    Args:
        sections: all of a system, those of switched-off options left out.
    """

    def __init__(self, sections: Sequence[Section]) -> None:
        self._by_length: dict[int, list[tuple[tuple[Step, ...], Section]]] = {}
        for section in sections:
            for pattern in section.context.patterns:
                self._by_length.setdefault(len(pattern), []).append((pattern, section))

    def rules(self, auction: Auction) -> list[Bound]:
        """The rules that apply to the player to call, of legal calls, the highest first."""
        calls = _opened(auction.calls)
        found = [
            bound
            for pattern, section in self._by_length.get(len(calls), ())
            if (suits := match(pattern, calls)) is not None
            for rule in section.rules
            for bound in bind(rule, suits)
            if auction.is_legal(bound.call)
        ]
        return sorted(found, key=lambda bound: -bound.rule.prio)

    def choose_many(self, hands: batch.Hands, auction: Auction) -> npt.NDArray[np.int8]:
        """The call of each hand, or NO_CALL: int8[n] from uint64[n]."""
        features = HandFeatures(hands)
        labels = np.full(len(hands), NO_CALL, dtype=np.int8)
        for bound in self.rules(auction):
            met = holds(bound.rule.need, features, bound.suits)
            labels[met & (labels == NO_CALL)] = bound.call
        return labels


def match(pattern: Sequence[Step], calls: Sequence[Call]) -> Suits | None:
    """What the variables of a pattern stand for in a sequence of calls; None where it differs."""
    suits = dict(LITERAL_SUITS)
    if len(pattern) != len(calls):
        return None
    for index, (step, call) in enumerate(zip(pattern, calls, strict=True)):
        ours = (len(calls) - index) % 2 == 0
        if step.theirs is ours or not _matches(step.text, call, suits):
            return None
    return suits


def bind(rule: RuleLine, suits: Suits) -> Iterator[Bound]:
    """Yield a rule for each suit that its call's variable may stand for.

    Raises:
        SystemFileError: if its call is none.
    """
    template = _VARIABLE.fullmatch(rule.call)
    if template is None:
        try:
            yield Bound(Call.parse(rule.call), rule, suits)
        except CallError as error:
            raise SystemFileError(rule.place, str(error)) from None
        return
    level, name = int(template[1]), template[2]
    if name not in suits and name not in _CHOICES:
        raise SystemFileError(rule.place, f"{name!r} is not bound by the context")
    for suit in [suits[name]] if name in suits else _free(name, suits):
        yield Bound(Call.bid(level, Strain(suit)), rule, _with(suits, name, suit))


def _matches(text: str, call: Call, suits: dict[str, Suit]) -> bool:
    """Whether a step matches a call; binds its variable."""
    if text == "*":
        return True
    template = _VARIABLE.fullmatch(text)
    if template is None:
        return Call.parse(text) == call
    suit = call.strain.suit if call.is_bid else None
    name = template[2]
    if suit is None or call.level != int(template[1]):
        return False
    if name in suits:
        return suits[name] is suit
    if suit not in _free(name, suits):
        return False
    suits.update(_with(suits, name, suit))
    return True


def _free(name: str, suits: Suits) -> list[Suit]:
    taken = {suit for bound, suit in suits.items() if bound not in LITERAL_SUITS}
    if name in ("X", "Y"):  # the other major or minor may still be meant
        taken = {suits[bound] for bound in ("M", "m", "X", "Y") if bound in suits}
    return [suit for suit in _CHOICES[name] if suit not in taken]


def _with(suits: Suits, name: str, suit: Suit) -> dict[str, Suit]:
    bound = {**suits, name: suit}
    if name in _OTHER:
        other, pair = _OTHER[name]
        bound[other] = pair[0] if suit is pair[1] else pair[1]
    return bound


def _opened(calls: Sequence[Call]) -> tuple[Call, ...]:
    first = next((index for index, call in enumerate(calls) if call != PASS), len(calls))
    return tuple(calls[first:])
