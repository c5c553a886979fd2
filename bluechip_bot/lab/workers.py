"""Workers for the deals of an experiment: processes of this machine, or a cluster.

Results do not depend on the workers, except for times: work is a function of its item alone.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class WorkersError(ValueError):
    """Workers that cannot be used."""


class WorkersLost(Exception):  # noqa: N818 - it says what happened
    """Workers that were lost before they had done their work."""


class Workers(Protocol):
    """Whoever works on items."""

    def in_order(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[Result, None, None]:
        """Yield the results of work on items, in their order. Close the iterator to end early.

        Args:
            work: a function of a module, or such a function with some arguments given; no lambda.
            items: what it is called with.

        Raises:
            WorkersError: if there is nobody who could work.
            WorkersLost: if one is lost; the results before are yielded.
        """
        ...
