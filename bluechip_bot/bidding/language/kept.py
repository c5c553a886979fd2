"""Sequences that are made as far as somebody reads them."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import tee
from typing import Generic, TypeVar

T = TypeVar("T")


class LazyItems(Generic[T]):
    """The items of an iterator, each made when first asked for and kept for other readers."""

    def __init__(self, source: Iterator[T]) -> None:
        (self._start,) = tee(source, 1)

    def __iter__(self) -> Iterator[T]:
        return copy(self._start)
