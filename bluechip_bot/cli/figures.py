"""Figures of an analysis as text: with units, and no more digits than are significant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bluechip_bot.planning import GoalName

_MANY: Final = 1000
"""The number of layouts from which on a tenth of a percent is significant."""
_POWERS: Final = (
    "million", "billion", "trillion", "quadrillion", "quintillion", "sextillion", "septillion",
    "octillion",
)  # fmt: skip
"""Names of 10^6, 10^9 ...; there are fewer deals than 10^29."""
GOAL_TEXTS: Final[Mapping[GoalName, str]] = {
    "make": "the chance that the contract is made",
    "points": "the mean score in points",
    "imps": "the mean in IMPs, against the contract just made",
    "tricks": "the mean number of tricks",
}
"""The meaning of a plan's values, by its goal."""


def counted(number: int, noun: str) -> str:
    """A number of things as text, rounded if it is large: `1 layout`, `2.7 million layouts`."""
    text = f"{number:,}"
    if number >= 1_000_000:
        rounded = round(float(f"{number:.2g}"))
        power = (len(str(rounded)) - 1) // 3
        text = f"{rounded / 1000**power:g} {_POWERS[power - 2]}"
    return f"{text} {noun}" + ("" if number == 1 else "s")


def share(value: float, layouts: int) -> str:
    """A share, 0 to 1, in percent; the number of layouts decides how many digits are shown."""
    return f"{100 * value:.{int(layouts >= _MANY)}f} %"


def mean(value: float, layouts: int) -> str:
    """A mean number of tricks; the number of layouts decides how many digits are shown."""
    return f"{value:.{1 + (layouts >= _MANY)}f}"


def worth(value: float, goal: GoalName, layouts: int) -> str:
    """The value of a plan as text: a mean over `layouts` layouts, with the unit of the goal."""
    match goal:
        case "make":
            return share(min(value, 1.0), layouts)
        case "points":
            return f"{value:+.0f} points"
        case "imps":
            return f"{value:+.1f} IMPs"
        case "tricks":
            return f"{mean(value, layouts)} tricks"
