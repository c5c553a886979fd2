"""Checks in memory: a script against sans-io sessions, without a socket or a clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bluechip_bot.conformance.script import (
    Absence,
    HangUp,
    Hear,
    HearAny,
    Heard,
    Join,
    Performance,
    Say,
    Told,
    Verdict,
)


class Checked(Protocol):
    """What is checked: the other end of all connections of a script."""

    def join(self, peer: int) -> bool:
        """Whether the connection comes about."""
        ...

    def take(self, peer: int, line: str) -> None:
        """Take a line of ours."""
        ...

    def next_line(self, peer: int) -> str | Absence:
        """The next line on this connection; lines that are there come before its end."""
        ...

    def hung_up(self, peer: int) -> None:
        """Take the end of the connection."""
        ...


def perform(performance: Performance, checked: Checked) -> Verdict:
    """The verdict of a script."""
    heard: Heard = None
    while True:
        action = performance.step(heard)
        heard = None
        match action:
            case Join(peer):
                heard = None if checked.join(peer) else Absence.SILENT
            case Say(peer, line):
                checked.take(peer, line)
            case Hear(peer):
                heard = checked.next_line(peer)
            case HearAny(peers):
                heard = _any(checked, peers)
            case HangUp(peer):
                checked.hung_up(peer)
            case None:
                assert performance.verdict is not None
                return performance.verdict


def _any(checked: Checked, peers: Sequence[int]) -> Told | Absence:
    for peer in peers:
        heard = checked.next_line(peer)
        if heard is not Absence.SILENT:
            return Told(peer, heard)
    return Absence.SILENT
