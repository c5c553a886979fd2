"""Tables, signs of suits and progress on a terminal, or plain lines elsewhere."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

import click
from attrs import define, field
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from bluechip_bot.cli.failure import USAGE, Failure, drop_output, printable

_Item = TypeVar("_Item")

_SHOWN: Final = 20
"""The number of a file's problems that are printed."""
EVERY: Final = 30.0
"""Seconds between two lines of progress where no bar can be drawn."""


class ProgressLines:
    """The lines of progress of some work, at most one in `EVERY` seconds.

    `total` is the number of items, if it is known, and `done` how many were done before. Times are
    seconds of any clock that does not go back.
    """

    def __init__(self, total: int | None, done: int, now: float) -> None:
        self._total = total
        self._before = done
        self._begun = self._last = now

    def line(self, title: str, done: int, now: float) -> str:
        """The line to print now; empty if the last line is not old enough."""
        if now - self._last < EVERY:
            return ""
        self._last = now
        spent = now - self._begun
        if self._total is None:
            return f"{done} done ({title}) after {minutes(spent)}"
        line = f"{done} of {self._total} done ({title}) after {minutes(spent)}"
        left = self.left(done, now)
        return line if left is None else f"{line}, about {minutes(left)} left"

    def left(self, done: int, now: float) -> float | None:
        """The seconds left at the pace so far; None if that is unknown."""
        if self._total is None or done <= self._before:
            return None
        return (now - self._begun) * (self._total - done) / (done - self._before)

    def printed(self, now: float) -> None:
        """Note that another line has shown the progress."""
        self._last = now


class _QuietConsole(Console):
    """A console that raises `BrokenPipeError` if nobody reads its output."""

    def on_broken_pipe(self) -> None:
        """Raise `BrokenPipeError`, where rich would end the program with a status of its own."""
        raise BrokenPipeError


def table_console() -> Console:
    """A console on standard output, 120 columns wide unless that is a terminal."""
    console = _QuietConsole()
    return console if console.is_terminal else _QuietConsole(width=120)


@contextmanager
def going_on() -> Iterator[None]:
    """Let a command print and go on even when nobody reads its output any more."""
    try:
        yield
    except BrokenPipeError:
        drop_output()


def say(text: str, style: str = "") -> None:
    """Print a line, unbroken, and go on even when nobody reads the output any more."""
    with going_on():
        table_console().print(Text(printable(text), style), soft_wrap=True)


def print_table(
    headings: Iterable[str | Text],
    rows: Iterable[Iterable[str | Text]],
    *,
    title: str = "",
    right: Container[int] = (),
) -> None:
    """Print a table; columns whose index is in `right` are right-aligned, and are not wrapped."""
    table = Table(title=Text(printable(title)) if title else None, box=SIMPLE_HEAD, pad_edge=False)
    for at, heading in enumerate(headings):
        if at in right:
            table.add_column(_cell(heading), justify="right", no_wrap=True)
        else:
            table.add_column(_cell(heading), overflow="fold")
    for row in rows:
        table.add_row(*map(_cell, row))
    table_console().print(table)


def _cell(content: str | Text) -> Text:
    return content if isinstance(content, Text) else Text(printable(content))


def when_input_ends(call: Callable[..., object], *arguments: object) -> None:
    """Call a function in a thread when standard input ends, as when our parent process ends."""

    def wait() -> None:
        # sys.stdin is not used: this thread would hold its lock when the interpreter ends.
        while os.read(0, 1024):
            pass
        call(*arguments)

    threading.Thread(target=wait, name="input", daemon=True).start()


@contextmanager
def progress(
    title: str, total: int | None = None, done: int = 0, clock: Callable[[], float] = time.monotonic
) -> Iterator[Callable[..., None]]:
    """Show the progress of some work on standard error: by a bar on a terminal, else by lines.

    Yields a function that counts an item as done, and changes the title if one is given.
    """
    console = Console(stderr=True)
    if console.is_terminal:
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        # rich would print on standard error what the command prints into a file meanwhile.
        shared = sys.stdout.isatty()
        with Progress(*columns, console=console, transient=True, redirect_stdout=shared) as bar:
            task = bar.add_task(title, total=total, completed=done)
            yield lambda title="": bar.update(task, description=title or None, advance=1)
        return
    lines = ProgressLines(total, done, clock())

    def step(new: str = "", /) -> None:
        nonlocal title, done
        title, done = new or title, done + 1
        if line := lines.line(title, done, clock()):
            click.echo(line, err=True)

    yield step


def tracked(items: Iterable[_Item], title: str, total: int) -> Iterator[_Item]:
    """Yield items, and show the progress."""
    with progress(title, total) as step:
        for item in items:
            yield item
            step()


def minutes(seconds: float) -> str:
    """A time as people say it: `50 s`, `4 min`, `2 h 10 min`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


@define
class ProblemPrinter:
    """A `ProblemReport` that prints the first problems of a file; `lost` counts boards left out."""

    lost: int = 0
    _texts: set[str] = field(factory=set)

    def __call__(self, problem: ValueError, *, lost: bool) -> None:
        """Print a problem if it is new and among the first; `lost` says whether a board is lost."""
        self.lost += lost
        text = str(problem)
        if text not in self._texts:
            self._texts.add(text)
            if len(self._texts) <= _SHOWN:
                click.echo(printable(f"{text}{' (left out)' if lost else ''}"), err=True)

    def more(self) -> None:
        """Print how many problems were not printed."""
        if len(self._texts) > _SHOWN:
            click.echo(f"... and {len(self._texts) - _SHOWN} more such lines", err=True)

    def finish(self, status: int = USAGE) -> None:
        """Raise a `Failure` with this exit status if boards were left out."""
        if self.lost:
            boards = "1 board" if self.lost == 1 else f"{self.lost} boards"
            raise Failure(f"left out, since not all could be read: {boards}", status)
