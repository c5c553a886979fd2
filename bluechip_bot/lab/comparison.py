"""Two runs of an experiment over the same deals, side by side.

Differences are paired: what a deal is worth to both runs counts for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from bluechip_bot.lab.bidding.duel_outcome import BoardOutcome
from bluechip_bot.lab.bidding.par_outcome import ParOutcome
from bluechip_bot.lab.cards.bench import CardsOutcome
from bluechip_bot.lab.cards.endings import EndingOutcome
from bluechip_bot.lab.duel.outcome import DuelOutcome
from bluechip_bot.lab.estimates import mean
from bluechip_bot.lab.journal import JournalError, read_file
from bluechip_bot.lab.leads.series import LeadOutcome

_KINDS: Final[tuple[type[Any], ...]] = (
    *(DuelOutcome, BoardOutcome, CardsOutcome, EndingOutcome, LeadOutcome, ParOutcome),
)
"""The rows that can be compared."""


@frozen
class ComparedFigure:
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


def comparison(paths: Sequence[Path]) -> tuple[str, list[ComparedFigure]]:
    """The table of two files of results, and its figures, the main one first.

    Raises:
        JournalError: if one is no file of results, they are of different experiments, a deal of one
            is not that of the other, or they have none in common.
        OSError: if one cannot be read.
    """
    files = [read_file(path, _KINDS) for path in paths]
    (head, rows), (other_head, other_rows) = files
    names = " and ".join(map(str, paths))
    if head.kind != other_head.kind:
        raise JournalError(
            f"{paths[0]} is of {head.kind!r}, {paths[1]} of {other_head.kind!r}: give two files of"
            " the same experiment"
        )
    pairs = list(zip(rows, other_rows, strict=False))
    if not pairs:
        raise JournalError(f"{names}: no deal that both have")
    for one, other in pairs:
        if one.dealt != other.dealt:
            raise JournalError(
                f"{names}: deal {one.number} is another one; only runs of the same deals can be"
                " compared"
            )
    tables = [one.measures for pair in pairs for one in pair]
    measures = [
        ComparedFigure(
            name, [one[name] for one in tables[::2]], [one[name] for one in tables[1::2]]
        )
        for name in tables[0]
        if all(name in one for one in tables)
    ]
    lines = [f"{head.kind}, {len(pairs)} deals that both have"]
    for place, (found, own) in zip(("first", "second"), files, strict=True):
        lines.append(f"{place:<7} {found.command}")
        lines.append(f"{'':7} {len(own)} rows, {'; '.join(found.versions)}")
    heads = f"{'first':>10}{'second':>10}{'difference (95 %)':>30}{'deals that differ':>20}"
    return "\n".join([*lines, "", f"{'':<34}{heads}", *map(str, measures)]), measures
