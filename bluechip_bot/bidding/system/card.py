"""The convention card of a system: its rules by family, in words for people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from bluechip_bot.bidding.language.phrase import call_phrase, context_phrase, phrase, suit_phrase
from bluechip_bot.bidding.language.syntax import Context, PatternStep, RuleLine, RuleSection
from bluechip_bot.bidding.system.agreements import described
from bluechip_bot.bidding.system.system import System

OPENINGS: Final = "Openings"
FAMILIES: Final = (
    OPENINGS, "Notrump structure", "Answers to one of a major", "Answers to one of a minor",
    "Answers to one of a suit", "Strong two clubs", "Weak twos and preempts", "Opener's next calls",
    "Responder's next calls", "When they compete", "Defence to one of a suit",
    "Defence to notrump", "Defence to preempts and strong openings", "Overcalls and doubles",
    "Advances", "Slam", "Anywhere",
)  # fmt: skip
"""The titles of the families of a card, in order."""
DEFENCE: Final = "Leads and signals"
"""The title of the agreements on the defence, which come last."""

_MAJOR: Final = re.compile(r"1[MHS]")
_MINOR: Final = re.compile(r"1[mDC]")
_ONE: Final = re.compile(r"1[A-Z]|opening")
_NOTRUMP: Final = re.compile(r"(n|[1-7](-[1-7])?)NT|notrump")
_SLAM: Final = re.compile(r"blackwood|rkcb|gerber|keycard|control|trump_ask|king|quantitative|slam")
_NOTES: Final = {
    "f1": "forcing", "f2nt": "forcing to 2NT", "game": "forcing to game", "slam": "slam try",
    "signoff": "to play", "limit": "limited", "reply": "answer",
}  # fmt: skip


@frozen
class CardRow:
    """One call of a context.

    Attributes:
        call: the call in words, as `2!H`; `!M` is a variable.
        alert: whether it is alerted.
        name: the words that its rules give it, or an empty string.
        shows: what it shows, in words.
        notes: the consequences for partner: forcing, to play, an answer.
    """

    call: str
    alert: bool
    name: str
    shows: str
    notes: tuple[str, ...]


@frozen
class CardContext:
    """The calls in one context.

    Attributes:
        title: the calls before in words; empty for openings.
        rows: the calls, in the order of the file.
        condition: the switches that the context depends on, or an empty string.
    """

    title: str
    rows: tuple[CardRow, ...]
    condition: str = ""


@frozen
class CardFamily:
    """The contexts of one family, in the order of the files."""

    title: str
    contexts: tuple[CardContext, ...]


@frozen
class ConventionCard:
    """The convention card of a system, without what is switched off.

    Attributes:
        name: the name of the system.
        options: its switches in words.
        families: the families that have rules.
    """

    name: str
    options: tuple[tuple[str, str], ...]
    families: tuple[CardFamily, ...]


def convention_card(system: System) -> ConventionCard:
    """The card of a system; what is switched off is left out."""
    found: dict[str, list[CardContext]] = {title: [] for title in FAMILIES}
    for section in system.book.sections:
        if section.rules:
            context = CardContext(
                context_phrase(section.context),
                tuple(_rows(section)),
                ", ".join(map(_switch, section.context.options)),
            )
            found[family_of(section)].append(context)
    families = tuple(
        CardFamily(title, _joined(contexts)) for title, contexts in found.items() if contexts
    )
    defence = (
        CardContext(title, tuple(CardRow(key, False, "", words, ()) for key, words in told.items()))
        for title, told in described(system.agreements).items()
    )
    options = ((name.replace("_", " "), _value(value)) for name, value in system.options.items())
    return ConventionCard(
        system.name, tuple(options), (*families, CardFamily(DEFENCE, tuple(defence)))
    )


def family_of(section: RuleSection) -> str:
    """The title of the family that a section belongs to, by its context."""
    context = section.context
    names = " ".join(
        [*context.steps, *(dict(rule.clauses).get("ask", "") for rule in section.rules)]
    )
    if context.patterns:
        pattern = context.patterns[0]
        if not pattern:
            return OPENINGS
        if pattern[0].text != "...":
            return _after(pattern, names)
    if _SLAM.search(names):
        return "Slam"
    return _by_role(context)


def _after(pattern: Sequence[PatternStep], names: str) -> str:
    """The family of an exact sequence."""
    first = pattern[0].text
    if pattern[0].theirs:
        if _NOTRUMP.fullmatch(first):
            return "Defence to notrump"
        return "Defence to one of a suit" if _ONE.fullmatch(first) else (
            "Defence to preempts and strong openings"
        )  # fmt: skip
    if _NOTRUMP.fullmatch(first):
        return "Notrump structure"
    if first in ("2C", "strong"):
        return "Strong two clubs"
    if not _ONE.fullmatch(first):
        return "Weak twos and preempts"
    if _SLAM.search(names):
        return "Slam"
    if any(step.theirs and step.text not in ("P", "*") for step in pattern):
        return "When they compete"
    if len(pattern) > 2:
        return "Opener's next calls" if len(pattern) % 4 == 0 else "Responder's next calls"
    if _MAJOR.fullmatch(first):
        return "Answers to one of a major"
    return f"Answers to one of a {'minor' if _MINOR.fullmatch(first) else 'suit'}"


def _by_role(context: Context) -> str:
    """The family of facts, by who calls; of a tail, that it holds anywhere."""
    fact = context.whens[0].facts[0] if context.whens and context.whens[0].facts else None
    if fact is None:
        return "Anywhere"
    called = [call for each in context.whens[0].facts for call in each.calls]
    if fact.who == "opener":
        return "Opener's next calls"
    if fact.who == "responder":
        contested = any(each.who in ("overcaller", "rho", "lho") for each in context.whens[0].facts)
        if fact.verb != "responds":
            return "Responder's next calls"
        return "When they compete" if contested else "Answers to one of a suit"
    if fact.who == "overcaller" or fact.verb == "overcalls":
        return "Overcalls and doubles"
    if fact.who == "advancer" or fact.verb == "advances":
        return "Advances"
    return "Overcalls and doubles" if "takeout" in called else "Anywhere"


def _rows(section: RuleSection) -> Iterable[CardRow]:
    """The rules of a section, those of one call and name joined."""
    groups: dict[tuple[str, str, bool, tuple[str, ...]], list[RuleLine]] = {}
    for rule in section.rules:
        key = rule.call, rule.text, "alert" in dict(rule.clauses), _notes(rule)
        groups.setdefault(key, []).append(rule)
    for (call, name, alert, notes), rules in groups.items():
        shown = dict.fromkeys(
            phrase(rule.need if rule.shows is None else rule.shows) for rule in rules
        )
        shows = "" if "" in shown else "; or ".join(shown)
        words = {"P": "pass", "X": "double", "XX": "redouble"}.get(call) or call_phrase(call)
        yield CardRow(words, alert, name, shows, notes)


def _notes(rule: RuleLine) -> tuple[str, ...]:
    found = []
    for word, argument in rule.clauses:
        if word in _NOTES:
            found.append(_NOTES[word])
        elif word == "ask":
            found.append("asks")
        elif word == "transfer":
            found.append(f"transfer to {suit_phrase(argument)}")
        elif word == "relay":
            found.append(f"partner bids {call_phrase(argument)}")
        elif word == "agree":
            found.append(f"trumps {suit_phrase(argument)}")
        elif word == "as" and argument in ("takeout", "negative", "responsive", "penalty"):
            found.append(argument)
    return tuple(dict.fromkeys(found))


def _joined(contexts: Sequence[CardContext]) -> tuple[CardContext, ...]:
    """The contexts, those of one title and condition as one."""
    found: dict[tuple[str, str], CardContext] = {}
    for context in contexts:
        key = context.title, context.condition
        rows = (*found[key].rows, *context.rows) if key in found else context.rows
        found[key] = CardContext(context.title, rows, context.condition)
    return tuple(found.values())


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "–".join(map(str, value))
    return str(value)


def _switch(text: str) -> str:
    name, _, value = text.removeprefix("!").partition("=")
    words = f"{name.replace('_', ' ')}{f' {value}' if value else ''}"
    return f"without {words}" if text.startswith("!") else words
