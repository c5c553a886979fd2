"""What is wrong with a system's rules, found when it is loaded.

Errors: an unknown word or suit; a call that is none; two rules of one priority that share a hand;
a call that shows another suit than it names, without alert; a `need` of which nothing is told; a
question without any answer; a forcing call after which the rules let partner pass. Remarks: a
question whose answers after a double or a cheap overcall are missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import numpy as np
from attrs import frozen

from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.language.condition import check
from bluechip_bot.bidding.language.limits import boxes, resolve
from bluechip_bot.bidding.language.pattern import REST, TEMPLATE
from bluechip_bot.bidding.language.rulebook import NO_CALL, Rulebook, label
from bluechip_bot.bidding.language.scene import AUCTION_SUITS, LITERAL_SUITS, VARIABLES
from bluechip_bot.bidding.language.syntax import (
    All,
    FilePlace,
    RuleLine,
    RuleSection,
    SystemFileError,
)
from bluechip_bot.bidding.language.template import Bound, check_call
from bluechip_bot.bidding.reading.telling import FORCING, is_alerted, is_artificial, meaning
from bluechip_bot.bidding.system.instances import Walk, auctions
from bluechip_bot.bidding.system.overlap import overlaps
from bluechip_bot.constraints import ANY, batch
from bluechip_bot.model.calls import DOUBLE, PASS, Call
from bluechip_bot.model.cards import Hand

_SAMPLES = 3000


@frozen
class Remark:
    """Something that is missing, without which the system can be used."""

    place: FilePlace
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


def check_sections(book: Rulebook) -> list[Remark]:
    """Raise at the first error of a system; what else is missing is returned.

    Raises:
        SystemFileError: at the error, with all others that can be found beside it.
    """
    check_words(book.sections)
    _raise(
        [
            SystemFileError(found.second.place, str(found).partition(": ")[2])
            for found in overlaps(book.sections, sample())
        ]
    )
    remarks: dict[str, Remark] = {}
    errors: list[SystemFileError] = []
    walk = Walk(book)
    for section in book.sections:
        for state in auctions(section, walk):
            for bound in walk.rules(state):
                if any(bound.rule is rule for rule in section.rules):
                    try:
                        for remark in _check_call(walk, state, bound):
                            remarks.setdefault(str(remark), remark)
                    except SystemFileError as error:
                        errors.append(error)
    _raise(errors)
    return list(remarks.values())


def check_words(sections: Iterable[RuleSection]) -> None:
    """Raise unless all words of some sections are known.

    Raises:
        SystemFileError: at the first that is not, with those of other lines.
    """
    _raise([error for section in sections for error in _wrong_words(section)])


def _raise(errors: Sequence[SystemFileError]) -> None:
    """Raise the first of some errors with the others, each told once, if there is one."""
    first, *others = {str(error): error for error in errors}.values() or [None]
    if first is not None:
        raise SystemFileError(first.place, first.reason, tuple(filter(None, others)))


def gaps(book: Rulebook) -> Iterator[Remark]:
    """Yield the contexts in which some hands, as far as samples tell, are left to the floor.

    What a call shows is looser there: the floor may make it with a hand that no rule provides for.
    """
    values = batch.features(sample().hands)
    walk = Walk(book)
    for section in book.sections:
        for state in auctions(section, walk):
            box = state.my_box
            limits = np.array([(box.hcp, *box.lengths)], dtype=np.int16)
            possible = batch.inside(limits, values)[0]
            free = possible & (label(walk.rules(state), sample()) == NO_CALL)
            if free.any() and section.context.place is not None:
                share = 100 * free.sum() / possible.sum()
                hand = Hand(int(sample().hands[free.argmax()]))
                calls = " ".join(str(told.call) for told in state.meanings) or "the deal"
                yield Remark(
                    section.context.place,
                    f"{share:.0f} % of hands without rule after {calls}: {hand}",
                )


@cache
def sample() -> HandFeatures:
    """Random hands, always the same."""
    rng = np.random.default_rng(1)
    deals = (rng.permutation(52)[:13].tolist() for _ in range(_SAMPLES))
    return HandFeatures(batch.masks(map(Hand.of, deals)))


def _wrong_words(section: RuleSection) -> Iterator[SystemFileError]:
    """Yield the first error of each line of a section."""
    names = set()
    for text in _steps(section):
        if text != REST and (found := TEMPLATE.fullmatch(text)):
            names |= {found[2], *({"M": ("oM",), "m": ("om",)}.get(found[2], ()))}
    for when in section.context.whens:
        try:
            check(when.condition)
        except SystemFileError as error:
            yield error
    for rule in section.rules:
        try:
            _check_rule(rule, frozenset(names))
        except SystemFileError as error:
            yield error


def _check_rule(rule: RuleLine, names: frozenset[str]) -> None:
    check_call(rule, names)
    own = names | {name for name in VARIABLES if rule.call.endswith(name)}
    known = frozenset({*own, *LITERAL_SUITS, *AUCTION_SUITS})
    check(rule.need, known)
    if rule.shows is not None:
        check(rule.shows, known)


def _steps(section: RuleSection) -> Iterator[str]:
    for pattern in section.context.patterns:
        yield from (step.text for step in pattern)
    for when in section.context.whens:
        for fact in when.facts:
            yield from fact.calls


def _check_call(walk: Walk, state: AuctionState, bound: Bound) -> Iterator[Remark]:
    rule = bound.rule
    makers = [other for other in walk.rules(state) if other.call == bound.call]
    told = meaning(state, bound.call, makers)
    clauses = dict(rule.clauses)
    if is_artificial(state, bound.call, told.box, clauses) and not is_alerted(bound):
        raise SystemFileError(rule.place, f"{bound.call} tells nothing of its suit: alert it (!)")
    if rule.shows is None and _tells_nothing(bound):
        raise SystemFileError(rule.place, "nothing follows from this need: say what it shows")
    if clauses.keys() & FORCING.keys():
        _check_forcing(walk.book, state.after(told), rule)
    if "ask" in clauses:
        yield from _check_answers(walk.book, state.after(told), rule)


def _tells_nothing(bound: Bound) -> bool:
    """Whether a condition of the hand comes to nothing that boxes or words can tell."""
    condition = resolve(bound.rule.need, bound.scene)
    words = {"losers", "controls", "longest", "shortest", "strength"}
    names = {getattr(condition, "name", "")} if condition != All(()) else set()
    return bool(names & words) and boxes(bound.rule.need, bound.scene) == (ANY,)


def _check_forcing(book: Rulebook, state: AuctionState, rule: RuleLine) -> None:
    after = state.after(meaning(state, PASS, ()))
    if after.live_takeout:
        return
    for bound in book.unforced(after):
        if bound.call == PASS:
            raise SystemFileError(
                bound.rule.place,
                f"a pass after {rule.call} of line {rule.place.line}, which forces",
            )


def _check_answers(book: Rulebook, state: AuctionState, rule: RuleLine) -> Iterator[Remark]:
    cheap = Call(state.bid + 1) if state.bid < 37 else DOUBLE
    for call in (PASS, DOUBLE, cheap):
        if not state.is_legal(call):
            continue
        after = state.after(meaning(state, call, ()))
        if book.rules(after):
            continue
        if call == PASS:
            raise SystemFileError(rule.place, f"{rule.call} asks, and no rule answers")
        yield Remark(rule.place, f"no rule answers {rule.call} after {call}")
