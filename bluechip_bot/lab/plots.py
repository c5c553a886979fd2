"""Plots of results as SVG files, by Matplotlib, which the extra `lab` installs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np

from bluechip_bot.lab.estimates import ExperimentEstimate
from bluechip_bot.statistics.estimates import running_totals

_FIRST: Final = 8
"""The first number of deals whose mean is drawn: earlier ones would stretch the axis."""
_POINTS: Final = 600
"""The most points of a line: a file of ten thousand deals need not outgrow the picture."""
# The text can be searched, and names are the same in every run.
_STYLE: Final[Any] = {"svg.fonttype": "none", "svg.hashsalt": "bluechip-bot", "font.size": 9}


@contextmanager
def _drawn(path: Path, title: str, x: str, y: str) -> Iterator[Any]:
    """Yield the axes of a plot with a line at zero; the file is written when the block ends."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(_STYLE):
        figure = Figure(figsize=(9.2, 3.6), layout="tight")
        axes = figure.add_subplot(title=title, xlabel=x, ylabel=y)
        axes.axhline(0, color="0.5", linewidth=0.8)
        axes.grid(axis="y", color="0.87")
        yield axes
        figure.savefig(path, format="svg", metadata={"Date": None, "Title": title})


def draw_convergence(path: Path, values: Sequence[float], what: str) -> None:
    """Write a plot of the mean of the first n values, for rising n, with its 95 % interval.

    `values` has one value for each deal, in order; `what` is their name, with the unit.
    """
    totals = list(enumerate(running_totals(values), 1))[min(_FIRST, len(values)) - 1 :]
    shown = totals[(len(totals) - 1) % -(-len(totals) // _POINTS) :: -(-len(totals) // _POINTS)]
    last, (total, interval) = totals[-1]
    title = f"{what}: {total / last:+.4g}"
    if interval is not None:
        title += f" ({interval.low / last:+.4g} to {interval.high / last:+.4g}) after {last} deals"
    with _drawn(path, title, "deals", what) as axes:
        axes.plot([count for count, _ in shown], [total / count for count, (total, _) in shown])
        banded = [(count, one.low / count, one.high / count) for count, (_, one) in shown if one]
        if banded:
            axes.fill_between(*zip(*banded, strict=True), alpha=0.3)


def draw_lines(
    path: Path,
    title: str,
    axes_names: tuple[str, str],
    lines: Mapping[str, Mapping[float, ExperimentEstimate]],
) -> None:
    """Write a plot of lines of estimates with their intervals.

    `axes_names` has the names of the x and y axes; `lines` has, by a line's name, its estimates by
    place on the x axis. Places are drawn at equal distances, whatever their values.
    """
    places = sorted({place for line in lines.values() for place in line})
    with _drawn(path, title, *axes_names) as axes:
        axes.set_xticks(range(len(places)), [f"{place:g}" for place in places])
        for order, (name, line) in enumerate(lines.items()):
            shift = 0.08 * (order - (len(lines) - 1) / 2)
            x = [places.index(place) + shift for place in line]
            bounds = np.array([(one.low, one.value, one.high) for one in line.values()]).T
            axes.errorbar(x, bounds[1], np.diff(bounds, axis=0), label=name)
        axes.legend()
