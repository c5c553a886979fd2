from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, final

from typing_extensions import disjoint_base

from bluechip_bot.model import Suit
from bluechip_bot.planning.state.layouts import Layouts
from bluechip_bot.planning.view import DeclarerView

Alive: TypeAlias = Layouts | tuple[Layouts, Layouts, Layouts, Layouts]
Gone: TypeAlias = tuple[int, ...]

@disjoint_base
class Beliefs:
    def begin(self) -> Alive: ...
    def meets(self, defender: int, suit: int, gone: Gone, ranks: int) -> Layouts: ...
    def long(self, defender: int, suit: int, gone: Gone, cards: int) -> Layouts: ...
    def narrow(self, alive: Alive, suit: int, where: Layouts) -> Alive: ...
    def exclude(self, alive: Alive, suit: int, where: Layouts) -> Alive: ...
    def possible(self, alive: Alive, suit: int, where: Layouts) -> bool: ...
    def weight(self, alive: Alive) -> int: ...

@final
class WorldBeliefs(Beliefs):
    def __init__(
        self, worlds: Sequence[tuple[int, int]], weights: Sequence[int] | None = None
    ) -> None: ...
    @classmethod
    def of(cls, position: DeclarerView, worlds: Iterable[tuple[int, int, int]]) -> WorldBeliefs: ...

@disjoint_base
class HalfBeliefs(Beliefs):
    def __init__(
        self,
        position: DeclarerView,
        known: tuple[int, int] = (0, 0),
        lengths: Mapping[tuple[int, Suit], tuple[int, int]] | None = None,
    ) -> None: ...

@final
class ExactBeliefs(HalfBeliefs): ...
