"""`bluechip-bot score`: the scores of results of the same boards."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import click
from attrs import asdict

from bluechip_bot.cli import options
from bluechip_bot.cli.failure import Failure
from bluechip_bot.cli.ranges import FiniteNumber
from bluechip_bot.cli.rows import OUT, write_rows
from bluechip_bot.cli.terminal import ProblemPrinter
from bluechip_bot.formats.boards import FileFormat, read_results
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.lab.estimates import aligned
from bluechip_bot.match.result.comparison import (
    PAIR_COLUMNS,
    TEAM_COLUMNS,
    FieldBoard,
    TeamScore,
    by_board,
    fields,
    pair_of,
    pair_rows,
    standings,
    team_rows,
    team_score,
)
from bluechip_bot.match.result.scale import CONTINUOUS, read_scale
from bluechip_bot.model import Side

_HEADINGS = ("Board", "Vul", "Open", "Score", "Closed", "Score", "A", "B", "Running")


@click.command("score")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(dir_okay=False), metavar="A.pbn [B.pbn ...]"
)
@click.option(
    "--from",
    "file_format",
    type=options.FORMATS,
    help="The format of the files; by default their suffix.",
)
@click.option(
    "--as",
    "form",
    type=click.Choice(["teams", "pairs"]),
    help="The kind of event; by default from the number of results of a board.",
)
@click.option(
    "--carry-over",
    type=FiniteNumber(),
    metavar="IMPS",
    default=0.0,
    help="The carry-over of team A in IMPs; B's: below 0.",
)
@click.option("--scale", type=click.Path(dir_okay=False), help="A file of a victory-point scale.")
@click.option("--out", type=OUT, metavar="FILE.csv", help="Write a row for each board; or .jsonl.")
@options.JSON
def command(  # noqa: PLR0913 - an option each
    *,
    files: tuple[str, ...],
    file_format: str | None,
    form: str | None,
    carry_over: float,
    scale: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Compare the results of the same boards.

    They are read from several PBN or LIN files, or from one with both rooms. Two results of a board
    make a teams match, scored in IMPs, totals and victory points, by default on the WBF's
    continuous 20-VP scale. Team A sits North-South in the open room, or in the first file if no
    rooms are named. Three results or more make a pairs event, scored in matchpoints and in IMPs
    against the datum (Butler). The carry-over counts in the totals, but not in the victory points.

    --out writes a row for each board, or for each result of a pairs event, as CSV or as lines of
    JSON.

    Exit status: 0 done, 2 wrong usage or a wrong file.
    """
    points = CONTINUOUS if scale is None else read_scale(Path(scale))
    chosen = None if file_format is None else FileFormat(file_format)
    unread = ProblemPrinter()

    def report(problem: ValueError, *, lost: bool) -> None:
        # Without a result the totals would be those of another event.
        if lost:
            raise problem
        unread(problem, lost=False)

    tables = [read_results(path, chosen, report) for path in files]
    unread.more()
    results = by_board(tables)
    for path, read in zip(files, tables, strict=True):
        _remark_scores(path, read)
    most = max(map(len, results), default=0)
    if most < 2:
        raise Failure(f"no board has two results in {', '.join(files)}: nothing to compare")
    if (form or ("teams" if most == 2 else "pairs")) == "teams":
        score = team_score(results, carry_over, points)
        if not score.pairs:
            raise Failure("no board has a result at both tables")
        names = _team_names(tables)
        data, lines = _team_data(score, names), _team_lines(score, names)
        columns, rows = TEAM_COLUMNS, team_rows(score)
    else:
        if carry_over or scale:
            raise Failure("--carry-over and --scale are for teams, these are pairs")
        boards = fields(results)
        data, lines = _pair_data(boards), _pair_lines(boards)
        columns, rows = PAIR_COLUMNS, pair_rows(boards)
    if out is not None:
        write_rows(out, columns, rows)
    click.echo(json.dumps(data, ensure_ascii=False, indent=1) if as_json else "\n".join(lines))


