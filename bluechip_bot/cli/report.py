"""`bluechip-bot report`: write an HTML page on a match, or on any boards, and print figures."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click

from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.cli.bidding_input import system_name
from bluechip_bot.cli.call_statements import call_reader, in_rooms, match_reader
from bluechip_bot.cli.failure import Failure
from bluechip_bot.cli.options import search_option
from bluechip_bot.cli.ranges import FiniteNumber
from bluechip_bot.cli.records import record_of_files
from bluechip_bot.cli.rows import OUT, write_rows
from bluechip_bot.cli.terminal import ProblemPrinter, tracked
from bluechip_bot.config import BiddingConfig, ConfigError, MatchConfig, load_config, put
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.match.analysis.figures import NO_CALLS, MatchFigures, OurCalls, our_calls
from bluechip_bot.match.analysis.roles import LOSS_COLUMNS, PlayStudy, loss_rows
from bluechip_bot.match.record.reading import record_of
from bluechip_bot.match.record.record import MatchRecord
from bluechip_bot.match.report.page import report_html, write_report
from bluechip_bot.model import Board, Call
from bluechip_bot.player.calling import SideCallers
from bluechip_bot.statistics.sprt import Sprt, SprtError

_MEMORY_MB: Final = 64
_MATCH: Final = MatchConfig()


@click.command("report")
@click.argument(
    "files", metavar="DIR|FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--system",
    metavar="SYSTEM",
    help="The system of our calls; `none` shows none. By default sayc for files, none for DIR.",
)
@click.option(
    "--think",
    type=FiniteNumber(0.01),
    metavar="SECONDS",
    help="Let simulation decide our close calls.",
)
@click.option("--losses", metavar="FILE.csv", type=OUT, help="Write a row for each card that cost.")
@click.option(
    "--sprt",
    "hypotheses",
    type=(float, float),
    metavar="H0 H1",
    help="Test a mean of H0 against H1, in IMPs a board of the first team; default: the match's.",
)
@click.option(
    "--alpha",
    type=float,
    metavar="NUMBER",
    help=f"The rate of H1 though H0 holds; by default as the match, or {_MATCH.alpha:g}.",
)
@click.option(
    "--beta",
    type=float,
    metavar="NUMBER",
    help=f"The rate of H0 though H1 holds; by default as the match, or {_MATCH.beta:g}.",
)
@search_option("seed", 0, help="The seed of the bootstrap.")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.html",
    help="Where to write the page; by default DIR/report.html, or FILE.html.",
)
def command(  # noqa: PLR0913 - an option each
    files: tuple[Path, ...],
    *,
    system: str | None,
    think: float | None,
    losses: Path | None,
    hypotheses: tuple[float, float] | None,
    alpha: float | None,
    beta: float | None,
    seed: int,
    as_json: bool,
    out: Path | None,
) -> None:
    """Write a page on a match, or on the boards of files.

    DIR is the folder of a match, which may still be in progress, or a folder with open.pbn and
    closed.pbn, from two tables of another program. Each FILE is PBN or LIN: two results of each
    board make a match, as `score` compares them; other boards are shown without IMPs. The page
    needs no network and no other file; with scripts, each board can be stepped through, card by
    card. It says what each card cost double dummy, what each player lost, and what our system calls
    with the same hands. An older report is replaced. If the folder cannot be written, give --out
    for the place of the page.

    Exit status: 0 done, 2 wrong usage, a wrong file, or boards of it left out.
    """
    first, *more = files
    is_folder = not more and (first.is_dir() or not (first.suffix or first.exists()))
    path = out or (first / "report.html" if is_folder else first.with_suffix(".html"))
    unread = ProblemPrinter()
    sprt = _sprt({}, hypotheses, alpha, beta)  # Wrong options fail before the work begins.
    callers = None
    if (name := system or ("none" if is_folder else "sayc")) != "none":
        name = system_name(name, "--system")
        callers = SideCallers(name, UNKNOWN_SYSTEM, think or 0.0, 0)
    record = record_of(first) if is_folder else record_of_files(files, unread)
    if not os.access(path.absolute().parent, os.W_OK):
        raise Failure(f"{path}: its folder cannot be written; give another one by --out FILE")
    sprt = _sprt(record.settings, hypotheses, alpha, beta)
    solver, boards = DoubleDummy(_MEMORY_MB), list(record.boards)
    studies = {
        (room, finished.number): study
        for room, finished in tracked(boards, "double dummy", len(boards))
        if (study := PlayStudy.of(finished, solver.cards)) is not None
    }
    ours = NO_CALLS if callers is None else _ours(record, callers)
    figures = MatchFigures.of(record, studies, sprt, seed, ours)
    write_report(path, report_html(record, studies, figures, _shows(record, system), ours))
    if losses is not None:
        write_rows(losses, LOSS_COLUMNS, loss_rows(record, studies))
    if as_json:
        click.echo(json.dumps(figures.as_dict(), indent=2, allow_nan=False))
    else:
        click.echo(_summary(figures, path))
    unread.finish()


def _ours(record: MatchRecord, callers: SideCallers) -> OurCalls:
    boards = list(record.boards)
    found = tracked(our_calls(record, callers), "bidding", len(boards))
    return {(room, one.number): ours for (room, one), ours in zip(boards, found, strict=True)}


def _shows(record: MatchRecord, system: str | None) -> Callable[[str, Board, Call], str]:
    """A reader of calls by the teams' systems or, if the record names none, by `system`."""
    if record.settings == {} and system not in {None, "none"}:
        bidding = BiddingConfig(our=str(system), opponents=str(system))
        return in_rooms(call_reader(bidding))
    found: dict[str, Any] = {}
    for name, value in record.settings.items():
        if name in {"declared", "bidding"} or name.startswith("team_"):
            put(found, name.split("."), value)
    if "team_a" not in found:
        return lambda *_: ""
    try:
        return match_reader(load_config(MatchConfig, None, found))
    except ConfigError:
        return lambda *_: ""  # The system is not on this machine, or not as it was.


