"""The line of a plan in words: the card to play now with its reason, and what follows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from attrs import evolve

from bluechip_bot.planning.tree.node import NodeKind
from bluechip_bot.planning.view import OURS, DeclarerView
from bluechip_bot.planning.words.prospects import LineCard
from bluechip_bot.planning.words.wording import (
    MINOR,
    NOTHING,
    CardTurn,
    card_words,
    listed,
    run,
    stratagem_words,
)

_STRATAGEMS: Final = 5
"""The most stratagems of a line that are mentioned."""
_TWICE: Final = re.compile(r"(?m)^(drive out the \w+) of (\w+)\n\1 of (\w+)$")
"""Neighbours that are put together: `drive out the aces of hearts and spades`."""
_RUNS: Final = frozenset({"cash out", "claim", "concede", ""})
"""Methods that end a line with the sure tricks; the empty name stands for no method."""


def turns(position: DeclarerView, line: Iterable[LineCard]) -> Iterator[CardTurn]:
    """Our cards along a line."""
    before: tuple[CardTurn, int] | None = None
    gone = 0
    for play in line:
        if play.agent not in OURS:
            continue
        turn = CardTurn(position, play.edge, play.agent, play.leads, gone)
        if before is not None:
            same = before[1] == play.trick
            yield evolve(before[0], answer=turn.card) if same else before[0]
        before = turn, play.trick
        gone |= play.edge.cards
    if before is not None:
        yield before[0]


def line_words(position: DeclarerView, line: Iterable[LineCard]) -> str:
    """The card with its stratagem, and the stratagems that follow, each mentioned once."""
    first, *rest = turns(position, line)
    phrases: list[str] = []
    begun = {*_subjects(first)}
    for turn in rest:
        if turn.steps and not _is_minor(turn, first) and _subjects(turn)[0] not in begun:
            begun.update(_subjects(turn))
            phrase = purpose(turn, brief=True)
            if phrase and not any(other.startswith(phrase) for other in phrases):
                phrases.append(phrase)
    if len(phrases) >= _STRATAGEMS:
        phrases = [*phrases[: _STRATAGEMS - 2], phrases[-1]]
    phrases = _TWICE.sub(r"\1s of \2 and \3", "\n".join(phrases)).splitlines()
    words = purpose(first)
    return f"{words}; then {listed(phrases)}" if phrases else words


def purpose(turn: CardTurn, *, brief: bool = False) -> str:
    """The purpose of one of our cards; `brief` where it is mentioned in passing."""
    if not brief and len(turn.position.legal) == 1:
        return f"play the {card_words(turn.card)}, the only legal card"
    method = turn.steps[-1].method if turn.steps else ""
    text = _run(turn, method, brief=brief) if is_run(turn) else stratagem_words(turn, brief=brief)
    return text if turn.steps else f"no stratagem applies: {text}"


def is_run(turn: CardTurn) -> bool:
    """Whether a card begins the run of the sure tricks that ends its line."""
    method = turn.steps[-1].method if turn.steps else ""
    return turn.edge.node.kind is NodeKind.LEAF and turn.leads and method in _RUNS


def _is_minor(turn: CardTurn, first: CardTurn) -> bool:
    """Whether a later card needs no mention; a trick won in another suit does."""
    whole, step = turn.steps[0], turn.steps[-1]
    if whole.method == "win the trick":
        return turn.card // 13 != first.card // 13 or turn.card == first.answer
    if whole.method in NOTHING:
        return True
    return not turn.leads and (whole.method in MINOR or step.method in MINOR)


def _subjects(turn: CardTurn) -> list[tuple[str, int]]:
    """The methods and suits that a card belongs to, the most general first."""
    return [(step.method, step.suit) for step in turn.steps]


def _run(turn: CardTurn, method: str, *, brief: bool) -> str:
    """How the sure tricks are taken at the end of a line."""
    cards = turn.edge.node.cards
    if not cards:
        return "" if brief else f"give up the rest: lead the {card_words(turn.card)}"
    trumps = turn.position.contract.strain.suit
    text = run(cards, -1 if trumps is None else trumps)
    return f"claim the rest: {text}" if method == "claim" and not brief else text
