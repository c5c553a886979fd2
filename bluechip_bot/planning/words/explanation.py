"""A plan in a player's words: the tricks, the hopes, the danger, the line, the second chance.

Each is a sentence, left out if there is nothing to say. A percentage is the chance that the
contract is made: as the engine that chose the card has checked it, or else as the tree sees it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve

from bluechip_bot.model import Card
from bluechip_bot.planning.tree.node import NodeKind, PlanEdge, PlanNode
from bluechip_bot.planning.view import OURS, DeclarerView
from bluechip_bot.planning.words.counting import counted, excess, missing
from bluechip_bot.planning.words.danger import danger, failure
from bluechip_bot.planning.words.hopes import TrickHope, hopes, promotions, savings
from bluechip_bot.planning.words.prospects import LineCard, PlanProspects, instead, line
from bluechip_bot.planning.words.wording import (
    MINOR,
    NOTHING,
    NUMBERS,
    CardTurn,
    card_words,
    listed,
    run,
    stratagem_words,
    trick_words,
)

_SENTENCES: Final = 5
"""The most sentences of an explanation."""
_SOURCES: Final = 3
"""The most sources of tricks that are mentioned."""
_SURE: Final = 0.995
"""A chance from which the contract should make."""
_DIFFERENT: Final = 0.05
"""The least difference between chances that is worth a word."""
_FAIR: Final = 0.3
"""A chance from which the contract can still be made; below it little hope is left."""
_LITTLE: Final = 0.05
"""A chance up to which there is no second chance to speak of."""
_POOR: Final = 0.15
"""A chance below which it does not matter what goes wrong."""
_OTHERS: Final = 3
"""The most other plans that are examined to find a worse one."""
_VOWELS: Final = ("8", "11 ", "18 ")
"""The beginnings of percentages that are spoken with a vowel first."""
_ORDINALS: Final = (
    "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh", "twelfth", "thirteenth",
)  # fmt: skip
_STRATAGEMS: Final = 5
"""The most stratagems of a line that are mentioned."""
_TWICE: Final = re.compile(r"(?m)^(drive out the \w+) of (\w+)\n\1 of (\w+)$")
"""Two phrases that can be joined: `drive out the aces of hearts and spades`."""
_RUNS: Final = frozenset({"cash out", "claim", "concede", ""})
"""Methods that end a line with the sure tricks; the empty name stands for no method."""


def explanation(
    position: DeclarerView,
    root: PlanNode,
    best: PlanEdge,
    chances: Mapping[Card, float] | None = None,
) -> str:
    """Return the explanation of one card of a plan, in five sentences at most.

    The card is that of `best`, an edge of the root. `chances` has the checked probabilities that
    the contract is made, by card; other cards have no percentage. None takes those of the tree.
    """
    plan = _PlanSentences(position, root, best, chances)
    sentences = [plan.count(), plan.more(), plan.danger(), line_words(position, plan.played)]
    sentences = [sentence for sentence in (*sentences, plan.result()) if sentence]
    if len(sentences) < _SENTENCES and (other := plan.other()):
        sentences.append(other)
    return " ".join(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences)


class _PlanSentences:
    """The sentences that explain one card of a plan; one with nothing to say is empty."""

    def __init__(
        self,
        position: DeclarerView,
        root: PlanNode,
        best: PlanEdge,
        chances: Mapping[Card, float] | None,
    ) -> None:
        self.position, self.root, self.best, self.chances = position, root, best, chances
        self.prospects = PlanProspects(position)
        self.played = tuple(line(position, self.prospects, best))
        self.turns = tuple(turns(position, self.played))
        self.hopes = hopes(self.turns)
        self.failure = failure(position, self.prospects, self.played, self.hopes)

    def count(self) -> str:
        """Return the sentence on the top tricks, or on the losers."""
        position = self.position
        if position.won >= position.contract.target:
            return "the contract is made already"
        if position.won + position.tricks_left < position.contract.target:
            return "the contract cannot be made any more"
        return counted(position)

    def more(self) -> str:
        """Return the sentence on where missing tricks come from, or how losers are saved."""
        over = excess(self.position)
        lacking = missing(self.position) if over is None else over
        if lacking <= 0 or self._is_decided:
            return ""
        return self._tricks_more(lacking) if over is None else self._losers_saved(lacking)

    def _tricks_more(self, lacking: int) -> str:
        the_last = f"the {_ORDINALS[self.position.contract.target]}"
        subject = the_last if lacking == 1 else f"{NUMBERS[lacking]} more"
        if self._is_forlorn:
            return f"it is hard to see where {subject} will come from"
        found = self._sources()[:_SOURCES]
        words = _clauses([f"from {hope.source}" for hope in found], lacking)
        return f"{subject} can come {words}" if found else ""

    def _losers_saved(self, lacking: int) -> str:
        subject = f"{NUMBERS[lacking]} of them"
        if self._is_forlorn:
            return f"it is hard to see how {subject} can be saved"
        found = [hope for hope in self._sources() if hope.saving][:_SOURCES]
        if len(found) < lacking and all(hope.is_finesse for hope in found):
            subject = "some of them"
        words = _clauses([f"by {hope.saving}" for hope in found], lacking)
        return f"{subject} can be saved {words}" if found else ""

    def _sources(self) -> list[TrickHope]:
        """Return the sources of more tricks, at most one for each suit: those of the line first."""
        found: dict[int, TrickHope] = {}
        others = (*promotions(self.position), *savings(self.position))
        for hope in (*self.hopes, *self._second_hopes(), *others):
            found.setdefault(hope.suit, hope)
        return list({hope.source: hope for hope in found.values()}.values())

    @property
    def _is_forlorn(self) -> bool:
        """Whether the contract is almost sure to go down."""
        chance = self._chance(self.best)
        return chance is not None and chance <= 1 - _SURE

    def danger(self) -> str:
        """Return the sentence on the danger."""
        return "" if self._is_decided else danger(self.position, self.turns[0], bool(self.hopes))

    def result(self) -> str:
        """Return the sentence on the chance, and on the second chance if the line fails."""
        shares = self.prospects.shares(self.best.node)
        likely = self.prospects.likely(self.best.node)
        chance = self._chance(self.best)
        makes = likely >= self.position.contract.target
        if shares[likely] >= _SURE and (chance is None or makes == (chance >= _SURE)):
            return self._certain(likely)
        if self._is_decided:
            return f"{trick_words(likely)} in all is the likely result"
        if chance is not None and chance >= _SURE:
            return "the contract should make"
        if self._is_forlorn:
            down = min(likely, self.position.contract.target - 1)
            return f"the likely result is {_result(self.position, down)}"
        otherwise = self._otherwise()
        if chance is None:
            return otherwise
        percent = _percent(chance)
        article = "an" if percent.startswith(_VOWELS) else "a"
        odds = f"it is {'only ' if chance < _POOR else ''}{article} {percent} chance"
        if otherwise and chance >= _POOR:
            return f"{odds}: {otherwise}"
        target = self.position.contract.target
        down = max((each for each in shares if each < target), key=shares.__getitem__, default=-1)
        return f"{odds}, and otherwise {_result(self.position, down)}" if down >= 0 else odds

    def _certain(self, tricks: int) -> str:
        verb = "makes" if self.best.node.kind is NodeKind.LEAF else "should make"
        over = tricks - self.position.contract.target
        text = f"that {verb} {trick_words(tricks)}"
        if over > 0:
            return f"{text}, {NUMBERS[over]} more than needed"
        return f"{text}: {_result(self.position, tricks)}" if over else f"{text} and the contract"

    def _otherwise(self) -> str:
        """Return a clause on what is left if the likeliest failure happens; empty for none."""
        if self.failure is None:
            return ""
        made = self.prospects.made(self.failure.rival.node)
        second = self._second_hopes()
        if made <= 1 - _SURE:
            likely = self.prospects.likely(self.failure.rival.node)
            left = f"the contract is {_result(self.position, likely)}"
        elif second:
            left = f"the second chance is {second[0].source}"
        else:
            left = "the contract can still be made" if made >= _FAIR else "little hope is left"
        return f"if {self.failure.words}, {left}"

    def _second_hopes(self) -> list[TrickHope]:
        """Return the hopes left when the line has failed, in suits other than the line's."""
        if self.failure is None or self.prospects.made(self.failure.rival.node) <= _LITTLE:
            return []
        rest = instead(self.prospects, self.failure.play, self.failure.rival)
        before = {hope.suit for hope in self.hopes}
        found = hopes(turns(self.position, rest))
        return [hope for hope in found if hope.suit not in before]

    def other(self) -> str:
        """Return the sentence on the next best plan, and how it compares."""
        mine = self._chance(self.best)
        if self._is_decided or mine is None or len(self.position.legal) == 1:
            return ""
        before = {"", purpose(self.turns[0], brief=True)}
        for edge in self.root.edges:
            turn = next(turns(self.position, line(self.position, self.prospects, edge)))
            stratagem, chance = purpose(turn, brief=True), self._chance(edge)
            if chance is None or stratagem in before or is_run(turn):
                continue
            before.add(stratagem)
            same = edge.cards == self.best.cards
            if same and (self.chances is not None or card_words(turn.card) in stratagem):
                continue
            if self.chances is None and edge is self.root.edges[0]:
                # The player's own choice is another card: it has looked further than the tree.
                return f"the plan's first choice is to {stratagem}"
            if chance > mine + _DIFFERENT and edge is self.root.edges[0]:
                return f"it would be better to {stratagem} ({_percent(chance)})"
            if chance <= 1 - _SURE < mine:
                return f"it would be wrong to {stratagem}: the contract would go down"
            if chance < mine - _DIFFERENT:
                return f"it would be worse to {stratagem} ({_percent(chance)})"
            if len(before) > _OTHERS:
                break
        return ""

    @property
    def _is_decided(self) -> bool:
        position = self.position
        return not 0 < position.contract.target - position.won <= position.tricks_left

    def _chance(self, edge: PlanEdge) -> float | None:
        """Return the probability that the contract is made; None if it was not checked."""
        if self.chances is None:
            return self.prospects.made(edge.node)
        return self.chances.get(edge.card)


