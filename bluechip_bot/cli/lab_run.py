"""How the commands of `lab` run: workers, the file of rows, progress, failures."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence, Sized
from contextlib import closing, nullcontext
from itertools import islice
from pathlib import Path
from typing import Any, Final

import click

from bluechip_bot.cli.failure import BROKEN, INTERRUPTED, Failure, told
from bluechip_bot.cli.options import JOBS, together
from bluechip_bot.cli.ranges import SecondsNumber, WholeNumber
from bluechip_bot.cli.terminal import progress
from bluechip_bot.lab.bidding.side import SideError
from bluechip_bot.lab.cluster import ClusterWorkers
from bluechip_bot.lab.estimates import check_extra
from bluechip_bot.lab.journal import RowJournal
from bluechip_bot.lab.plots import draw_convergence
from bluechip_bot.lab.rows import LabExperiment, RowT
from bluechip_bot.lab.workers import Item, ProcessWorkers, Result, WorkersError, WorkersLost


def _ours(names: str) -> tuple[str, ...]:
    return *(f"bluechip_bot.{name}" for name in names.split()), "solver"


CARD_PLAY: Final = _ours("constraints engine inference lab match.boards model planning player")
"""Packages on whose code the deals, the cards and the results may depend."""
AFTER_AUCTIONS: Final = (*CARD_PLAY, *_ours("bidding config simulation")[:-1])
"""The same packages, and those on which the auctions depend if the deals are bid."""
BIDDING: Final = _ours(
    "bidding config constraints engine inference lab match.boards model simulation"
)
"""Packages on whose code the deals, the calls and the results may depend."""

_NOT_REPEATED: Final = ("jobs", "cluster", "memory_mb", "any_version", "plot", "docs", "against")
_NO_ROW: Final = (
    *(*_NOT_REPEATED, "deals", "boards", "until_differ", "patience", "out", "times", "worst"),
    *("tricks", "contexts", "only", "least", "show"),
)
"""Parameters on which no row depends."""
_CHUNK: Final = 20
"""The number of items that a process takes at a time, if each takes little time."""

Option = Callable[[Callable[..., Any]], Callable[..., Any]]


def path_option(name: str, metavar: str, text: str) -> Option:
    """An option for a file, or for a folder if the metavar names one."""
    kind = click.Path(file_okay=metavar != "FOLDER", dir_okay=metavar == "FOLDER", path_type=Path)
    return click.option(f"--{name}", type=kind, metavar=metavar, help=text)


def count_option(
    name: str, default: int, text: str = "", low: int = 1, high: int | None = None
) -> Option:  # fmt: skip
    """An option for a number of items."""
    text = text or f"The number of {name}."
    kind = WholeNumber(low, high)
    return click.option(f"--{name}", type=kind, default=default, help=text)


DATA: Final = click.argument("data", type=click.Path(dir_okay=False), metavar="DATA.jsonl.gz")
WORKERS: Final = together(
    JOBS,
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="The scheduler of dask.distributed whose workers play, like tcp://10.0.0.1:8786.",
    ),
)
TIMES: Final = click.option(
    "--times/--no-times",
    default=None,
    help="Whether the file has the times of choices; by default where time limits them. Without,"
    " the same command makes the same file.",
)
ANY_VERSION: Final = click.option(
    "--any-version", is_flag=True, help="Continue rows of another version of the code."
)
OUT: Final = path_option("out", "FILE", "A file that gets a row for each board.")
PATIENCE: Final = click.option(
    "--patience",
    type=SecondsNumber(0, min_open=True),
    default=60,
    help="Seconds that a program has for a call or a card.",
)
PLOT: Final = path_option("plot", "FILE.svg", "Draw how the result settles as deals are played.")


def command_text(*without: str) -> str:
    """The running command with all its options, defaults included, except those in `without`."""
    context = click.get_current_context()
    path = context.command_path.split()
    words = ["bluechip-bot", *path[path.index("lab") :]]
    for parameter in context.command.params:
        value = context.params[parameter.name or ""]
        if parameter.name in without or value is None or value in ("", ()):
            continue
        if isinstance(parameter, click.Argument):
            words.append(shlex.quote(str(value)))
        elif isinstance(value, bool):
            words += (parameter.opts if value else parameter.secondary_opts)[:1]
        else:
            text = f"{value:g}" if isinstance(value, float) else str(value)
            words += [parameter.opts[0], shlex.quote(text)]
    return " ".join(words)


def row_title(*without: str) -> str:
    """The running command with the options on which a row of its file depends."""
    return command_text(*_NO_ROW, *without)


def done(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    jobs: int,
    title: str,
    total: int | None = None,
) -> Iterator[Result]:
    """Yield the results of `work` on all items, done by processes; show a progress bar."""
    with (
        told(SideError, WorkersLost, status=BROKEN),
        closing(_processes(jobs).in_order(work, items)) as results,
        progress(title, total) as step,
    ):
        for result in results:
            yield result
            step()


def done_in_chunks(
    work: Callable[[Sequence[Item]], Result], items: Iterable[Item], jobs: int, title: str
) -> Iterator[Result]:
    """Yield the results of `work` on lists of items, done by processes; show a progress bar."""
    waiting = iter(items)
    chunks = iter(lambda: list(islice(waiting, _CHUNK)), [])
    total = -(-len(items) // _CHUNK) if isinstance(items, Sized) else None
    return done(work, chunks, jobs, title, total)


def _processes(jobs: int) -> ProcessWorkers:
    return ProcessWorkers(jobs or os.cpu_count() or 1)


def _made(
    experiment: LabExperiment[RowT],
    path: Path | None,
    version: Callable[[], str],
    count: int,
    given: dict[str, Any],
) -> Generator[RowT, None, None]:
    """Yield the rows of the file, if any, then new rows up to `count`, adding these to the file."""
    jobs, address, times = given["jobs"], given["cluster"], given.get("times")
    if jobs and address:
        raise WorkersError("--jobs or --cluster, not both: a cluster has its own workers")
    workers = _processes(jobs) if address is None else ClusterWorkers(address, version)
    journal = None
    if path is not None:
        timed = experiment.is_timed if times is None else times
        head = (experiment.kind, experiment.title, version())
        journal = RowJournal(path, *head, given["any_version"], timed)
    rows = journal.read() if journal else []
    yield from rows
    with (
        journal.append() if journal else nullcontext() as write,
        closing(experiment.rows(range(len(rows) + 1, count + 1), workers)) as played,
        progress(experiment.so_far(rows), count, len(rows)) as step,
    ):
        for row in played:
            if write:
                write(row)
            rows.append(row)
            step(experiment.so_far(rows))
            yield row


def carry_out(  # noqa: PLR0913, PLR0917 - the parts of a run
    experiment: LabExperiment[RowT],
    path: Path | None,
    version: Callable[[], str],
    count: int,
    given: dict[str, Any],
    enough: Callable[[Sequence[RowT]], bool] = lambda _: False,
    *,
    quiet: bool = False,
) -> Sequence[RowT]:
    """Make `count` rows, or fewer once they are `enough`; print their report, and return them.

    The rows of the file, if there is one, come first, and new ones are added to it. An interruption
    or the loss of a process or a side is a `Failure`, raised after the report. A `quiet` run leaves
    the report to the caller. `version` returns the version of the code on the machine where it is
    called; `given` holds the options of the command.
    """
    check_extra()
    rows: list[RowT] = []
    ended, status = "", 0
    try:
        with closing(_made(experiment, path, version, count, given)) as found:
            while len(rows) < count and not enough(rows) and (row := next(found, None)) is not None:
                rows.append(row)
    except KeyboardInterrupt:
        ended, status = "interrupted; ", INTERRUPTED
    except WorkersLost as error:
        ended, status = f"{error}; ", BROKEN
    except SideError as error:
        ended, status = f"{error}\n", BROKEN
    if not quiet:
        if rows:
            click.echo(experiment.report(rows))
        if rows and (plot := given.get("plot")):
            draw_convergence(plot, list(map(experiment.value, rows)), experiment.value_name)
        if path is not None:
            click.echo(f"rows                {path}")
        click.echo(f"again               {command_text(*_NOT_REPEATED)}")
    if status:
        kept = f"the {len(rows)} rows are not kept; give --out to be able to go on"
        if path:
            kept = f"the same command goes on after the {len(rows)} rows of {path}"
        raise Failure(ended + kept, status)
    return rows
