"""Boards that are to be played."""

from __future__ import annotations

import pytest
from attrs import evolve

from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import Call, Called

CALLS = tuple(map(Call.parse, ("P", "1NT", "P", "3NT", "P", "P", "P")))


@pytest.mark.parametrize(
    ("made", "text"),
    [
        ("", ""),
        ("P 1NT P", ""),
        ("P 1NT P 3NT P P P", ""),
        ("P 1NT X", "South called X where P is given"),
        ("1C 1NT", "North called 1C where P is given"),
    ],
)
def test_departure(made: str, text: str) -> None:
    """The first call that is not the one given is named with its caller."""
    (free,) = boards_from_seed(5, 1)
    board = free.dealt()
    for call in map(Call.parse, made.split()):
        board = board.apply(Called(board.auction.turn, call))
    assert (evolve(free, calls=CALLS).departure(board), free.departure(board)) == (text, "")
