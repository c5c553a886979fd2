"""The report of a match in a browser."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner

from bluechip_bot.cli import main
from bluechip_bot.formats import Remark, pbn
from bluechip_bot.model import Board
from support.chromium import BROWSER, Browser

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BROWSER, reason="needs Chromium on the PATH"),
]


def console(page: Path, folder: Path) -> list[str]:
    """What a page writes to the console of the browser while it is drawn."""
    picture = folder / "page.png"
    done = subprocess.run(
        [
            *(
                BROWSER,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--enable-logging=stderr",
            ),
            *(f"--user-data-dir={folder / 'profile'}", f"--screenshot={picture}"),
            *("--window-size=1150,2000", page.as_uri()),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert picture.stat().st_size > 5_000, done.stderr
    return [line for line in done.stderr.splitlines() if "CONSOLE" in line]


def test_a_board_is_stepped_through(tmp_path: Path, finished_board: Callable[[int], Board]) -> None:
    """From the file alone, by the keyboard, in both rooms; Escape closes it again."""
    board = finished_board(0)
    assert board.play is not None, "choose a seed that plays"
    first = len(board.auction.calls) + 2
    plan = (Remark(first, "plan: Eight tricks on top."),)
    for room in ("open", "closed"):
        text = pbn.dumps([pbn.record_from_board(board, {}, remarks=plan)])
        (tmp_path / f"{room}.pbn").write_text(text, encoding="utf-8")
    done = CliRunner().invoke(main, ["report", str(tmp_path)])
    assert done.exit_code == 0, done.output
    with Browser(tmp_path, 400, 900) as page:
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


def test_page_has_no_error(tmp_path: Path, finished_board: Callable[[int], Board]) -> None:
    """The page of a match is drawn without a line on the console; a planted error would be one."""
    boards = [evolve(finished_board(seed), number=seed + 1) for seed in range(6)]
    text = pbn.dumps(pbn.record_from_board(board, {}) for board in boards)
    for room in ("open", "closed"):
        (tmp_path / f"{room}.pbn").write_text(text, encoding="utf-8")
    done = CliRunner().invoke(main, ["report", str(tmp_path)])
    assert done.exit_code == 0, done.output
    page = tmp_path / "report.html"
    assert console(page, tmp_path) == []
    broken = tmp_path / "broken.html"
    text = page.read_text(encoding="utf-8")
    broken.write_text(text.replace("</main>", "<script>none.such()</script></main>"))
    (tmp_path / "page.png").unlink()
    assert len(console(broken, tmp_path)) == 1