def _clauses(clauses: Sequence[str], lacking: int) -> str:
    """Join clauses by "or" if one trick is lacking, else "and"; after a comma if any has one."""
    word = "or" if lacking == 1 else "and"
    if len(clauses) > 1 and any("," in clause for clause in clauses):
        *others, last = clauses
        return f"{', '.join(others)}, {word} {last}"
    return listed(clauses, word)


def _result(position: DeclarerView, tricks: int) -> str:
    return f"down {NUMBERS[position.contract.target - tricks]}"


def _percent(share: float) -> str:
    """Return a share as a percentage, never rounded to 0 or 100."""
    return f"{min(99, max(1, round(100 * share)))} %"


def turns(position: DeclarerView, played: Iterable[LineCard]) -> Iterator[CardTurn]:
    """Yield our cards along a line, each with the card opposite that follows in the same trick."""
    before: tuple[CardTurn, int] | None = None
    gone = 0
    for play in played:
        if play.agent not in OURS:
            continue
        turn = CardTurn(position, play.edge, play.agent, play.leads, gone)
        if before is not None:
            same = before[1] == play.place // 4
            yield evolve(before[0], answer=turn.card) if same else before[0]
        before = turn, play.place // 4
        gone |= play.edge.cards
    if before is not None:
        yield before[0]


