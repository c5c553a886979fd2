"""The switches of a table manager."""

from __future__ import annotations

from attrs import frozen

from bluechip_bot.model import Seat
from bluechip_bot.protocol.dialect import Dialect, SeatedStyle


@frozen
class TableOptions:
    """The manager's switches.

    Attributes:
        timing: whether `Timing` is sent after each board.
        seated: how the team is quoted in `seated`.
        forward_notes: whether explanations of calls are sent on to the opponents.
        strict: whether a readiness line that names the wrong player or trick is refused; else it
            is a warning in the log.
        illegal_limit: how many illegal calls and cards a seat may send in the session.
        reconnect: whether a lost seat may be taken again; else its loss ends the session.
        dialects: how lines to N, E, S, W are written; empty for the standard dialect in
            which `seated` is as above. Who cannot read `Timing` is never sent it.
        teams: the teams that are expected North-South and East-West. Who asks for any place gets
            one of his team's; empty for whoever comes.
    """

    timing: bool = True
    seated: SeatedStyle = SeatedStyle.QUOTED
    forward_notes: bool = False
    strict: bool = False
    illegal_limit: int = 3
    reconnect: bool = True
    dialects: tuple[Dialect, ...] = ()
    teams: tuple[str, ...] = ()

    def dialect_of(self, seat: Seat) -> Dialect:
        """How lines to a seat are written."""
        return self.dialects[seat] if self.dialects else Dialect("manager", seated=self.seated)
