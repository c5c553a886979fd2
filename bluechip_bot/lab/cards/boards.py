"""The boards of the benchmark: a file that stays as it is, however the rules change.

Random deals were bid by a book, and those taken whose contract is neither safe nor hopeless: of
each twenty boards six are part scores, ten games and four slams.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import Final

from bluechip_bot.inference.records import read_records
from bluechip_bot.model import Board

BOOK: Final = "two_over_one"
"""The system by which all four players of the boards bid."""
COUNT: Final = 300
"""How many boards there are."""


@cache
def boards() -> tuple[Board, ...]:
    """All boards after their auctions, numbered by their places from 1."""
    with as_file(files(__package__) / "boards.jsonl") as path:
        return tuple(record.board for record in read_records(path))