def _sprt(
    settings: Mapping[str, object],
    hypotheses: tuple[float, float] | None,
    alpha: float | None,
    beta: float | None,
) -> Sprt | None:
    """The sequential test by the options, or else by the match; None if there are no hypotheses."""
    means = hypotheses or settings.get("sprt")
    if not isinstance(means, Sequence) or len(means) != 2:
        return None
    rates = (
        float(str(settings.get(name, usual) if told is None else told))
        for name, usual, told in (("alpha", _MATCH.alpha, alpha), ("beta", _MATCH.beta, beta))
    )
    try:
        return Sprt(float(means[0]), float(means[1]), *rates)
    except (TypeError, ValueError) as error:
        raise SprtError(f"the sequential test of the match: {error}") from None


def _summary(figures: MatchFigures, path: Path) -> str:
    lines, mean = [], figures.mean
    if mean is not None and figures.victory_points is not None:
        (a, b), (vp_a, vp_b) = figures.teams, figures.victory_points
        lines.append(
            f"{a} {figures.imps[0]} - {figures.imps[1]} {b} IMPs, "
            f"{vp_a:.2f} - {vp_b:.2f} VPs over {figures.boards} boards"
        )
        if mean.by_t is not None and mean.by_bootstrap is not None:
            t, boot = mean.by_t, mean.by_bootstrap
            lines.append(
                f"{mean.value:+.2f} IMPs a board; with 95 % confidence "
                f"{t.low:+.2f} to {t.high:+.2f}, or {boot.low:+.2f} "
                f"to {boot.high:+.2f} by boards drawn again and again"
            )
    if figures.sprt is not None:
        test, state = figures.sprt
        lines.append(f"SPRT of {test.h0:g} against {test.h1:g} IMPs a board: {state}")
    return "\n".join([*lines, str(path)])
