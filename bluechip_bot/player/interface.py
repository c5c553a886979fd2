"""What a player is."""

from __future__ import annotations

from typing import Protocol

from bluechip_bot.model import Decision, DecisionRequest


class Player(Protocol):
    """Answers requests. Implement this to add an engine."""

    def decide(self, request: DecisionRequest) -> Decision:
        """A legal answer to the request, within its budget."""
        ...

    def stop(self) -> None:
        """Make a running `decide` return soon. May be called from another thread."""
        ...
