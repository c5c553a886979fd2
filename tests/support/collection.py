"""Collections of data: the sample in the tree, and the whole one where it lies beside the checkout.

Both have the same folders (`auctions`, `bidding`, `formats`, `play`); tests that read a collection
read each that is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import pytest

SAMPLE: Final = Path(__file__).parents[1] / "data"
WHOLE: Final = Path(__file__).parents[3] / "shared" / "data"
FOLDERS: Final = tuple(folder for folder in (SAMPLE, WHOLE) if folder.is_dir())


def found(pattern: str) -> list[Path]:
    """The files of all collections that match a pattern, the sample's first.

    Raises:
        FileNotFoundError: if the sample has none, so that a test would read nothing.
    """
    if not list(SAMPLE.glob(pattern)):
        raise FileNotFoundError(f"no file of {SAMPLE} matches {pattern!r}")
    return [*sorted(SAMPLE.glob(pattern)), *whole(pattern)]


def whole(pattern: str) -> list[Path]:
    """The files of the whole collection that match a pattern; none where it is not there."""
    return sorted(WHOLE.glob(pattern))


def graded(paths: Iterable[Path]) -> list[Any]:
    """A parameter for each path: those outside of the sample are slow."""
    return [
        pytest.param(
            path, id=label(path), marks=() if path.is_relative_to(SAMPLE) else pytest.mark.slow
        )
        for path in paths
    ]


def label(path: Path) -> str:
    """The name of a test that reads a file or folder: its own, with the collection."""
    return f"{'sample' if path.is_relative_to(SAMPLE) else 'whole'}-{path.name}"
