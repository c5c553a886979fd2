"""`bluechip-bot match`: a match of two teams in two rooms over the same boards."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

import click

from bluechip_bot.cli import logs
from bluechip_bot.cli.call_statements import CallStatements
from bluechip_bot.cli.deals import asked_boards, deal_options
from bluechip_bot.cli.failure import BROKEN, told
from bluechip_bot.cli.match_output import MatchOutput, interruption
from bluechip_bot.cli.options import CLUSTER, config_options, overrides
from bluechip_bot.cli.unread import ProblemPrinter
from bluechip_bot.cli.web import MatchPage, ShowPage
from bluechip_bot.config import ClockConfig, ConfigError, MatchConfig, check_option, load_config
from bluechip_bot.match.record.thoughts import ThoughtReader
from bluechip_bot.match.session import MatchSession, begun, resumed
from bluechip_bot.net import reactor as reactors
from bluechip_bot.net.match_runner import play
from bluechip_bot.net.table_server import ListenError
from bluechip_bot.vugraph.match_show import MatchShow

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
@CLUSTER
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

    def opened() -> AbstractContextManager[MatchSession]:
        if resume is None:
            return _begun(options, unread, cluster=cluster is not None)
        return _resumed(Path(resume), options, cluster=cluster is not None)

    unread = ProblemPrinter()
    with ExitStack() as stack:
        match = stack.enter_context(opened())
        unread.more()
        logs.begin(verbose=verbose, quiet=not verbose)
        try:
            with told(OSError, status=BROKEN), told(ListenError):
                reactor = reactors.install()
                match.prepare()
                output = MatchOutput(reactor, match)
                match.page = _page(reactor, match) if match.settings.web else None
            output.begin()
            play(reactor, match, cluster)
        except KeyboardInterrupt:  # Before the reactor hears signals, or after.
            raise interruption(match.folder.path) from None
        output.end()
        unread.finish(BROKEN)


def _begun(
    options: Mapping[str, Any], unread: ProblemPrinter, *, cluster: bool
) -> AbstractContextManager[MatchSession]:
    if options["clock"] is not None:
        check_option(ClockConfig, "board", options["clock"], "--clock")
    settings = load_config(MatchConfig, options["config"], given_settings(options))
    boards = asked_boards(options, settings, unread)
    return begun(settings, boards, time.time, cluster=cluster)


def _resumed(
    path: Path, options: Mapping[str, Any], *, cluster: bool
) -> AbstractContextManager[MatchSession]:
    given = [key for key, value in options.items() if value not in (None, ()) and key not in _KEPT]
    if given:
        names = ", ".join(f"--{key.replace('_', '-')}" for key in given)
        raise ConfigError(f"a match that goes on keeps its settings: --resume without {names}")
    changes = {key: options[key] for key in _KEPT if options[key] is not None}
    return resumed(path, changes, time.time, cluster=cluster)


def _page(reactor: Any, match: MatchSession) -> MatchPage:
    """The page on which the match is watched; it listens already."""
    store, rooms = match.store, match.rooms
    shown = MatchShow(
        match.teams,
        rooms,
        match.planned,
        {room: ThoughtReader(match.folder, room) for room in rooms},
        time.time,
        ShowPage.guarded(CallStatements.of_match(match.settings).in_room, ""),
    )
    shown.resume(
        [stored for room in rooms for stored in store.finished(room)],
        {room: store.forfeits(room) for room in rooms},
        store.troubles,
    )
    return MatchPage(reactor, shown, match.settings.web, match.folder.token())


def given_settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """The document of the options given, by parameter."""
    found = overrides(MatchConfig, given)
    if given["clock"] and given["budget"] is None:
        # With a clock, a budget limits a single decision; 0 leaves the limit to the clock.
        found.setdefault("search", {}).update(budget_call=0.0, budget_card=0.0)
    return found
