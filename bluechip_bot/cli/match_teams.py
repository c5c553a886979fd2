"""The teams of a match: who plays for them, by which system, started how."""

from __future__ import annotations

import shlex
import sys

from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.config import MatchConfig
from bluechip_bot.match.design import TeamDesign
from bluechip_bot.match.folder import MatchFolder
from bluechip_bot.match.work import WorkError


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


def team_design(settings: MatchConfig, folder: MatchFolder, index: int) -> TeamDesign:
    """A team as the match's settings have it.

    Args:
        settings: of the match.
        folder: where seats write their summaries.
        index: 0 for team A, 1 for team B.
    """
    team, engine, text = teams_of(settings)[index]
    our, opponents = systems_of(settings)[index]
    search = settings.search
    if (settings.wait_a, settings.wait_b)[index]:
        return TeamDesign(team, lambda _: (), *_manner(settings, index))
    if text:
        return TeamDesign(team, lambda _: tuple(split(text)), *_manner(settings, index))
    own = (
        *(sys.executable, "-P", "-m", "bluechip_bot", "play", "--until-eof"),
        *("--host", "{host}", "--port", "{port}", "--seat", "{seat}"),
        *("--team", team, "--engine", engine, "--profile", "bluechip-bot"),
        *(("--clock", str(settings.clock)) if settings.clock else ("--no-clock",)),
        *("--worlds", str(search.worlds), "--budget", str(search.budget_card)),
        *("--depth", str(search.depth), "--scoring", search.scoring),
        *("--threads", str(search.threads)),
        *("--memory-mb", str(search.memory_mb), "--seed", str(search.seed)),
        *("--inference", search.inference, "--bidding", settings.bidding),
        *("--our", our, "--opponents", opponents),
        *("--alerts", "none" if settings.alerts == "none" else "alert"),
        *("--attempts", "10"),
    )
    return TeamDesign(
        team,
        lambda table: (*own, "--summary", folder.summary(table)),
        *_manner(settings, index),
    )


def _manner(settings: MatchConfig, index: int) -> tuple[str, float]:
    """How the manager writes to a team: in which dialect, with which gap between lines."""
    manners = (settings.profile_a, settings.gap_a), (settings.profile_b, settings.gap_b)
    return manners[index]
