"""Find errors and omissions in the rules of a system; `conf/systems/README.md` lists the kinds.

The rules are tried in the auctions that the exact patterns of their section describe, one for each
choice of suits, and on sampled hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations

import numpy as np

from bluechip_bot.bidding.auction.meaning import FORCING
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.features import HandFeatures, random_hands
from bluechip_bot.bidding.language.condition import atoms, check, holds, suit_names
from bluechip_bot.bidding.language.context import (
    REST,
    TEMPLATE,
    free,
    literal_call,
    named_by,
    with_suit,
)
from bluechip_bot.bidding.language.expression import AUCTION_FACTS, AUCTION_NUMBERS
from bluechip_bot.bidding.language.limits import boxes, resolve
from bluechip_bot.bidding.language.rulebook import NO_CALL, Rulebook, label
from bluechip_bot.bidding.language.scene import AUCTION_SUITS, LITERAL_SUITS, VARIABLES, Suits
from bluechip_bot.bidding.language.syntax import (
    AllParts,
    PatternStep,
    RuleLine,
    RuleSection,
    SystemFileError,
)
from bluechip_bot.bidding.language.template import BoundRule, check_call
from bluechip_bot.bidding.position import BiddingPosition
from bluechip_bot.bidding.reading.meaning import is_alerted, is_artificial, meaning
from bluechip_bot.constraints import ANY, batch
from bluechip_bot.model.calls import DOUBLE, PASS, Call
from bluechip_bot.model.cards import Hand, Seat, Strain, Vulnerability

_SAMPLES = 3000


def check_sections(book: Rulebook) -> tuple[str, ...]:
    """Check the rules of a system, and return the remarks on it.

    Raises:
        SystemFileError: at the first error, with all others that can be found.
    """
    check_words(book.sections)
    _raise(list(overlaps(book.sections, random_hands(_SAMPLES, 1))))
    remarks: list[str] = []
    errors: list[SystemFileError] = []
    walk = _AuctionWalk(book)
    for section in book.sections:
        for position in walk.auctions(section):
            for bound in position.rules:
                if any(bound.rule is rule for rule in section.rules):
                    try:
                        remarks += _check_call(book, position, bound)
                    except SystemFileError as error:
                        errors.append(error)
    _raise(errors)
    return tuple(dict.fromkeys(remarks))


def check_words(sections: Iterable[RuleSection]) -> None:
    """Raise unless all words of some sections are known.

    Raises:
        SystemFileError: at the first unknown word, with those of other lines.
    """
    _raise([error for section in sections for error in _wrong_words(section)])


def _raise(errors: Sequence[SystemFileError]) -> None:
    """Raise the first error, if any, with the others; repetitions are left out."""
    first, *others = {str(error): error for error in errors}.values() or [None]
    if first is not None:
        raise SystemFileError(first.place, first.reason, tuple(filter(None, others)))


def gaps(book: Rulebook) -> Iterator[str]:
    """Yield the contexts in which sampled hands meet no rule and are left to the natural floor.

    Calls show less there: the floor may make them with hands that no rule provides for.
    """
    sample = random_hands(_SAMPLES, 1)
    values = batch.features(sample.hands)
    walk = _AuctionWalk(book)
    for section in book.sections:
        for position in walk.auctions(section):
            box = position.state.my_box
            limits = np.array([(box.hcp, *box.lengths)], dtype=np.int16)
            possible = batch.inside(limits, values)[0]
            free = possible & (label(position.rules, sample) == NO_CALL)
            if free.any():
                share = 100 * free.sum() / possible.sum()
                hand = Hand(int(sample.hands[free.argmax()]))
                calls = " ".join(map(str, _calls_of(position.state))) or "the deal"
                text = f"{share:.0f} % of hands meet no rule after {calls}: {hand}"
                yield f"{section.context.place}: {text}"


def _wrong_words(section: RuleSection) -> Iterator[SystemFileError]:
    names = set()
    for text in section.context.steps:
        if text != REST and (found := TEMPLATE.fullmatch(text)):
            names |= {found[2], *({"M": ("oM",), "m": ("om",)}.get(found[2], ()))}
    checks = [partial(check, when.condition) for when in section.context.whens]
    checks += [partial(_check_rule, rule, frozenset(names)) for rule in section.rules]
    for checked in checks:
        try:
            checked()
        except SystemFileError as error:
            yield error


def _check_rule(rule: RuleLine, names: frozenset[str]) -> None:
    check_call(rule, names)
    own = names | {name for name in VARIABLES if rule.call.endswith(name)}
    known = frozenset({*own, *LITERAL_SUITS, *AUCTION_SUITS})
    for condition in (rule.need, rule.silent, rule.shows or AllParts()):
        check(condition, known)


def _check_call(book: Rulebook, position: BiddingPosition, bound: BoundRule) -> Iterator[str]:
    state, rule, clauses = position.state, bound.rule, dict(bound.rule.clauses)
    box = position.meaning(bound.call).box
    if is_artificial(state, bound.call, box, clauses) and not is_alerted(bound):
        raise SystemFileError(rule.place, f"{bound.call} shows nothing in its suit: alert it (!)")
    if rule.shows is None and _tells_nothing(bound):
        raise SystemFileError(rule.place, "this need limits neither points nor lengths: add shows")
    if clauses.keys() & FORCING.keys():
        _check_forcing(book, position.after(bound.call), rule)
    if "ask" in clauses:
        yield from _check_answers(book, position.after(bound.call), rule)


def _tells_nothing(bound: BoundRule) -> bool:
    """Whether a rule's condition is one word, like `losers`, that limits no points or lengths."""
    condition = resolve(bound.rule.need, bound.scene)
    words = {"losers", "controls", "longest", "shortest", "strength"}
    names = {getattr(condition, "name", "")} if condition != AllParts(()) else set()
    return bool(names & words) and boxes(bound.rule.need, bound.scene) == (ANY,)


