"""The options of `lab` that say who works: processes, or a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import Any, Final, TypeVar

import click

from bluechip_bot.cli.failure import BROKEN, INTERRUPTED, Failure, told
from bluechip_bot.cli.options import JOBS
from bluechip_bot.cli.terminal import progress
from bluechip_bot.lab.cluster import Cluster
from bluechip_bot.lab.processes import Processes
from bluechip_bot.lab.workers import Item, Result, Workers, WorkersError, WorkersLost

_CLUSTER: Final = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="The scheduler of dask.distributed whose workers play, like tcp://10.0.0.1:8786.",
)

_Command = TypeVar("_Command", bound=Callable[..., Any])


def workers_options(function: _Command) -> _Command:
    """Add the options that `workers_of` reads."""
    return JOBS(_CLUSTER(function))


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
        return processes(jobs)
    if jobs:
        raise WorkersError("--jobs or --cluster, not both: a cluster has its own workers")
    return Cluster(cluster, version)


def processes(jobs: int) -> Processes:
    """So many processes; one per core for 0."""
    return Processes(jobs or os.cpu_count() or 1)


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
            told(WorkersError),
            told(WorkersLost, status=BROKEN),
            closing(processes(jobs).in_order(work, items)) as results,
            progress(title, total) as step,
        ):
            for result in results:
                yield result
                step()
    except KeyboardInterrupt:
        raise Failure("interrupted", INTERRUPTED) from None
