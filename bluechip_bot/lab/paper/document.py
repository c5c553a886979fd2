"""The document of results: all tables whose figures are in a folder, with their plots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from bluechip_bot.lab.journal import Head, Journal, read_file
from bluechip_bot.lab.paper.figure import Figure
from bluechip_bot.lab.paper.table import PaperTable
from bluechip_bot.pages.svg import Frame, Markup, drawing, element, line, text, ticks

DOCUMENT: Final = "results.md"
_FOLDER: Final = "results"
_WIDTH: Final = 920.0
_HEIGHT: Final = 360.0
_COLOURS: Final = ("#057", "#b40", "#284", "#828", "#660")
_STYLE: Final = "text{font:12px sans-serif;fill:#333}.grid{stroke:#ddd}.axis,.zero{stroke:#777}"


@frozen
class Results:
    """The folder of a document.

    Attributes:
        folder: in which the document lies.
    """

    folder: Path

    def rows(self, table: PaperTable) -> Path:
        """The file of a table's figures."""
        return self.folder / _FOLDER / f"{table.key}.csv"

    def plot(self, table: PaperTable) -> Path:
        """The file of a table's plot."""
        return self.folder / _FOLDER / f"{table.key}.svg"

    def keep(
        self, table: PaperTable, figures: Sequence[Figure], command: str, version: str
    ) -> None:
        """Write a table's figures and its plot, in place of what is there.

        Raises:
            OSError: if they cannot be written.
        """
        path = self.rows(table)
        path.unlink(missing_ok=True)
        with Journal(path, Figure, command, version).append() as file:
            for figure in figures:
                file.write(figure)
        if table.axis:
            self.plot(table).write_text(plot(table, figures), encoding="utf-8")

    def write(self, tables: Sequence[PaperTable]) -> Path:
        """Write the document of all tables whose figures are there, and return its path.

        Raises:
            JournalError: if a file holds no figures.
            OSError: if a file cannot be read or written.
        """
        parts = [*_beginning()]
        for table in tables:
            if self.rows(table).exists():
                head, figures = read_file(self.rows(table), (Figure,))
                parts += _section(table, head, figures, plotted=self.plot(table).exists())
        path = self.folder / DOCUMENT
        path.write_text("\n".join(parts) + "\n", encoding="utf-8")
        return path


def _beginning() -> Iterator[str]:
    yield "# Results"
    yield ""
    yield "The tables and claims of the papers that this project implements, what came out here"
    yield "beside what is printed. `bluechip-bot lab paper` makes this page; nothing in it is"
    yield "written by hand. Intervals are 95 %."


def _section(
    table: PaperTable, head: Head, figures: Sequence[Figure], *, plotted: bool
) -> Iterator[str]:
    """Yield the lines of a table."""
    yield from ("", f"## {table.title}", "", f"{table.source}.", "", table.differs, "")
    if plotted:
        yield from (f"![{table.title}]({_FOLDER}/{table.key}.svg)", "")
    yield "| figure | printed | here | of |"
    yield "|---|---|---|---|"
    for one in figures:
        yield f"| {one.name} | {one.printed or '-'} | {one.told} | {one.deals} |"
    yield ""
    yield f"`{head.command}`, {'; '.join(head.versions)}"


def table_text(table: PaperTable, figures: Sequence[Figure]) -> str:
    """A table for a terminal."""
    name = max(len(one.name) for one in figures)
    printed = max(len("printed"), *(len(one.printed) for one in figures))
    lines = [table.title, f"{table.source.replace('*', '')}", table.differs, ""]
    lines.append(f"{'':{name}}  {'printed':>{printed}}  here")
    lines += [
        f"{one.name:<{name}}  {one.printed or '-':>{printed}}  {one.told}, of {one.deals}"
        for one in figures
    ]
    return "\n".join(lines)


def plot(table: PaperTable, figures: Sequence[Figure]) -> str:
    """The lines of a table with their intervals, as an SVG file."""
    drawn = [one for one in figures if one.series and one.x is not None]
    names = list(dict.fromkeys(one.series for one in drawn))
    places = sorted({one.x for one in drawn if one.x is not None})
    lows = [one.value if one.low is None else one.low for one in drawn]
    highs = [one.value if one.high is None else one.high for one in drawn]
    low, high = min(0.0, *lows), max(0.0, *highs)
    room = max(high - low, 1e-9) * 0.05
    # Places are spread evenly: worlds double from one to the next.
    frame = Frame(
        _WIDTH, _HEIGHT, (-0.5, len(places) - 0.5), (low - room, high + room), left=64, top=28
    )
    labels = [(float(at), f"{place:g}") for at, place in enumerate(places)]
    heights = [(value, f"{value:.6g}") for value in ticks(*frame.y)]
    parts = [
        element("style", _STYLE),
        element("rect", width="100%", height="100%", fill="#fff"),
        text((_WIDTH / 2, 18), table.title, "middle"),
        frame.axes(labels, heights, table.axis, drawn[0].unit),
        line(frame.at(frame.x[0], 0), frame.at(frame.x[1], 0), "zero"),
    ]
    for order, name in enumerate(names):
        own = [one for one in drawn if one.series == name]
        parts += _line(frame, places, own, _COLOURS[order % len(_COLOURS)], order, len(names))
        parts.append(
            element("text", name, x=frame.left + 10, y=44 + 16 * order, style=_fill(order))
        )
    return f"{drawing(_WIDTH, _HEIGHT, table.title, *parts, alone=True)}\n"


def _fill(order: int) -> str:
    return f"fill:{_COLOURS[order % len(_COLOURS)]}"


def _line(  # noqa: PLR0913, PLR0917 - what a line needs
    frame: Frame,
    places: Sequence[float],
    figures: Sequence[Figure],
    colour: str,
    order: int,
    lines: int,
) -> Iterator[Markup]:
    """Yield a line and its intervals, a little beside those of the other lines."""
    shift = 0.08 * (order - (lines - 1) / 2)
    points = []
    for one in figures:
        assert one.x is not None
        x = places.index(one.x) + shift
        points.append((x, one.value))
        if one.low is not None and one.high is not None:
            (left, top), (_, bottom) = frame.at(x, one.high), frame.at(x, one.low)
            yield element("line", x1=left, y1=top, x2=left, y2=bottom, style=f"stroke:{colour}")
    shape = " ".join(f"{x:.1f},{y:.1f}" for x, y in (frame.at(*point) for point in points))
    yield element("polyline", points=shape, style=f"fill:none;stroke:{colour};stroke-width:2")
