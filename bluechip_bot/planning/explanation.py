"""A plan in a bridge player's words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bluechip_bot.model.cards import RANK_LETTERS
from bluechip_bot.planning.defence import Act
from bluechip_bot.planning.goal import GoalName
from bluechip_bot.planning.node import Edge, Kind, Number, PlanNode, Step
from bluechip_bot.planning.position import DECLARER, DUMMY, Position

_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
_ONE: Final = ("spade", "heart", "diamond", "club")
_RANKS: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king", "ace",
)  # fmt: skip
_NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen",
)  # fmt: skip
_LIKELY: Final = 0.005
"""Less probable branches are not worth a word."""
_OTHERS: Final = 3
"""How many other ways are told."""
_MINOR: Final = frozenset({"play low", "follow", "win", "force", "discard"})
"""What goes without saying in the middle of a line."""
_STRATAGEMS: Final = 5
"""How many stratagems of the most probable line are told."""


def card_words(card: int) -> str:
    """A card as it is spoken of: `queen of spades`."""
    return f"{_RANKS[card % 13]} of {_SUITS[card // 13]}"


def explanation(position: Position, goal: GoalName, root: PlanNode, best: Edge) -> str:
    """What is played and why, in a few sentences.

    Args:
        position: where the plan starts.
        goal: what it plays for.
        root: the tree.
        best: the edge of the root that is played.
    """
    sentences = [_line(position, best)]
    if branches := _branches(position, goal, best):
        sentences.append(branches)
    sentences.append(_prospect(position, goal, best))
    sentences += _others(position, goal, root, best)
    return " ".join(sentences)


def _line(position: Position, best: Edge) -> str:
    """The stratagems of the most probable line: "Duck, then cash four diamonds ..."."""
    phrases: list[str] = []
    for edge in _most_probable(best):
        minor = phrases and edge.path and edge.path[0].method in _MINOR
        phrase = "" if minor else _phrase(position, edge)
        if phrase and (not phrases or phrases[-1] != phrase):
            phrases.append(phrase)
    return f"{_capital(', then '.join(phrases[:_STRATAGEMS]))}."


def _most_probable(edge: Edge) -> Iterator[Edge]:
    """Our edges along the most probable line, the plan's first card included."""
    while True:
        if edge.act is None:
            yield edge
        node = edge.node
        if node.kind is Kind.LEAF:
            return
        if node.kind is Kind.CHOICE:
            edge = node.edges[0]
        else:
            edge = max(node.edges, key=lambda each: each.probability)


def _phrase(position: Position, edge: Edge) -> str:
    """What one of our cards is for; empty where it only goes on with what was begun."""
    if not edge.path:
        return ""
    whole, step, card = edge.path[0], edge.path[-1], edge.cards.bit_length() - 1
    if step.method == "cash out":
        return _cashed(edge)
    words = f"{_told(position, step, card)} with the {card_words(card)}"
    # What one crosses to the other hand for is more telling than the crossing.
    return words if whole == step else f"{_told(position, whole, card)}: {words}"


def _told(position: Position, step: Step, card: int) -> str:
    """A method and what it is about, as far as the card that is played does not say it."""
    if step.card >= 0 and step.card != card:
        return f"{step.method} ({card_words(step.card)}{_with(position, step)})"
    if step.suit >= 0 and step.suit != card // 13:
        return f"{step.method} ({_SUITS[step.suit]})"
    return step.method


def _with(position: Position, step: Step) -> str:
    """In whose hand the card is hoped for."""
    if step.player in (DECLARER, DUMMY) or step.player < 0:
        return ""
    return f" with {position.seat(step.player)}"


