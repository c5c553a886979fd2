"""A plan in a bridge player's words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from bluechip_bot.planning.goal import GoalName
from bluechip_bot.planning.tree.node import Edge, NodeKind, Number, PlanNode
from bluechip_bot.planning.view import DeclarerView
from bluechip_bot.planning.words.wording import NUMBERS, Turn, card_words, listed, played, run, told

_LIKELY: Final = 0.005
"""The least probability of a branch that is mentioned."""
_OTHERS: Final = 3
"""The most other plans that are mentioned."""
_MINOR: Final = frozenset({
    "play low", "follow", "win", "force", "save the honour", "keep the honour", "let it run",
    "discard", "third hand plays", "easy finesse", "force out",
})  # fmt: skip
"""Methods of a following hand that are not mentioned in the middle of a line."""
_STRATAGEMS: Final = 5
"""The most stratagems of the most probable line that are mentioned."""
_RUNS: Final = frozenset({"cash out", "claim", "concede", ""})
"""Methods that end a line with the sure tricks; the empty name stands for no method."""
_CERTAIN: Final = 1 - 1e-9


def explanation(position: DeclarerView, goal: GoalName, root: PlanNode, best: Edge) -> str:
    """What is played and why, in at most six sentences.

    Args:
        position: where the plan starts.
        goal: the aim of the plan.
        root: the tree.
        best: the edge of the root to be played.
    """
    sentences = _line(position, best)
    sentences += _branches(position, goal, best)
    sentences += _state(position)
    sentences += [_prospect(position, goal, best)]
    sentences += _others(position, goal, root, best)
    return " ".join(f"{_capital(sentence)}." for sentence in sentences)


def _line(position: DeclarerView, best: Edge) -> list[str]:
    """The card with its stratagem, and the stratagems that follow in the most probable line."""
    first, *rest = _turns(position, best)
    phrases: list[str] = []
    # Each stratagem is mentioned once.
    begun = {*_subjects(first)}
    for turn in rest:
        if turn.steps and not _is_minor(turn, first) and _subjects(turn)[0] not in begun:
            begun.update(_subjects(turn))
            phrase = _phrase(turn, brief=True)
            if phrase and phrase not in phrases:
                phrases.append(phrase)
    if len(phrases) >= _STRATAGEMS:
        phrases = [*phrases[: _STRATAGEMS - 2], phrases[-1]]
    sentences = [_phrase(first)]
    return [*sentences, f"then {listed(phrases)}"] if phrases else sentences


def _is_minor(turn: Turn, first: Turn) -> bool:
    """Whether a later card needs no mention; a trick won in another suit does."""
    whole, step = turn.steps[0], turn.steps[-1]
    if whole.method == "win the trick":
        return turn.card // 13 != first.card // 13 or turn.card == first.answer
    return not turn.leads and (whole.method in _MINOR or step.method in _MINOR)


def _subjects(turn: Turn) -> list[tuple[str, int]]:
    """The methods and suits that a card belongs to, the most general first."""
    return [(step.method, step.suit) for step in turn.steps]


def _turns(position: DeclarerView, edge: Edge) -> Iterator[Turn]:
    """Our cards along the most probable line, the plan's first card included."""
    agent, count, gone = position.turn, len(position.trick.cards), 0
    before: Turn | None = None
    while True:
        if edge.act is None:
            turn = Turn(position, edge, agent, count % 4 == 0, gone)
            if before is not None:
                # Our hands alternate: two turns apart is the same trick or the next one.
                same = count % 4 > 1
                yield evolve(before, answer=turn.card) if same else before
            before = turn
            gone |= edge.cards
        count += 1
        node = edge.node
        if node.kind is NodeKind.LEAF:
            break
        agent = node.agent
        if node.kind is NodeKind.CHOICE:
            edge = node.edges[0]
        else:
            edge = max(node.edges, key=lambda each: each.probability)
    if before is not None:
        yield before


def _phrase(turn: Turn, *, brief: bool = False) -> str:
    """The purpose of one of our cards."""
    if not brief and len(turn.position.legal) == 1:
        return f"play the {card_words(turn.card)}, the only legal card"
    method = turn.steps[-1].method if turn.steps else ""
    if turn.edge.node.kind is NodeKind.LEAF and turn.leads and method in _RUNS:
        text = _run(turn, method, brief=brief)
    else:
        text = told(turn, brief=brief)
    return text if turn.steps else f"no stratagem applies: {text}"


def _run(turn: Turn, method: str, *, brief: bool) -> str:
    """How the sure tricks are taken at the end of a line."""
    cards = turn.edge.node.cards
    if not cards:
        return "" if brief else f"give up the rest: lead the {card_words(turn.card)}"
    trumps = turn.position.contract.strain.suit
    text = run(cards, -1 if trumps is None else trumps)
    return f"claim the rest: {text}" if method == "claim" and not brief else text


def _branches(position: DeclarerView, goal: GoalName, best: Edge) -> list[str]:
    """The outcomes of the first turn at which a defender has a choice."""
    node = best.node
    while node.kind is not NodeKind.LEAF:
        if node.kind is NodeKind.CHANCE:
            answers = _answers(position, goal, node)
            if len(answers) > 1:
                seat = position.seat(node.agent)
                return [
                    "; ".join(
                        f"if {seat} {listed(acts, 'or')} ({_percent(share)}), {worth}"
                        for worth, (acts, share) in answers.items()
                    )
                ]
        node = max(node.edges, key=lambda edge: edge.probability).node
    return []