def _check_forcing(book: Rulebook, state: AuctionState, rule: RuleLine) -> None:
    after = state.after(meaning(state, PASS, ()))
    passes = [] if after.live_takeout else [b for b in book.unforced(after) if b.call == PASS]
    if passes:
        text = f"a pass, but {rule.call} on line {rule.place.line} is forcing"
        raise SystemFileError(passes[0].rule.place, text)


def _check_answers(book: Rulebook, state: AuctionState, rule: RuleLine) -> Iterator[str]:
    cheap = Call(state.bid + 1) if state.bid < 37 else DOUBLE
    for call in (PASS, DOUBLE, cheap):
        if not state.is_legal(call):
            continue
        after = state.after(meaning(state, call, ()))
        if BiddingPosition(after, book).rules:
            continue
        if call == PASS:
            raise SystemFileError(rule.place, f"{rule.call} asks, and no rule answers")
        yield f"{rule.place}: no rule answers {rule.call} after {call}"


_AUCTION: frozenset[str] = frozenset(
    {
        *AUCTION_FACTS, *AUCTION_NUMBERS, "stopped", "unbid_stopped", "unbid", "unbid_majors",
        "best", "major", "fit", "combined", "potential", "combined_sup", "likely", "likely_sup",
        "nt_points", "slam_points",
    }
)  # fmt: skip
"""Words of the hand that depend on the auction."""


def overlaps(sections: Iterable[RuleSection], features: HandFeatures) -> Iterator[SystemFileError]:
    """Yield an error for two rules with different calls that fit the same hand, neither preferred.

    Sampled hands are tried, on rules that depend on the hand alone.
    """
    for section in sections:
        settled = set(map(frozenset, section.preferences))
        plain = [rule for rule in section.rules if _is_plain(rule)]
        for first, second in combinations(plain, 2):
            pair = frozenset((first.call, second.call))
            if first.prio != second.prio or first.call == second.call or pair in settled:
                continue
            both = holds(first.need, features) & holds(second.need, features)
            if both.any():
                hand = Hand(int(features.hands[both.argmax()]))
                yield SystemFileError(
                    second.place,
                    f"{second.call} and {first.call} of line {first.place.line} both fit {hand},"
                    " and neither is preferred",
                )


def _is_plain(rule: RuleLine) -> bool:
    by_hand = not any(atom.name in _AUCTION for atom in atoms(rule.need))
    suits = suit_names(rule.need) <= LITERAL_SUITS.keys()
    return literal_call(rule.call) is not None and suits and by_hand


class _AuctionWalk:
    """The positions in auctions where all play one system, North deals and nobody is vulnerable."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._positions: dict[tuple[Call, ...], BiddingPosition] = {}

    def auctions(self, section: RuleSection) -> Iterator[BiddingPosition]:
        """Yield a position for each choice of suits in the exact patterns of a section.

        Patterns with a step that names no calls (a mark, `...`) yield none; neither do facts.
        """
        for pattern in section.context.patterns:
            if not any(step.text == REST for step in pattern):
                yield from self._after(AuctionState(Seat.NORTH, Vulnerability.NONE), pattern, {})

    def _after(
        self, state: AuctionState, steps: Sequence[PatternStep], suits: Suits
    ) -> Iterator[BiddingPosition]:
        calls = _calls_of(state)
        if calls not in self._positions:
            self._positions[calls] = BiddingPosition(state, self._book)
        position = self._positions[calls]
        if not steps:
            yield position
            return
        for call, bound in _calls(steps[0].text, suits):
            if state.is_legal(call) and (state.bid != PASS or call != PASS):
                yield from self._after(position.after(call), steps[1:], bound)


def _calls_of(state: AuctionState) -> tuple[Call, ...]:
    return tuple(meaning.call for meaning in state.meanings)


def _calls(text: str, suits: Suits) -> Iterator[tuple[Call, Suits]]:
    step = PASS if text == "*" else named_by(text)
    if isinstance(step, Call):
        yield step, suits
    if not isinstance(step, tuple):
        return
    low, high, name, strain = step
    for level in range(low, (4 if text.startswith("n") else high) + 1):
        if strain is not None:
            yield Call.bid(level, strain), suits
        elif name in suits:
            yield Call.bid(level, Strain(suits[name])), suits
        else:
            for suit in free(name, {**LITERAL_SUITS, **suits}):
                yield Call.bid(level, Strain(suit)), with_suit(suits, name, suit)
