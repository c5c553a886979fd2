"""All rules of a system by file, in words for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from bluechip_bot.bidding.language.phrase import call_phrase, context_phrase, phrase, suit_phrase
from bluechip_bot.bidding.language.syntax import RuleLine, RuleSection
from bluechip_bot.bidding.system.agreements import described
from bluechip_bot.bidding.system.system import System

DEFENCE: Final = "Leads and signals"
"""The title of the agreements on the defence, which come last."""
_NOTES: Final = {
    "f1": "forcing", "f2nt": "forcing to 2NT", "game": "forcing to game", "slam": "slam try",
    "signoff": "to play", "limit": "limited", "reply": "answer", "ask": "asks",
}  # fmt: skip
_DOUBLES: Final = ("takeout", "negative", "responsive", "penalty")


@frozen
class ListedCall:
    """One call of a context, as `2!H` or `2!M` for a variable, with its words.

    The notes are the consequences for partner: forcing, to play, an answer.
    """

    call: str
    alert: bool
    name: str
    shows: str
    notes: tuple[str, ...]


@frozen
class ListedContext:
    """The calls in one context, in the order of the file.

    The title is the calls before in words, the condition the switches that the context depends on.
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
    """The rules of a system by file, without those switched off, and what is agreed on the defence.

    The options are the switches in words.
    """

    name: str
    options: tuple[tuple[str, str], ...]
    files: tuple[ListedFile, ...]


def system_listing(system: System) -> SystemListing:
    """All rules of a system that are not switched off."""
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
    """The contexts, those of one title and condition as one."""
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
