"""A position of an auction, with the rules of the player to call: the calls and what they show.

If no rule of the system fits a hand, the natural floor (`floor`) makes the call; it avoids calls
that rules define. What a call means follows from the same rules in the same contexts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from itertools import chain, product
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from bluechip_bot.bidding.auction.meaning import Meaning
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.explanation.amending import NO_WORDS, CallWords, amend, amend_meaning
from bluechip_bot.bidding.explanation.spans import CommonFacts
from bluechip_bot.bidding.explanation.statement import statement
from bluechip_bot.bidding.explanation.vocabulary import CallSetting
from bluechip_bot.bidding.features import HandFeatures, OneHand, random_hands
from bluechip_bot.bidding.floor import NaturalFloor
from bluechip_bot.bidding.language.context import FIRST
from bluechip_bot.bidding.language.rulebook import NO_CALL, LazyItems, Rulebook, label
from bluechip_bot.bidding.language.scene import RuleScene, scene_of
from bluechip_bot.bidding.language.syntax import AllParts, AtomTest, Condition, FilePlace
from bluechip_bot.bidding.language.template import BoundRule
from bluechip_bot.bidding.language.wording import describe
from bluechip_bot.bidding.reading.ladder import kind_of
from bluechip_bot.bidding.reading.meaning import boxes_of, is_alerted, meaning, name
from bluechip_bot.bidding.reading.player import CallReading
from bluechip_bot.constraints import ANY, Box, Predicate, batch
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import Hand

_PREDICATES: Final = {
    "bal": "balanced", "semibal": "semibalanced", "unbal": "unbalanced", "aces": "aces",
    "kings": "kings", "keycards": "keycards", "honours": "honours",
}  # fmt: skip


@frozen(slots=False)
class CallChoice:
    """A call, legal in the auction, with the reason for it, and the place of its rule, if any.

    `says` returns what the call shows, in the words of a player and in canonical words.
    """

    call: Call
    reason: str
    alert: bool = False
    place: FilePlace | None = None
    says: Callable[[], tuple[str, str]] = field(default=lambda: ("", ""), eq=False, repr=False)
    others: Callable[[], tuple[Call, ...]] = field(default=tuple, eq=False, repr=False)

    @cached_property
    def runners_up(self) -> tuple[Call, ...]:
        """The other calls that rules would allow the hand, the best first."""
        return self.others()

    @cached_property
    def explanation(self) -> str:
        """The explanation for the opponents, in one line; empty if the call is not alerted."""
        return self.says()[0] if self.alert else ""


class BiddingPosition:
    """An auction as both sides understand it, with the rules of the player to call.

    If it `is_learned`, a policy makes the calls.
    """

    is_learned = False

    def __init__(self, state: AuctionState, book: Rulebook) -> None:
        self.state: Final = state
        self._book = book
        self._meanings: dict[Call, Meaning] = {}
        self._readings: dict[Call, CallReading] = {}
        self._statements: dict[Call, str] = {}

    @cached_property
    def rules(self) -> tuple[BoundRule, ...]:
        """The rules that apply, in the order in which a hand tries them."""
        return tuple(self._in_order())

    def _in_order(self) -> Iterator[BoundRule]:
        """Yield the rules that apply; the rules of further contexts are found only when needed."""
        return chain.from_iterable(self._groups)

    @cached_property
    def _groups(self) -> LazyItems[list[BoundRule]]:
        return LazyItems(self._book.groups(self.state, self._scene))

    @cached_property
    def defined(self) -> frozenset[Call]:
        """The calls that rules make."""
        return frozenset(bound.call for bound in self.rules)

    def makers(self, call: Call) -> list[BoundRule]:
        """The rules that make a call."""
        found: list[BoundRule] = []
        for group in self._groups:
            found += (bound for bound in group if bound.call == call)
            if found and found[-1].specificity < FIRST:
                break  # further contexts have none
        return found

    def after(self, call: Call, words: CallWords = NO_WORDS) -> AuctionState:
        """The state after a call, whose explanation, if any, amends its meaning."""
        meaning = self.meaning(call)
        said = words.at(self.state, meaning)
        if not said.is_empty:
            setting = CallSetting.of(self.state, call)
            meaning = amend_meaning(meaning, self.read(call), said, setting)
        return self.state.after(meaning)

    def choose(self, hand: Hand) -> CallChoice:
        """Choose a hand's call, with the reason and the other calls that rules would allow."""
        one = OneHand(hand)
        first = next((rule for rule in self._in_order() if rule.test(one, rule.scene)), None)
        if first is None:
            natural = self._floor.in_order(self.defined)
            last = next(rule for rule in natural if rule.test(one, rule.scene))
            return self.calling(last.call, last.rule.text)
        call, place = first.call, first.rule.place
        reason = f"{place} {name(self.makers(call))}"
        return self.calling(call, reason, place, partial(self._others, one, call))

    def call(self, hand: Hand) -> Call:
        """The call of a hand, without reason or explanation."""
        one = OneHand(hand)
        return next(rule.call for rule in self._with_floor() if rule.test(one, rule.scene))

    def _others(self, one: OneHand, call: Call) -> tuple[Call, ...]:
        others = (bound for bound in self.rules if bound.call != call)
        fitting = (bound.call for bound in others if bound.test(one, bound.scene))
        return tuple(dict.fromkeys(fitting))

    def calling(
        self,
        call: Call,
        reason: str,
        place: FilePlace | None = None,
        others: Callable[[], tuple[Call, ...]] = tuple,
    ) -> CallChoice:
        """Return a call, whoever chose it, together with what the rules say about it."""

        def says() -> tuple[str, str]:
            return self.statement(call), self.exact(call)

        return CallChoice(call, reason, self.is_alerted(call), place, says, others)

    def is_alerted(self, call: Call) -> bool:
        """Whether a call of the player to call is alerted."""
        makers = self.makers(call)
        return any(map(is_alerted, makers)) if makers else self.meaning(call).artificial

    def exact(self, call: Call) -> str:
        """The meaning of a call of the player to call, with all limits, in canonical words."""
        names = [bound.rule.text for bound in self.makers(call)] or [self.meaning(call).name]
        return self._exact(call, names)

    def _exact(self, call: Call, names: Iterable[str]) -> str:
        text = " or ".join(map(describe, self.conditions(call)))
        name = ", ".join(dict.fromkeys(filter(None, names)))
        return f"{name}: {text}" if name else text

    def statement(self, call: Call) -> str:
        """The meaning of a call of the player to call, in one line as a player would say it."""
        if call not in self._statements:
            shown = CommonFacts(self.conditions(call))
            self._statements[call] = statement(
                self.state, self.meaning(call), shown, self._names(call)
            )
        return self._statements[call]

    def _names(self, call: Call) -> Sequence[str]:
        """The name of each rule that makes a call, empty for a rule that has none."""
        texts = [bound.rule.text for bound in self.makers(call)]
        return texts or self._floor.remarks(call)

    def conditions(self, call: Call) -> tuple[Condition, ...]:
        """The conditions of a call's rules, or else the floor's; its hands meet at least one."""
        makers = self.makers(call)
        if makers:
            return tuple(dict.fromkeys(bound.shown for bound in makers))
        return self._floor.conditions(call)

    def probabilities(self, hands: batch.HandMasks) -> batch.Floats:
        """The probability of each call (by rules 0 or 1): float64[n, 38] from uint64[n] hands."""
        found = np.zeros((len(hands), 38))
        found[np.arange(len(hands)), self.choose_many(hands)] = 1.0
        return found

    def choose_many(self, hands: batch.HandMasks) -> npt.NDArray[np.int8]:
        """The call of each hand of thirteen cards: int8[n] from uint64[n]."""
        return self.label(HandFeatures(hands))

    def label(self, features: HandFeatures) -> npt.NDArray[np.int8]:
        """The call of each hand: int8[n]."""
        return label(self._with_floor(), features)

    def _with_floor(self) -> Iterator[BoundRule]:
        """Yield the rules that apply, then the floor's; each is found only when it is needed."""
        yield from self._in_order()
        yield from self._floor.in_order(self.defined)

    @cached_property
    def _floor(self) -> NaturalFloor:
        return NaturalFloor(self.state, self._scene)

    @cached_property
    def _scene(self) -> RuleScene:
        return scene_of(self.state)

    def read(self, call: Call, words: CallWords = NO_WORDS) -> CallReading:
        """The reading of a call of the player to call, by the rules and its explanation."""
        if call not in self._readings:
            self._readings[call] = self._read(call)
        found = self._readings[call]
        if words == NO_WORDS:
            return found
        said = words.at(self.state, self.meaning(call))
        return amend(found, said, CallSetting.of(self.state, call))

    def meaning(self, call: Call) -> Meaning:
        """The public meaning of a call of the player to call, by the rules."""
        if call not in self._meanings:
            self._meanings[call] = meaning(self.state, call, self.makers(call), self._floor)
        return self._meanings[call]

    def _read(self, call: Call) -> CallReading:
        makers = self.makers(call)
        meaning = self.meaning(call)
        boxes = boxes_of(makers) if makers else self._floor.boxes(call)
        return CallReading(
            call,
            kind_of(self.state, call, in_system=bool(boxes)),
            boxes or (meaning.box,),
            meaning.box,
            self._outer(call, meaning.box),
            self.label,
            partial(self.statement, call),
            _predicates(makers[0]) if len(makers) == 1 else (),
            meaning.marks,
        )

    def _outer(self, call: Call, box: Box) -> Box:
        """Limits of all hands that may make a call, also those that fit no rule of the system."""
        if call not in self.defined:
            return self._floor.outer_box(call, box)
        if self._is_complete():
            return box
        return ANY if call == PASS else self._floor.outer_box(call, box)

    def _is_complete(self) -> bool:
        """Whether the rules provide a call for every hand of a sample."""
        samples = (random_hands(300, 1), _odd())
        return all((label(self.rules, sample) != NO_CALL).all() for sample in samples)


def _predicates(bound: BoundRule) -> tuple[Predicate, ...]:
    condition = bound.shown
    parts: Sequence[Condition] = condition.parts if isinstance(condition, AllParts) else [condition]
    tests = [part for part in parts if isinstance(part, AtomTest) and part.name in _PREDICATES]
    return tuple(Predicate.parse(_predicate_text(test)) for test in tests)


def _predicate_text(atom: AtomTest) -> str:
    text = _PREDICATES[atom.name]
    if atom.span is None:
        return text
    low, high = atom.span
    most = {"aces": 4, "kings": 4}.get(atom.name, 5)
    span = f"{low}" if low == high else f"{low}-{min(high, most)}"
    return " ".join((span, text, *atom.arguments))


@cache
def _odd() -> HandFeatures:
    """For every shape, a random hand and the one with the highest cards in each suit."""
    rng = np.random.default_rng(2)
    ranks = [
        [13 * suit + rank for suit, length in enumerate(shape) for rank in each[:length]]
        for shape in product(range(14), repeat=4)
        if sum(shape) == 13
        for each in (rng.permutation(13).tolist(), range(12, -1, -1))
    ]
    return HandFeatures(batch.masks(map(Hand.of, ranks)))
