"""Errors of the protocol: the peer's (`RemoteProtocolError`) and ours (`LocalProtocolError`)."""

from __future__ import annotations

from bluechip_bot.model import Seat


class ProtocolError(ValueError):
    """A line is not allowed by the protocol."""


class RemoteProtocolError(ProtocolError):
    """The peer sent a line that means nothing, or that it may not send now."""

    def __init__(self, line: str, reason: str) -> None:
        """Keep the line; a long one is shortened in the message."""
        self.line = line
        self.reason = reason
        shown = line if len(line) <= 200 else line[:200] + "..."
        super().__init__(f"{reason}: {shown!r}")


class HandLineError(RemoteProtocolError):
    """A hand line does not hold thirteen distinct cards; `owner` is None for dummy's hand."""

    def __init__(self, line: str, reason: str, owner: Seat | None) -> None:
        self.owner = owner
        super().__init__(line, reason)


class BoardLineError(RemoteProtocolError):
    """A line announces a board, but its number, dealer or vulnerability cannot be read."""


class LocalProtocolError(ProtocolError):
    """We were about to send a line that the protocol does not allow."""
