"""All rules of a system by file, in words for people; variables keep their names.

A suit is written `!S`, or `!M` for a variable; whoever prints the text puts a symbol in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from bluechip_bot.bidding.language.scene import VARIABLES
from bluechip_bot.bidding.language.syntax import (
    AllParts,
    AnyPart,
    AtomTest,
    AuctionFact,
    Condition,
    Context,
    NotPart,
    PatternStep,
    RuleLine,
    RuleSection,
)
from bluechip_bot.bidding.language.wording import WORDS
from bluechip_bot.bidding.system.agreements import described
from bluechip_bot.bidding.system.system import System
from bluechip_bot.constraints import Range
from bluechip_bot.model.cards import SUIT_LETTERS

DEFENCE: Final = "Leads and signals"
"""The title of the agreements on the defence, which come last."""
_SUIT_NAMES, _NUMBERS, _FACTS = (WORDS["card"][kind] for kind in ("suits", "numbers", "facts"))
_COMPARED: Final = {"longer": "longer than", "aslong": "not shorter than", "same": "the same as"}
_CALL: Final = re.compile(r"([n\d][^a-zA-Z]*)(.*)")
_SEATS: Final = ("first", "second", "third", "fourth")
_MOST: Final = {"hcp": 37, "level": 7, "seat": 4}
_NOTES: Final = {
    "f1": "forcing", "f2nt": "forcing to 2NT", "game": "forcing to game", "slam": "slam try",
    "signoff": "to play", "limit": "limited", "reply": "answer", "ask": "asks",
}  # fmt: skip
_DOUBLES: Final = ("takeout", "negative", "responsive", "penalty")


@frozen
class ListedCall:
    """One call of a context, as `2!H` or `2!M` for a variable, and what it shows, in words.

    `notes` are the consequences for partner: forcing, to play, an answer.
    """

    call: str
    alert: bool
    name: str
    shows: str
    notes: tuple[str, ...]


@frozen
class ListedContext:
    """The calls in one context, in the order of the file.

    `title` is the auction before in words, `condition` the switches that the context depends on.
    """

    title: str
    rows: tuple[ListedCall, ...]
    condition: str = ""


@frozen
class ListedFile:
    """The contexts of one rule file, in its order."""

    title: str
    contexts: tuple[ListedContext, ...]


@frozen
class SystemListing:
    """The rules of a system by file, except those switched off, and its agreements on the defence.

    `options` are the switches in words.
    """

    name: str
    options: tuple[tuple[str, str], ...]
    files: tuple[ListedFile, ...]


def system_listing(system: System) -> SystemListing:
    """List all rules of a system that are not switched off."""
    found: dict[str, list[ListedContext]] = {}
    for section in system.book.sections:
        if section.rules:
            context = ListedContext(
                context_phrase(section.context),
                tuple(_rows(section)),
                ", ".join(map(_switch, section.context.options)),
            )
            file = section.rules[0].place.file.rpartition(".")[0].replace("_", " ").capitalize()
            found.setdefault(file, []).append(context)
    for title, rows in described(system.agreements).items():
        calls = tuple(ListedCall(key, False, "", words, ()) for key, words in rows.items())
        found.setdefault(DEFENCE, []).append(ListedContext(title, calls))
    options = [(key.replace("_", " "), option_text(value)) for key, value in system.options.items()]
    listed = (ListedFile(title, _joined(contexts)) for title, contexts in found.items())
    return SystemListing(system.name, tuple(options), tuple(listed))


def _rows(section: RuleSection) -> Iterable[ListedCall]:
    """The rows of a section; rules with the same call and name are joined."""
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
        yield ListedCall(words, alert, name, shows, notes)


def _notes(rule: RuleLine) -> tuple[str, ...]:
    found = (_note(word, argument) for word, argument in rule.clauses)
    return tuple(dict.fromkeys(filter(None, found)))


def _note(word: str, argument: str) -> str:
    match word:
        case "transfer":
            return f"transfer to {suit_phrase(argument)}"
        case "relay":
            return f"partner bids {call_phrase(argument)}"
        case "agree":
            return f"trumps {suit_phrase(argument)}"
        case "as":
            return argument if argument in _DOUBLES else ""
        case _:
            return _NOTES.get(word, "")


def _joined(contexts: Sequence[ListedContext]) -> tuple[ListedContext, ...]:
    """Join the contexts that have the same title and condition."""
    found: dict[tuple[str, str], ListedContext] = {}
    for context in contexts:
        key = context.title, context.condition
        rows = (*found[key].rows, *context.rows) if key in found else context.rows
        found[key] = ListedContext(context.title, rows, context.condition)
    return tuple(found.values())


def option_text(value: object) -> str:
    """The value of a switch in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "–".join(map(str, value))
    return str(value)


