"""The boards of all dialogues."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve

from bluechip_bot.model import Board, Seat
from support.interop import plain


@pytest.fixture(scope="session")
def boards(finished_board: Callable[[int], Board]) -> list[Board]:
    """Finished boards: each seat is declarer, one is passed out, one is redoubled."""
    chosen: dict[object, Board] = {}
    for seed in range(400):
        board = finished_board(seed)
        contract = board.contract
        kinds: list[object] = ["out"] if contract is None else [contract.declarer]
        if contract is not None and contract.doubled == 2:
            kinds.append("redoubled")
        for kind in kinds:
            chosen.setdefault(kind, board)
        if len(chosen) == 6:
            break
    assert set(chosen) == {*Seat, "out", "redoubled"}
    numbered = enumerate(chosen.values(), 1)
    return [plain(evolve(board, number=number)) for number, board in numbered]
