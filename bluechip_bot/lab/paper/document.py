"""The document of results: all tables whose figures are in a folder, with their plots.

The folder has `results.md` and a folder `results` with a CSV file of figures for each table;
`results/cards` has one for each engine in the benchmark of card play. The document and the plots
are made from these files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from attrs import evolve

from bluechip_bot.lab.estimates import ExperimentEstimate, aligned
from bluechip_bot.lab.journal import JournalHead, RowJournal, read_file
from bluechip_bot.lab.paper.table import PaperFigure
from bluechip_bot.lab.paper.tables import PaperTable
from bluechip_bot.lab.plots import draw_lines

CARDS: Final = Path("results", "cards")
ENDINGS: Final = Path("results", "endings")
"""The folders with the figures of engines."""
_BEGINNING: Final = """\
# Results

The tables and claims of the papers that this project implements, each printed figure
with ours, and a benchmark of card play. `bluechip-bot lab paper` and
`lab cards` make this page; nothing in it is written by hand. Intervals are 95 %.
"""
_BENCHMARK: Final = """
## Card play

Each engine plays the same boards as declarer and as both defenders, after the same auctions and
leads and against the same other side, and makes the opening lead. [Measure card
play](how-to/cards.md) describes the boards and the figures. Those of an engine that looks at
a clock, as ben does, depend on the machine: here it was a busy one. The other side is
ours, too, so only figures of the same code can be compared.
"""
_ODDS: Final = """
## Endings

Declarer has one card to play. αμ has proved the chance of the contract after each card, against the
best defence and with all layouts as likely that the cards allow. The auction is not known.
"""


def keep(path: Path, figures: Iterable[PaperFigure], command: str, version: str) -> None:
    """Number the figures of a table and write them to a file, which is replaced."""
    path.unlink(missing_ok=True)
    with RowJournal(path, PaperFigure, command, version).append() as write:
        for number, figure in enumerate(figures, 1):
            write(evolve(figure, number=number))


def write(folder: Path, tables: Sequence[PaperTable]) -> Path:
    """Write the document and the plots of all tables that have figures; return its path."""
    text = _BEGINNING
    for table in tables:
        rows = figures_file(folder, table)
        if rows.exists():
            head, figures = read_file(rows, (PaperFigure,))
            text += "".join(f"{line}\n" for line in _section(table, head, figures))
            if table.axis:
                _draw(rows.with_suffix(".svg"), table, figures)
    for place, beginning in ((CARDS, _BENCHMARK), (ENDINGS, _ODDS)):
        text += "".join(f"{line}\n" for line in _benchmark(folder / place, beginning))
    path = folder / "results.md"
    path.write_text(text, encoding="utf-8")
    return path


def figures_file(folder: Path, table: PaperTable) -> Path:
    """Return the path of a table's figures, in the folder of the document."""
    return folder / "results" / f"{table.key}.csv"


def _benchmark(folder: Path, beginning: str) -> Iterator[str]:
    files = {path.stem: read_file(path, (PaperFigure,)) for path in sorted(folder.glob("*.csv"))}
    lines: dict[tuple[str, ...], list[str]] = {}
    for engine, (_, figures) in files.items():
        for series in dict.fromkeys(one.series for one in figures):
            own = [one for one in figures if one.series == series]
            names = (f"{one.name}, {one.unit}".rstrip(", ") for one in own)
            cells = (f"{one.estimate:.3g}" for one in own)
            line = f"| {engine} | {own[0].deals} | {' | '.join(cells)} |"
            lines.setdefault((series or "engine", "of", *names), []).append(line)
    yield from beginning.splitlines() if lines else ()
    for columns, rows in lines.items():
        yield from ("", f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}", *rows)
    for engine, (head, _) in files.items():
        yield from ("", f"{engine}: `{head.command}`, {'; '.join(head.versions)}")


def _section(table: PaperTable, head: JournalHead, figures: Sequence[PaperFigure]) -> Iterator[str]:
    yield from ("", f"## {table.title}", "", f"{table.source}.", "", table.differs, "")
    if table.axis:
        yield from (f"![{table.title}](results/{table.key}.svg)", "")
    yield from ("| figure | printed | here | of |", "|---|---|---|---|")
    for one in figures:
        yield f"| {one.name} | {one.printed or '-'} | {one.told} | {one.deals} |"
    yield from ("", f"`{head.command}`, {'; '.join(head.versions)}")


def _draw(path: Path, table: PaperTable, figures: Sequence[PaperFigure]) -> None:
    lines: dict[str, dict[float, ExperimentEstimate]] = {}
    for one in figures:
        if one.x is not None:
            lines.setdefault(one.series, {})[one.x] = one.estimate
    unit = next(one.unit for one in figures if one.series)
    draw_lines(path, table.title, (table.axis, unit), lines)


def table_text(table: PaperTable, figures: Sequence[PaperFigure]) -> str:
    """Return a table as text for a terminal."""
    rows = [("", "printed", "here")]
    rows += ((one.name, one.printed or "-", f"{one.told}, of {one.deals}") for one in figures)
    lines = [table.title, table.source.replace("*", ""), table.differs, "", *aligned("<><", rows)]
    return "\n".join(lines)
