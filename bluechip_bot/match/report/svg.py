"""Plots as SVG text: a frame with axes, and what is drawn in it.

Colours and lines are given by classes, so that the style of a page decides them for screen and
paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

from attrs import frozen

Point = tuple[float, float]


def ticks(low: float, high: float, wanted: int = 6) -> tuple[float, ...]:
    """Round values from low to high, about so many: steps of 1, 2 or 5 times a power of ten."""
    if not low < high:
        return (low,)
    rough = (high - low) / max(wanted, 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(number * step for number in range(first, last + 1))


@frozen
class Frame:
    """A rectangle in which values are drawn.

    Attributes:
        width: of the whole picture, margins included.
        height: of the same.
        x: the values at its left and right edge.
        y: the values at its lower and upper edge.
        left: the margin at the left, for the labels of the vertical axis.
        right: that at the right.
        top: that above.
        bottom: that below, for the labels of the horizontal axis.
    """

    width: float
    height: float
    x: tuple[float, float]
    y: tuple[float, float]
    left: float = 46
    right: float = 14
    top: float = 12
    bottom: float = 34

    def at(self, x: float, y: float) -> Point:
        """Where a value is drawn."""
        across = self.width - self.left - self.right
        down = self.height - self.top - self.bottom
        return (
            self.left + across * (x - self.x[0]) / (self.x[1] - self.x[0]),
            self.top + down * (self.y[1] - y) / (self.y[1] - self.y[0]),
        )

    def axes(
        self,
        x_labels: Iterable[tuple[float, str]],
        y_labels: Iterable[tuple[float, str]],
        x_title: str = "",
        y_title: str = "",
    ) -> str:
        """Lines across at the labels of the vertical axis, all labels, and the titles."""
        parts = []
        right, bottom = self.width - self.right, self.height - self.bottom
        for value, label in y_labels:
            _, y = self.at(self.x[0], value)
            parts.append(line((self.left, y), (right, y), "grid"))
            parts.append(text((self.left - 6, y + 4), label, "end"))
        for value, label in x_labels:
            x, _ = self.at(value, self.y[0])
            parts.append(text((x, bottom + 15), label, "middle"))
        parts.append(line((self.left, bottom), (right, bottom), "axis"))
        if x_title:
            parts.append(text(((self.left + right) / 2, self.height - 4), x_title, "middle"))
        if y_title:
            middle = (self.top + bottom) / 2
            turn = f'transform="rotate(-90 11 {middle:.1f})"'
            parts.append(text((11, middle), y_title, "middle", turn))
        return "".join(parts)

    def line(self, points: Sequence[Point], name: str) -> str:
        """A line through values."""
        return f'<polyline class="{name}" points="{_points(self.at(*point) for point in points)}"/>'

    def band(self, low: Sequence[Point], high: Sequence[Point], name: str) -> str:
        """The area between two lines."""
        around = (self.at(*point) for point in (*low, *reversed(high)))
        return f'<polygon class="{name}" points="{_points(around)}"/>'

    def bar(self, x: float, width: float, value: float, name: str, title: str = "") -> str:
        """A bar from zero to a value, its middle at x; pointing at it shows the title."""
        (left, one), (right, other) = self.at(x - width / 2, 0), self.at(x + width / 2, value)
        told = f"<title>{escape(title)}</title>" if title else ""
        return (
            f'<rect class="{name}" x="{left:.1f}" y="{min(one, other):.1f}" '
            f'width="{right - left:.1f}" height="{abs(one - other):.1f}">{told}</rect>'
        )

    def picture(self, content: Iterable[str], label: str) -> str:
        """The whole as an element of a page, with a text for those who do not see it."""
        return (
            f'<svg viewBox="0 0 {self.width:g} {self.height:g}" role="img" '
            f'aria-label="{escape(label)}">{"".join(content)}</svg>'
        )


def line(start: Point, end: Point, name: str) -> str:
    """A line between two points of the picture."""
    (x, y), (u, v) = start, end
    return f'<line class="{name}" x1="{x:.1f}" y1="{y:.1f}" x2="{u:.1f}" y2="{v:.1f}"/>'


def text(point: Point, label: str, anchor: str, attributes: str = "") -> str:
    """A label at a point of the picture, which is its `start`, `middle` or `end`."""
    x, y = point
    more = f" {attributes}" if attributes else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(label)}</text>'


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
