"""What all tests share."""

from __future__ import annotations

import asyncio
import functools
import os
import random
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

import support.once  # noqa: F401 (before another module imports what it replaces)
from bluechip_bot.model import PASS, Board, Called, Deal, Phase, Played

# Where compiled modules are not kept, each of the hundreds of processes that the tests start would
# compile the whole program.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

if sys.platform == "win32":
    # pytest-twisted installs the asyncio reactor when it is configured, on the policy's loop;
    # Twisted cannot use the proactor loop, which is the default there.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the policy is to go after 3.14
        asyncio.set_event_loop_policy(asyncio.WindowsSelectorEventLoopPolicy())

settings.register_profile("standard", max_examples=30)
settings.load_profile("standard")  # `--hypothesis-profile default` tries a hundred

MakeBoard = Callable[[int], Board]


@pytest.fixture(scope="session")
def finished_board() -> MakeBoard:
    """A function from a seed to a board with random legal calls and cards, played to the end."""
    return _finished_board


@functools.cache
def _finished_board(seed: int) -> Board:
    chance = random.Random(seed)
    pack = list(range(52))
    chance.shuffle(pack)
    board = Board.begin(seed % 40 + 1, deal=Deal.of_pack(pack))
    while board.phase is Phase.AUCTION:
        legal = board.auction.legal_calls
        call = PASS if chance.random() < 0.5 else chance.choice(legal[:12])
        text = chance.choice(("", "", "natural", "takeout; 12+", 'asks "why": 5-card'))
        board = board.apply(Called(board.auction.turn, call, text))
    while board.phase is Phase.PLAY:
        assert board.turn is not None
        board = board.apply(Played(board.turn, chance.choice(list(board.legal_cards))))
    return board


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> str:
    """The beginning of the names of `support.faulty`, which children can import."""
    tests = Path(__file__).parent
    # The checkout comes first: tests/solver must not stand for the package solver.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tests.parent), str(tests)]))
    return "support.faulty:"