def _cashed(edge: Edge) -> str:
    counts = [0, 0, 0, 0]
    for lead in edge.node.cards[::2]:
        counts[lead // 13] += 1
    told = [_counted(count, suit) for suit, count in enumerate(counts) if count]
    return f"cash {_listed(told)}" if told else "give up the rest"


def _counted(count: int, suit: int) -> str:
    return f"{_NUMBERS[count]} {_ONE[suit] if count == 1 else _SUITS[suit]}"


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _branches(position: Position, goal: GoalName, best: Edge) -> str:
    """What the first open question of the plan leads to, answer by answer."""
    node = best.node
    while node.kind is not Kind.LEAF:
        likely = [edge for edge in node.edges if edge.probability >= _LIKELY]
        if node.kind is Kind.CHANCE and len({edge.node.value for edge in likely}) > 1:
            told = [
                f"if {position.seat(node.agent)} {_act(edge)} ({_percent(edge.probability)}) "
                f"{_worth(position, goal, edge.node)}"
                for edge in likely
            ]
            return f"{_capital('; '.join(told))}."
        node = max(node.edges, key=lambda edge: edge.probability).node
    return ""


def _act(edge: Edge) -> str:
    act, cards = edge.act, edge.cards
    assert act is not None
    if act is Act.DISCARD:
        return str(act.value)
    if cards & (cards - 1) == 0:
        return f"{_verb(act)} the {card_words(cards.bit_length() - 1)}"
    suit = (cards.bit_length() - 1) // 13
    ranks = "".join(RANK_LETTERS[c % 13] for c in range(51, -1, -1) if cards >> c & 1)
    return f"{_verb(act)} a {_ONE[suit]} of {ranks}" if act is not Act.LOW else "plays low"


def _verb(act: Act) -> str:
    match act:
        case Act.LOW | Act.HIGH:
            return "plays"
        case Act.WIN:
            return "wins with"
        case Act.COVER:
            return "covers with"
        case Act.RUFF:
            return "ruffs with"
        case Act.CASH:
            return "cashes"
        case _:
            return "leads"


def _prospect(position: Position, goal: GoalName, best: Edge) -> str:
    """How many tricks that makes, and how often."""
    shares = _shares(best.node)
    target = position.contract.target
    made = sum(share for tricks, share in shares.items() if tricks >= target)
    told = [
        f"{_NUMBERS[tricks]} {_percent(share)}"
        for tricks, share in sorted(shares.items(), reverse=True)
        if share >= _LIKELY
    ]
    if len(told) == 1:
        tricks = max(shares, key=lambda each: shares[each])
        return f"{_capital(_tricks(tricks))}: {_result(position, tricks)}."
    text = f"Tricks: {', '.join(told)}; the contract makes in {_percent(made)}"
    return f"{text}{f', {float(best.node.value):.0f} points' if goal == 'points' else ''}."


def _shares(node: PlanNode) -> dict[int, float]:
    """How likely each number of tricks is."""
    known: dict[int, dict[int, float]] = {}

    def shares(node: PlanNode) -> dict[int, float]:
        if node.kind is Kind.LEAF:
            return {node.tricks: 1.0}
        if id(node) not in known:
            edges = node.edges if node.kind is Kind.CHANCE else node.edges[:1]
            total: dict[int, float] = {}
            for edge in edges:
                for tricks, share in shares(edge.node).items():
                    total[tricks] = total.get(tricks, 0.0) + float(edge.probability) * share
            known[id(node)] = total
        return known[id(node)]

    return shares(node)


def _tricks(tricks: int) -> str:
    return f"{_NUMBERS[tricks]} {'trick' if tricks == 1 else 'tricks'}"


def _result(position: Position, tricks: int) -> str:
    over = tricks - position.contract.target
    if over < 0:
        return f"down {_NUMBERS[-over]}"
    return "the contract is made" if not over else f"the contract and {_NUMBERS[over]} more"


def _worth(position: Position, goal: GoalName, node: PlanNode) -> str:
    shares = _shares(node)
    if len(shares) == 1:
        tricks = next(iter(shares))
        return f"{_tricks(tricks)} ({_result(position, tricks)})"
    made = sum(share for tricks, share in shares.items() if tricks >= position.contract.target)
    if goal == "points":
        return f"{float(node.value):.0f} points"
    mean = sum(tricks * share for tricks, share in shares.items())
    return f"{mean:.1f} tricks, made in {_percent(made)}"


def _others(position: Position, goal: GoalName, root: PlanNode, best: Edge) -> list[str]:
    told: list[str] = []
    seen = {_phrase(position, best)}
    for edge in root.edges:
        phrase = _phrase(position, edge)
        if phrase and phrase not in seen and len(told) < _OTHERS:
            seen.add(phrase)
            told.append(f"{phrase}: {_worth(position, goal, edge.node)}")
    return [f"Instead of it: {'; '.join(told)}."] if told else []


def _percent(share: Number) -> str:
    text: str = f"{100 * float(share):.0f} %"
    return "under 1 %" if text == "0 %" else text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