def _switch(text: str) -> str:
    name, _, value = text.removeprefix("!").partition("=")
    words = f"{name.replace('_', ' ')}{f' {value}' if value else ''}"
    return f"without {words}" if text.startswith("!") else words


def phrase(condition: Condition) -> str:
    """A condition in words; an empty string if it is always met."""
    match condition:
        case AllParts(parts):
            return ", ".join(
                _grouped(part)
                if isinstance(part, AnyPart) and len(part.parts) > 1
                else phrase(part)
                for part in parts
            )
        case AnyPart(parts):
            return " or ".join(map(phrase, parts))
        case NotPart(part):
            return f"not {phrase(part) if isinstance(part, AtomTest) else _grouped(part)}"
        case AtomTest():
            return _atom(condition)


def context_phrase(context: Context) -> str:
    """A context in words: the calls before, or the facts."""
    patterns = [" ".join(map(_step, pattern)) for pattern in context.patterns]
    whens = [
        ", ".join(filter(None, (*map(_fact, when.facts), phrase(when.condition))))
        for when in context.whens
    ]
    return " or ".join(dict.fromkeys(patterns + whens))


def suit_phrase(name: str) -> str:
    """A suit in words, from its name in a rule."""
    if name in SUIT_LETTERS or name in VARIABLES:
        return f"!{name}"
    return _SUIT_NAMES.get(name, name)


def call_phrase(text: str) -> str:
    """A call in words, from the text that a rule or a context has for it."""
    words = text.replace("_", " ").replace("jump2-", "double jump ").replace("jump-", "jump ")
    parts = _CALL.fullmatch(words)
    if parts is None:
        return words
    level, suit = parts.groups()
    if suit in (*SUIT_LETTERS, *VARIABLES):
        return f"{'any ' if level == 'n' else level}!{suit}"
    if level == "n":
        return f"any {suit}" if suit == "NT" else words
    return level + suit if suit == "NT" else f"{level} {_SUIT_NAMES.get(suit, suit)}".strip()


def _grouped(condition: Condition) -> str:
    return f"({phrase(condition)})"


def _atom(atom: AtomTest) -> str:
    name, suits = atom.name, [suit_phrase(argument) for argument in atom.arguments]
    if name in _COMPARED and len(suits) == 2:
        return f"{suits[0]} {_COMPARED[name]} {suits[1]}"
    if name == "seat" and atom.span is not None:
        low, high = max(1, atom.span[0]), min(4, atom.span[1])
        return f"in {' or '.join(_SEATS[low - 1 : high])} seat"
    if name == "level" and atom.span is not None:
        return f"the last bid at level {_span(atom.span, name)}"
    if atom.span is None:
        words = [_FACTS.get(name, name.replace("_", " ")), *suits]
    elif name in _NUMBERS:
        words = [_span(atom.span, name), _NUMBERS[name], *suits]
    elif not suits and suit_phrase(name) != name:
        suit = suit_phrase(name)
        words = [_span(atom.span, "len"), suit if suit.startswith("!") else f"in {suit}"]
    else:
        words = [_span(atom.span, name), name.replace("_", " "), *suits]
    return " ".join(words)


def _span(span: Range, name: str) -> str:
    low, high = span
    most = _MOST.get(name, 13 if name == "len" else 99)
    if low == high:
        return str(low)
    if high >= most:
        return f"{low}+"
    return f"up to {high}" if low == 0 else f"{low}–{high}"


def _step(step: PatternStep) -> str:
    text = {"...": "…", "*": "any call", "bid": "any bid", "act": "any action"}.get(
        step.text, call_phrase(step.text)
    )
    return f"({text})" if step.theirs else text


def _fact(fact: AuctionFact) -> str:
    calls = " or ".join(map(call_phrase, fact.calls))
    who = "the player" if fact.who == "i" else fact.who
    return f"{who} {fact.verb} {calls}".strip()
