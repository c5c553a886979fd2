"""What the engine is told of the hands besides the hard facts, which it reads from the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bluechip_bot.constraints import Likelihood, Statement


class Knowledge(Protocol):
    """What a player knows of the hands (`inference.Evidence`)."""

    @property
    def statements(self) -> Sequence[Statement]:
        """What the calls say of hands as dealt."""
        ...

    @property
    def likelihoods(self) -> Sequence[Likelihood]:
        """What each card played by a hidden hand says of that hand."""
        ...
