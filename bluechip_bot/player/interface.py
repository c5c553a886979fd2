"""The interface of all players."""

from __future__ import annotations

from collections.abc import Generator
from typing import Protocol, runtime_checkable

from bluechip_bot.model import Decision, DecisionRequest


class Player(Protocol):
    """Answers requests. Implement this to add an engine."""

    def decide(self, request: DecisionRequest) -> Decision:
        """A legal answer to the request, within its budget."""

    def stop(self) -> None:
        """Make a running `decide` return soon. May be called from another thread."""


@runtime_checkable
class AnytimePlayer(Player, Protocol):
    """A player that has an answer before it has finished.

    The seat plays the last answer that it has when time is up or the player's process dies. Without
    `think`, the seat has nothing but the rule of last resort.
    """

    def think(self, request: DecisionRequest) -> Generator[Decision, None, Decision]:
        """Yield legal answers, each better than the one before; return the final one.

        The first should come within milliseconds. `stop` makes the next one come soon.
        """
