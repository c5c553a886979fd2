"""A match that is watched in a browser, from its first board to its end."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from support.chromium import BROWSER, Browser
from support.commands import started, told

pytestmark = pytest.mark.slow
HOSTILE = "<img src=x onerror=alert(1)>"
OVER = "document.querySelector('#connection')?.textContent.startsWith('The session is over')"


@contextmanager
def begun(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A match that shows a page, and its addresses: the public's and the operator's."""
    words = ("match", "--web", 0, "--boards", 2, "--seed", 8, "--out", "match", *options)
    with started(folder, *words) as process:
        try:
            yield process, [told(process, "(?=http)") for _ in range(2)]
        finally:
            process.terminate()


@pytest.mark.skipif(not BROWSER, reason="needs Chromium on the PATH")
def test_a_match_is_watched_to_its_end(tmp_path: Path) -> None:
    """Live tables, a reload, a board stepped through with its values, the end; nothing amiss.

    One room plays after the other, so that the public sees nothing of the first one until then. One
    team has a name that is markup: it is shown, and nothing comes of it.
    """
    options = ("--budget", "0.2", "--name-a", HOSTILE, "--concurrency", "1")
    with (
        begun(tmp_path, *options) as (process, (public, operator)),
        Browser(tmp_path, 400, 900) as page,
    ):
        page.open(public)
        page.wait("document.querySelector('.live .note')?.textContent.startsWith('Shown')", 90)
        assert page.evaluate("document.querySelectorAll('.live .card, .live .face').length") == 0
        page.wait("document.querySelectorAll('.live .tricks .card').length > 2", 120)
        assert page.evaluate("document.querySelector('h1').textContent") == f"{HOSTILE} – B"
        assert page.evaluate("document.images.length") == 0
        assert page.evaluate("document.querySelector('.live .fan') !== null")  # dummy's
        assert page.evaluate("document.querySelectorAll('.live .backs').length") > 2
        assert page.evaluate("document.querySelectorAll('.live .thoughts').length") == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
        page.open(operator)
        page.wait("document.querySelector('#connection')?.textContent.includes('operator')", 30)
        page.call("Page.reload")
        page.wait("document.querySelectorAll('.live .thoughts li').length", 30)
        assert page.evaluate("document.querySelectorAll('.live .backs').length") == 0
        page.wait("document.querySelectorAll('#boards button').length", 90)
        page.evaluate("document.querySelector('#boards button').click()")
        page.wait("document.querySelectorAll('#opened .stepper').length", 30)
        page.wait("document.querySelector('#opened .note')?.textContent.includes('makes')", 90)
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
        assert "null" not in page.evaluate("document.body.innerText")
        assert process.wait(60) == 0
        # The browser reports that the server is gone. Values of the last board may still be wanted
        # when the match ends: they alone may be refused then.
        faults = [line for line in page.console if "ERR_CONNECTION" not in line]
        assert all("503" in line and "/values/closed/2?" in line for line in faults), faults


def streamed(address: str) -> dict[str, Any]:
    """All topics of a stream at its end."""
    topics: dict[str, Any] = {}
    base, _, token = address.partition("#")
    with urlopen(f"{base}events?{token}") as answer:
        for line in answer:
            if line.startswith(b"data: "):
                news = json.loads(line.removeprefix(b"data: "))["topics"]
                for name, topic in news.items():
                    if name == "table/table" and token and topic["live"]:
                        seen = [hand is not None for hand in topic["board"]["hands"]]
                        topics.setdefault("seen", set()).add(tuple(seen))
                topics |= news
    return topics


def test_a_table_and_its_seats_are_watched(tmp_path: Path) -> None:
    """`serve` and `play`: to the last board, and our seats' page never shows the others' hands."""
    with started(tmp_path, "serve", "--port", 0, "--deals", 2, "--web", 0) as serve:
        watched, _, port = (told(serve, ".* ") for _ in range(3))
        seats = ("play", "--port", port, "--engine", "random", "--no-clock", "--budget", 1)
        ours = started(tmp_path, *seats, "--seat", "N", "--seat", "S", "--web", 0)
        others = started(tmp_path, *seats, "--seat", "E", "--seat", "W")
        with ours, others, ThreadPoolExecutor(3) as threads:
            addresses = [watched, *(told(ours, ".* ") for _ in range(2))]
            answers = threads.map(streamed, addresses)
            for process in (ours, others, serve):
                process.communicate()
            table, public, operator = answers
    for topics in (table, public, operator):
        assert topics["over"]
        assert {"board/1", "board/2"} <= set(topics)
        assert all(topics["table/table"]["board"]["hands"])
    assert all(seen[0] and seen[2] and not (seen[1] and seen[3]) for seen in operator["seen"])
    assert (serve.returncode, ours.returncode, others.returncode) == (0, 0, 0)


@pytest.mark.skipif(not BROWSER, reason="needs Chromium on the PATH")
def test_a_page_outlives_its_match(tmp_path: Path) -> None:
    """A match that is killed and goes on: the operator's page says so, and follows it."""
    rows = "document.querySelectorAll('#boards tbody tr').length"
    says = "document.querySelector('#connection')?.textContent"
    with Browser(tmp_path) as page:
        options = ("--boards", "20", "--team-a", "random", "--team-b", "random")
        with begun(tmp_path, *options) as (process, (_, operator)):
            page.open(operator)
            page.wait(f"{rows} > 1", 60)
            process.kill()
            page.wait(f"{says}.startsWith('The connection is lost')", 30)
            seen = page.evaluate(rows)
        port = urlsplit(operator).port
        with started(tmp_path, "match", "--web", port, "--resume", "match") as again:
            page.wait(f"{says}.startsWith('Live')", 60)
            assert page.evaluate(rows) >= seen
            assert "operator" in page.evaluate(says)
            page.wait(OVER, 120)
            assert page.evaluate(rows) == 20
            assert again.wait(60) == 0
