"""Anytime answers: a search that can be asked at any moment what it would answer now.

A `Thinking` is a generator. It yields each provisional answer as soon as it has one, every one
better founded than the one before, and returns the final answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeAlias, TypeVar

S = TypeVar("S")
T = TypeVar("T")

Thinking: TypeAlias = Generator[T, None, T]
"""Yields provisional answers and returns the final one."""


def finished(thinking: Thinking[T]) -> T:
    """The final answer of a search, whose provisional answers are dropped."""
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            answer: T = end.value
            return answer


def mapped(thinking: Thinking[S], function: Callable[[S], T]) -> Thinking[T]:
    """The same search, with `function` applied to each of its answers."""
    while True:
        try:
            found = next(thinking)
        except StopIteration as end:
            return function(end.value)
        yield function(found)
