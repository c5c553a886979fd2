"""Contexts and conditions of rule files in words for people; variables keep their names.

A suit is written `!S`, or `!M` for a variable; what prints the text replaces it by a symbol.
"""

from __future__ import annotations

from typing import Final

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
)
from bluechip_bot.bidding.language.wording import WORDS
from bluechip_bot.constraints import Range
from bluechip_bot.model.cards import SUIT_LETTERS

_SUIT_NAMES, _NUMBERS, _FACTS = (WORDS["card"][kind] for kind in ("suits", "numbers", "facts"))
_COMPARED: Final = {"longer": "longer than", "aslong": "not shorter than", "same": "the same as"}
_SEATS: Final = ("first", "second", "third", "fourth")
_MOST: Final = {"hcp": 37, "level": 7, "seat": 4}


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
    """A suit by its name in a rule."""
    if name in SUIT_LETTERS or name in VARIABLES:
        return f"!{name}"
    return _SUIT_NAMES.get(name, name)


def call_phrase(text: str) -> str:
    """A call as a rule or a context writes it."""
    words = text.replace("_", " ").replace("jump2-", "double jump ").replace("jump-", "jump ")
    if words[:1].isdigit() or words[:1] == "n":
        cut = next((i for i, letter in enumerate(words) if letter.isalpha() and i), len(words))
        level, suit = words[:cut], words[cut:]
        if suit in (*SUIT_LETTERS, *VARIABLES):
            return f"{'any ' if level == 'n' else level}!{suit}"
        if level == "n":
            return f"any {suit}" if suit == "NT" else words
        return level + suit if suit == "NT" else f"{level} {_SUIT_NAMES.get(suit, suit)}".strip()
    return words


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
