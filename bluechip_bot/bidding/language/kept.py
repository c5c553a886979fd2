"""Sequences that are made as far as somebody reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """The items of an iterator, each taken from it when first asked for; any may read them at once.

    Args:
        source: yields the items.

    Attributes:
        found: those that have been taken so far.
    """

    def __init__(self, source: Iterator[T]) -> None:
        self._source = source
        self.found: list[T] = []

    def __iter__(self) -> Iterator[T]:
        index = 0
        while True:
            if index == len(self.found):
                try:
                    self.found.append(next(self._source))
                except StopIteration:
                    return
            yield self.found[index]
            index += 1
