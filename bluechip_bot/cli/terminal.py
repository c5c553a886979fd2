"""What commands draw on a terminal: tables, signs of suits and a progress bar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

_Item = TypeVar("_Item")

SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def table_console() -> Console:
    """A console on standard output, 120 columns wide unless that is a terminal."""
    console = Console()
    return console if console.is_terminal else Console(width=120)


def progress_bar() -> Progress:
    """A progress bar on standard error, invisible unless that is a terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console, disable=not console.is_terminal, transient=True)


def tracked(items: Iterable[_Item], title: str, total: int) -> Iterator[_Item]:
    """Yield items, with a progress bar that a terminal shows."""
    with progress_bar() as progress:
        yield from progress.track(items, total=total, description=title)
