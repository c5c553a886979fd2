"""The page of a match, or of any boards: HTML with style, plots and boards, without other files.

Without scripts it tells all but the boards card by card, which it then tells of the biggest swings.

Each section has a template of its own in `templates/`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from jinja2 import Environment

from bluechip_bot.formats.text import write_whole
from bluechip_bot.match.analysis.calls import NO_CALLS, OurCalls
from bluechip_bot.match.analysis.figures import DecisionPace, MatchFigures
from bluechip_bot.match.analysis.roles import Studies
from bluechip_bot.match.record.document import Reads
from bluechip_bot.match.record.record import ROOMS, MatchRecord, MatchRecordError, team_of
from bluechip_bot.match.report.boards import biggest_swings, board_lines, signed, told_calls
from bluechip_bot.match.report.documents import packed_documents
from bluechip_bot.match.report.plots import running_plot, sprt_plot, swing_plot, time_plot
from bluechip_bot.model import Side
from bluechip_bot.pages.svg import Markup
from bluechip_bot.pages.template import page_environment
from bluechip_bot.statistics.sprt import FEWEST_SWINGS

GENERATOR: Final = "bluechip-bot report"
"""The name by which a page is known to be ours."""
_MARK: Final = f'<meta name="generator" content="{GENERATOR}">'
_HEAD: Final = 2000
_ROOM_TITLES: Final = {"open": "open room", "closed": "closed room", "replay": "both plays"}


@cache
def _environment() -> Environment:
    return page_environment(__package__, {"signed": signed, "told_calls": told_calls})


def report_html(
    record: MatchRecord,
    studies: Studies,
    figures: MatchFigures,
    reads: Reads = lambda *_: "",
    ours: OurCalls = NO_CALLS,
) -> str:
    """The page of a match; what is not known is left out.

    Args:
        reads: what calls show by the systems of the teams; empty where not known.
    """
    biggest = biggest_swings(record, studies)
    sections = {
        "result": ("Result", True),
        "running": ("Course of the match", bool(record.pairs)),
        "swings": ("Swings by contract", bool(figures.levels)),
        "roles": ("Where the IMPs come from", bool(figures.roles)),
        "cards": ("What cards cost", bool(figures.losses or figures.players)),
        "time": ("Time", bool(figures.tricks) or figures.board_seconds is not None),
        "faults": ("Faults", bool(figures.crashes or figures.seats)),
        "boards": ("All boards", True),
        "biggest": ("Biggest swings", bool(biggest)),
        "settings": ("Settings", bool(record.settings)),
    }
    return _environment().get_template("report.html").render(
        generator=GENERATOR,
        record=record,
        teams=record.teams,
        title=" – ".join(record.teams) if record.pairs or not record.tables else record.event,
        figures=figures,
        sections=[(name, title) for name, (title, is_known) in sections.items() if is_known],
        played=_played(record, figures),
        plots=dict(_plots(record, figures)),
        fewest_swings=FEWEST_SWINGS,
        card_paces=[
            DecisionPace.together(pair[team] for pair in figures.tricks[1:]) for team in (0, 1)
        ],
        room_titles=_ROOM_TITLES,
        studies=studies,
        lines=list(board_lines(record)),
        seating=[(room, team_of(room, Side.NS)) for room in ROOMS],
        biggest=biggest,
        documents=packed_documents(record, studies, reads, ours),
    )  # fmt: skip


def _played(record: MatchRecord, figures: MatchFigures) -> str:
    """How many boards were played, in words."""
    rest = len(record.unpaired)
    if record.tables:
        tables = "one table" if len(record.tables) == 1 else f"{len(record.tables)} tables"
        return f"{rest} {'board' if rest == 1 else 'boards'} at {tables}"
    of = f" of {record.planned}" if record.planned is not None else ""
    alone = f", {rest} in one room only" if rest else ""
    return f"boards compared{of}{alone}" if figures.boards else f"{rest} boards in one room"


def _plots(record: MatchRecord, figures: MatchFigures) -> Iterator[tuple[str, Markup]]:
    """Yield the plots by name."""
    swings = [pair.swing for pair in record.pairs]
    numbers = [pair.number for pair in record.pairs]
    if swings:
        yield "running", running_plot(numbers, swings)
        yield "swings", swing_plot(numbers, swings)
        if figures.sprt is not None:
            yield "sprt", sprt_plot(numbers, swings, figures.sprt[0])
    if figures.tricks:
        yield "time", time_plot(figures.tricks)


def write_report(path: Path, page: str) -> None:
    """The page written to a file, at once: readers see the old page or the new one.

    Raises:
        MatchRecordError: if the file exists and is not a report of this program.
    """
    if path.exists():
        with path.open(encoding="utf-8", errors="replace") as old:
            if _MARK not in old.read(_HEAD):
                raise MatchRecordError(f"{path} is no report of ours: move it away first")
    write_whole(path, page.encode())
