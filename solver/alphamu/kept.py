"""Whether what an alpha-mu search learned from one question serves the next."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.alphamu.question import SearchTask, SearchWorlds


class SearchQuestion(NamedTuple):
    """A question as a search took it.

    Attributes:
        task: the question as it was read.
        layouts: its worlds as they were laid out.
        root_cut: whether cards that could not be the best were passed over.
    """

    task: SearchTask
    layouts: SearchWorlds
    root_cut: bool

    def extends(self, other: "SearchQuestion | None") -> bool:
        """Return whether this question only adds bits to another one, in as many words.

        Fronts of the other one then hold here.
        """
        if other is None or self.task.position != other.task.position:
            return False
        new, old = self.layouts, other.layouts
        return (
            (_words(new), new.closed) == (_words(old), old.closed)
            and np.array_equal(new.classes, old.classes)
            and (new.twins is None or old.twins is None or _begins(new.twins, old.twins))
            and _begins(new.world, old.world)
            and _begins(new.need, old.need)
            and _begins(new.hands, old.hands)
        )

    def repeats(self, other: "SearchQuestion") -> bool:
        """Return whether a question that extends another one adds nothing to it.

        What the other search found at the root then holds here.
        """
        one, two = self.task, other.task
        return (
            np.array_equal(self.layouts.weight, other.layouts.weight)
            and (self.root_cut or not other.root_cut)
            and (one.order, one.cards) == (two.order, two.cards)
        )


def _words(layouts: SearchWorlds) -> int:
    """Return the number of words in a vector."""
    return (len(layouts.world) + 63) // 64


def _begins(one: npt.NDArray[Any], two: npt.NDArray[Any]) -> bool:
    """Return whether an array's first rows are those of another."""
    return len(one) >= len(two) and np.array_equal(one[: len(two)], two)
