"""The failure of a command: a message on standard error and an exit status.

| status | meaning |
|---|---|
| 0 | done |
| 1 | `check` found that a rule is broken, or `replay` that something differs |
| 2 | the command line, a configuration or an input file is wrong |
| 3 | the table manager refuses the client |
| 4 | the session broke off, or not every board was played |
| 5 | all boards were played, but a process had to be started again |
| 6 | all boards were played, but too many decisions by rule, without a search |
| 130 | interrupted |
| 141 | the reader of the output has closed it; nothing is said |
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import click

from bluechip_bot.cli.escape import printable

FAILED: Final = 1
USAGE: Final = 2
REFUSED: Final = 3
BROKEN: Final = 4
CRASHED: Final = 5
UNTHOUGHT: Final = 6
INTERRUPTED: Final = 130
UNREAD: Final = 141
"""As of a program that SIGPIPE ends."""


class Failure(click.ClickException):
    """A message for the user, and the exit status that goes with it."""

    def __init__(self, message: str, status: int = USAGE) -> None:
        """Keep the message, as a terminal may show it, and the status."""
        super().__init__(printable(message))
        self.status = status

    @property
    def exit_code(self) -> int:  # type: ignore[override]
        """The exit status, under the name that click uses."""
        return self.status


@contextmanager
def told(*errors: type[Exception], status: int = USAGE) -> Iterator[None]:
    """Turn errors of these classes into a `Failure` with their `error_text` and an exit status.

    That the reader of the output has closed it is no failure.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except errors as error:
        raise Failure(error_text(error), status) from None


@contextmanager
def unread_ends() -> Iterator[None]:
    """End the command silently if the reader of its output closes it, as `head` does."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
        raise click.exceptions.Exit(UNREAD) from None


def drop_output() -> None:
    """Let what is printed from now on be lost: nobody reads it, and to write it would fail."""
    with suppress(OSError):  # a standard output that is no file
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)


def error_text(error: Exception) -> str:
    """The message of an error; that of an `OSError` is the file and the reason."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)
