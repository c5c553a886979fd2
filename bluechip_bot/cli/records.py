"""Reading files of boards as one record, for the commands that analyse records."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from bluechip_bot.cli.failure import Failure
from bluechip_bot.cli.terminal import ProblemPrinter
from bluechip_bot.formats.boards import read_boards
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.record.reading import record_of_match, record_of_tables
from bluechip_bot.match.record.record import MatchRecord, MatchRecordError
from bluechip_bot.match.result.comparison import ComparisonError, by_board, team_score

_MOST_MB: Final = 16


def read_records(path: Path, unread: ProblemPrinter) -> list[BoardRecord]:
    """The boards of a file; what cannot be read is reported."""
    size = path.stat().st_size / 1e6
    if size > _MOST_MB:
        raise Failure(f"{path}: {size:.0f} MB; at most {_MOST_MB} MB are analysed: split the file")
    return read_boards(path, report=unread)


def record_of_files(paths: Sequence[Path], unread: ProblemPrinter) -> MatchRecord:
    """The record of some files: a match if boards have two results to compare, else tables.

    Boards without a result have a place at tables alone: a match leaves them out, and says so.
    """
    tables = [read_records(path, unread) for path in paths]
    try:
        results = by_board(tables)
        score = team_score(results)
    except ComparisonError as error:
        click.echo(f"the results are not compared: {error}", err=True)
    else:
        if score.pairs and len({each[0].board.number for each in results}) == len(results):
            for path, boards in zip(paths, tables, strict=True):
                for board in boards:
                    if not board.is_scored:
                        reason = f"{path}, line {board.line}: board {board.number}: no result"
                        unread(MatchRecordError(reason), lost=True)
            unread.more()
            return record_of_match(score, (each[0] for each in results if len(each) == 1))
    unread.more()
    if not any(tables):
        raise Failure(f"{', '.join(map(str, paths))}: no board to analyse")
    return record_of_tables(board for boards in tables for board in boards)
