"""A plan's tree as text and as a drawing: one row for each turn."""

from __future__ import annotations

from typing import Final, NamedTuple

from bluechip_bot.model import Hand
from bluechip_bot.model.cards import SUIT_LETTERS
from bluechip_bot.pages import svg
from bluechip_bot.planning.tree.node import NodeKind, PlanEdge, PlanNode, PlanStep
from bluechip_bot.planning.view import DeclarerView

_ROW: Final = 20
_INDENT: Final = 24
_MARGIN: Final = 14
_LETTER: Final = 7
"""The width of a letter of 12 pixels."""
_STYLE: Final = (
    "text{font:12px sans-serif;fill:#1b1b1b}"
    "path{fill:none;stroke:#8a8a8a}"
    ".choice{fill:#2f6f4f}.chance{fill:#c07a1c}.leaf{fill:#5b6b8c}"
    ".best{stroke:#2f6f4f;stroke-width:2.5}"
)


class _TreeRow(NamedTuple):
    """A row of a drawn tree: a node, with words for the play that leads to it and its value.

    `level` counts turns from the root, `parent` is the number of the parent's row, and `line` has
    the characters that connect the row to it in a text.
    """

    node: PlanNode
    words: str
    level: int = 0
    parent: int = -1
    is_best: bool = False
    line: str = ""


def tree_text(position: DeclarerView, root: PlanNode, depth: int) -> str:
    """Return the tree as text, one line for each turn: player, play, probability and value.

    It goes `depth` turns below the root; a line that is cut off ends in three dots.
    """
    return "\n".join(f"{row.line}{row.words}" for row in _rows(position, root, depth))


def tree_svg(position: DeclarerView, root: PlanNode, depth: int) -> str:
    """Return an SVG drawing of the tree: squares are our turns, circles theirs, bars the ends."""
    lines, shapes, width = [], [], 0
    for number, row in enumerate(_rows(position, root, depth)):
        x, y = _MARGIN + _INDENT * row.level, _MARGIN + _ROW * number
        width = max(width, x + _MARGIN + _LETTER * len(row.words))
        if row.level:
            above = _MARGIN + _ROW * row.parent
            path = f"M{x - _INDENT} {above}V{y}H{x}"
            lines.append(svg.element("path", class_="best" if row.is_best else None, d=path))
        name = row.node.kind.value
        if row.node.kind is NodeKind.CHANCE:
            shapes.append(svg.element("circle", class_=name, cx=x, cy=y, r=6))
        else:
            wide = 12 if row.node.kind is NodeKind.CHOICE else 5
            box = {"x": x - wide / 2, "y": y - 6, "width": wide, "height": 12}
            shapes.append(svg.element("rect", class_=name, **box))
        shapes.append(svg.element("text", row.words, x=x + 12, y=y + 4))
    height = _ROW * len(lines) + 2 * _MARGIN
    paper = svg.element("rect", width="100%", height="100%", fill="#fff")
    style = svg.element("style", _STYLE)
    label = "tree of the plan"
    return svg.drawing(width, height, label, style, paper, *lines, *shapes, alone=True)


def _rows(position: DeclarerView, root: PlanNode, depth: int) -> list[_TreeRow]:
    rows = [_TreeRow(root, _value_words(position, root))]

    def add(node: PlanNode, level: int, line: str) -> None:
        parent = len(rows) - 1
        for place, edge in enumerate(node.edges):
            last = place == len(node.edges) - 1
            cut = " ..." if level >= depth and edge.node.edges else ""
            words = f"{_label(edge)}: {_value_words(position, edge.node)}{cut}"
            best = node.kind is NodeKind.CHOICE and not place
            rows.append(
                _TreeRow(edge.node, words, level, parent, best, line + ("└ " if last else "├ "))
            )
            if level < depth:
                add(edge.node, level + 1, line + ("  " if last else "│ "))

    add(root, 1, "")
    return rows


def _label(edge: PlanEdge) -> str:
    """Return the label of an edge: the play, and its purpose or its probability."""
    if edge.act is None:
        path = " / ".join(_step(step, edge.card) for step in edge.path)
        return f"{_cards(edge.cards)}{f' ({path})' if path else ''}"
    cards = f" {_cards(edge.cards)}" if edge.cards else ""
    return f"{edge.act.value}{cards} {100 * float(edge.probability):.1f} %"


def _step(step: PlanStep, played: int) -> str:
    """Return a method's name, with its card or suit if the card played does not imply it."""
    if step.card >= 0 and step.card != played:
        return f"{step.method} {_cards(1 << step.card)}"
    if step.suit >= 0 and step.suit != played // 13:
        return f"{step.method} {SUIT_LETTERS[step.suit]}"
    return step.method


def _cards(cards: int) -> str:
    """Return cards as text, by suit: `SKQ`."""
    hand = Hand(cards)
    return " ".join(
        SUIT_LETTERS[suit] + hand.suit_text(suit) for suit in range(4) if hand.ranks(suit)
    )  # fmt: skip


def _value_words(position: DeclarerView, node: PlanNode) -> str:
    """Return the value of a node, with whose turn it is or how many tricks are made."""
    if node.kind is not NodeKind.LEAF:
        who = f" {position.seat(node.agent)}"
    else:
        who = f" [{node.tricks} tricks]" if node.tricks >= 0 else ""
    return f"{float(node.value):.6g}{who}"
