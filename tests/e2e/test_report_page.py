"""Pages that are written, in a browser: the report of a match, and the convention card."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.formats import pbn
from bluechip_bot.formats.lin.writer import viewer_link
from bluechip_bot.formats.record import BoardRecord, Remark
from bluechip_bot.match.analysis.figures import our_calls
from bluechip_bot.match.analysis.postmortem import card_costs
from bluechip_bot.match.record.reading import record_of_tables
from bluechip_bot.model import Board, Played, Seat, four
from bluechip_bot.player.calling import SideCallers
from support.chromium import BROWSER, Browser
from support.commands import invoke

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BROWSER, reason="needs Chromium on the PATH"),
]


def test_a_board_is_stepped_through(tmp_path: Path, finished_board: Callable[[int], Board]) -> None:
    """From the file alone, by the keyboard, in both rooms; Escape closes it again."""
    board = finished_board(0)
    assert board.play is not None, "choose a seed that plays"
    first = len(board.auction.calls) + 2
    plan = (Remark(first, "plan: Eight tricks on top."),)
    for room in ("open", "closed"):
        text = pbn.dumps([pbn.record_from_board(board, {}, remarks=plan)])
        (tmp_path / f"{room}.pbn").write_text(text, encoding="utf-8")
    assert invoke("report", tmp_path).exit_code == 0
    wrong = tmp_path / "wrong.html"
    wrong.write_text("<script>none.such()</script><title>wrong</title>")
    with Browser(tmp_path, 400, 900) as page:
        page.open(wrong.as_uri())
        page.wait("document.title == 'wrong'")
        assert len(page.console) == 1  # errors are seen
        page.console.clear()
        page.open((tmp_path / "report.html").as_uri())
        page.wait("document.querySelectorAll('.boards button').length == 1")
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
        page.evaluate("document.querySelector('.boards button').click()")
        page.wait("document.querySelectorAll('dialog[open] .stepper').length == 2")
        page.evaluate("document.querySelector('dialog .steps button').focus()")
        for key in ("End", "ArrowLeft", "ArrowLeft"):
            page.press(key)
        status = page.evaluate("document.querySelector('dialog .status').textContent")
        assert "Trick 13" in status
        assert f"declarer makes {board.play.declarer_tricks}" in status
        told = "[...document.querySelectorAll('dialog .plan p')].map((p) => p.textContent)"
        assert page.evaluate(told) == ["Eight tricks on top."]  # in the room stepped through
        page.press("Home")
        assert page.evaluate(told) == []
        page.press("Escape")
        page.wait("document.querySelectorAll('dialog[open]').length == 0")
        assert page.console == []


def test_a_board_of_a_file(tmp_path: Path, finished_board: Callable[[int], Board]) -> None:
    """It has its players, a link that holds the board, and our calls where they differ."""
    board = finished_board(0)
    again = evolve(finished_board(1), number=board.number)
    names = dict(zip(Seat, ("Ann", "Bob <b>", "Cy", "Di"), strict=True))
    records = [pbn.record_from_board(one, names) for one in (board, again)]
    (tmp_path / "club.pbn").write_text(pbn.dumps(records), encoding="utf-8")
    assert invoke("report", tmp_path / "club.pbn").exit_code == 0
    callers = SideCallers("sayc", UNKNOWN_SYSTEM, 0.0, 0)
    (ours,) = our_calls(record_of_tables([BoardRecord.of_board(board)]), callers)
    pairs = zip(board.auction.calls, ours, strict=True)
    differ = sum(our is not None and call != our for call, our in pairs)
    with Browser(tmp_path, 400, 900) as page:
        page.open((tmp_path / "club.html").as_uri())
        page.wait("document.querySelectorAll('.boards button').length == 2")
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
        page.evaluate("document.querySelector('.boards button').click()")
        page.wait("document.querySelectorAll('dialog[open] .stepper').length == 1")
        assert "Bob <b>" in page.evaluate("document.querySelector('dialog').textContent")
        link = page.evaluate("document.querySelector('dialog a').href")
        assert link == viewer_link(evolve(BoardRecord.of_board(board), names=four(names.values())))
        page.evaluate("document.querySelector('[aria-label=\"To the end\"]').click()")
        assert page.evaluate("document.querySelectorAll('dialog .ours').length") == differ > 0
        assert page.console == []


def test_the_biggest_swings_are_drawn(
    tmp_path: Path, finished_board: Callable[[int], Board]
) -> None:
    """Both rooms with auction, play, what each card cost, the plan and the thoughts."""
    board = finished_board(1)
    assert board.play is not None, "choose a seed that plays"
    first = len(board.auction.calls) + 2
    other = board.until(36)
    while other.turn is not None:
        other = other.apply(Played(other.turn, list(other.legal_cards)[-1]))
    costs = 0
    for room, one in (("open", board), ("closed", other)):
        said = (Remark(first, "plan: Eight tricks."), Remark(first, "pimc"))
        text = pbn.dumps([pbn.record_from_board(one, {}, remarks=said)])
        (tmp_path / f"{room}.pbn").write_text(text, encoding="utf-8")
        costs += sum(bool(each.cost) for each in card_costs(one, DoubleDummy(16).cards))
    assert board.score() != other.score(), "choose a seed with a swing"
    assert invoke("report", tmp_path).exit_code == 0
    with Browser(tmp_path, 400, 900) as page:
        page.open((tmp_path / "report.html").as_uri())
        page.wait("document.querySelectorAll('#biggest .tricks tbody tr').length == 26")
        assert page.evaluate("document.querySelectorAll('#biggest .cost').length") == costs > 0
        assert page.evaluate("document.querySelectorAll('#biggest .won').length") == 26
        assert page.evaluate("document.querySelectorAll('#biggest .plan p').length") == 2
        assert page.evaluate("document.querySelectorAll('#biggest .thoughts li').length") == 2
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
        assert page.console == []


@pytest.mark.parametrize("system", ["sayc", "two_over_one"])
def test_the_card_prints_on_two_sheets(tmp_path: Path, system: str) -> None:
    """On A4, each page of the card on a sheet of its own; a narrow screen needs no scrolling."""
    path = tmp_path / "card.html"
    assert invoke("system", "card", system, "--html", path).exit_code == 0
    with Browser(tmp_path, 400, 900) as page:
        page.open(path.as_uri())
        page.wait("document.querySelectorAll('article').length == 2")
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
        printed = page.call("Page.printToPDF", preferCSSPageSize=True)
        sheets = re.findall(rb"/Type\s*/Page\b", base64.b64decode(printed["data"]))
        assert len(sheets) == 2
        assert page.console == []
