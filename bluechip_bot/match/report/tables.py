"""The tables of figures on the page: roles, levels, cards, time, seats."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bluechip_bot.match.analysis.figures import MatchFigures, Pace
from bluechip_bot.match.report.marks import signed, table

_SEARCH_HEADINGS = ("by search", "evidence relaxed", "share")
_ROOM_TITLES = {"open": "open room", "closed": "closed room", "replay": "both plays"}


def role_table(figures: MatchFigures) -> str:
    """Where the IMPs come from, by role."""
    a, b = figures.teams
    rows = []
    for line in figures.roles:
        moved = ("", "") if line.moved is None else tuple(signed(x, 1) for x in line.moved)
        tricks = ("", "") if line.tricks is None else tuple(map(str, line.tricks))
        boards = "" if line.moved is None else f"{line.boards[0]} + {line.boards[1]}"
        rows.append((line.role.value, boards, *tricks, *moved, signed(line.net, 1)))
    total = sum(line.net for line in figures.roles)
    rows.append(("all", "", "", "", "", "", f"<b>{signed(total, 1)}</b>"))
    headings = (
        *("", f"boards, {a} and {b}", f"tricks lost, {a}", f"tricks lost, {b}"),
        *(f"IMPs moved, {a}", f"IMPs moved, {b}", f"net for {a}"),
    )
    return table(headings, rows)


def level_table(figures: MatchFigures) -> str:
    """Swings by the level of the contracts."""
    a, b = figures.teams
    rows = [
        (
            f"{line.level} in {'both rooms' if line.both else 'one room only'}",
            str(line.boards),
            str(line.swings),
            str(line.imps[0]),
            str(line.imps[1]),
            signed(line.imps[0] - line.imps[1]) or "0",
        )
        for line in figures.levels
    ]
    return table(("", "boards", "swings", f"IMPs {a}", f"IMPs {b}", f"net for {a}"), rows)


def loss_table(figures: MatchFigures) -> str:
    """What cards cost, by seat."""
    rows = [
        (
            f"{line.seat}, {_ROOM_TITLES[line.room]}",
            _team(figures, line.team),
            str(line.boards),
            str(line.cards),
            str(line.tricks),
            f"{line.tricks / line.boards:.2f}" if line.boards else "",
        )
        for line in figures.losses
    ]
    for team in (0, 1):
        mine = [line for line in figures.losses if line.team == team]
        boards, cards, tricks = (
            sum(getattr(line, name) for line in mine) for name in ("boards", "cards", "tricks")
        )
        each = f"{tricks / boards:.2f}" if boards else ""
        counts = (str(boards), str(cards), str(tricks))
        rows.append(("all seats", _team(figures, team), *counts, each))
    headings = ("seat", "team", "boards", "cards that cost", "tricks lost", "tricks a board")
    return table(headings, rows, texts=2)


def time_table(figures: MatchFigures) -> str:
    """Time of boards, calls and cards by team."""
    rows: list[Sequence[str]] = []
    for team in (0, 1):
        name = _team(figures, team)
        if figures.board_seconds is not None:
            rows.append((name, "board, the pair", *_pace(figures.board_seconds[team])))
        if figures.tricks:
            rows.append((name, "call", *_pace(figures.tricks[0][team])))
            cards = [pair[team] for pair in figures.tricks[1:]]
            count = sum(pace.count for pace in cards)
            mean = sum(pace.mean * pace.count for pace in cards) / count if count else 0.0
            slowest = max(pace.slowest for pace in cards)
            rows.append((name, "card", *_pace(Pace(count, mean, slowest))))
    return table(("team", "", "number", "mean, s", "slowest, s"), rows, texts=2)


def _pace(pace: Pace) -> tuple[str, str, str]:
    return str(pace.count), f"{pace.mean:.2f}", f"{pace.slowest:.2f}"


def seat_table(figures: MatchFigures) -> str:
    """What the seats counted: decisions by the rule of last resort, evidence left out."""
    searched = any(line.sampled for line in figures.seats)
    rows = []
    for line in figures.seats:
        seat = f"{line.seat}, {_ROOM_TITLES[line.room]}"
        row = [seat, str(line.decisions), _warned(line.fallbacks)]
        if searched:
            share = f"{line.relaxed / line.sampled:.1%}" if line.sampled else ""
            row += [str(line.sampled), str(line.relaxed), share]
        rows.append(row)
    headings = ["seat", "decisions", "fallbacks"]
    return table([*headings, *_SEARCH_HEADINGS] if searched else headings, rows)


def crash_table(figures: MatchFigures) -> str:
    """What broke, and when."""
    rows = [(escape(c.when), escape(c.room), escape(c.what)) for c in figures.crashes]
    return table(("when", "room", "what"), rows, texts=3)


def _warned(number: int) -> str:
    return f'<span class="bad">{number}</span>' if number else "0"


def _team(figures: MatchFigures, team: int) -> str:
    return f'<span class="name-{"ab"[team]}">{escape(figures.teams[team])}</span>'