def line_words(position: DeclarerView, played: Iterable[LineCard]) -> str:
    """Return words for the first card and the stratagems that follow, each mentioned once."""
    first, *rest = turns(position, played)
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
    """Return the purpose of one of our cards in words; `brief` if it is mentioned in passing."""
    if not brief and len(turn.position.legal) == 1:
        return f"play the {card_words(turn.card)}, the only legal card"
    text = (_run_words if is_run(turn) else stratagem_words)(turn, brief=brief)
    return text if turn.steps else f"no stratagem applies: {text}"


def is_run(turn: CardTurn) -> bool:
    """Whether a card begins the run of the sure tricks that ends its line."""
    method = turn.steps[-1].method if turn.steps else ""
    return turn.edge.node.kind is NodeKind.LEAF and turn.leads and method in _RUNS


def _is_minor(turn: CardTurn, first: CardTurn) -> bool:
    """Whether a later card needs no mention, such as a low card that follows suit."""
    whole, step = turn.steps[0], turn.steps[-1]
    if whole.method == "win the trick":
        return turn.card // 13 != first.card // 13 or turn.card == first.answer
    if whole.method in NOTHING:
        return True
    return not turn.leads and (whole.method in MINOR or step.method in MINOR)


def _subjects(turn: CardTurn) -> list[tuple[str, int]]:
    """Return the methods and suits that a card is part of, the most general first."""
    return [(step.method, step.suit) for step in turn.steps]


def _run_words(turn: CardTurn, *, brief: bool) -> str:
    """Return how the sure tricks at the end of a line are taken, in words."""
    cards = turn.edge.node.cards
    if not cards:
        return "" if brief else f"give up the rest: lead the {card_words(turn.card)}"
    trumps = turn.position.contract.strain.suit
    text = run(cards, -1 if trumps is None else trumps)
    claims = bool(turn.steps) and turn.steps[-1].method == "claim"
    return f"claim the rest: {text}" if claims and not brief else text
