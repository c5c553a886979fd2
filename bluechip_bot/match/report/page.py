"""The page of a match: HTML with its style and plots, which needs no other file and no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from bluechip_bot.match.analysis.figures import MatchFigures
from bluechip_bot.match.analysis.roles import Studies
from bluechip_bot.match.record.record import MatchRecord
from bluechip_bot.match.report.boards import biggest_swings, board_table
from bluechip_bot.match.report.marks import signed
from bluechip_bot.match.report.plots import running_plot, sprt_plot, swing_plot, time_plot
from bluechip_bot.match.report.style import STYLE
from bluechip_bot.match.report.tables import (
    crash_table,
    level_table,
    loss_table,
    role_table,
    seat_table,
    time_table,
)
from bluechip_bot.statistics.estimates import Interval
from bluechip_bot.statistics.sprt import FEWEST_SWINGS, Sprt, Verdict

GENERATOR: Final = "bluechip-bot report"
"""The name by which a page is known to be ours."""
Section = tuple[str, str, str]
_ICON: Final = '<link rel="icon" href="data:,">'


def report_html(record: MatchRecord, studies: Studies, figures: MatchFigures) -> str:
    """The page of a match; what is not known is left out.

    Args:
        record: the match.
        studies: of its boards; may be empty.
        figures: of the same record and studies.
    """
    a, b = map(escape, record.teams)
    sections = [section for section in _sections(record, studies, figures) if section[2]]
    links = "".join(f'<a href="#{name}">{title}</a> ' for name, title, _ in sections)
    event = f"<p>{escape(record.event)}</p>" if record.event else ""
    bodies = (
        f'<section id="{name}"><h2>{title}</h2>\n{body}\n</section>\n'
        for name, title, body in sections
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="generator" content="{GENERATOR}">\n{_ICON}\n'
        f"<title>{a} – {b}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n<main>\n"
        f'<h1><span class="name-a">{a}</span> – <span class="name-b">{b}</span></h1>\n{event}\n'
        f"<nav>{links.strip()}</nav>\n{''.join(bodies)}</main>\n</body>\n</html>\n"
    )


def _sections(record: MatchRecord, studies: Studies, figures: MatchFigures) -> Iterator[Section]:
    """Name, title and content of each section; without content where nothing is known."""
    swings = [pair.swing for pair in record.pairs]
    numbers = [pair.number for pair in record.pairs]
    yield "result", "Result", "".join(_result(record, figures))
    plots = ""
    if swings:
        caption = (
            f"Running total of IMPs, above zero where {escape(record.teams[0])} is ahead; shaded: "
            "the 95 % interval of the total by Student's t."
        )
        plots = _figure(running_plot(numbers, swings), caption)
        plots += _figure(swing_plot(numbers, swings), f"Swing of each board.{_key(record)}")
        if figures.sprt is not None:
            plots += _sprt_figure(numbers, swings, figures.sprt[0])
    yield "running", "Course of the match", plots
    yield "swings", "Swings by contract", level_table(figures) if figures.levels else ""
    yield "roles", "Where the IMPs come from", _roles(figures)
    yield "cards", "What cards cost", _losses(figures)
    yield "time", "Time", _time(record, figures)
    yield "faults", "Faults", "".join(_faults(figures))
    yield "boards", "All boards", board_table(record, studies) + _BOARDS_NOTE
    big = biggest_swings(record, studies)
    yield "biggest", "Biggest swings", _PLAY_NOTE + big if big else ""
    yield "settings", "Settings", _settings(record)


def _sprt_figure(numbers: Sequence[int], swings: Sequence[int], test: Sprt) -> str:
    caption = (
        f"Log-likelihood ratio of a mean of {test.h1:g} against {test.h0:g} IMPs a board; at a "
        f"dashed line a test is decided once {FEWEST_SWINGS} boards had a swing."
    )
    return _figure(sprt_plot(numbers, swings, test), caption)


_FEW: Final = 32
_BOARDS_NOTE: Final = (
    '<p class="note">Tricks are declarer\'s; DD is what declarer takes with best play by all '
    "from the deal (double dummy). N/S is the score of North and South, IMPs are the first "
    "team's.</p>"
)
_PLAY_NOTE: Final = (
    '<p class="note">The card that won a trick is underlined. A shaded card cost its side so many '
    "tricks against best play with all cards seen; makes is what declarer then takes in all.</p>"
)


def _result(record: MatchRecord, figures: MatchFigures) -> Iterator[str]:
    played = _boards_text(record, figures)
    if figures.mean is None or figures.victory_points is None:
        yield f"<p>{played}: no board has a result in both rooms yet.</p>"
        return
    (a, b), (vp_a, vp_b), mean = figures.imps, figures.victory_points, figures.mean
    boxes = [
        (f"{a} – {b}", "IMPs"),
        (f"{vp_a:.2f} – {vp_b:.2f}", "victory points, WBF 20-VP scale"),
        (str(figures.boards), played),
        (signed(mean.value, 2), "IMPs a board"),
    ]
    cells = "".join(f"<div><b>{big}</b><span>{escape(small)}</span></div>" for big, small in boxes)
    yield f'<div class="score">{cells}</div>\n'
    first = escape(record.teams[0])
    if mean.by_t is None or mean.by_bootstrap is None:
        yield '<p class="note">One board tells nothing of how sure the mean is.</p>'
    else:
        verdict = _verdict(mean.by_t, *map(escape, record.teams))
        if mean.boards < _FEW:
            verdict += " Intervals of so few boards are rough."
        yield (
            f"<p>Mean swing {signed(mean.value, 2)} IMPs a board for {first}, with 95 % confidence "
            f"between {_range(mean.by_t)} (Student's t), or {_range(mean.by_bootstrap)} "
            f"(bootstrap); standard deviation {mean.deviation:.2f}. {verdict}</p>\n"
        )
    if figures.sprt is not None:
        test, state = figures.sprt
        ends = {
            Verdict.CONTINUE: "undecided, play on",
            Verdict.H0: f"{first} does not win {test.h1:g} IMPs a board (H0 accepted)",
            Verdict.H1: f"{first} wins more than {test.h0:g} IMPs a board (H1 accepted)",
        }
        yield (
            f"<p>Sequential test of {test.h0:g} (H0) against {test.h1:g} (H1) IMPs a board, "
            f"α = {test.alpha:g}, β = {test.beta:g}: LLR {signed(state.llr, 2)} between "
            f"{signed(state.lower, 2)} and {signed(state.upper, 2)}: {ends[state.verdict]}.</p>\n"
        )


def _boards_text(record: MatchRecord, figures: MatchFigures) -> str:
    rest = len(record.unpaired)
    of = f" of {record.planned}" if record.planned is not None else ""
    alone = f", {rest} in one room only" if rest else ""
    return f"boards compared{of}{alone}" if figures.boards else f"{rest} boards in one room"


def _range(interval: Interval) -> str:
    return f"{signed(interval.low, 2)} and {signed(interval.high, 2)}"


def _verdict(interval: Interval, a: str, b: str) -> str:
    """What the interval says of the teams."""
    if interval.low > 0:
        return f"{a} is the stronger team on such boards."
    if interval.high < 0:
        return f"{b} is the stronger team on such boards."
    return "That does not tell which team is stronger."


def _figure(picture: str, caption: str) -> str:
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>\n"


def _key(record: MatchRecord) -> str:
    return "".join(
        f'<span class="key {letter}"></span>{escape(team)}'
        for letter, team in zip("ab", record.teams, strict=True)
    )


def _roles(figures: MatchFigures) -> str:
    if not figures.roles:
        return ""
    return role_table(figures) + (
        '<p class="note">Bidding is what the two contracts differ in with best play by all. From '
        "there every card that cost a trick double dummy moves the IMPs of its board, and counts "
        "for the role of its hand; dummy's cards are declarer's. Perfect play sees all cards: the "
        "figures compare the teams, they do not tell what either could have known.</p>"
    )


def _losses(figures: MatchFigures) -> str:
    if not figures.losses:
        return ""
    return loss_table(figures) + "<p class=\"note\">Dummy's cards are declarer's.</p>"


def _time(record: MatchRecord, figures: MatchFigures) -> str:
    if not figures.tricks and figures.board_seconds is None:
        return ""
    plot = ""
    if figures.tricks:
        plot = _figure(
            time_plot(figures.tricks), f"Mean time of a call and of a card.{_key(record)}"
        )
    return plot + time_table(figures)


def _faults(figures: MatchFigures) -> Iterator[str]:
    if figures.crashes:
        yield f'<p class="bad">Crashes: {len(figures.crashes)}</p>\n{crash_table(figures)}'
    if figures.seats:
        yield seat_table(figures)
        yield (
            '<p class="note">A fallback is a call or card by the rule of last resort. Relaxed: '
            "evidence on the hidden hands contradicted what is certain and was left out.</p>"
        )


def _settings(record: MatchRecord) -> str:
    if not record.settings:
        return ""
    pairs = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(str(value))}</dd></div>"
        for name, value in record.settings.items()
    )
    return f"<dl>{pairs}</dl>"
