"""Rules of one section and priority that the same hand meets, found on sampled hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from attrs import frozen

from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.language.condition import atoms, holds, suit_names
from bluechip_bot.bidding.language.scene import AUCTION_FACTS, AUCTION_NUMBERS, LITERAL_SUITS
from bluechip_bot.bidding.language.syntax import RuleLine, RuleSection
from bluechip_bot.model.calls import Call
from bluechip_bot.model.cards import Hand
from bluechip_bot.model.errors import CallError

_WITH_PARTNER = ("fit", "combined", "potential", "combined_sup", "likely", "likely_sup")
_AUCTION: frozenset[str] = frozenset(
    {
        *AUCTION_FACTS, *AUCTION_NUMBERS, *_WITH_PARTNER, "stopped", "unbid_stopped", "unbid",
        "unbid_majors", "best", "major",
    }
)  # fmt: skip


@frozen
class Overlap:
    """Two rules of different calls between which nothing decides.

    Attributes:
        first: the one that stands first in the file.
        second: the other.
        hand: one that meets both.
    """

    first: RuleLine
    second: RuleLine
    hand: Hand

    def __str__(self) -> str:
        return (
            f"{self.second.place}: {self.second.call} and {self.first.call} of line"
            f" {self.first.place.line} both fit {self.hand}, and neither is preferred"
        )


def overlaps(sections: Iterable[RuleSection], features: HandFeatures) -> Iterator[Overlap]:
    """Yield the overlaps that sampled hands show, among rules that ask the hand alone."""
    for section in sections:
        settled = {frozenset((item.first, item.second)) for item in section.preferences}
        plain = [rule for rule in section.rules if _is_plain(rule)]
        for first, second in combinations(plain, 2):
            pair = frozenset((first.call, second.call))
            if first.prio != second.prio or first.call == second.call or pair in settled:
                continue
            both = holds(first.need, features) & holds(second.need, features)
            if both.any():
                yield Overlap(first, second, Hand(int(features.hands[both.argmax()])))


def _is_plain(rule: RuleLine) -> bool:
    try:
        Call.parse(rule.call)
    except CallError:
        return False
    suits = suit_names(rule.need) <= LITERAL_SUITS.keys()
    return suits and not any(atom.name in _AUCTION for atom in atoms(rule.need))
