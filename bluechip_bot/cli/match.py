"""`bluechip-bot match`: a match of two teams in two rooms over the same boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import click
from attrs import evolve

from bluechip_bot.cli import logs
from bluechip_bot.cli.deals import DEAL_ERRORS, asked_boards, deal_options
from bluechip_bot.cli.failure import BROKEN, told
from bluechip_bot.cli.match_session import MatchSession, interruption, sprt_of
from bluechip_bot.cli.match_teams import check_auctions, split, systems_of, teams_of
from bluechip_bot.cli.options import config_options, overrides
from bluechip_bot.cli.serve import chosen_boards
from bluechip_bot.cli.unread import Unread
from bluechip_bot.config import (
    ClockConfig,
    ConfigError,
    MatchConfig,
    check_option,
    document,
    load_config,
)
from bluechip_bot.match.boards.plan import PlannedBoard
from bluechip_bot.match.record.folder import FolderError, MatchFolder
from bluechip_bot.match.record.store import MatchStore, StoreError
from bluechip_bot.match.work import REPLAY, WorkError, check_command
from bluechip_bot.net import reactor as reactors
from bluechip_bot.net.table_server import ListenError
from bluechip_bot.player import (
    EngineError,
    check_bidding,
    check_engine,
    check_inference,
    check_simulation,
)
from bluechip_bot.protocol.errors import LocalProtocolError
from bluechip_bot.protocol.writer import check_team
from bluechip_bot.statistics.sprt import SprtError

_KEPT = ("concurrency", "thoughts", "web")
"""The options that may be given again when a match is resumed."""


@click.command("match")
@click.option("--config", type=click.Path(dir_okay=False), help="A file like conf/match.toml.")
@config_options(MatchConfig)
@click.option("--pbn", type=click.Path(dir_okay=False), help="Play the deals of a PBN file.")
@deal_options
@click.option(
    "--resume", type=click.Path(), metavar="FOLDER", help="Continue the match in a folder."
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="The scheduler of dask.distributed whose workers play, if both teams are our own.",
)
@click.option("--verbose", "-v", is_flag=True, help="Log everything.")
def command(
    resume: str | None,
    verbose: bool,  # noqa: FBT001
    cluster: str | None,
    **options: Any,
) -> None:
    """Play a duplicate teams match in two rooms.

    Both rooms are played at once, with a process for every seat. Team A sits North-South in the
    open room and East-West in the closed room. The folder holds open.pbn and closed.pbn, written
    after every board, match.sqlite with every call and card, and a log for each seat. --resume
    FOLDER continues a match, however it was ended.

    Exit status: 0 all boards played, 2 wrong usage, 4 broken off or boards of the file left out,
    5 all boards played but a process had to be started again, 6 all boards played but too many
    decisions by rule, 130 interrupted.
    """
    wrong = (ConfigError, EngineError, LocalProtocolError)
    with ExitStack() as stack:
        others = (FolderError, StoreError, WorkError, SprtError)
        with told(*wrong, *DEAL_ERRORS, *others):
            unread = Unread()
            match = _begun(options, unread) if resume is None else _resumed(Path(resume), options)
            unread.more()
            if cluster is not None:
                _check_cluster(match.settings)
            stack.enter_context(match.folder.lock())
            store = stack.enter_context(closing(match.store()))
        logs.begin(verbose=verbose, quiet=not verbose)
        try:
            with told(ConfigError, StoreError), told(OSError, status=BROKEN), told(ListenError):
                table = MatchSession(
                    reactors.install(), match.settings, match.folder, store, cluster
                )
            table.run()
        except KeyboardInterrupt:  # Before the reactor hears signals, or after.
            raise interruption(match.folder) from None
        table.report()
        unread.finish(BROKEN)


class _Source:
    """The settings, folder and boards of a new match (boards given) or a resumed one (None)."""

    def __init__(
        self, settings: MatchConfig, folder: MatchFolder, boards: Sequence[PlannedBoard] | None
    ) -> None:
        self.settings = settings
        self.folder = folder
        self._boards = boards

    def store(self) -> MatchStore:
        """The store of the match, which is created for a new one."""
        path = self.folder.store
        if self._boards is None:
            return MatchStore.open(path)
        return MatchStore.create(path, document(self.settings), self._boards)


def _begun(options: Mapping[str, Any], unread: Unread) -> _Source:
    if options["clock"] is not None:
        check_option(ClockConfig, "board", options["clock"], "--clock")
    settings = load_config(MatchConfig, options["config"], given_settings(options))
    settings = evolve(
        settings,
        bidding=_absolute(settings.bidding),
        search=evolve(
            settings.search,
            inference=_absolute(settings.search.inference),
            simulation=_absolute(settings.search.simulation),
        ),
    )
    _check(settings)
    pbn = options["pbn"]
    wanted = settings.boards if pbn is None or options["boards"] else None
    boards = asked_boards(options, pbn, settings.boards, settings.seed, unread)
    if boards is None:
        boards = chosen_boards(pbn, wanted, settings.seed, unread)
    check_auctions(settings, given=any(board.calls for board in boards))
    folder = MatchFolder.create(Path(settings.out) if settings.out else None)
    return _Source(settings, folder, boards)


def _resumed(path: Path, options: Mapping[str, Any]) -> _Source:
    given = [key for key, value in options.items() if value not in (None, ()) and key not in _KEPT]
    if given:
        names = ", ".join(f"--{key.replace('_', '-')}" for key in given)
        raise ConfigError(f"a match that goes on keeps its settings: --resume without {names}")
    folder = MatchFolder(path)
    with closing(MatchStore.open(folder.store)) as store:
        kept = store.settings
        _ = store.planned  # Wrong rows are told before anything begins.
    for key in _KEPT:
        kept |= {key: options[key]} if options[key] is not None else {}
    try:
        settings = load_config(MatchConfig, None, kept)
    except ConfigError as error:
        raise StoreError(f"{folder.store}: table match, row settings: {error}") from None
    _check(settings)
    return _Source(settings, folder, None)


def _absolute(path: str) -> str:
    return str(Path(path).absolute()) if path else ""


def given_settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """The document of the options given, by parameter."""
    found = overrides(MatchConfig, given)
    if given["clock"] and given["budget"] is None:
        # With a clock, a budget limits a single decision; 0 leaves the limit to the clock.
        found.setdefault("search", {}).update(budget_call=0.0, budget_card=0.0)
    return found


def _check(settings: MatchConfig) -> None:
    """Check that the match can be played with these settings."""
    check_inference(settings.search.inference)
    check_simulation(settings.search.simulation)
    for our, opponents in systems_of(settings):
        check_bidding(settings.bidding, our, opponents)
    for team, engine, text in teams_of(settings):
        check_team(team)
        if text:
            check_command(tuple(split(text)))
        else:
            check_engine(engine)
    if settings.team_a.casefold() == settings.team_b.casefold():
        raise ConfigError(f"both teams are called {settings.team_a!r}: give --name-a, --name-b")
    sprt_of(settings)
    if settings.rooms == REPLAY and any(settings.ports_closed):
        raise ConfigError("rooms = 'replay' is one table: give --port-open, not --port-closed")
    _check_budget(settings)
    shared = {port for port in settings.ports_open if port} & set(settings.ports_closed)
    if shared and settings.concurrency > 1 and settings.rooms == "both":
        text = "give each room its own, or --concurrency 1 for one room after the other"
        raise ConfigError(f"port {min(shared)} is given to both rooms: {text}")
    for letter, text, waits in (
        ("a", settings.command_a, settings.wait_a),
        ("b", settings.command_b, settings.wait_b),
    ):
        if text and waits:
            raise ConfigError(f"team {letter.upper()}: --command-{letter} or --wait-{letter}?")


def _check_cluster(settings: MatchConfig) -> None:
    """Check that the rooms can be played by workers of a cluster."""
    for _, _, text in teams_of(settings):
        if text or settings.wait_a or settings.wait_b:
            raise ConfigError("--cluster is for matches between our own engines")
    if settings.rooms == REPLAY or any((*settings.ports_open, *settings.ports_closed)):
        raise ConfigError("--cluster: workers choose the ports, and play no 'replay'")


def _check_budget(settings: MatchConfig) -> None:
    ours = not (settings.command_a or settings.wait_a) or not (
        settings.command_b or settings.wait_b
    )
    search = settings.search
    if ours and not settings.clock and not (search.budget_call and search.budget_card):
        raise ConfigError("no time to think: give --clock SECONDS, or --budget SECONDS")