def _answers(
    position: DeclarerView, goal: GoalName, node: PlanNode
) -> dict[str, tuple[list[str], float]]:
    """The defender's acts that lead to each outcome, and their total probability."""
    found: dict[str, tuple[list[str], float]] = {}
    likely = [edge for edge in node.edges if edge.probability >= _LIKELY]
    for edge in likely:
        worth = _outcome(position, goal, edge.node)
        acts, share = found.get(worth, ([], 0.0))
        alone = sum(other.act is edge.act for other in likely) == 1
        found[worth] = ([*acts, played(edge, alone=alone)], share + float(edge.probability))
    return found


def _outcome(position: DeclarerView, goal: GoalName, node: PlanNode) -> str:
    """The outcome of a branch, in terms of the goal."""
    shares = _shares(node)
    if goal == "points":
        return f"{float(node.value):.0f} points"
    if len(shares) == 1 and goal != "make":
        return _result(position, next(iter(shares)))
    if goal == "tricks":
        return f"{_mean(shares):.1f} tricks"
    made = _made(position, shares)
    if made >= 1 - _LIKELY:
        return "the contract makes"
    return "the contract fails" if made < _LIKELY else f"the contract makes in {_percent(made)}"


def _state(position: DeclarerView) -> list[str]:
    """Whether the contract is already made or lost."""
    target, most = position.contract.target, position.won + position.tricks_left
    if position.won >= target:
        return ["the contract is made already"]
    if most < target:
        return ["the contract cannot be made any more"]
    return []


def _prospect(position: DeclarerView, goal: GoalName, best: Edge) -> str:
    """The numbers of tricks that the plan makes, with their probabilities."""
    shares = _shares(best.node)
    likely = {tricks: shares[tricks] for tricks in sorted(shares, reverse=True)}
    likely = {tricks: share for tricks, share in likely.items() if share >= _LIKELY}
    if len(likely) == 1:
        tricks = next(iter(likely))
        return f"{_tricks(tricks)}: {_result(position, tricks)}"
    words = ", ".join(f"{NUMBERS[tricks]} {_percent(share)}" for tricks, share in likely.items())
    points = f", {float(best.node.value):.0f} points" if goal == "points" else ""
    made = _made(position, shares)
    text = f"makes in {_percent(made)}" if made else "fails"
    return f"tricks: {words}{'' if _state(position) else f'; the contract {text}'}{points}"


def _shares(node: PlanNode) -> dict[int, float]:
    """The probability of each number of tricks."""
    known: dict[int, dict[int, float]] = {}

    def shares(node: PlanNode) -> dict[int, float]:
        if node.kind is NodeKind.LEAF:
            return {node.tricks: 1.0}
        if id(node) not in known:
            edges = node.edges if node.kind is NodeKind.CHANCE else node.edges[:1]
            total: dict[int, float] = {}
            for edge in edges:
                for tricks, share in shares(edge.node).items():
                    total[tricks] = total.get(tricks, 0.0) + float(edge.probability) * share
            known[id(node)] = total
        return known[id(node)]

    return shares(node)


def _made(position: DeclarerView, shares: dict[int, float]) -> float:
    target = position.contract.target
    return sum(share for tricks, share in shares.items() if tricks >= target)


def _mean(shares: dict[int, float]) -> float:
    return sum(tricks * share for tricks, share in shares.items())


def _tricks(tricks: int) -> str:
    return f"{NUMBERS[tricks]} {'trick' if tricks == 1 else 'tricks'}"


def _result(position: DeclarerView, tricks: int) -> str:
    over = tricks - position.contract.target
    if over < 0:
        return f"down {NUMBERS[-over]}"
    more = f" with {NUMBERS[over]} {'overtrick' if over == 1 else 'overtricks'}"
    return f"the contract is made{more if over else ''}"


def _worth(position: DeclarerView, goal: GoalName, node: PlanNode) -> str:
    shares = _shares(node)
    if len(shares) == 1:
        tricks = next(iter(shares))
        return f"{_tricks(tricks)}, {_result(position, tricks)}"
    if goal == "points":
        return f"{float(node.value):.0f} points"
    mean, made = f"{_mean(shares):.1f} tricks", _made(position, shares)
    if _state(position):
        return mean
    return f"{mean}, made in {_percent(made)}" if made else f"{mean}, down"


def _others(position: DeclarerView, goal: GoalName, root: PlanNode, best: Edge) -> list[str]:
    """The other plans and their values."""
    found: list[str] = []
    seen = {_phrase(next(_turns(position, best)), brief=True)}
    for edge in root.edges:
        turn = next(_turns(position, edge))
        stratagem = _phrase(turn, brief=True)
        if stratagem not in seen and len(found) < _OTHERS:
            seen.add(stratagem)
            found.append(f"{_phrase(turn)} ({_worth(position, goal, edge.node)})")
    return [f"other plans: {'; '.join(found)}"] if found else []


def _percent(share: Number) -> str:
    """A share as a percentage, never rounded to certainty."""
    text: str = f"{100 * float(share):.0f} %"
    if text == "0 %":
        return "under 1 %" if share else text
    return "over 99 %" if text == "100 %" and share < _CERTAIN else text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
