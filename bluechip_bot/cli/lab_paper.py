"""`bluechip-bot lab paper`: the tables of the papers, with our figures and the printed ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from bluechip_bot.cli import lab_run
from bluechip_bot.cli.failure import Failure
from bluechip_bot.cli.options import search_option
from bluechip_bot.cli.ranges import WholeNumber
from bluechip_bot.config import SearchConfig
from bluechip_bot.fingerprint import code_version
from bluechip_bot.lab.paper.document import figures_file, keep, table_text, write
from bluechip_bot.lab.paper.table import PaperFigure, TableSize
from bluechip_bot.lab.paper.tables import TABLES, PaperTable, parts


@click.command("paper")
@click.argument("keys", metavar="[TABLE]...", nargs=-1)
@click.option("--long", "is_long", is_flag=True, help="Enough deals for clear figures; hours.")
@click.option("--deals", type=WholeNumber(1), help="Deals of each row, instead.")
@search_option("seed", 1, help="The seed of the deals.")
@search_option("memory_mb", SearchConfig().memory_mb, low=8)
@click.option(
    "--rows",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    default=Path("duels") / "paper",
    help="The folder of the rows of all deals, from which the command goes on.",
)
@lab_run.path_option(
    "docs", "FOLDER", "Write figures and plots to this folder, and results.md of all that is there."
)
@lab_run.WORKERS
@lab_run.ANY_VERSION
def command(keys: tuple[str, ...], *, docs: Path | None, **given: Any) -> None:
    """Reproduce tables of the papers.

    Our figures are printed with those of the paper. TABLE is "all" or one of the names that the
    command lists when it is run without one. A short run takes about a minute for each table and
    only shows that it works; --long takes hours and gives figures worth comparing. Deals that are
    already in the folder --rows are not played again.

    Exit status: 0 done, 2 wrong usage, 4 a process was lost, 130 interrupted.
    """
    if not keys:
        for table in TABLES:
            click.echo(f"{table.key:<22}{table.title}")
            click.echo(f"{'':<22}{table.source.replace('*', '')}")
        return
    version = partial(code_version, lab_run.CARD_PLAY)
    for table in [table for key in keys for table in _tables(key)]:
        deals = given["deals"] or (table.long if given["is_long"] else table.short)
        size = TableSize(deals, given["memory_mb"], given["seed"])
        figures: list[PaperFigure] = []
        for part in parts(table, size):
            path = given["rows"] / table.key / f"{part.name}-{size.seed}.csv"
            rows = lab_run.carry_out(part.experiment, path, version, part.count, given, quiet=True)
            figures += part.figures(rows)
        click.echo(f"{table_text(table, figures)}\n")
        if docs is not None:
            title = f"bluechip-bot lab paper {table.key} --deals {deals} --seed {size.seed}"
            keep(figures_file(docs, table), figures, title, version())
    if docs is not None:
        click.echo(write(docs, TABLES))


def _tables(key: str) -> Sequence[PaperTable]:
    found = [table for table in TABLES if key in (table.key, "all")]
    if not found:
        known = ", ".join(table.key for table in TABLES)
        raise Failure(f"no table {key!r}; there are {known}, and all")
    return found