def _remark_scores(path: str, results: Iterable[BoardRecord]) -> None:
    """Report on standard error the scores in a file that do not agree with the tricks taken."""
    for result in results:
        told_score = result.told_score
        if result.is_scored and told_score is not None and told_score != result.score():
            where = f"{path}, line {result.line}: board {result.board.number}"
            text = f"tells N/S {told_score:+d}, its tricks come to {result.score():+d}"
            click.echo(f"{where} {text}, which counts", err=True)


def _team_names(tables: Iterable[Sequence[BoardRecord]]) -> tuple[str, str]:
    for result in chain.from_iterable(tables):
        home, visit = result.fact("HomeTeam"), result.fact("VisitTeam")
        if home and visit:
            return home, visit
    return "A", "B"


def _team_data(score: TeamScore, names: tuple[str, str]) -> dict[str, Any]:
    return {
        "teams": list(names),
        "boards": [
            {
                "board": pair.number,
                "results": [pair.open.result_text, pair.closed.result_text],
                "scores": [pair.open.score(), pair.closed.score()],
                "imps": pair.swing,
                "running": running,
            }
            for pair, running in zip(score.pairs, score.running, strict=True)
        ],
        "unmatched": list(score.unmatched),
        "imps": list(score.won),
        "carry_over": score.carry_over,
        "totals": list(score.totals),
        "victory_points": list(score.victory_points),
        "scale": score.scale.name,
    }


def _team_lines(score: TeamScore, names: tuple[str, str]) -> list[str]:
    rows = [_HEADINGS, *((number, *row) for number, _, *row in score.rows)]
    a, b = score.won
    total_a, total_b = score.totals
    vp_a, vp_b = score.victory_points
    lines = [f"A: {names[0]}, B: {names[1]}", *aligned(">" * len(_HEADINGS), rows)]
    if score.unmatched:
        lines.append(f"one result only: board {', '.join(map(str, score.unmatched))}")
    if score.carry_over:
        lines.append(f"boards: {a} - {b} IMPs, carry-over {score.carry_over:+g}")
    lines.append(f"{names[0]} {total_a:g} - {total_b:g} {names[1]} IMPs")
    lines.append(f"{vp_a:.2f} - {vp_b:.2f} VPs over {len(score.pairs)} boards ({score.scale.name})")
    return lines


def _pair_data(boards: Sequence[FieldBoard]) -> dict[str, Any]:
    return {
        "boards": [
            {"board": board.number, "datum": board.datum, "results": list(_table_data(board))}
            for board in boards
        ],
        "pairs": [asdict(each) for each in standings(boards)],
    }


def _table_data(board: FieldBoard) -> Iterable[Mapping[str, Any]]:
    rows = zip(board.results, board.matchpoints, board.butler, strict=True)
    for result, share, gain in rows:
        yield {
            "ns": pair_of(result, Side.NS),
            "ew": pair_of(result, Side.EW),
            "result": result.result_text,
            "score": result.score(),
            "percentage": round(100 * share, 2),
            "butler": gain,
        }


def _pair_lines(boards: Sequence[FieldBoard]) -> list[str]:
    lines: list[str] = []
    for board in boards:
        rows: list[Sequence[object]] = [("N/S", "E/W", "Result", "Score", "MP %", "Butler")]
        for each in _table_data(board):
            names = each["ns"] or "?", each["ew"] or "?"
            points = f"{each['percentage']:.2f}", f"{each['butler']:+d}"
            rows.append((*names, each["result"], each["score"], *points))
        lines += [f"Board {board.number}, datum N/S {board.datum:+d}", *aligned(">" * 6, rows), ""]
    if pairs := standings(boards):
        ranking = [("Pair", "Boards", "MP %", "Butler")]
        ranking += [
            (each.pair, str(each.boards), f"{each.percentage:.2f}", f"{each.butler:+d}")
            for each in pairs
        ]
        lines += aligned(">" * 4, ranking)
    return lines
