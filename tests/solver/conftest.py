"""What the tests of alpha-mu share."""

import pytest

from solver import DoubleDummySolver
from support.alphamu.oracle import Stored, stored
from support.alphamu.reference import Tricks


@pytest.fixture(scope="session")
def endings() -> list[Stored]:
    """The stored endings."""
    return list(stored())


@pytest.fixture(scope="session")
def double_dummy() -> Tricks:
    """Double dummy for the reference."""
    solver = DoubleDummySolver(8)
    return lambda position: solver.tricks(*position)
