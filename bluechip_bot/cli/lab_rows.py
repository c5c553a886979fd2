"""The rows of an experiment: those of its file, and new ones that are added to it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Final, Protocol, TypeVar

import click

from bluechip_bot.cli.failure import BROKEN, INTERRUPTED, Failure
from bluechip_bot.cli.terminal import progress
from bluechip_bot.lab.convergence import convergence_svg
from bluechip_bot.lab.journal import Journal, Row
from bluechip_bot.lab.workers import WorkersLost

TIMES: Final = click.option(
    "--times/--no-times",
    default=None,
    help="Whether the file tells how long choices took; by default where time limits them. Without,"
    " the same command makes the same file.",
)
ANY_VERSION: Final = click.option(
    "--any-version", is_flag=True, help="Continue rows of another version of the code."
)
PLOT: Final = click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.svg",
    help="Draw how the result settles as deals are played.",
)

RowT = TypeVar("RowT", bound=Row)
RowT_contra = TypeVar("RowT_contra", contravariant=True)


class Goal(Protocol[RowT_contra]):
    """How many rows are wanted, and how the rows so far are told beside the progress bar."""

    @property
    def deals(self) -> int:
        """The most rows."""
        ...

    def met(self, rows: Sequence[RowT_contra]) -> bool:
        """Whether these rows are enough."""
        ...

    def so_far(self, rows: Sequence[RowT_contra]) -> str:
        """What these rows came to, in few words."""
        ...


def fill(
    rows: list[RowT],
    journal: Journal[RowT] | None,
    goal: Goal[RowT],
    play: Callable[[Sequence[int]], Generator[RowT, None, None]],
) -> Failure | None:
    """Add the wanted rows to a list: those of a file, then new ones, which the file gets too.

    Args:
        rows: where they go; it is empty.
        journal: the file; None for none.
        goal: how many are wanted.
        play: yields the rows of deals by their numbers, in order.

    Returns:
        What ended it before the goal was met: an interruption, or the loss of a process.

    Raises:
        JournalError: if the file is of another duel, or of another version of the code.
        OSError: if the file cannot be read or written.
        WorkersError: if the workers cannot be used.
    """
    try:
        _fill(rows, journal, goal, play)
    except KeyboardInterrupt:
        return Failure(f"interrupted; {resumption(rows, journal)}", INTERRUPTED)
    except WorkersLost as error:
        return Failure(f"{error}; {resumption(rows, journal)}", BROKEN)
    return None


def draw(path: Path | None, values: Sequence[float], what: str) -> None:
    """Write how the mean of some values settles to a file, if one is given.

    Raises:
        OSError: if it cannot be written.
    """
    if path is not None:
        path.write_text(convergence_svg(values, what), encoding="utf-8")


def resumption(rows: Sequence[RowT], journal: Journal[RowT] | None) -> str:
    """How to go on after these rows."""
    if journal is None:
        return f"the {len(rows)} rows are not kept; give --out to be able to go on"
    return f"the same command goes on after the {len(rows)} rows of {journal.path}"


def _fill(
    rows: list[RowT],
    journal: Journal[RowT] | None,
    goal: Goal[RowT],
    play: Callable[[Sequence[int]], Generator[RowT, None, None]],
) -> None:
    for row in journal.read() if journal else ():
        if goal.met(rows):
            return
        rows.append(row)
    if goal.met(rows):
        return
    played = play(range(len(rows) + 1, goal.deals + 1))
    with (
        journal.append() if journal else nullcontext() as appender,
        closing(played),
        progress(goal.so_far(rows), goal.deals, len(rows)) as step,
    ):
        for row in played:
            if appender:
                appender.write(row)
            rows.append(row)
            step(goal.so_far(rows))
            if goal.met(rows):
                return
