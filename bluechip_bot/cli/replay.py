"""`bluechip-bot replay`: play a recorded session of the wire again, and compare."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from bluechip_bot.cli.failure import FAILED, printable
from bluechip_bot.cli.options import budget, search_option
from bluechip_bot.config import ClientConfig, load_config
from bluechip_bot.player import check_engine
from bluechip_bot.player.process import load_player
from bluechip_bot.protocol.dialect import DIALECTS
from bluechip_bot.quoting import shortened
from bluechip_bot.wirelog.difference import DifferenceKind, ReplayDifference, ReplayOutcome
from bluechip_bot.wirelog.record import LogError, WireRecords, file_lines, read_records
from bluechip_bot.wirelog.replay import replay_seats, replay_table

_MOST: Final = 20
"""The number of differences that are shown."""


@click.command("replay")
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="LOG...")
@click.option(
    "--clients", is_flag=True, help="Play each client of a table's log again, not the table."
)
@click.option(
    "--profile",
    type=click.Choice(["auto", *DIALECTS]),
    help="The dialect of our seat; by default that of the log.",
)
@click.option("--think", is_flag=True, help="Have our player think about each decision again.")
@click.option(
    "--config", type=click.Path(dir_okay=False), help="For --think, a file like conf/client.toml."
)
@click.option("--engine", metavar="ENGINE", help="For --think, the engine.")
@budget(default=1.0, help="For --think, the seconds for each decision.")
@search_option("worlds", None, help="For --think, the most layouts by which a card is judged.")
@search_option("seed", None, help="For --think, the seed of the player.")
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the session as a test of tests/dialogue.",
)
def command(
    *,
    logs: tuple[Path, ...],
    clients: bool,
    profile: str | None,
    think: bool,
    save: Path | None,
    **options: Any,
) -> None:
    """Play a recorded session of the wire again, and show what differs.

    LOG is a *.wire.log that `play` or `match` has written; it may be compressed by gzip. Several
    files are parts of one log. A client's log is played again by our seat, which decides as
    recorded; a table's log by our table. The head of the log holds all options.

    Each difference has the number of its line in the log, its time and the other end of the
    connection: - is what was recorded, + is what is sent or decided now. With --think our player
    decides again, without a clock; the game goes on as recorded.

    Exit status: 0 nothing differs, 1 something does, 2 the log cannot be read.
    """
    log = read_records(logs)
    if log.is_table and not clients:
        if profile is not None or think:
            raise LogError("a table's log: give --clients with --think or --profile")
        outcome = replay_table(log)
    elif think:
        settings = _settings(options)
        search = settings.search
        outcome = replay_seats(
            log,
            profile,
            load_player(settings.engine, settings.player_options).decide,
            clock=None,
            budget_call=search.budget_call,
            budget_card=search.budget_card,
            seed=search.seed,
        )
    else:
        outcome = replay_seats(log, profile)
    _show(logs, log, outcome)
    if save is not None:
        click.echo(f"written: {_save(save, log)}")
    if outcome.differences:
        raise click.exceptions.Exit(FAILED)


def _settings(given: dict[str, Any]) -> ClientConfig:
    search = {key: given[key] for key in ("worlds", "seed") if given[key] is not None}
    search |= {"budget_call": given["budget"], "budget_card": given["budget"]}
    engine = {} if given["engine"] is None else {"engine": given["engine"]}
    settings = load_config(ClientConfig, given["config"], {"search": search, **engine})
    check_engine(settings.engine)
    return settings


def _show(logs: Sequence[Path], log: WireRecords, outcome: ReplayOutcome) -> None:
    for text in (*log.oddities[:_MOST], *outcome.notes[:_MOST]):
        click.echo(printable(text))
    differences = sorted(outcome.differences, key=lambda one: one.record.place)
    for difference in differences[:_MOST]:
        click.echo("\n".join(_told(difference)))
    if len(outcome.differences) > _MOST:
        click.echo(f"and {len(outcome.differences) - _MOST} more")
    numbers = [
        (outcome.connections, "connection"),
        (outcome.boards, "board"),
        (outcome.lines, "line"),
        *([(outcome.decisions, "decision")] if outcome.decisions else []),
        (len(outcome.differences), "difference"),
    ]
    *counts, differ = (f"{n} {noun}{'' if n == 1 else 's'}" for n, noun in numbers)
    name = ", ".join(map(str, logs))
    click.echo(f"{name}: {outcome.end}, {', '.join(counts)}: {differ}")


def _told(difference: ReplayDifference) -> list[str]:
    record, kind = difference.record, difference.kind
    place = f"line {record.number}, {record.time}, {_shown(record.peer)}"
    lines = [f"after {place}" if kind is DifferenceKind.EXTRA else place]
    if kind is not DifferenceKind.EXTRA:
        lines.append(f"  - {_shown(record.text)}")
    if kind is not DifferenceKind.MISSING:
        lines.append(f"  + {_shown(difference.now)}")
    return lines


def _shown(text: str) -> str:
    return printable(shortened(text))


def _save(path: Path, log: WireRecords) -> Path:
    if not path.name.endswith(".wire.log"):
        path = path.with_name(f"{path.name}.wire.log")
    with path.open("x", encoding="ascii", newline="\n") as file:
        file.write("# recorded; tests/dialogue/test_recordings.py plays it again\n")
        file.writelines(f"{line}\n" for line in file_lines(log))
    return path
