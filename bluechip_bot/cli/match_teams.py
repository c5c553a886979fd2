"""The teams of a match: their players, their systems and the commands that start them."""

from __future__ import annotations

import shlex
import sys
from typing import Final

from attrs import evolve

from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.config import (
    BiddingConfig,
    ClientConfig,
    MatchConfig,
    config_text,
    load_config,
)
from bluechip_bot.match.design import TeamDesign
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.work import WorkError

_AUCTIONS: Final = "{auctions}"
"""The placeholder in a command line for the file of the given auctions."""

_ATTEMPTS: Final = 10
"""The attempts of our seats to connect; few are enough, as the table listens before they start."""


def split(text: str) -> list[str]:
    """The parts of a command line.

    Raises:
        WorkError: if a quotation mark is not closed.
    """
    try:
        return shlex.split(text, posix=sys.platform != "win32")
    except ValueError as error:
        raise WorkError(f"{text!r} is no command line: {error}") from None


def teams_of(settings: MatchConfig) -> tuple[tuple[str, str, str], tuple[str, str, str]]:
    """The name, the engine and the command line of each team."""
    return (
        (settings.team_a, settings.engine_a, settings.command_a),
        (settings.team_b, settings.engine_b, settings.command_b),
    )


def systems_of(settings: MatchConfig) -> tuple[tuple[str, str], tuple[str, str]]:
    """The system of each team, and the system by which it reads the other."""
    both = settings.system_a, settings.system_b
    known = both[::-1] if settings.declared else (UNKNOWN_SYSTEM, UNKNOWN_SYSTEM)
    return (both[0], known[0]), (both[1], known[1])


def check_auctions(settings: MatchConfig, *, given: bool) -> None:
    """Check that auctions are given if the command line of a team names their file.

    Raises:
        WorkError: if they are not.
    """
    for _, _, text in teams_of(settings):
        if _AUCTIONS in text and not given:
            raise WorkError(f"{text!r} has {_AUCTIONS}, but no auctions are given: see --auctions")


def team_design(
    settings: MatchConfig, folder: MatchFolder, index: int, *, given: bool
) -> TeamDesign:
    """The design of a team by the settings of the match.

    Args:
        settings: the settings of the match.
        folder: the folder to which seats write their summaries.
        index: 0 for team A, 1 for team B.
        given: whether auctions are given, in a file that the seats read.
    """
    auctions = str(folder.auctions.absolute())
    team, _, text = teams_of(settings)[index]
    manner = _manner(settings, index)
    if (settings.wait_a, settings.wait_b)[index]:
        return TeamDesign(team, lambda _: (), *manner)
    if text:
        command = tuple(part.replace(_AUCTIONS, auctions) for part in split(text))
        return TeamDesign(team, lambda _: command, *manner)
    own = (
        *(sys.executable, "-P", "-m", "bluechip_bot", "play", "--until-eof"),
        *("--config", str(folder.seats(index))),
        *("--host", "{host}", "--port", "{port}", "--seat", "{seat}"),
        *(("--auctions", auctions) if given else ()),
    )
    return TeamDesign(team, lambda table: (*own, "--summary", folder.summary(table)), *manner)


def seat_settings(settings: MatchConfig, index: int) -> ClientConfig:
    """The settings of our own seats of a team, without the address and the seat.

    Settings that the match does not determine come from the default file.

    Raises:
        ConfigError: if the default file cannot be used.
    """
    team, engine, _ = teams_of(settings)[index]
    our, opponents = systems_of(settings)[index]
    base = load_config(ClientConfig)
    has_clock = bool(settings.clock)
    return evolve(
        base,
        team=team,
        engine=engine,
        profile="bluechip-bot",
        alerts="none" if settings.alerts == "none" else "alert",
        connect=evolve(base.connect, attempts=_ATTEMPTS),
        bidding=BiddingConfig(settings.bidding, our, opponents),
        clock=evolve(base.clock, on=has_clock, board=settings.clock or base.clock.board),
        search=settings.search,
    )


def write_seat_settings(settings: MatchConfig, folder: MatchFolder) -> None:
    """Write the configuration files of our own seats of both teams.

    Raises:
        ConfigError: as `seat_settings`.
        OSError: if they cannot be written.
    """
    others = (settings.command_a or settings.wait_a, settings.command_b or settings.wait_b)
    for index, other in enumerate(others):
        if not other:
            text = config_text(seat_settings(settings, index))
            folder.seats(index).write_text(text, encoding="utf-8")


def _manner(settings: MatchConfig, index: int) -> tuple[str, float]:
    """The dialect in which the manager writes to a team, and the gap between lines in seconds."""
    manners = (settings.profile_a, settings.gap_a), (settings.profile_b, settings.gap_b)
    return manners[index]
