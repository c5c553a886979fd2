"""The interface of all players."""

from __future__ import annotations

from collections.abc import Generator
from typing import Protocol, runtime_checkable

from bluechip_bot.model import Decision, DecisionRequest


class Player(Protocol):
    """Answers requests. Implement this to add an engine."""

    def decide(self, request: DecisionRequest) -> Decision:
        """Return a legal answer to the request, within its budget."""

    def stop(self) -> None:
        """Make a running `decide` return soon. May be called from another thread."""


@runtime_checkable
class AnytimePlayer(Player, Protocol):
    """A player that gives provisional answers before it has finished.

    If time is up or the player's process dies, the seat plays the last of these answers. Without
    `think`, the seat has nothing but the rule of last resort.
    """

    def think(self, request: DecisionRequest) -> Generator[Decision, None, Decision]:
        """Yield legal answers, each better than the one before; return the final one.

        The first should come within milliseconds. After `stop`, the next one should come soon.
        """
