"""The problems of a file of boards, on standard error; its other boards are used."""

from __future__ import annotations

from typing import Final

import click
from attrs import define, field

from bluechip_bot.cli.escape import printable
from bluechip_bot.cli.failure import USAGE, Failure

_SHOWN: Final = 20


@define
class ProblemPrinter:
    """A `Report` that prints the first problems.

    Attributes:
        lost: how many boards, or plays, were left out.
    """

    lost: int = 0
    _texts: set[str] = field(factory=set)

    def __call__(self, problem: ValueError, *, lost: bool) -> None:
        """Print a problem, once."""
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
        """End a command that has used the other boards."""
        if self.lost:
            boards = "1 board" if self.lost == 1 else f"{self.lost} boards"
            raise Failure(f"left out, since not all could be read: {boards}", status)
