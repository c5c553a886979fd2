"""`bluechip-bot match`: two teams, two rooms, the same boards, one result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click
from attrs import asdict, evolve

from bluechip_bot.bidding.settings import BiddingSettingsError
from bluechip_bot.cli import logs
from bluechip_bot.cli.deals import DEAL_ERRORS, KEYS, asked_boards, deal_options
from bluechip_bot.cli.failure import BROKEN, told
from bluechip_bot.cli.match_session import MatchSession, sprt_of
from bluechip_bot.cli.match_teams import check_auctions, split, systems_of, teams_of
from bluechip_bot.cli.serve import chosen_boards
from bluechip_bot.config import ConfigError, MatchConfig, check_clock, load_config
from bluechip_bot.inference import SettingsError
from bluechip_bot.match.boards.plan import PlannedBoard
from bluechip_bot.match.record.folder import FolderError, MatchFolder
from bluechip_bot.match.record.store import MatchStore, StoreError
from bluechip_bot.match.work import REPLAY, WorkError, check_command
from bluechip_bot.net import reactor as reactors
from bluechip_bot.player import UnknownEngine, check_bidding, check_engine, check_inference
from bluechip_bot.protocol.dialect import DIALECTS, dialect_named
from bluechip_bot.protocol.errors import LocalProtocolError
from bluechip_bot.protocol.writer import check_team
from bluechip_bot.statistics.sprt import SprtError

_BEGINS = ("pbn", "config", *KEYS)
_KEPT = ("concurrency", "thoughts")
"""What may be given anew when a match goes on."""


@click.command("match")
@click.option("--config", type=click.Path(dir_okay=False), help="A file like conf/match.toml.")
@click.option("--boards", type=click.IntRange(1), help="How many boards.")
@click.option("--seed", type=click.IntRange(0), help="The seed of the deals.")
@click.option("--pbn", type=click.Path(dir_okay=False), help="Or the deals of a PBN file.")
@deal_options
@click.option("--team-a", "engine_a", help="The engine of team A: alphamu, pimc, htn, random.")
@click.option("--team-b", "engine_b", help="The engine of team B.")
@click.option("--system-a", help="What team A bids: a file in conf/systems, or floor.")
@click.option("--system-b", help="What team B bids.")
@click.option("--name-a", "team_a", help="The name of team A.")
@click.option("--name-b", "team_b", help="The name of team B.")
@click.option(
    "--command-a",
    help="A seat of team A: a command line with {host} {port} {seat}, maybe {auctions}.",
)
@click.option("--command-b", help="The command line of a seat of team B.")
@click.option("--wait-a", is_flag=True, default=None, help="Team A is started by somebody else.")
@click.option("--wait-b", is_flag=True, default=None, help="Team B is started by somebody else.")
@click.option("--profile-a", help=f"How we write to team A: {', '.join(DIALECTS)}.")
@click.option("--profile-b", help="How we write to team B.")
@click.option("--gap-a", type=float, help="Seconds between two lines to a seat of team A.")
@click.option("--gap-b", type=float, help="Seconds between two lines to a seat of team B.")
@click.option(
    "--port-open", "ports_open", type=int, multiple=True, help="Of the open room; 1 or 4."
)
@click.option("--port-closed", "ports_closed", type=int, multiple=True, help="Of the closed room.")
@click.option("--concurrency", type=int, help="Tables at once; 1: one room after the other.")
@click.option("--rooms", help="both, open, closed; replay: one table, each board twice in a row.")
@click.option("--sprt", type=float, nargs=2, help="Two means of IMPs a board; may end early.")
@click.option("--out", help="The folder for records and logs; it must not hold a match yet.")
@click.option(
    "--thoughts/--no-thoughts", default=None, help="What our seats think, as commentary in the PBN."
)
@click.option("--resume", type=click.Path(), help="Go on with the match in a folder.")
@click.option("--worlds", type=int, help="Layouts a card is judged by; 0: as time allows.")
@click.option("--plans", help="Declarer's plans beside a search: off, explain, order.")
@click.option("--depth", type=int, help="Own cards that are looked ahead; 0: as time allows.")
@click.option("--budget", type=float, help="Thinking time for a call or card, in seconds.")
@click.option("--clock", type=float, help="Seconds of each pair for a board, instead of budgets.")
@click.option("--verbose", "-v", is_flag=True, help="Log everything.")
def command(resume: str | None, verbose: bool, **options: Any) -> None:  # noqa: FBT001
    """Play a duplicate teams match, both rooms at once, every seat a process of its own.

    Team A sits North-South in the open room and East-West in the closed room. The folder gets
    open.pbn and closed.pbn, written after every board, match.sqlite with every call and card, and
    a log for each seat. A match that was ended, in whatever way, goes on with --resume FOLDER.

    Exit status: 0 all boards played, 2 wrong usage, 4 broken off, 5 all boards played though a
    process had to be started again, 130 interrupted.
    """
    wrong = (ConfigError, SettingsError, BiddingSettingsError, UnknownEngine, LocalProtocolError)
    with ExitStack() as stack:
        others = (FolderError, StoreError, WorkError, SprtError)
        with told(*wrong, *DEAL_ERRORS, *others):
            match = _begun(options) if resume is None else _resumed(Path(resume), options)
            stack.enter_context(match.folder.lock())
            store = stack.enter_context(match.store())
        logs.begin(verbose=verbose, quiet=not verbose)
        with told(OSError, StoreError, status=BROKEN):
            table = MatchSession(reactors.install(), match.settings, match.folder, store)
        table.run()
        table.report()


class _Source:
    """Where a match comes from: it is begun, or goes on."""

    def __init__(
        self, settings: MatchConfig, folder: MatchFolder, boards: Sequence[PlannedBoard] | None
    ) -> None:
        self.settings = settings
        self.folder = folder
        self._boards = boards

    def store(self) -> MatchStore:
        """The file of the match; made now for a new one."""
        path = self.folder.store
        if self._boards is None:
            return MatchStore.open(path)
        return MatchStore.create(path, asdict(self.settings), self._boards)


def _begun(options: Mapping[str, Any]) -> _Source:
    if options["clock"] is not None:
        check_clock(options["clock"])
    settings = load_config(MatchConfig, options["config"], _overrides(options))
    settings = evolve(
        settings,
        bidding=_absolute(settings.bidding),
        search=evolve(settings.search, inference=_absolute(settings.search.inference)),
    )
    _check(settings)
    pbn = options["pbn"]
    wanted = settings.boards if pbn is None or options["boards"] else None
    asked = asked_boards(options, pbn, settings.boards, settings.seed)
    boards = chosen_boards(pbn, wanted, settings.seed) if asked is None else asked
    check_auctions(settings, given=any(board.calls for board in boards))
    folder = MatchFolder.create(Path(settings.out) if settings.out else None)
    return _Source(settings, folder, boards)


def _resumed(path: Path, options: Mapping[str, Any]) -> _Source:
    given = [key for key, value in options.items() if value not in (None, ()) and key not in _KEPT]
    if given:
        names = ", ".join(f"--{key.replace('_', '-')}" for key in given)
        raise ConfigError(f"a match that goes on keeps its settings: --resume without {names}")
    folder = MatchFolder(path)
    with MatchStore.open(folder.store) as store:
        kept = store.settings
    for key in _KEPT:
        kept |= {key: options[key]} if options[key] is not None else {}
    settings = load_config(MatchConfig, None, kept)
    _check(settings)
    return _Source(settings, folder, None)


def _absolute(path: str) -> str:
    return str(Path(path).absolute()) if path else ""


def _overrides(options: Mapping[str, Any]) -> dict[str, Any]:
    # Under a clock a budget is the most that a decision takes; 0 leaves it to the clock.
    budget = 0.0 if options["clock"] and options["budget"] is None else options["budget"]
    search = {
        "worlds": options["worlds"],
        "depth": options["depth"],
        "plans": options["plans"],
        "budget_call": budget,
        "budget_card": budget,
    }
    overrides: dict[str, Any] = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in options.items()
        if value not in (None, ()) and key not in (*search, "budget", *_BEGINS)
    }
    given = {key: value for key, value in search.items() if value is not None}
    return {**overrides, "search": given} if given else overrides


def _check(settings: MatchConfig) -> None:
    """Raise unless the match can be played with these settings."""
    check_inference(settings.search.inference)
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
    for profile in (settings.profile_a, settings.profile_b):
        dialect_named(profile)
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


def _check_budget(settings: MatchConfig) -> None:
    ours = not (settings.command_a or settings.wait_a) or not (
        settings.command_b or settings.wait_b
    )
    if ours and not settings.clock and not settings.search.budget_card:
        raise ConfigError("no time to think: give --clock SECONDS, or --budget SECONDS")
