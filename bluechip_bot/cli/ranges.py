"""Types of numbers on the command line; help and errors give their ranges in words."""

from __future__ import annotations

from math import isfinite
from typing import Any, Final

import click

_MOST: Final = {2**63 - 1: "2^63 - 1"}
"""Limits that are not written in digits."""


def _described(number: click.IntRange | click.FloatRange) -> str:
    """The range of a number in words, as click shows it in the help and in errors."""
    first, last = (
        "" if limit is None else _MOST.get(int(limit), f"{limit:.15g}")
        for limit in (number.min, number.max)
    )
    if first and last and not (number.min_open or number.max_open):
        return f"{first} to {last}"
    first = first and (f"more than {first}" if number.min_open else f"{first} or more")
    last = last and (f"less than {last}" if number.max_open else f"at most {last}")
    return ", ".join(filter(None, (first, last)))


class WholeNumber(click.IntRange):
    """A whole number within a range."""

    name = "number"
    _describe_range = _described


class FiniteNumber(click.FloatRange):
    """A finite number within a range; click alone would take nan to be within any range."""

    name = "number"
    _describe_range = _described

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Convert a value to a finite number within the range, or fail."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is not a number that can be used", param, ctx)
        return number


class SecondsNumber(FiniteNumber):
    """A time in seconds within a range."""

    name = "seconds"
