"""How a match is divided: its rooms and tables, who sits where and with which settings."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Final

from attrs import evolve

from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.config import BiddingConfig, ClientConfig, MatchConfig, config_text, load_config
from bluechip_bot.match.boards.replay import with_replays
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.record import team_of
from bluechip_bot.match.work import REPLAY, RoomWork, SeatWork, split
from bluechip_bot.model import PlannedBoard, Side

AUCTIONS: Final = "{auctions}"
"""The placeholder in a command line for the file of the given auctions."""
_ATTEMPTS: Final = 10
"""The attempts of our seats to connect; few are enough, as the table listens before they start."""


def divide(
    settings: MatchConfig, boards: Sequence[PlannedBoard], folder: MatchFolder, tables: int
) -> tuple[RoomWork, ...]:
    """The work of each table. A room with given ports has one table; others may have several.

    At the one table of "replay" every board is played twice; see `match.boards.replay`.
    """
    given = any(board.calls for board in boards)
    if settings.rooms == REPLAY:
        shown, replays = with_replays(boards)
        return (_work(settings, folder, REPLAY, shown, REPLAY, given=given, replays=replays),)
    works = []
    for room in settings.rooms_scored:
        ports = settings.ports_open if room == "open" else settings.ports_closed
        wanted = min(tables // len(settings.rooms_scored), len(boards))
        count = 1 if any(ports) else max(1, wanted)
        for first in range(count):
            name = room if count == 1 else f"{room}{first + 1}"
            works.append(_work(settings, folder, room, boards[first::count], name, given=given))
    return tuple(works)


def _work(  # noqa: PLR0913 - the parts of a table
    settings: MatchConfig,
    folder: MatchFolder,
    room: str,
    boards: Sequence[PlannedBoard],
    name: str,
    *,
    given: bool,
    replays: Mapping[int, int] | None = None,
) -> RoomWork:
    sides = (team_of("open" if room == REPLAY else room, side) for side in Side)
    ns, ew = (
        SeatWork(settings.teams[index].name, _command(settings, folder, index, name, given=given))
        for index in sides
    )
    seats = (ns, ew, ns, ew)
    return RoomWork(room, tuple(boards), seats, folder.logs, name, settings, replays or {})


def _command(
    settings: MatchConfig, folder: MatchFolder, index: int, table: str, *, given: bool
) -> tuple[str, ...]:
    """The command line of a seat of team A (0) or B (1); empty if it is started elsewhere."""
    auctions = str(folder.auctions.absolute())
    team = settings.teams[index]
    if team.wait:
        return ()
    if team.command:
        return tuple(part.replace(AUCTIONS, auctions) for part in split(team.command))
    return (
        *(sys.executable, "-P", "-m", "bluechip_bot", "play", "--until-eof"),
        *("--config", str(folder.seats(index))),
        *("--host", "{host}", "--port", "{port}", "--seat", "{seat}"),
        *(("--auctions", auctions) if given else ()),
        *("--summary", folder.summary(table)),
    )


def seat_settings(settings: MatchConfig, index: int) -> ClientConfig:
    """The settings of our own seats of team A (0) or B (1), without the address and the seat.

    Settings that the match does not determine come from the default file.
    """
    team, other = settings.teams[index], settings.teams[1 - index]
    base = load_config(ClientConfig)
    opponents = other.system if settings.declared else UNKNOWN_SYSTEM
    return evolve(
        base,
        team=team.name,
        engine=team.engine,
        profile="bluechip-bot",
        alerts="none" if settings.table.forward_alerts == "none" else "alert",
        connect=evolve(base.connect, attempts=_ATTEMPTS),
        bidding=BiddingConfig(settings.bidding, team.system, opponents),
        clock=evolve(base.clock, on=bool(settings.clock), board=settings.clock or base.clock.board),
        search=settings.search,
    )


def write_seat_settings(settings: MatchConfig, folder: MatchFolder) -> None:
    """Write the configuration files of our own seats of both teams."""
    for index, team in enumerate(settings.teams):
        if team.is_ours:
            text = config_text(seat_settings(settings, index))
            folder.seats(index).write_text(text, encoding="utf-8")
