"""The settings, players, ports and folder that a command line would use."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

from attrs import evolve, frozen

from bluechip_bot.cli import match, play
from bluechip_bot.cli.failure import Failure
from bluechip_bot.cli.options import overrides
from bluechip_bot.config import (
    ClientConfig,
    MatchConfig,
    SearchConfig,
    ServerConfig,
    TeamConfig,
    load_config,
    overlaid,
    read_toml,
    web_place,
    with_present_keys,
)
from bluechip_bot.config.loading import OptionOrigin, explained
from bluechip_bot.match.design import seat_settings
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.store import MatchStore
from bluechip_bot.match.work import REPLAY
from bluechip_bot.player import check_engine, check_settings
from bluechip_bot.protocol.seat.clock import ClockOptions


@frozen
class DeploymentPlan:
    """The resources that a command line would use.

    Attributes:
        tables: how many tables run at a time; at each, one of our players may think.
        players: how many player processes are started, those that stand by included.
        ports: each address and port, and whether we listen there.
        folder: where files are written; None if nowhere.
        search: the search settings of our players; None if there are none.
        clock: the clock of our players; None if each decision has a budget instead.
        trial: a short match in which our players are tried; None if none are ours. The margin and
            latency of its clock are those of `conf/client.toml`.
    """

    settings: Sequence[OptionOrigin] = ()
    tables: int = 0
    players: int = 0
    ports: tuple[tuple[str, int, bool], ...] = ()
    folder: Path | None = None
    search: SearchConfig | None = None
    clock: ClockOptions | None = None
    trial: MatchConfig | None = None


def deployment_of(words: Sequence[str]) -> DeploymentPlan:
    """The resources that a command line of `match`, `play` or `serve` would use."""
    name = words[0]
    if name not in _KINDS:
        raise Failure(f"{name!r} where one of {', '.join(_KINDS)} is expected, with its options")
    command = importlib.import_module(f"bluechip_bot.cli.{name}").command
    with command.make_context(f"bluechip-bot {name}", list(words[1:])) as context:
        given = context.params
        kind, asked, begun = _KINDS[name]
        documents: list[tuple[str, Mapping[str, Any]]] = [("command line", asked(given))]
    if file := given["config"]:
        documents.insert(0, (file, with_present_keys(kind, read_toml(Path(file)), file)))
    if resumed := given.get("resume"):
        with closing(MatchStore.open(MatchFolder(Path(resumed)).store)) as store:
            documents.insert(-1, (str(store.path), store.settings))
    settings = load_config(kind)
    for source, data in documents:
        settings = overlaid(settings, data, source)
    deployment: DeploymentPlan = begun(settings, given)
    page, number = web_place("web", settings.web) if settings.web else ("", 0)
    return evolve(
        deployment,
        settings=explained(settings, documents),
        ports=(*deployment.ports, *([(page, number, True)] if number else ())),
    )


def _of_match(settings: MatchConfig, given: Mapping[str, Any]) -> DeploymentPlan:
    ours = [seat_settings(settings, index) for index in (0, 1) if settings.teams[index].is_ours]
    for player in ours:
        _check(player)
    rooms = 1 if settings.rooms == REPLAY else len(settings.rooms_scored)
    tables = min(settings.concurrency, 1 if settings.rooms == REPLAY else rooms * settings.boards)
    client = seat_settings(settings, 0)
    numbers = [*settings.ports_open, *(settings.ports_closed if rooms == 2 else ())]
    return DeploymentPlan(
        tables=tables,
        players=tables * 2 * len(ours) * (1 + client.player.standby),
        ports=tuple((settings.host, port, True) for port in dict.fromkeys(numbers) if port),
        folder=Path(given["resume"] or settings.out or "results"),
        search=settings.search if ours else None,
        clock=client.clock_options if settings.clock else None,
        trial=_trial(settings) if ours else None,
    )


def _trial(settings: MatchConfig) -> MatchConfig:
    """The settings of a trial: two boards with our players at all seats, and no fixed ports."""
    a, b = (
        evolve(team, command="", wait=False, profile="standard", gap=0.0) for team in settings.teams
    )
    return evolve(
        settings,
        boards=2,
        rooms="both" if settings.rooms == REPLAY else settings.rooms,
        out="",
        sprt=(),
        thoughts=False,
        host="127.0.0.1",
        ports_open=(0,),
        ports_closed=(0,),
        web="",
        table=evolve(settings.table, min_gap=0.0),
        team_a=a,
        team_b=b,
    )


def _of_play(settings: ClientConfig, given: Mapping[str, Any]) -> DeploymentPlan:
    _check(settings)
    search = settings.search
    numbers = dict.fromkeys(given["port"] or (settings.port,))
    seats = len(settings.seats) or len(numbers)
    clock = settings.clock_options if settings.clock.on else None
    team = TeamConfig("A", settings.engine)
    team = evolve(team, system=settings.bidding.our or team.system)
    trial = MatchConfig(
        boards=2,
        rooms="open",
        team_a=team,
        team_b=evolve(team, name="B"),
        bidding=settings.bidding.file,
        search=search,
        clock=settings.clock.board if clock else 0.0,
    )
    return DeploymentPlan(
        tables=1,
        players=seats * (1 + settings.player.standby),
        ports=tuple((settings.host, port, False) for port in numbers),
        folder=Path(settings.log.folder) if settings.log.folder else None,
        search=search,
        clock=clock,
        trial=trial if clock or search.budget_card else None,
    )


def _of_serve(settings: ServerConfig, given: Mapping[str, Any]) -> DeploymentPlan:
    return DeploymentPlan(
        ports=tuple((settings.host, port, True) for port in settings.ports if port),
        folder=None if given["out"] is None else Path(given["out"]).absolute().parent,
    )


def _check(player: ClientConfig) -> None:
    check_engine(player.engine)
    check_settings(player.search, player.bidding)


_KINDS: Final[Mapping[str, Any]] = {
    "match": (MatchConfig, match.given_settings, _of_match),
    "play": (ClientConfig, play.given_settings, _of_play),
    "serve": (ServerConfig, partial(overrides, ServerConfig), _of_serve),
}
"""The settings of each command, what its options say of them, and what it starts."""
