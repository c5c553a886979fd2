"""Anytime answers: a search that can be asked at any moment for its best answer so far.

A `Thinking` is a generator. It yields provisional answers, each better founded than the one before,
and returns the final answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeAlias, TypeVar

S = TypeVar("S")
T = TypeVar("T")

Thinking: TypeAlias = Generator[T, None, T]
"""Yields provisional answers and returns the final one."""


def finished(thinking: Thinking[T]) -> T:
    """Run a search to its end and return its final answer; provisional answers are dropped."""
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            answer: T = end.value
            return answer


def mapped(thinking: Thinking[S], function: Callable[[S], T]) -> Thinking[T]:
    """Run a search with `function` applied to each answer that it yields or returns."""
    while True:
        try:
            found = next(thinking)
        except StopIteration as end:
            return function(end.value)
        yield function(found)
