"""The teams of a match: who plays for them, by which system, started how."""

from __future__ import annotations

import shlex
import sys
from typing import Final

from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.config import MatchConfig
from bluechip_bot.match.design import TeamDesign
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.work import WorkError

_AUCTIONS: Final = "{auctions}"
"""What stands in a command line for the file of the auctions that are given."""


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
    team, engine, text = teams_of(settings)[index]
    our, opponents = systems_of(settings)[index]
    search = settings.search
    if (settings.wait_a, settings.wait_b)[index]:
        return TeamDesign(team, lambda _: (), *_manner(settings, index))
    if text:
        command = tuple(part.replace(_AUCTIONS, auctions) for part in split(text))
        return TeamDesign(team, lambda _: command, *_manner(settings, index))
    own = (
        *(sys.executable, "-P", "-m", "bluechip_bot", "play", "--until-eof"),
        *("--host", "{host}", "--port", "{port}", "--seat", "{seat}"),
        *("--team", team, "--engine", engine, "--profile", "bluechip-bot"),
        *(("--clock", str(settings.clock)) if settings.clock else ("--no-clock",)),
        *("--worlds", str(search.worlds), "--budget", str(search.budget_card)),
        *("--depth", str(search.depth), "--scoring", search.scoring, "--plans", search.plans),
        *("--threads", str(search.threads)),
        *("--memory-mb", str(search.memory_mb), "--seed", str(search.seed)),
        *("--inference", search.inference, "--bidding", settings.bidding),
        *("--our", our, "--opponents", opponents),
        *("--alerts", "none" if settings.alerts == "none" else "alert"),
        *(("--auctions", auctions) if given else ()),
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
