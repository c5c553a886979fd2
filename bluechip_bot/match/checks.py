"""Whether a match can be played with its settings."""

from __future__ import annotations

from bluechip_bot.config import ConfigError, MatchConfig
from bluechip_bot.match.design import AUCTIONS, seat_settings
from bluechip_bot.match.work import REPLAY, WorkError, check_command, split
from bluechip_bot.player import check_engine, check_settings
from bluechip_bot.protocol.writer import check_team
from bluechip_bot.statistics.sprt import Sprt, SprtError


def check_match(settings: MatchConfig, *, given: bool, cluster: bool = False) -> None:
    """Check that a match can be played; the first wrong setting raises its own error."""
    for index, (letter, team) in enumerate(zip("ab", settings.teams, strict=True)):
        check_settings(settings.search, seat_settings(settings, index).bidding)
        check_team(team.name)
        if not team.command:
            check_engine(team.engine)
            continue
        check_command(split(team.command))
        if team.wait:
            raise ConfigError(f"team {letter.upper()}: --command-{letter} or --wait-{letter}?")
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
