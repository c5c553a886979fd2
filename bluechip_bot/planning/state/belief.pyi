from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias, final

from bluechip_bot.planning.view import DeclarerView

__pyx_capi__: dict[str, object]

Gone: TypeAlias = tuple[int, ...]

@final
class Layouts:
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __int__(self) -> int: ...

@final
class Holding:
    gone: Final[Gone]

@final
class Beliefs:
    all: Final[Layouts]
    def __init__(
        self, worlds: Sequence[tuple[int, int]], weights: Sequence[int] | None = None
    ) -> None: ...
    @classmethod
    def of(cls, position: DeclarerView, worlds: Iterable[tuple[int, int, int]]) -> Beliefs: ...
    def narrow(self, alive: Layouts, where: Layouts) -> Layouts: ...
    def exclude(self, alive: Layouts, where: Layouts) -> Layouts: ...
    def possible(self, alive: Layouts, where: Layouts) -> bool: ...
    def weight(self, alive: Layouts) -> int: ...
