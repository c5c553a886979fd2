"""A match that is watched in a browser, from its first board to its end."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.chromium import BROWSER, Browser

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BROWSER, reason="needs Chromium on the PATH"),
]
HOSTILE = "<img src=x onerror=alert(1)>"
OVER = "document.querySelector('#connection').textContent.startsWith('The session is over')"


@contextmanager
def begun(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A match that shows a page, and its addresses: the public's and the operator's."""
    with subprocess.Popen(
        [
            *(sys.executable, "-P", "-m", "bluechip_bot", "match", "--web", "0", "--boards", "2"),
            *("--seed", "8", "--out", str(folder / "match"), *options),
        ],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stderr is not None
        told = [process.stderr.readline() for _ in range(2)]
        try:
            yield process, [line[line.index("http") :].strip() for line in told]
        finally:
            process.terminate()


def test_a_match_is_watched_to_its_end(tmp_path: Path) -> None:
    """Live tables, a reload, a board stepped through with its values, the end; nothing amiss.

    One team has a name that is markup: it is shown, and nothing comes of it.
    """
    options = ("--budget", "0.2", "--name-a", HOSTILE)
    with (
        begun(tmp_path, *options) as (process, (public, operator)),
        Browser(tmp_path, 400, 900) as page,
    ):
        page.open(public)
        page.wait("document.querySelectorAll('.live .tricks .card').length > 2", 90)
        assert page.evaluate("document.querySelector('h1').textContent") == f"{HOSTILE} – B"
        assert page.evaluate("document.images.length") == 0
        assert page.evaluate("document.querySelector('.live .hand') !== null")  # dummy's
        assert page.evaluate("document.querySelectorAll('.live .hidden').length") > 2
        assert page.evaluate("document.querySelectorAll('.live .thoughts').length") == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
        page.open(operator)
        page.wait("document.querySelector('#connection').textContent.includes('all hands')", 30)
        page.call("Page.reload")
        page.wait("document.querySelectorAll('.live .thoughts li').length", 30)
        assert page.evaluate("document.querySelectorAll('.live .hidden').length") == 0
        page.wait("document.querySelectorAll('#boards button').length", 90)
        page.evaluate("document.querySelector('#boards button').click()")
        page.wait("document.querySelectorAll('#opened .stepper').length", 30)
        page.wait("document.querySelector('#opened .note').textContent.includes('makes')", 90)
        page.evaluate("document.querySelector('#opened .steps button').focus()")
        page.press("End")
        last = page.evaluate("document.querySelector('#opened .status').textContent")
        page.press("ArrowLeft")
        before = page.evaluate("document.querySelector('#opened .status').textContent")
        assert "Trick 13" in last
        assert "Trick 13" in before
        assert last != before
        assert "declarer makes" in before
        assert page.evaluate("document.querySelectorAll('#opened .worth').length") == 1
        page.picture(tmp_path / "narrow.png")
        page.resize(1200, 900)
        page.picture(tmp_path / "wide.png")
        page.wait(OVER, 120)
        assert page.evaluate("document.querySelectorAll('#boards tbody tr').length") == 2
        assert "2 of 2" in page.evaluate("document.querySelector('#score').innerText")
        time.sleep(1)
        # That the server is gone is told by the browser itself.
        assert [line for line in page.console if "ERR_CONNECTION" not in line] == []
        assert process.wait(60) == 0
