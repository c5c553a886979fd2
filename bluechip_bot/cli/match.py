"""`bluechip-bot match`: a match of two teams in two rooms over the same boards."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from bluechip_bot.cli import logs
from bluechip_bot.cli.call_statements import match_reader
from bluechip_bot.cli.failure import BROKEN, session_runs, told
from bluechip_bot.cli.match_output import MatchOutput, interruption
from bluechip_bot.cli.options import CLUSTER, config_options, overrides
from bluechip_bot.cli.terminal import ProblemPrinter
from bluechip_bot.cli.web import MatchPage, ShowPage
from bluechip_bot.config import ClockConfig, ConfigError, MatchConfig, check_option, load_config
from bluechip_bot.formats.boards import ProblemReport, refuse
from bluechip_bot.match.boards.plan import PlanError
from bluechip_bot.match.boards.source import (
    BoardNumbers,
    BoardPrescription,
    BoardSource,
    DealCondition,
)
from bluechip_bot.match.record.thoughts import ThoughtReader
from bluechip_bot.match.session import MatchSession, begun, resumed
from bluechip_bot.model import Contract, PlannedBoard, Seat, Vulnerability
from bluechip_bot.net import reactor as reactors
from bluechip_bot.net.match_runner import play
from bluechip_bot.net.table_server import ListenError
from bluechip_bot.vugraph.match_show import MatchShow

_Value = TypeVar("_Value")
_KEPT: Final = ("concurrency", "thoughts", "web")
"""The options that may be given again when a match is resumed."""


@click.command("match")
@click.option("--config", type=click.Path(dir_okay=False), help="A file like conf/match.toml.")
@config_options(MatchConfig)
@click.option("--pbn", type=click.Path(dir_okay=False), help="Play the deals of a PBN file.")
@click.option("--deals", metavar="FILE", help="The deals of a PBN or LIN file.")
@click.option("--range", "numbers", metavar="5-12", help="The boards to play, by number.")
@click.option("--skip", metavar="3,7", help="The boards to leave out.")
@click.option("--condition", metavar="SPEC", help="Deals like 'N: 15-17 HCP & S: 8+ HCP'.")
@click.option("--dealer", metavar="SEAT", help="The dealer of all boards.")
@click.option(
    "--vulnerable", metavar="SIDE", help="The vulnerability of all boards: None, NS, EW or All."
)
@click.option(
    "--auctions", is_flag=True, default=None, help="Take the auctions from the file, too."
)
@click.option("--contract", metavar="3NTS", help="The contract and declarer of all boards.")
@click.option(
    "--resume", type=click.Path(), metavar="FOLDER", help="Continue the match in a folder."
)
@CLUSTER
@click.option("--verbose", "-v", is_flag=True, help="Log everything.")
def command(*, resume: str | None, verbose: bool, cluster: str | None, **options: Any) -> None:
    """Play a duplicate teams match in two rooms.

    Both rooms are played at the same time, with a process for every seat. Team A sits North-South
    in the open room and East-West in the closed room. The folder holds open.pbn and closed.pbn,
    written after every board, match.sqlite with every call and card, and a log for each seat.
    --resume FOLDER continues a match, however it was ended.

    Exit status: 0 all boards played, 2 wrong usage, 4 broken off or boards of the file left out,
    5 all boards played but a process had to be started again, 6 all boards played but too many
    decisions by rule, 130 interrupted.
    """
    unread = ProblemPrinter()
    with ExitStack() as stack:
        if resume is None:
            opened = _begun(options, unread, cluster=cluster is not None)
        else:
            opened = _resumed(Path(resume), options, cluster=cluster is not None)
        match = stack.enter_context(opened)
        unread.more()
        logs.begin(verbose=verbose, quiet=not verbose)
        try:
            with told(OSError, status=BROKEN), told(ListenError):
                reactor = reactors.install()
                match.prepare()
                output = MatchOutput(reactor, match)
                match.page = _page(reactor, match) if match.settings.web else None
            session_runs()
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
    store, rooms = match.store, match.rooms
    shown = MatchShow(
        match.teams,
        rooms,
        match.planned,
        {room: ThoughtReader(match.folder, room) for room in rooms},
        time.time,
        ShowPage.guarded(match_reader(match.settings), ""),
    )
    shown.resume(
        [stored for room in rooms for stored in store.finished(room)],
        {room: store.forfeits(room) for room in rooms},
        store.troubles,
    )
    return MatchPage(reactor, shown, match.settings.web, match.folder.token())


def given_settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """Turn the options given, keyed by parameter name, into a document of settings."""
    found = overrides(MatchConfig, given)
    if given["clock"] and given["budget"] is None:
        # With a clock, a budget limits a single decision; 0 leaves the limit to the clock.
        found.setdefault("search", {}).update(budget_call=0.0, budget_card=0.0)
    return found


def asked_boards(
    asked: Mapping[str, Any], settings: MatchConfig, report: ProblemReport = refuse
) -> tuple[PlannedBoard, ...]:
    """The boards that the options of a match ask for; `asked` is keyed by parameter name.

    `report` is called with each problem of a file; by default the first one is raised.
    """
    if asked["pbn"] is not None and asked["deals"] is not None:
        raise PlanError("--pbn and --deals both give a file: give one")
    path, count = asked["deals"] or asked["pbn"], asked["boards"]
    if count is None and path is None and asked["numbers"] is None:
        count = settings.boards
    source = BoardSource(
        _read(Path, path),
        given=bool(asked["auctions"]),
        seed=settings.seed,
        count=count,
        numbers=_read(BoardNumbers.parse, asked["numbers"]),
        skip=_read(BoardNumbers.parse, asked["skip"]),
        condition=_read(DealCondition.parse, asked["condition"]),
        prescribed=BoardPrescription(
            _read(Seat.parse, asked["dealer"]),
            _read(Vulnerability.parse, asked["vulnerable"]),
            _read(Contract.parse, asked["contract"]),
        ),
    )
    return source.boards(report)


def _read(parse: Callable[[str], _Value], text: str | None) -> _Value | None:
    return None if text is None else parse(text)
