"""`bluechip-bot lab compare`: two files of results side by side."""

from __future__ import annotations

from pathlib import Path

import click

from bluechip_bot.cli.failure import told
from bluechip_bot.cli.lab_rows import PLOT, draw
from bluechip_bot.lab.comparison import Comparison
from bluechip_bot.lab.journal import JournalError


@click.command("compare")
@click.argument("first", type=click.Path(dir_okay=False, path_type=Path), metavar="FIRST.csv")
@click.argument("second", type=click.Path(dir_okay=False, path_type=Path), metavar="SECOND.csv")
@PLOT
def command(first: Path, second: Path, plot: Path | None) -> None:
    """Compare two runs of an experiment over the same deals.

    The comparison is paired, and has 95 % intervals.
    The files are those that `lab` commands write with --out. If one is longer, its last rows are
    left out. The plot shows how the difference of the first figure settles.

    Exit status: 0 done, 2 the files cannot be compared.
    """
    with told(JournalError, OSError):
        found = Comparison.of(first, second)
        click.echo(found)
        measure = found.measures[0]
        draw(plot, measure.differences, f"{measure.name}, first less second")
