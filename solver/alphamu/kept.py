"""Whether what an alpha-mu search learned from one question serves the next."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.alphamu.question import SearchWorlds


class SearchQuestion(NamedTuple):
    """A position with its worlds, as a search took them.

    Attributes:
        trump, leader, trick: of the position.
        kinds, known: what each seat does, and whether its cards are known.
        layouts: the worlds.
        root_cut: whether cards that could not be the best were passed over.
        order: the root's cards, the most promising first, as far as the caller has said.
        among: the root's cards that are searched.
        drawn: whether Min's first cards followed a policy; fronts below them do not depend on it.
    """

    trump: int
    leader: int
    trick: list[int]
    kinds: list[int]
    known: list[bool]
    layouts: SearchWorlds
    root_cut: bool
    order: tuple[int, ...]
    among: tuple[int, ...]
    drawn: bool = False

    def extends(self, other: "SearchQuestion | None") -> bool:
        """Return whether this question only adds bits to another one, in as many words.

        Fronts of the other one then hold here.
        """
        if other is None or self[:5] != other[:5]:
            return False
        new, old = self.layouts, other.layouts
        if (_words(new), new.closed) != (_words(old), old.closed):
            return False
        if not np.array_equal(new.classes, old.classes):
            return False
        if new.twins is not None and old.twins is not None and not _begins(new.twins, old.twins):
            return False
        return (
            _begins(new.world, old.world)
            and _begins(new.need, old.need)
            and _begins(new.hands, old.hands)
        )

    def repeats(self, other: "SearchQuestion") -> bool:
        """Return whether a question that extends another one adds nothing to it.

        What the other search found at the root then holds here.
        """
        return (
            np.array_equal(self.layouts.weight, other.layouts.weight)
            and (self.root_cut or not other.root_cut)
            and (self.order, self.among) == (other.order, other.among)
            and not self.drawn
            and not other.drawn
        )


def _words(layouts: SearchWorlds) -> int:
    """Return the number of words in a vector."""
    return (len(layouts.world) + 63) // 64


def _begins(one: npt.NDArray[Any], two: npt.NDArray[Any]) -> bool:
    """Return whether an array's first rows are those of another."""
    return len(one) >= len(two) and np.array_equal(one[: len(two)], two)
