"""How the commands of `lab` run: workers, the file of rows, progress, failures."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from bluechip_bot.bidding.language.syntax import SystemFileError
from bluechip_bot.bidding.system.system import SwitchError
from bluechip_bot.cli.bidding_input import BiddingInputError
from bluechip_bot.cli.failure import BROKEN, INTERRUPTED, Failure, told
from bluechip_bot.cli.options import JOBS
from bluechip_bot.cli.ranges import SecondsNumber, WholeNumber
from bluechip_bot.cli.terminal import progress
from bluechip_bot.config import ConfigError
from bluechip_bot.inference.records import AuctionRecordError
from bluechip_bot.lab.bidding.expectations import CaseError
from bluechip_bot.lab.bidding.side import SideError
from bluechip_bot.lab.cluster import Cluster
from bluechip_bot.lab.duel.knowledge import DuelPlanError
from bluechip_bot.lab.estimates import ExtraError, check_extra
from bluechip_bot.lab.experiment import Experiment, RowT
from bluechip_bot.lab.journal import Journal, JournalError
from bluechip_bot.lab.plots import draw_convergence
from bluechip_bot.lab.processes import ProcessWorkers
from bluechip_bot.lab.workers import Item, Result, Workers, WorkersError, WorkersLost
from bluechip_bot.player import EngineError

_ERRORS: Final = (
    *(AuctionRecordError, BiddingInputError, CaseError, ConfigError, DuelPlanError),
    *(EngineError, ExtraError, JournalError, OSError, SwitchError),
    *(SystemFileError, WorkersError),
)
"""Errors of the command line or of a file, which are printed in one line."""
_CHUNK: Final = 20
"""Items that a process takes at a time, where they are short."""

_CLUSTER: Final = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="The scheduler of dask.distributed whose workers play, like tcp://10.0.0.1:8786.",
)
TIMES: Final = click.option(
    "--times/--no-times",
    default=None,
    help="Whether the file tells how long choices took; by default where time limits them. Without,"
    " the same command makes the same file.",
)
ANY_VERSION: Final = click.option(
    "--any-version", is_flag=True, help="Continue rows of another version of the code."
)
OUT: Final = click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A file that gets a row for each board.",
)
PATIENCE: Final = click.option(
    "--patience",
    type=SecondsNumber(0, min_open=True),
    default=60,
    show_default=True,
    help="Seconds that a program has for a call or a card.",
)
PLOT: Final = click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.svg",
    help="Draw how the result settles as deals are played.",
)

_Command = TypeVar("_Command", bound=Callable[..., Any])


class LabCommand(click.Command):
    """A command whose errors are told in one line, with status 2."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with told(*_ERRORS):
            return super().invoke(ctx)


class LabGroup(click.Group):
    """A group of such commands."""

    command_class = LabCommand
    group_class = type


def workers_options(function: _Command) -> _Command:
    """Add the options that `run` reads."""
    return JOBS(_CLUSTER(function))


def count_option(
    name: str, default: int, text: str = "", low: int = 1
) -> Callable[[_Command], _Command]:
    """An option for the number of items."""
    text = text or f"The number of {name}."
    return click.option(
        f"--{name}", type=WholeNumber(low), default=default, show_default=True, help=text
    )


def workers_of(jobs: int, cluster: str | None, version: Callable[[], str]) -> Workers:
    """Who works.

    Args:
        jobs: processes; 0 for one per core.
        cluster: the address of a scheduler; None for processes.
        version: tells the version of the code on which results depend, where it is called.

    Raises:
        WorkersError: if both are given.
    """
    if cluster is None:
        return _processes(jobs)
    if jobs:
        raise WorkersError("--jobs or --cluster, not both: a cluster has its own workers")
    return Cluster(cluster, version)


def _processes(jobs: int) -> ProcessWorkers:
    return ProcessWorkers(jobs or os.cpu_count() or 1)


def chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Yield items in lists for one process."""
    waiting = iter(items)
    while part := list(islice(waiting, _CHUNK)):
        yield part


def done(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    jobs: int,
    title: str,
    total: int | None = None,
) -> Iterator[Result]:
    """Yield the results of all items by processes, with a progress bar.

    Raises:
        Failure: if a process was lost, a bidder makes no call, or the user interrupts.
    """
    try:
        with (
            told(SideError, WorkersLost, status=BROKEN),
            closing(_processes(jobs).in_order(work, items)) as results,
            progress(title, total) as step,
        ):
            for result in results:
                yield result
                step()
    except KeyboardInterrupt:
        raise Failure("interrupted", INTERRUPTED) from None


def rows_of(  # noqa: PLR0913, PLR0917 - the parts of a run
    experiment: Experiment[RowT],
    path: Path | None,
    version: Callable[[], str],
    count: int,
    given: dict[str, Any],
    enough: Callable[[Sequence[RowT]], bool] = lambda _: False,
) -> tuple[list[RowT], Failure | None]:
    """Make rows until there are so many, or enough by another measure.

    With a path, its rows come first and new ones are added to it, with times by default where they
    limit results. `version` tells the version of the code where it is called, `given` has the
    options of the command.

    Returns:
        The rows, and what ended them before: an interruption, or the loss of a process or a side.

    Raises:
        ExtraError: if the libraries of the extra `lab` are not installed.
        JournalError: if the file is of another experiment, or of another version of the code.
        OSError: if the file cannot be read or written.
        WorkersError: if the workers cannot be used.
    """
    check_extra()
    workers = workers_of(given["jobs"], given["cluster"], version)
    times = given.get("times")
    timed = experiment.is_timed if times is None else times
    journal = None
    if path is not None:
        head = (experiment.kind, experiment.title, version())
        journal = Journal(path, *head, given["any_version"], timed)
    rows: list[RowT] = []
    try:
        with closing(_made(experiment, journal, workers, count)) as made:
            while len(rows) < count and not enough(rows) and (row := next(made, None)) is not None:
                rows.append(row)
    except KeyboardInterrupt:
        ended, status = "interrupted; ", INTERRUPTED
    except WorkersLost as error:
        ended, status = f"{error}; ", BROKEN
    except SideError as error:
        ended, status = f"{error}\n", BROKEN
    else:
        return rows, None
    kept = f"the {len(rows)} rows are not kept; give --out to be able to go on"
    if path:
        kept = f"the same command goes on after the {len(rows)} rows of {path}"
    return rows, Failure(ended + kept, status)


def _made(
    experiment: Experiment[RowT], journal: Journal[RowT] | None, workers: Workers, count: int
) -> Generator[RowT, None, None]:
    """Yield the rows of a file, then new ones, which are added to it."""
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
    experiment: Experiment[RowT],
    path: Path | None,
    version: Callable[[], str],
    count: int,
    given: dict[str, Any],
    goal: str,
    enough: Callable[[Sequence[RowT]], bool] = lambda _: False,
) -> Sequence[RowT]:
    """Make the rows of an experiment as `rows_of` does, and print what they say.

    `goal` is how the command says how many rows are wanted.

    Returns:
        The rows.

    Raises:
        Failure: what ended the rows before, when all that there is has been printed.
    """
    rows, failure = rows_of(experiment, path, version, count, given, enough)
    if rows:
        click.echo(experiment.report(rows))
        if plot := given.get("plot"):
            draw_convergence(plot, list(map(experiment.value, rows)), experiment.value_name)
    out = ""
    if path is not None:
        out = f" --out {shlex.quote(str(path))}"
        click.echo(f"rows                {path}")
    click.echo(f"again               {experiment.title} {goal}{out}")
    if failure:
        raise failure
    return rows
