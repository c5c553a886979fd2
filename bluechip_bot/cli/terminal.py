"""What commands draw on a terminal: tables, signs of suits and a progress bar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

_Item = TypeVar("_Item")

SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


_TURNS: Final = (0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_CONTROLS: Final = {
    **{code: f"\\x{code:02x}" for code in (*range(9), *range(11, 32), *range(0x7F, 0xA0))},
    **{code: f"\\u{code:04x}" for code in _TURNS},
}
"""What a terminal obeys instead of showing it: control characters, and changes of direction."""


def printable(text: str) -> str:
    r"""A text that may come from anywhere, with control characters as `\x1b`; lines stay lines."""
    return text.translate(_CONTROLS)


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
