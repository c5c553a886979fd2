"""What a table has finished, for tests."""

from __future__ import annotations

from collections.abc import Callable

from bluechip_bot.model import Board
from bluechip_bot.protocol.effects import BoardFinished, TableEvent


def kept(boards: list[Board]) -> Callable[[TableEvent], None]:
    """A listener that appends finished boards to a list."""

    def listen(event: TableEvent) -> None:
        if isinstance(event, BoardFinished):
            boards.append(event.board)

    return listen
