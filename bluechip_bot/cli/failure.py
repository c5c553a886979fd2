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
| 141 | the reader of the output has closed it; nothing is printed |
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import click

from bluechip_bot.config import FormerKeyWarning
from bluechip_bot.quoting import error_text

FAILED: Final = 1
USAGE: Final = 2
REFUSED: Final = 3
BROKEN: Final = 4
CRASHED: Final = 5
UNTHOUGHT: Final = 6
INTERRUPTED: Final = 130
UNREAD: Final = 141
"""The exit status of a program that SIGPIPE ends."""

_TURNS: Final = (0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_CONTROLS: Final = {
    **{code: f"\\x{code:02x}" for code in (*range(9), *range(11, 32), *range(0x7F, 0xA0))},
    **{code: f"\\u{code:04x}" for code in _TURNS},
}
"""Control characters, and changes of direction."""


def printable(text: str) -> str:
    r"""A text with its control characters escaped, as `\x1b`; line ends stay."""
    return text.translate(_CONTROLS)


class Failure(click.ClickException):
    """A message for the user, and the exit status that goes with it."""

    def __init__(self, message: str, status: int = USAGE) -> None:
        super().__init__(printable(message))
        self.exit_code = status  # type: ignore[misc]


@contextmanager
def told(*errors: type[Exception], status: int = USAGE) -> Iterator[None]:
    """Turn errors of these classes into a `Failure` with the exit status `status`.

    A `BrokenPipeError` is passed on: it is no failure if the reader of the output has closed it.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except errors as error:
        raise Failure(error_text(error), status) from None


@contextmanager
def failures() -> Iterator[None]:
    """Turn interruptions, file errors and wrong input into a `Failure`.

    A `ValueError` of a class that our packages define is about input, and its message is for the
    user. Any other `ValueError`, and any error after `session_runs`, is a fault of the program; it
    is passed on, so that its traceback is shown.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise Failure("interrupted", INTERRUPTED) from None
    except ValueError as error:
        if not _is_input(type(error).__module__):
            raise
        raise Failure(str(error)) from None
    except (OSError, MemoryError) as error:
        if not _is_input():
            raise
        raise Failure(error_text(error)) from None
    except ImportError as error:
        # An engine or a library of the user's is not ours to explain.
        if not _is_input(error.name or "solver"):
            raise
        raise Failure(f"{error} (`bluechip-bot doctor` looks at the installation)") from None


def session_runs() -> None:
    """Note that all input has been read: any later error is a fault, with exit status 1."""
    click.get_current_context().meta[__name__] = True


def _is_input(module: str = "solver") -> bool:
    """Whether an error from a module is about input: the module is ours, and no session runs."""
    running = __name__ in click.get_current_context().meta
    return not running and module.partition(".")[0] in {"bluechip_bot", "solver"}


@contextmanager
def former_keys_shown() -> Iterator[None]:
    """Print each `FormerKeyWarning` as a line, without the line of our code that Python adds."""

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if issubclass(category, FormerKeyWarning):
            click.echo(printable(f"warning: {message}"), err=True)
        else:
            usual(message, category, *place, **more)

    with warnings.catch_warnings():
        warnings.simplefilter("always", FormerKeyWarning)
        usual, warnings.showwarning = warnings.showwarning, show
        yield


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
    """Discard what is printed from now on, since nobody reads it and writing would fail."""
    with suppress(OSError):  # a standard output that is no file
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)
