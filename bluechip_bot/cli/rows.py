"""Rows of results, written as CSV or as lines of JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click

from bluechip_bot.formats.text import write_whole


class _RowsFile(click.Path):
    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(str(super().convert(value, param, ctx)))
        if path.suffix not in {".csv", ".jsonl"}:
            self.fail(f"{str(value)!r} ends neither in .csv nor in .jsonl", param, ctx)
        return path


OUT: Final = _RowsFile(dir_okay=False)
"""The type of an option that names such a file."""


def write_rows(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows as CSV or JSON lines, by the suffix of `path`; None is an empty cell, or null."""
    if path.suffix == ".csv":
        made = io.StringIO(newline="")
        table = csv.DictWriter(made, columns, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
        text = made.getvalue()
    else:
        chosen = ({name: row[name] for name in columns} for row in rows)
        text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in chosen)
    write_whole(path, text.encode())
