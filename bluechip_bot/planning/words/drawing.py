"""A tree as text and as a drawing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bluechip_bot.model import Hand
from bluechip_bot.model.cards import SUIT_LETTERS
from bluechip_bot.pages import svg
from bluechip_bot.planning.tree.node import Edge, NodeKind, PlanNode, Step
from bluechip_bot.planning.view import DeclarerView

_ROW: Final = 36
_COLUMN: Final = 275
_MARGIN: Final = 10
_LEFT: Final = 110
"""Horizontal place of the root; its label stands to the left."""
_INDENT: Final = 36
"""Distance from a node to the label of an edge."""
_LETTERS: Final = 32
"""Letters of 12 pixels that fit between two nodes."""
_STYLE: Final = (
    "text{font:12px sans-serif;fill:#1b1b1b;paint-order:stroke;stroke:#fff;stroke-width:3px}"
    ".worth{fill:#5a5a5a}"
    "path{fill:none;stroke:#8a8a8a}"
    ".choice{fill:#2f6f4f}.chance{fill:#c07a1c}.leaf{fill:#5b6b8c}"
    ".best{stroke:#2f6f4f;stroke-width:2.5}"
)


def tree_text(position: DeclarerView, root: PlanNode, depth: int) -> str:
    """The tree as text, one line for each turn: who, what, how probable, and its value.

    Args:
        position: where the plan starts.
        root: the tree.
        depth: the turns shown below the root; a line that is cut off ends in three dots.
    """
    lines = [f"{_value(root)} {_who(position, root)}"]
    lines += _lines(position, root, depth, "")
    return "\n".join(lines)


def _lines(position: DeclarerView, node: PlanNode, depth: int, indent: str) -> Iterator[str]:
    for place, edge in enumerate(node.edges):
        last = place == len(node.edges) - 1
        cut = " ..." if depth <= 1 and edge.node.edges else ""
        told = f"{_label(edge)}: {_value(edge.node)} {_who(position, edge.node)}".rstrip()
        yield f"{indent}{'└' if last else '├'} {told}{cut}"
        if depth > 1:
            yield from _lines(position, edge.node, depth - 1, indent + ("  " if last else "│ "))


def _label(edge: Edge) -> str:
    """What is played, and why or how probably."""
    if edge.act is None:
        path = " / ".join(_step(step, edge.cards.bit_length() - 1) for step in edge.path)
        return f"{_cards(edge.cards)}{f' ({path})' if path else ''}"
    cards = f" {_cards(edge.cards)}" if edge.cards else ""
    return f"{edge.act.value}{cards} {100 * float(edge.probability):.1f} %"


def _step(step: Step, played: int) -> str:
    """A method, with its card or suit where the card played does not imply it."""
    if step.card >= 0 and step.card != played:
        return f"{step.method} {_cards(1 << step.card)}"
    if step.suit >= 0 and step.suit != played // 13:
        return f"{step.method} {SUIT_LETTERS[step.suit]}"
    return step.method


def _cards(cards: int) -> str:
    """Cards of a suit: `S` and the ranks."""
    hand = Hand(cards)
    return " ".join(
        SUIT_LETTERS[suit] + hand.suit_text(suit) for suit in range(4) if hand.ranks(suit)
    )  # fmt: skip


def _who(position: DeclarerView, node: PlanNode) -> str:
    if node.kind is NodeKind.LEAF:
        return f"[{node.tricks} tricks]" if node.tricks >= 0 else ""
    return str(position.seat(node.agent))


def _value(node: PlanNode) -> str:
    return f"{float(node.value):.6g}"


class _Place(NamedTuple):
    x: float
    y: float


def tree_svg(position: DeclarerView, root: PlanNode, depth: int) -> str:
    """An SVG drawing with the root on the left: squares are our turns, circles theirs, bars ends.

    Args:
        position: where the plan starts.
        root: the tree.
        depth: the turns drawn below the root.
    """
    drawing = _Drawing(position)
    drawing.draw(root, depth, 0)
    width = _LEFT + _COLUMN * drawing.columns + 2 * _MARGIN
    height = _ROW * max(1, drawing.rows) + 2 * _MARGIN
    return svg.drawing(
        width,
        height,
        "tree of the plan",
        svg.element("style", _STYLE),
        svg.element("rect", width="100%", height="100%", fill="#fff"),
        *drawing.parts,
        alone=True,
    )


class _Drawing:
    """Places nodes: ends one below another, a parent midway between its children.

    A play is written above the end of its edge, its value below.
    """

    def __init__(self, position: DeclarerView) -> None:
        self._position = position
        self.parts: list[svg.Markup] = []
        self.rows = 0
        self.columns = 0

    def draw(self, node: PlanNode, depth: int, column: int) -> _Place:
        self.columns = max(self.columns, column)
        x = _LEFT + column * _COLUMN
        if not depth or not node.edges:
            y = _MARGIN + self.rows * _ROW + _ROW / 2
            self.rows += 1
        else:
            places = [(edge, self.draw(edge.node, depth - 1, column + 1)) for edge in node.edges]
            y = (places[0][1].y + places[-1][1].y) / 2
            for index, (edge, place) in enumerate(places):
                best = node.kind is NodeKind.CHOICE and not index
                self._edge(_Place(x, y), place, edge, best=best)
        self._node(node, x, y)
        if not column:
            self._text(self._told(node), x - 12, y + 4, "worth", "end")
        return _Place(x, y)

    def _edge(self, start: _Place, end: _Place, edge: Edge, *, best: bool) -> None:
        x, y = f"{start.x:.0f}", f"{end.y:.0f}"
        level = f"{start.x + _INDENT - 4:.0f}"
        path = f"M{x} {start.y:.0f}C{x} {y} {x} {y} {level} {y}H{end.x:.0f}"
        self.parts.insert(0, svg.element("path", class_="best" if best else None, d=path))
        self._text(_label(edge), start.x + _INDENT, end.y - 4)
        self._text(self._told(edge.node), start.x + _INDENT, end.y + 13, "worth")

    def _text(
        self, words: str, x: float, y: float, kind: str | None = None, anchor: str | None = None
    ) -> None:
        fits = words if len(words) <= _LETTERS else words[: _LETTERS - 1] + "…"
        title = svg.element("title", words)
        self.parts.append(
            svg.element("text", fits, title, class_=kind, text_anchor=anchor, x=x, y=y)
        )

    def _told(self, node: PlanNode) -> str:
        return f"{float(node.value):.4g} {_who(self._position, node)}".rstrip()

    def _node(self, node: PlanNode, x: float, y: float) -> None:
        title = svg.element("title", self._told(node))
        if node.kind is NodeKind.CHANCE:
            self.parts.append(svg.element("circle", title, class_="chance", cx=x, cy=y, r=6))
            return
        width = 12 if node.kind is NodeKind.CHOICE else 5
        name = node.kind.value
        box = {"x": x - width / 2, "y": y - 6, "width": width, "height": 12}
        self.parts.append(svg.element("rect", title, class_=name, **box))
