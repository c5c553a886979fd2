"""Calls as rules write them, and the calls that they stand for in an auction.

`conf/systems/README.md` has the words for calls.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from functools import cached_property
from typing import Final

from attrs import frozen

from bluechip_bot.bidding.auction.state import GAME_LEVEL, AuctionState
from bluechip_bot.bidding.language.condition import (
    Decider,
    HandTest,
    atoms,
    decider,
    hand_test,
    suit_names,
)
from bluechip_bot.bidding.language.context import CHOICES, free, literal_call, with_suit
from bluechip_bot.bidding.language.limits import resolve, resolved_boxes
from bluechip_bot.bidding.language.scene import AUCTION_SUITS, LITERAL_SUITS, RuleScene, Suits
from bluechip_bot.bidding.language.syntax import AllParts, Condition, RuleLine, SystemFileError
from bluechip_bot.constraints import Box
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import Strain, Suit

_TEMPLATE: Final = re.compile(r"([1-7])?(?:(jump|jump2|game)-)?([A-Za-z]\w*)")
_WORDS: Final = {"raise": "partner", "rebid": "mine", "pref": "partner1"}
_STRAINS: Final = tuple(Strain)
_EACH: Final = ("new", "cue", "NT", "each", "up", "shown")


def check_call(rule: RuleLine, names: frozenset[str]) -> None:
    """Raise unless the call of a rule is known; `names` are the variables that its context binds.

    Raises:
        SystemFileError: if the call is not known.
    """
    if literal_call(rule.call) is not None:
        return
    found = _TEMPLATE.fullmatch(rule.call)
    known = {*names, *CHOICES, *LITERAL_SUITS, *AUCTION_SUITS, *_WORDS, *_EACH} - {"suit"}
    if found is None or found[3] not in known:
        raise SystemFileError(
            rule.place, f"{rule.call!r} is not a call (known words: {', '.join(sorted(known))})"
        )


@frozen(slots=False)
class Template:
    """A rule, parsed once for all contexts that bind it."""

    rule: RuleLine

    @cached_property
    def test(self) -> HandTest:
        """The function that decides which hands make the call of the rule."""
        silent = self.rule.silent
        return hand_test(
            AllParts((self.rule.need, silent)) if silent != AllParts() else self.rule.need
        )

    def may_make(self, call: Call) -> bool:
        """Whether the rule can make a call, judged only by level and by suit or notrump."""
        if self._as_written is not None or self._words is None:
            return self._as_written == call
        level, _, word = self._words
        fits = call.is_bid and (level is None or int(level) == call.level)
        return fits and (word == "NT") is (call.strain is Strain.NOTRUMP)

    def bind(
        self,
        state: AuctionState,
        scene: RuleScene,
        specificity: int = 0,
        taken: Container[Call] = (),
    ) -> Iterator[BoundRule]:
        """Yield the rule bound to each call that it stands for.

        Calls that are illegal or taken are left out, and so are calls for which a suit of the rule
        has no meaning here and calls that the auction alone excludes.
        """
        for call, suits in self._calls(state, scene):
            if call in taken or not state.is_legal(call):
                continue
            here = scene.bind(suits) if suits else scene
            if self._is_of_suit and call.is_bid and (suit := call.strain.suit) is not None:
                here = here.naming(suit)
            if self._names and not self._names <= here.suits.keys():
                continue
            if self._decider is None or self._decider(here) is not False:
                yield BoundRule(call, self, here, specificity)

    def _calls(self, state: AuctionState, scene: RuleScene) -> Iterator[tuple[Call, Suits]]:
        if self._as_written is not None:
            yield self._as_written, {}
            return
        if self._words is None:
            return
        level, how, word = self._words
        for strain, suits in _strains(word, state, scene):
            if word in CHOICES and level is None:
                continue
            if how is None and level is not None and word not in _WORDS and word not in _EACH:
                yield Call.bid(int(level), strain), suits
            elif (call := _call(state, strain, int(level or 0), how)) != PASS:
                yield call, suits

    @cached_property
    def _as_written(self) -> Call | None:
        return literal_call(self.rule.call)

    @cached_property
    def _words(self) -> tuple[str | None, str | None, str] | None:
        """Level, kind of jump and word for the strain in the rule's call; None for other calls."""
        found = _TEMPLATE.fullmatch(self.rule.call)
        return None if found is None else (found[1], found[2], found[3])

    @cached_property
    def _names(self) -> frozenset[str]:
        """The names of suits in its conditions that have no meaning in some auctions."""
        shown = self.rule.shows
        every = suit_names(self.rule.need) | (frozenset() if shown is None else suit_names(shown))
        return every - LITERAL_SUITS.keys()

    @cached_property
    def _is_of_suit(self) -> bool:
        """Whether anything in the rule depends on the suit that the call names."""
        rule = self.rule
        names = set(dict(rule.clauses).values())
        for atom in atoms(AllParts((rule.need, rule.silent, rule.shows or AllParts()))):
            names.update((atom.name, *atom.arguments), *(end.names for end in atom.ends or ()))
        return "suit" in names

    @cached_property
    def _decider(self) -> Decider | None:
        return decider(self.rule.need)


@frozen(slots=False)
class BoundRule:
    """A rule bound to a call and to suits, with the scene of its conditions.

    The specificity is that of its context.
    """

    call: Call
    template: Template
    scene: RuleScene
    specificity: int = 0

    @property
    def rule(self) -> RuleLine:
        """The rule as it is written in its file."""
        return self.template.rule

    @property
    def test(self) -> HandTest:
        """The function that decides which hands make the call of the rule."""
        return self.template.test

    @cached_property
    def shown(self) -> Condition:
        """The hands that its call shows, as a condition on the hand alone."""
        rule = self.rule
        return resolve(rule.need if rule.shows is None else rule.shows, self.scene)

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """Boxes that together contain every hand that the call shows; empty if no hand is left."""
        return resolved_boxes(self.shown)


def _strains(word: str, state: AuctionState, scene: RuleScene) -> Iterator[tuple[Strain, Suits]]:
    suits = scene.suits
    if word == "NT":
        yield Strain.NOTRUMP, {}
    elif word == "new":
        yield from ((_STRAINS[suit], {}) for suit in state.unbid)
    elif word == "each":
        yield from ((_STRAINS[suit], {}) for suit in Suit)
    elif word == "up":
        yield from ((_STRAINS[suit], {}) for suit in sorted(Suit, key=state.cheapest))
    elif word == "shown":
        bid = [suit for suit in Suit if state.strains[state.partner] >> suit & 1]
        least = state.partner_box.lengths
        yield from ((_STRAINS[suit], {}) for suit in sorted(bid, key=lambda each: -least[each][0]))
    elif word == "cue":
        yield from ((_STRAINS[suit], {}) for suit in scene.enemy)
    elif (name := _WORDS.get(word, word)) in suits:
        yield _STRAINS[suits[name]], {}
    elif name in CHOICES:
        for suit in free(name, suits):
            yield _STRAINS[suit], with_suit(suits, name, suit)


def _call(state: AuctionState, strain: Strain, level: int, how: str | None) -> Call:
    """The bid in a strain at a level (0: any) and with a jump (`how`); PASS if there is none."""
    if how == "game":
        return Call.bid(GAME_LEVEL[strain], strain)
    call = state.cheapest(strain, {None: 0, "jump": 1, "jump2": 2}[how])
    return PASS if level and call.level != level else call
