"""The seating of clients: which seat each connection gets, and what the players have announced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import define, field

from bluechip_bot.model import Seat
from bluechip_bot.protocol.effects import DropClient, LogGrade, LogLine, SendTo, TableEffect
from bluechip_bot.protocol.errors import LocalProtocolError, ProtocolError
from bluechip_bot.protocol.messages import Connecting, Message, Readiness, RefusalReason
from bluechip_bot.protocol.table.seat import TableSeat
from bluechip_bot.protocol.writer import check_team, clean_note

VERSIONS = (18, 19)
_PATIENCE: Final = 20
"""The number of refusals after which a connection is closed."""
EXPECTED_CONNECTING = "Expected 'Connecting .... as ... using protocol version ..'"


class SeatingError(ProtocolError):
    """A client is refused a seat; `text` is the line to answer with."""

    def __init__(self, trouble: RefusalReason, text: str) -> None:
        self.trouble = trouble
        self.text = text
        super().__init__(text)


@define(eq=False)
class Lobby:
    """Gives seats to connections, and knows what the four players have announced.

    The rules: partners have the same team name, ignoring case. A lost seat goes to its own team
    only. `ANYPL` gets the seat of its port if it has one, else the first free seat that fits, which
    must be its team's if the teams are known beforehand.

    Args:
        teams: the teams expected North-South and East-West; empty admits all teams.
    """

    _places: Sequence[TableSeat]
    _teams: tuple[str, ...] = ()
    _refusals: dict[int, int] = field(factory=dict, init=False)
    _ports: dict[int, Seat] = field(factory=dict, init=False)

    def enter(self, peer: int, port: Seat | None) -> None:
        """Add a new connection; `port` is the seat of its port, if each seat has one."""
        self._refusals[peer] = 0
        if port is not None:
            self._ports[peer] = port

    def leave(self, peer: int) -> None:
        """Forget a connection."""
        self._refusals.pop(peer, None)
        self._ports.pop(peer, None)

    def refuse(self, peer: int, error: SeatingError) -> list[TableEffect]:
        """Refuse a client, which may try again a limited number of times."""
        effects: list[TableEffect] = [
            LogLine(
                LogGrade.WARNING, f"connection {peer} refused, {error.trouble.value}: {error.text}"
            ),
            SendTo(peer, clean_note(error.text)),
        ]
        self._refusals[peer] = self._refusals.get(peer, 0) + 1
        if self._refusals[peer] >= _PATIENCE:
            effects.append(DropClient(peer, "too many lines refused"))
        return effects

    def admit(self, peer: int, message: Message) -> TableSeat:
        """Seat the sender of a first line; raise SeatingError if it is refused a seat."""
        if not isinstance(message, Connecting):
            raise SeatingError(RefusalReason.UNEXPECTED, EXPECTED_CONNECTING)
        if message.version not in VERSIONS:
            text = f"ERROR: protocol version is not 18 but {message.version}"
            raise SeatingError(RefusalReason.VERSION, text)
        try:
            check_team(message.team)
        except LocalProtocolError as error:
            raise SeatingError(RefusalReason.TEAM, f"Team name not accepted: {error}") from None
        seat = message.seat if message.seat is not None else self._ports.get(peer)
        self._check_expected(seat, message.team)
        place = self._find(seat, message.team.casefold())
        if place is None:
            raise SeatingError(RefusalReason.SEAT_TAKEN, "Seat was already taken")
        team = place.team or self._partner_team(place) or message.team
        if team.casefold() != message.team.casefold():
            raise SeatingError(RefusalReason.TEAM, f"Team name must be '{team}'")
        place.peer = peer
        place.team = team
        return place

    @property
    def teams(self) -> tuple[str, str]:
        """The names of the teams North-South and East-West; empty while a side has no player."""
        sides = (self._places[Seat.NORTH], self._places[Seat.EAST])
        ns, ew = (place.team or self._partner_team(place) for place in sides)
        return ns, ew

    def announced(self, stage: Readiness) -> bool:
        """Whether all four players are connected and have announced a stage."""
        return all(p.peer is not None and stage in p.stages for p in self._places)

    def use_up(self, stage: Readiness) -> None:
        """Forget all announcements of a stage."""
        for place in self._places:
            place.stages.discard(stage)

    def _check_expected(self, seat: Seat | None, team: str) -> None:
        """Raise SeatingError for the other side's team, or an unknown one that takes any seat."""
        if not self._teams:
            return
        wanted = self._teams if seat is None else (self._teams[seat.side],)
        if not _among(team, wanted) and (seat is None or _among(team, self._teams)):
            names = " or ".join(f"'{name}'" for name in wanted)
            raise SeatingError(RefusalReason.TEAM, f"Team name must be {names}")

    def _find(self, seat: Seat | None, team: str) -> TableSeat | None:
        if seat is not None:
            place = self._places[seat]
            return place if place.peer is None else None
        free = [place for place in self._places if place.peer is None]
        if self._teams:
            mine = (p for p in free if self._teams[p.seat.side].casefold() == team)
            return next(mine, None)
        same = [p for p in free if (p.team or self._partner_team(p)).casefold() == team]
        unclaimed = [p for p in free if not (p.team or self._partner_team(p))]
        return next(iter([*same, *unclaimed, *free]), None)

    def _partner_team(self, place: TableSeat) -> str:
        return self._places[place.seat.partner].team or ""


def _among(team: str, teams: Sequence[str]) -> bool:
    return team.casefold() in map(str.casefold, teams)
