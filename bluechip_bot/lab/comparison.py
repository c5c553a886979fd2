"""Compare two runs of an experiment over the same deals; differences are paired."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from bluechip_bot.lab.bidding.duel import BoardOutcome
from bluechip_bot.lab.bidding.par import ParOutcome
from bluechip_bot.lab.cards.bench import CardsOutcome
from bluechip_bot.lab.cards.endings import EndingOutcome
from bluechip_bot.lab.duel.duel import DuelOutcome
from bluechip_bot.lab.estimates import aligned, mean
from bluechip_bot.lab.journal import JournalError, read_file
from bluechip_bot.lab.leads.series import LeadOutcome

_KINDS: Final[tuple[type[Any], ...]] = (
    *(DuelOutcome, BoardOutcome, CardsOutcome, EndingOutcome, LeadOutcome, ParOutcome),
)
"""The rows that can be compared."""


@frozen
class ComparedFigure:
    """A figure with its values in two runs over the same deals."""

    name: str
    first: Sequence[float]
    second: Sequence[float]

    @property
    def differences(self) -> list[float]:
        """The first run's value less the second's, by deal."""
        return [one - other for one, other in zip(self.first, self.second, strict=True)]


def comparison(paths: Sequence[Path]) -> tuple[str, list[ComparedFigure]]:
    """Return a table of two files of results, and the figures compared, the main one first.

    Raise `JournalError` if a file does not hold results, or the files are of different experiments,
    have different deals in some row, or have no deal in common.
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
    firsts, seconds = ([row.measures for row in run] for run in zip(*pairs, strict=True))
    measures = [
        ComparedFigure(name, [one[name] for one in firsts], [one[name] for one in seconds])
        for name in firsts[0]
        if all(name in one for one in (*firsts, *seconds))
    ]
    lines = [f"{head.kind}, {len(pairs)} deals that both have"]
    for place, (found, own) in zip(("first", "second"), files, strict=True):
        lines.append(f"{place:<7} {found.command}")
        lines.append(f"{'':7} {len(own)} rows, {'; '.join(found.versions)}")
    table: list[Sequence[str]] = [("", "first", "second", "difference (95 %)", "deals that differ")]
    for figure in measures:
        means = (f"{sum(one) / len(one):.4f}" for one in (figure.first, figure.second))
        differences = figure.differences
        changed = f"{sum(map(bool, differences))}"
        table.append((figure.name, *means, f"{mean(differences):+.4f}", changed))
    return "\n".join([*lines, "", *aligned("<>>>>", table)]), measures
