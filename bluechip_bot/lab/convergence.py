"""How a mean settles as deals are played: a drawing of the mean so far and its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bluechip_bot.pages.svg import Frame, drawing, element, line, text, ticks
from bluechip_bot.statistics.estimates import Interval, running_totals

_WIDTH: Final = 920.0
_HEIGHT: Final = 320.0
_FIRST: Final = 8
"""Deals before which the mean is not drawn: it would only stretch the axis."""
_POINTS: Final = 600
"""Points of a line at most: a file of ten thousand deals need not be larger than the picture."""
_STYLE: Final = (
    "text{font:12px sans-serif;fill:#333}.grid{stroke:#ddd}.axis,.zero{stroke:#777}"
    ".band{fill:#9bd;opacity:.4}.mean{fill:none;stroke:#057;stroke-width:2}"
)


def convergence_svg(values: Sequence[float], what: str) -> str:
    """The mean of the first values by their number, with its 95 % interval, as an SVG file.

    Args:
        values: one for each deal, in order.
        what: what they are, with the unit.

    Raises:
        ValueError: if there is no value.
    """
    if not values:
        raise ValueError("a drawing of no deals")
    means = [
        (count, total / count, _divided(interval, count))
        for count, (total, interval) in enumerate(running_totals(values), 1)
        if count >= min(_FIRST, len(values))
    ]
    every = -(-len(means) // _POINTS)
    shown = [one for place, one in enumerate(means) if (len(means) - 1 - place) % every == 0]
    bounds = [interval for _, _, interval in shown if interval is not None]
    levels = [0.0, *(mean for _, mean, _ in shown)]
    low = min([*levels, *(bound.low for bound in bounds)])
    high = max([*levels, *(bound.high for bound in bounds)])
    room = max(high - low, 1e-9) * 0.05
    frame = Frame(_WIDTH, _HEIGHT, (0, len(values)), (low - room, high + room), left=64, top=28)
    banded = [(count, interval) for count, _, interval in shown if interval is not None]
    content = [
        frame.axes(_labels(frame.x), _labels(frame.y), "deals", what),
        frame.band(
            [(count, bound.low) for count, bound in banded],
            [(count, bound.high) for count, bound in banded],
            "band",
        ),
        line(frame.at(frame.x[0], 0), frame.at(frame.x[1], 0), "zero"),
        frame.line([(count, mean) for count, mean, _ in shown], "mean"),
    ]
    _, mean, last = means[-1]
    label = f"{what}: {mean:+.4g}"
    if last is not None:
        label += f" ({last.low:+.4g} to {last.high:+.4g}) after {len(values)} deals"
    title = text((_WIDTH / 2, 18), label, "middle")
    style = element("style", _STYLE)
    paper = element("rect", width="100%", height="100%", fill="#fff")
    content = [style, paper, title, *content]
    return f"{drawing(_WIDTH, _HEIGHT, label, *content, alone=True)}\n"


def _divided(interval: Interval | None, count: int) -> Interval | None:
    return None if interval is None else Interval(interval.low / count, interval.high / count)


def _labels(limits: tuple[float, float]) -> list[tuple[float, str]]:
    return [(value, f"{value:.6g}") for value in ticks(*limits)]
