"""Two runs of an experiment over the same deals, side by side.

Differences are paired: what a deal is worth to both runs counts for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from bluechip_bot.lab.bidding.duel_outcome import BoardOutcome
from bluechip_bot.lab.duel.outcome import Outcome
from bluechip_bot.lab.estimates import mean
from bluechip_bot.lab.journal import Head, JournalError, read_file
from bluechip_bot.lab.leads.outcome import LeadOutcome

_KINDS: Final[tuple[type[Any], ...]] = (Outcome, BoardOutcome, LeadOutcome)
"""The rows that can be compared."""


@frozen
class Measure:
    """One figure of two runs.

    Attributes:
        name: what it is.
        first: its values in the first run, by deal.
        second: its values in the second run, of the same deals.
    """

    name: str
    first: Sequence[float]
    second: Sequence[float]

    @property
    def differences(self) -> list[float]:
        """The first run's value less the second's, by deal."""
        return [one - other for one, other in zip(self.first, self.second, strict=True)]

    def __str__(self) -> str:
        values, differences = (self.first, self.second), self.differences
        means = "".join(f"{sum(one) / len(one):>10.4f}" for one in values)
        told = f"{mean(differences):+.4f}"
        return f"{self.name:<34}{means}{told:>30}{sum(map(bool, differences)):>20}"


@frozen
class Comparison:
    """Two files of results.

    Attributes:
        heads: what they are.
        counts: how many rows each has.
        deals: how many deals both have.
        measures: the figures of these, the main one first.
    """

    heads: tuple[Head, Head]
    counts: tuple[int, int]
    deals: int
    measures: tuple[Measure, ...]

    @classmethod
    def of(cls, first: Path, second: Path) -> Comparison:
        """The comparison of two files.

        Raises:
            JournalError: if one is no file of results, they are of different experiments, a deal of
                one is not that of the other, or they have none in common.
            OSError: if one cannot be read.
        """
        head, rows = read_file(first, _KINDS)
        other_head, other_rows = read_file(second, _KINDS)
        if head.kind != other_head.kind:
            raise JournalError(
                f"{first} is of {head.kind!r}, {second} of {other_head.kind!r}: give two files of"
                " the same experiment"
            )
        pairs = list(zip(rows, other_rows, strict=False))
        if not pairs:
            raise JournalError(f"{first} and {second}: no deal that both have")
        for one, other in pairs:
            if one.dealt != other.dealt:
                raise JournalError(
                    f"{first} and {second}: deal {one.number} is another one; only runs of the same"
                    " deals can be compared"
                )
        tables = [one.measures for pair in pairs for one in pair]
        measures = (
            Measure(name, [one[name] for one in tables[::2]], [one[name] for one in tables[1::2]])
            for name in tables[0]
            if all(name in one for one in tables)
        )
        counts = len(rows), len(other_rows)
        return cls((head, other_head), counts, len(pairs), tuple(measures))

    def __str__(self) -> str:
        lines = [f"{self.heads[0].kind}, {self.deals} deals that both have"]
        for name, head, count in zip(("first", "second"), self.heads, self.counts, strict=True):
            versions = "; ".join(head.versions)
            lines += [f"{name:<7} {head.command}", f"{'':7} {count} rows, {versions}"]
        heads = f"{'first':>10}{'second':>10}{'difference (95 %)':>30}{'deals that differ':>20}"
        return "\n".join([*lines, "", f"{'':<34}{heads}", *map(str, self.measures)])
