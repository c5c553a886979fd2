"""The teams of a match: who plays for them, by which system, started how."""

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
"""What stands in a command line for the file of the auctions that are given."""

_ATTEMPTS: Final = 10
"""Attempts of our seats to connect: their table listens before they are started."""


def split(text: str) -> list[str]:
    """The parts of a command line.

    Raises:
        WorkError: if a quotation is not closed.
    """
    try:
        return shlex.split(text, posix=sys.platform != "win32")
    except ValueError as error:
        raise WorkError(f"{text!r} is no command line: {error}") from None


def teams_of(settings: MatchConfig) -> tuple[tuple[str, str, str], tuple[str, str, str]]:
    """For each team its name, its engine and its command line."""
    return (
        (settings.team_a, settings.engine_a, settings.command_a),
        (settings.team_b, settings.engine_b, settings.command_b),
    )


def systems_of(settings: MatchConfig) -> tuple[tuple[str, str], tuple[str, str]]:
    """For each team its own system, and what it knows of the other's."""
    both = settings.system_a, settings.system_b
    known = both[::-1] if settings.declared else (UNKNOWN_SYSTEM, UNKNOWN_SYSTEM)
    return (both[0], known[0]), (both[1], known[1])


def check_auctions(settings: MatchConfig, *, given: bool) -> None:
    """Raise unless auctions are given where a team's command line is to name their file.

    Raises:
        WorkError: if it cannot name any.
    """
    for _, _, text in teams_of(settings):
        if _AUCTIONS in text and not given:
            raise WorkError(f"{text!r} has {_AUCTIONS}, but no auctions are given: see --auctions")


def team_design(
    settings: MatchConfig, folder: MatchFolder, index: int, *, given: bool
) -> TeamDesign:
    """A team as the match's settings have it.

    Args:
        settings: of the match.
        folder: where seats write their summaries.
        index: 0 for team A, 1 for team B.
        given: whether there are auctions that are given, in a file that the seats read.
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
    """The settings of our own seats of a team, but for the address and the seat.

    They are those of the default file where the match says nothing else.

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
    """Write the files that our own seats of both teams are started with.

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
    """How the manager writes to a team: in which dialect, with which gap between lines."""
    manners = (settings.profile_a, settings.gap_a), (settings.profile_b, settings.gap_b)
    return manners[index]
