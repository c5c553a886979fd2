"""Drawings as SVG: elements, and a frame with axes for plots.

Elements have CSS classes: the style of a page sets their colours and lines for screen and paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from attrs import frozen
from markupsafe import Markup, escape

__all__ = ["Markup", "PlotFrame", "Point", "drawing", "element", "line", "text", "ticks"]

_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 14, 12, 34
"""The margins of a frame; labels stand at the left and below."""
Point = tuple[float, float]


def element(name: str, *content: object, **attributes: object) -> Markup:
    """An element with its content; everything except `Markup` is escaped.

    Args:
        attributes: by name; `_` stands for `-`, and a final `_` is dropped (`class_`). A number is
            rounded to a tenth, None is left out.
    """
    told = Markup().join(
        Markup(' {}="{}"').format(key.rstrip("_").replace("_", "-"), _value(value))
        for key, value in attributes.items()
        if value is not None
    )
    inner = Markup().join(map(escape, content))
    return Markup("<{}{}>{}</{}>").format(name, told, inner, name)


def drawing(
    width: float, height: float, label: str, *content: object, alone: bool = False
) -> Markup:
    """A whole drawing, for a page or `alone` in a file; `label` is for those who cannot see it."""
    return element(
        "svg",
        *content,
        xmlns="http://www.w3.org/2000/svg" if alone else None,
        viewBox=f"0 0 {width:g} {height:g}",
        width=width if alone else None,
        height=height if alone else None,
        role="img",
        aria_label=label,
    )


def _value(value: object) -> str:
    return f"{round(value, 1):g}" if isinstance(value, int | float) else str(value)


def ticks(low: float, high: float, wanted: int = 6) -> tuple[float, ...]:
    """About `wanted` round values from low to high: steps of 1, 2 or 5 times a power of ten."""
    if not low < high:
        return (low,)
    rough = (high - low) / max(wanted, 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(number * step for number in range(first, last + 1))


@frozen
class PlotFrame:
    """The frame of a plot, with margins; the plot shows values in the ranges `x` and `y`."""

    width: float
    height: float
    x: tuple[float, float]
    y: tuple[float, float]

    def at(self, x: float, y: float) -> Point:
        """The point at which a value is drawn."""
        across, down = self.width - _LEFT - _RIGHT, self.height - _TOP - _BOTTOM
        return (
            _LEFT + across * (x - self.x[0]) / (self.x[1] - self.x[0]),
            _TOP + down * (self.y[1] - y) / (self.y[1] - self.y[0]),
        )

    def axes(
        self,
        x_labels: Iterable[tuple[float, str]],
        y_labels: Iterable[tuple[float, str]],
        x_title: str,
        y_title: str,
    ) -> Markup:
        """The horizontal grid lines, the labels of both axes, and the titles."""
        parts = []
        right, bottom = self.width - _RIGHT, self.height - _BOTTOM
        for value, label in y_labels:
            _, y = self.at(self.x[0], value)
            parts.append(line((_LEFT, y), (right, y), "grid"))
            parts.append(text((_LEFT - 6, y + 4), label, "end"))
        for value, label in x_labels:
            x, _ = self.at(value, self.y[0])
            parts.append(text((x, bottom + 15), label, "middle"))
        parts.append(line((_LEFT, bottom), (right, bottom), "axis"))
        parts.append(text(((_LEFT + right) / 2, self.height - 4), x_title, "middle"))
        middle = (_TOP + bottom) / 2
        turn = f"rotate(-90 11 {middle:.1f})"
        parts.append(text((11, middle), y_title, "middle", transform=turn))
        return Markup().join(parts)

    def line(self, points: Iterable[Point], name: str) -> Markup:
        """A line through points that are given as values; `name` is its CSS class."""
        return element("polyline", class_=name, points=self._points(points))

    def band(self, low: Sequence[Point], high: Sequence[Point], name: str) -> Markup:
        """The area between two lines, whose points are given as values."""
        return element("polygon", class_=name, points=self._points((*low, *reversed(high))))

    def bar(self, x: float, width: float, value: float, name: str, title: str = "") -> Markup:
        """A bar from zero to a value, centred at x; pointing at it shows the title."""
        (left, one), (right, other) = self.at(x - width / 2, 0), self.at(x + width / 2, value)
        return element(
            "rect",
            *([element("title", title)] if title else []),
            class_=name,
            x=left,
            y=min(one, other),
            width=right - left,
            height=abs(one - other),
        )

    def picture(self, content: Iterable[Markup], label: str) -> Markup:
        """The plot as a whole drawing, with this content; `label` is as for `drawing`."""
        return drawing(self.width, self.height, label, *content)

    def _points(self, values: Iterable[Point]) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in (self.at(*value) for value in values))


def line(start: Point, end: Point, name: str) -> Markup:
    """A line between two points of the drawing; `name` is its CSS class."""
    return element("line", class_=name, x1=start[0], y1=start[1], x2=end[0], y2=end[1])


def text(point: Point, label: str, anchor: str, **attributes: object) -> Markup:
    """A label; `anchor` says which part of it is at the point: `start`, `middle` or `end`."""
    return element("text", label, x=point[0], y=point[1], text_anchor=anchor, **attributes)
