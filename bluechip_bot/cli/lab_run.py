"""How the commands of `lab` run: workers, the file of rows, progress, failures."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext
from itertools import islice
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import click
from attrs import field, frozen

from bluechip_bot.bidding.language.syntax import SystemFileError
from bluechip_bot.bidding.system.system import SwitchError
from bluechip_bot.cli.bidding_input import BiddingInputError
from bluechip_bot.cli.failure import BROKEN, INTERRUPTED, Failure, told
from bluechip_bot.cli.options import JOBS
from bluechip_bot.cli.ranges import Whole
from bluechip_bot.cli.terminal import progress
from bluechip_bot.config import ConfigError
from bluechip_bot.inference.records import AuctionRecordError
from bluechip_bot.lab.bidding.expectations import CaseError
from bluechip_bot.lab.bidding.side import SideError
from bluechip_bot.lab.cluster import Cluster
from bluechip_bot.lab.duel.auctions import WantedContractError
from bluechip_bot.lab.duel.contender import ContenderError
from bluechip_bot.lab.duel.source import DealSourceError
from bluechip_bot.lab.estimates import ExtraError, check_extra
from bluechip_bot.lab.experiment import Experiment, RowT
from bluechip_bot.lab.journal import Journal, JournalError
from bluechip_bot.lab.plots import draw_convergence
from bluechip_bot.lab.processes import Processes
from bluechip_bot.lab.workers import Item, Result, Workers, WorkersError, WorkersLost

_ERRORS: Final = (
    *(AuctionRecordError, BiddingInputError, CaseError, ConfigError, ContenderError),
    *(DealSourceError, ExtraError, JournalError, OSError, SwitchError, SystemFileError),
    *(WantedContractError, WorkersError),
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
PLOT: Final = click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.svg",
    help="Draw how the result settles as deals are played.",
)

_Command = TypeVar("_Command", bound=Callable[..., Any])


class LabCommand(click.Command):
    """A command that needs the libraries of the extra `lab`; wrong input has status 2."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with told(*_ERRORS):
            check_extra()
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
    return click.option(f"--{name}", type=Whole(low), default=default, show_default=True, help=text)


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


def _processes(jobs: int) -> Processes:
    return Processes(jobs or os.cpu_count() or 1)


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
        Failure: if a process was lost or the user interrupts.
    """
    try:
        with (
            told(WorkersLost, status=BROKEN),
            closing(_processes(jobs).in_order(work, items)) as results,
            progress(title, total) as step,
        ):
            for result in results:
                yield result
                step()
    except KeyboardInterrupt:
        raise Failure("interrupted", INTERRUPTED) from None


@frozen
class Run(Generic[RowT]):
    """The rows of an experiment: those of its file, and new ones that are added to it.

    Attributes:
        experiment: what makes them.
        journal: the file; None for none.
        rows: so far.
    """

    experiment: Experiment[RowT]
    journal: Journal[RowT] | None
    rows: list[RowT] = field(factory=list)

    def go(
        self, count: int, workers: Workers, enough: Callable[[Sequence[RowT]], bool] | None = None
    ) -> Failure | None:
        """Make rows until there are so many, or enough by another measure.

        Returns:
            What ended it before: an interruption, or the loss of a process or of a side.

        Raises:
            JournalError: if the file is of another experiment, or of another version of the code.
            OSError: if the file cannot be read or written.
            WorkersError: if the workers cannot be used.
        """
        try:
            self._fill(count, workers, enough or (lambda _: False))
        except KeyboardInterrupt:
            return Failure(f"interrupted; {self._resumption}", INTERRUPTED)
        except WorkersLost as error:
            return Failure(f"{error}; {self._resumption}", BROKEN)
        except SideError as error:
            return Failure(f"{error}\n{self._resumption}", BROKEN)
        return None

    def _fill(self, count: int, workers: Workers, enough: Callable[[Sequence[RowT]], bool]) -> None:
        rows, so_far = self.rows, self.experiment.so_far

        def met() -> bool:
            return enough(rows) or len(rows) >= count

        for row in self.journal.read() if self.journal else ():
            if met():
                return
            rows.append(row)
        if met():
            return
        played = self.experiment.rows(range(len(rows) + 1, count + 1), workers)
        with (
            self.journal.append() if self.journal else nullcontext() as appender,
            closing(played),
            progress(so_far(rows), count, len(rows)) as step,
        ):
            for row in played:
                if appender:
                    appender.write(row)
                rows.append(row)
                step(so_far(rows))
                if met():
                    return

    @property
    def _resumption(self) -> str:
        """How to go on after these rows."""
        if self.journal is None:
            return f"the {len(self.rows)} rows are not kept; give --out to be able to go on"
        return f"the same command goes on after the {len(self.rows)} rows of {self.journal.path}"

    def draw(self, path: Path | None, value: Callable[[RowT], float], what: str) -> None:
        """Write how the mean of a value settles to a file, if one is given.

        Raises:
            OSError: if it cannot be written.
        """
        if path is not None:
            draw_convergence(path, list(map(value, self.rows)), what)

    def tell(self, goal: str) -> None:
        """Print where the rows are, and how to make them again."""
        if self.journal is not None:
            out = shlex.quote(str(self.journal.path))
            click.echo(f"rows                {self.journal.path}")
            click.echo(f"again               {self.experiment.title} {goal} --out {out}")


def run_of(
    experiment: Experiment[RowT], path: Path | None, version: str, given: dict[str, Any]
) -> Run[RowT]:
    """The run of an experiment with the options of a command, its rows in a file if one is given.

    Times are kept by default where they limit results.
    """
    if path is None:
        return Run(experiment, None)
    times = given.get("times")
    timed = experiment.is_timed if times is None else times
    journal = Journal(path, experiment.kind, experiment.title, version, given["any_version"], timed)
    return Run(experiment, journal)
