"""The plots of a match: running IMPs, swings, time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from bluechip_bot.match.analysis.figures import DecisionPace
from bluechip_bot.pages.svg import Markup, PlotFrame, line, text, ticks
from bluechip_bot.statistics.estimates import running_totals
from bluechip_bot.statistics.sprt import Sprt

_WIDTH = 920.0
_FIRST_INTERVAL = 4
"""The interval of fewer boards would only stretch the axis."""


def running_plot(numbers: Sequence[int], swings: Sequence[int]) -> Markup:
    """Plot the running total of IMPs by board, with 95 % intervals; `numbers` label the boards."""
    totals = running_totals(swings)
    shown = [
        (count, interval)
        for count, (_, interval) in enumerate(totals, 1)
        if interval is not None and count >= _FIRST_INTERVAL
    ]
    values = [0.0, *(total for total, _ in totals)]
    low = min([*values, *(max(interval.low, _far(values, -1)) for _, interval in shown)])
    high = max([*values, *(min(interval.high, _far(values, 1)) for _, interval in shown)])
    frame = _frame(260, swings, low, high)
    lows = [(count, max(interval.low, frame.y[0])) for count, interval in shown]
    highs = [(count, min(interval.high, frame.y[1])) for count, interval in shown]
    content = [
        frame.axes(_board_labels(numbers, 0), _labels(frame.y), "board", "IMPs"),
        frame.band(lows, highs, "band") if shown else Markup(),
        _zero(frame),
        frame.line([(0, 0), *enumerate(accumulate(swings), 1)], "running"),
    ]
    return frame.picture(content, f"Running IMPs, {sum(swings):+d} after {len(swings)} boards")


def sprt_plot(numbers: Sequence[int], swings: Sequence[int], test: Sprt) -> Markup:
    """Plot the log-likelihood ratio by board, and its bounds; `numbers` label the boards."""
    ratios, (lower, upper) = test.running(swings), test.bounds
    low, high = min([lower, *ratios]), max([upper, *ratios])
    frame = _frame(200, swings, low, high)
    bounds = [
        line(frame.at(frame.x[0], value), frame.at(frame.x[1], value), "bound")
        + text(frame.at(frame.x[1], value + (high - low) * 0.02), label, "end")
        for value, label in ((upper, f"H1 {upper:.2f}"), (lower, f"H0 {lower:.2f}"))
    ]
    content = [
        frame.axes(_board_labels(numbers, 0), _labels(frame.y), "board", "LLR"),
        *bounds,
        _zero(frame),
        frame.line([(0, 0), *enumerate(ratios, 1)], "running"),
    ]
    last = ratios[-1] if ratios else 0.0
    label = (
        f"Log-likelihood ratio by board, {last:+.2f} after {len(swings)} boards; H0 is accepted at "
        f"{lower:.2f}, H1 at {upper:.2f}"
    )
    return frame.picture(content, label)


def swing_plot(numbers: Sequence[int], swings: Sequence[int]) -> Markup:
    """Plot the swing of each board as a bar, up for A, down for B; `numbers` label the boards."""
    reach = float(max(5, *map(abs, swings)))
    frame = _frame(200, swings, -reach, reach)
    bars = [
        frame.bar(place - 0.5, 0.7, swing, "b" if swing < 0 else "a", f"board {number}: {swing:+d}")
        for place, (number, swing) in enumerate(zip(numbers, swings, strict=True), 1)
        if swing
    ]
    axes = frame.axes(_board_labels(numbers, -0.5), _labels(frame.y), "board", "IMPs")
    return frame.picture([axes, _zero(frame), *bars], "Swings by board")


def time_plot(paces: Sequence[tuple[DecisionPace, DecisionPace]]) -> Markup:
    """Plot the mean time of a call, and of a card in each trick, for both teams."""
    top = max(max(a.mean, b.mean) for a, b in paces)
    frame = PlotFrame(_WIDTH, 220, (-0.6, len(paces) - 0.4), (0, top * 1.08 or 1.0))
    names = ["calls", *map(str, range(1, len(paces)))]
    bars = [
        frame.bar(
            place + (team - 0.5) * 0.38,
            0.36,
            pace.mean,
            "ab"[team],
            f"{pace.count} decisions, mean {pace.mean:.2f} s, slowest {pace.slowest:.2f} s",
        )
        for place, pair in enumerate(paces)
        for team, pace in enumerate(pair)
    ]
    axes = frame.axes(list(enumerate(names)), _labels(frame.y, 4), "calls and tricks", "seconds")
    return frame.picture([axes, *bars], "Mean time of a decision by trick")


def _far(values: Sequence[float], sign: int) -> float:
    """Where to clip intervals above (`sign` 1) or below: 3 ranges of `values` from their middle."""
    low, high = min(values), max(values)
    return (low + high) / 2 + sign * 3 * max(high - low, 10)


def _frame(height: float, swings: Sequence[int], low: float, high: float) -> PlotFrame:
    """A frame for a plot by board from `low` to `high`, with some room above and below."""
    room = max(high - low, 2) * 0.05
    return PlotFrame(_WIDTH, height, (0, max(len(swings), 1)), (low - room, high + room))


def _labels(limits: tuple[float, float], wanted: int = 6) -> list[tuple[float, str]]:
    return [(value, f"{value:g}") for value in ticks(*limits, wanted)]


def _board_labels(numbers: Sequence[int], shift: float) -> list[tuple[float, str]]:
    every = -(-len(numbers) // 32)
    return [
        (place + shift, str(number))
        for place, number in enumerate(numbers, 1)
        if place % every == 0
    ]


def _zero(frame: PlotFrame) -> Markup:
    return line(frame.at(frame.x[0], 0), frame.at(frame.x[1], 0), "zero")
