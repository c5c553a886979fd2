from collections.abc import Iterable, Sequence
from typing import Final, final

from bluechip_bot.planning.view import DeclarerView

@final
class Holding:
    gone: Final[tuple[int, ...]]
    def __init__(self, by_rank: tuple[int, ...], gone: tuple[int, ...] = ()) -> None: ...

@final
class Beliefs:
    all: Final[int]
    def __init__(
        self, worlds: Sequence[tuple[int, int]], weights: Sequence[int] | None = None
    ) -> None: ...
    @classmethod
    def of(cls, position: DeclarerView, worlds: Iterable[tuple[int, int, int]]) -> Beliefs: ...
    def weight(self, alive: int) -> int: ...
