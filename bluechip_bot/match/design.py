"""The design of a match: its rooms and tables, the programs at its seats, and their settings.

`check_match` refuses settings with which no match can be played.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Final

from attrs import evolve

from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.config import (
    BiddingConfig,
    ClientConfig,
    ConfigError,
    MatchConfig,
    config_text,
    load_config,
)
from bluechip_bot.match.boards.replay import with_replays
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.record import team_of
from bluechip_bot.match.work import REPLAY, RoomWork, SeatWork, WorkError, check_command, split
from bluechip_bot.model import PlannedBoard, Side
from bluechip_bot.player import check_engine, check_settings
from bluechip_bot.protocol.writer import check_team
from bluechip_bot.statistics.sprt import Sprt, SprtError

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

    def work(
        room: str,
        name: str,
        boards: Sequence[PlannedBoard],
        replays: Mapping[int, int] | None = None,
    ) -> RoomWork:
        sides = (team_of("open" if room == REPLAY else room, side) for side in Side)
        ns, ew = (
            SeatWork(settings.teams[at].name, _command(settings, folder, at, name, given=given))
            for at in sides
        )
        seats = (ns, ew, ns, ew)
        return RoomWork(room, tuple(boards), seats, folder.logs, name, settings, replays or {})

    if settings.rooms == REPLAY:
        return (work(REPLAY, REPLAY, *with_replays(boards)),)
    works = []
    for room in settings.rooms_scored:
        ports = settings.ports_open if room == "open" else settings.ports_closed
        wanted = min(tables // len(settings.rooms_scored), len(boards))
        count = 1 if any(ports) else max(1, wanted)
        for first in range(count):
            name = room if count == 1 else f"{room}{first + 1}"
            works.append(work(room, name, boards[first::count]))
    return tuple(works)


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


def check_match(settings: MatchConfig, *, given: bool, cluster: bool = False) -> None:
    """Raise an error for the first setting with which a match cannot be played.

    `given` says whether the auctions of boards are given.
    """
    for index, (letter, team) in enumerate(zip("ab", settings.teams, strict=True)):
        try:
            check_settings(settings.search, seat_settings(settings, index).bidding)
        except ConfigError as error:
            other = settings.teams[1 - index].name
            raise ConfigError(f"{team.name} against {other}: {error}") from None
        check_team(team.name)
        if not team.command:
            check_engine(team.engine)
            continue
        check_command(split(team.command))
        if team.wait:
            either = f"a command, or wait (--command-{letter}, --wait-{letter}), not both"
            raise ConfigError(f"team {team.name!r}: give {either}")
        if AUCTIONS in team.command and not given:
            text = f"{team.command!r} has {AUCTIONS}, but no auctions are given: see --auctions"
            raise WorkError(text)
    if settings.team_a.name.casefold() == settings.team_b.name.casefold():
        name = settings.team_a.name
        raise ConfigError(f"both teams are called {name!r}: give --name-a, --name-b")
    sprt_of(settings)
    search, ours = settings.search, [team.is_ours for team in settings.teams]
    if any(ours) and not settings.clock and not (search.budget_call and search.budget_card):
        raise ConfigError("no time to think: give --clock SECONDS, or --budget SECONDS")
    if cluster and not all(ours):
        raise ConfigError("--cluster is for matches between our own engines")
    _check_ports(settings, cluster=cluster)


def _check_ports(settings: MatchConfig, *, cluster: bool) -> None:
    is_replay = settings.rooms == REPLAY
    if is_replay and any(settings.ports_closed):
        raise ConfigError("rooms = 'replay' is one table: give --port-open, not --port-closed")
    shared = {port for port in settings.ports_open if port} & set(settings.ports_closed)
    if shared and settings.concurrency > 1 and settings.rooms == "both":
        text = "give each room its own, or --concurrency 1 for one room after the other"
        raise ConfigError(f"port {min(shared)} is given to both rooms: {text}")
    if cluster and (is_replay or any((*settings.ports_open, *settings.ports_closed))):
        raise ConfigError("--cluster: workers choose the ports, and play no 'replay'")


def sprt_of(settings: MatchConfig) -> Sprt | None:
    """The sequential test that may end a match; None if there is none."""
    if not settings.sprt:
        return None
    if len(settings.sprt) != 2:
        raise SprtError(f"sprt: {list(settings.sprt)} where two means are expected, or none")
    return Sprt(*settings.sprt, settings.alpha, settings.beta)
