"""Two runs of an experiment over the same deals, side by side.

Differences are paired: what a deal is worth to both runs counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from bluechip_bot.lab.bidding.duel_outcome import BoardOutcome
from bluechip_bot.lab.duel.outcome import Outcome
from bluechip_bot.lab.journal import Head, JournalError, Row, read_file
from bluechip_bot.lab.leads.outcome import LeadOutcome
from bluechip_bot.statistics.estimates import Estimate, mean

KINDS: Final[tuple[type[Any], ...]] = (Outcome, BoardOutcome, LeadOutcome)
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

    @property
    def difference(self) -> Estimate:
        """The mean of the differences."""
        return mean(self.differences)


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
        (head, rows), (other_head, other_rows) = (
            read_file(path, KINDS) for path in (first, second)
        )
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
        return cls(
            (head, other_head),
            (len(rows), len(other_rows)),
            len(pairs),
            tuple(_measures(pairs)),
        )

    def __str__(self) -> str:
        lines = [f"{self.heads[0].kind}, {self.deals} deals that both have"]
        for name, head, count in zip(("first", "second"), self.heads, self.counts, strict=True):
            versions = "; ".join(head.versions)
            lines += [f"{name:<7} {head.command}", f"{'':7} {count} rows, {versions}"]
        heads = ("first", "second", "difference (95 %)", "deals that differ")
        lines += ["", f"{'':<34}{heads[0]:>10}{heads[1]:>10}{heads[2]:>30}{heads[3]:>20}"]
        for measure in self.measures:
            found = measure.difference
            told = f"{found.value:+.4f} ({found.low:+.4f} to {found.high:+.4f})"
            first, second = (sum(one) / self.deals for one in (measure.first, measure.second))
            count = sum(bool(one) for one in measure.differences)
            lines.append(f"{measure.name:<34}{first:>10.4f}{second:>10.4f}{told:>30}{count:>20}")
        return "\n".join(lines)


def _measures(pairs: Sequence[tuple[Row, Row]]) -> Iterator[Measure]:
    """Yield the figures that all rows of both have."""
    tables = [(one.measures, other.measures) for one, other in pairs]
    names = [
        name for name in tables[0][0] if all(name in one and name in other for one, other in tables)
    ]
    for name in names:
        first, second = zip(*((one[name], other[name]) for one, other in tables), strict=True)
        yield Measure(name, first, second)
