"""The page of a match, or of any boards: HTML with style, plots and boards, without other files.

Without scripts it shows everything except the boards card by card.

Each section has a template of its own in `templates/`.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import accumulate
from pathlib import Path
from typing import Final

from jinja2 import Environment

from bluechip_bot.formats.lin.writer import viewer_link
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.formats.text import write_whole
from bluechip_bot.match.analysis.figures import NO_CALLS, DecisionPace, MatchFigures, OurCalls
from bluechip_bot.match.analysis.roles import Studies, SwingCause, parts_of
from bluechip_bot.match.record.document import Reads, board_document, outcome_of, statements
from bluechip_bot.match.record.record import ROOMS, MatchRecord, MatchRecordError, team_of
from bluechip_bot.match.report.plots import running_plot, sprt_plot, swing_plot, time_plot
from bluechip_bot.match.result.comparison import BoardPair
from bluechip_bot.model import PASS, Auction, Call, Side
from bluechip_bot.pages.svg import Markup
from bluechip_bot.pages.template import page_environment
from bluechip_bot.statistics.sprt import FEWEST_SWINGS

GENERATOR: Final = "bluechip-bot report"
"""The name by which a page is known to be ours."""
_MARK: Final = f'<meta name="generator" content="{GENERATOR}">'
_HEAD: Final = 2000
_ROOM_TITLES: Final = {"open": "open room", "closed": "closed room", "replay": "both plays"}


@cache
def environment() -> Environment:
    """The Jinja environment in which the templates of reports are rendered."""
    return page_environment(__package__, {"signed": signed, "told_calls": told_calls})


def report_html(
    record: MatchRecord,
    studies: Studies,
    figures: MatchFigures,
    reads: Reads = lambda *_: "",
    ours: OurCalls = NO_CALLS,
) -> str:
    """The page of a match; what is not known is left out."""
    biggest = biggest_swings(record, studies)
    sections = {
        "result": ("Result", True),
        "running": ("Course of the match", bool(record.pairs)),
        "swings": ("Swings by contract", bool(figures.levels)),
        "roles": ("Where the IMPs come from", bool(figures.roles)),
        "cards": ("Cards and calls", bool(figures.losses or figures.players)),
        "time": ("Time", bool(figures.tricks) or figures.board_seconds is not None),
        "faults": ("Faults", bool(figures.crashes or figures.seats)),
        "boards": ("All boards", True),
        "biggest": ("Biggest swings", bool(biggest)),
        "settings": ("Settings", bool(record.settings)),
    }
    return environment().get_template("report.html").render(
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
    rest = len(record.unpaired)
    if record.tables:
        tables = "one table" if len(record.tables) == 1 else f"{len(record.tables)} tables"
        return f"{rest} {'board' if rest == 1 else 'boards'} at {tables}"
    of = f" of {record.planned}" if record.planned is not None else ""
    alone = f", {rest} in one room only" if rest else ""
    return f"boards compared{of}{alone}" if figures.boards else f"{rest} boards in one room"


def _plots(record: MatchRecord, figures: MatchFigures) -> Iterator[tuple[str, Markup]]:
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
    """Write the page to a file atomically: readers see the old page or the new one.

    A file that is not a report of this program is not replaced.
    """
    if path.exists():
        with path.open(encoding="utf-8", errors="replace") as old:
            if _MARK not in old.read(_HEAD):
                raise MatchRecordError(f"{path} is no report of ours: move it away first")
    write_whole(path, page.encode())


def packed_documents(
    record: MatchRecord, studies: Studies, reads: Reads, ours: OurCalls = NO_CALLS
) -> str:
    """All boards of a record, as base64 of gzipped JSON: by board number, then by room.

    The keys of each are `board`, see `match.record.document`; `values`, for each card played what
    every legal card was worth then (empty if not known); `ours`, for each call made the call that
    we would make; `names` of N E S W; and `link`, the address of a page that shows the board.
    """
    documents: defaultdict[int, dict[str, object]] = defaultdict(dict)
    for room, finished in record.boards:
        key, board = (room, finished.number), finished.board
        values = studies[key].values if key in studies else ()
        shows = () if finished.replay else statements(board, partial(reads, room))
        times = record.times[key].actions if key in record.times else ()
        drawn = board_document(
            board,
            seconds=[action.seconds for action in times],
            remarks=finished.remarks,
            shows=list(shows),
        )
        documents[finished.number][room] = {
            # A file knows more than its calls and cards say: play may end with a claim.
            "board": drawn | outcome_of(finished),
            "ours": ["" if our is None else str(our) for our in ours.get(key, ())],
            "values": [{str(card): made for card, made in each.items()} for each in values],
            "names": finished.names,
            "link": viewer_link(finished),
        }
    text = json.dumps(documents, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode("ascii")


_BIGGEST: Final = 8
BoardLine = tuple[Sequence[tuple[str, BoardRecord]], int | None, int | None]
"""A board by room, with the IMPs of team A and their total so far; None with one room alone."""


def board_lines(record: MatchRecord) -> Iterator[BoardLine]:
    """Yield all boards, first those that both rooms have finished."""
    running = accumulate(pair.swing for pair in record.pairs)
    for pair, total in zip(record.pairs, running, strict=True):
        yield [(room, pair.room(room)) for room in ROOMS], pair.swing, total
    for one in record.unpaired:
        yield [one], None, None


def told_calls(auction: Auction) -> Sequence[Call]:
    """The calls without the passes that end the auction."""
    calls = list(auction.calls)
    while calls and calls[-1] == PASS:
        calls.pop()
    return calls


def biggest_swings(record: MatchRecord, studies: Studies) -> list[tuple[BoardPair, str | None]]:
    """The boards with the biggest swings, and where each comes from; None where not known."""
    pairs = sorted((pair for pair in record.pairs if pair.swing), key=lambda pair: -abs(pair.swing))
    return [(pair, _parts(pair, record.teams, studies)) for pair in pairs[:_BIGGEST]]


def _parts(pair: BoardPair, teams: tuple[str, str], studies: Studies) -> str | None:
    parts = parts_of(pair, studies)
    if parts is None:
        return None
    said = []
    for role in SwingCause:
        for team, who in ((None, ""), *((team, f" of {teams[team]}") for team in (0, 1))):
            total = sum(part.imps for part in parts if (part.role, part.team) == (role, team))
            if total:
                said.append(f"{role.value}{who} {signed(total, 1)}")
    return ", ".join(said) or "nothing that one card decided"


def signed(number: float, digits: int = 0) -> str:
    """A number with its sign, − for minus; empty if it rounds to zero and no digits are wanted."""
    if not digits and not round(number):
        return ""
    shown = f"{number:+.{digits}f}"
    return (f"{0:.{digits}f}" if not float(shown) else shown).replace("-", "−")
