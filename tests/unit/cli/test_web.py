"""The page of a command: where it is shown, and what it takes from the log."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner
from twisted.internet import testing
from twisted.logger import LogLevel

from bluechip_bot.cli import main
from bluechip_bot.cli.web import FaultObserver, ShowPage
from bluechip_bot.config import web_place
from bluechip_bot.config.option import RefusedError
from bluechip_bot.match.record.document import BoardSight
from bluechip_bot.vugraph.show import SessionShow

Reactor: Any = testing.MemoryReactorClock


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("8000", ("127.0.0.1", 8000)),
        ("0", ("127.0.0.1", 0)),
        ("0.0.0.0:80", ("0.0.0.0", 80)),
        ("table.example:8000", ("table.example", 8000)),
        ("[::1]:8000", ("::1", 8000)),
    ],
)
def test_places(text: str, place: tuple[str, int]) -> None:
    """A port alone is this machine's."""
    assert web_place("web", text) == place


@pytest.mark.parametrize(
    "text", ["x", "70000", "a:b:1", "::1:80", "http://a:80", ":80", "-1", "a b:1"]
)
def test_wrong_places(text: str) -> None:
    """They are told, with what is expected."""
    with pytest.raises(RefusedError, match="PORT"):
        web_place("web", text)
    if not text.startswith("-"):
        for command in ("match", "serve", "play"):
            done = CliRunner().invoke(main, [command, "--web", text])
            assert done.exit_code == 2
            assert "[HOST:]PORT" in done.output


def test_a_page_takes_faults_from_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    """Warnings and errors of ours, one of a burst; what fails in the page is not shown there."""
    show = SessionShow(None, ("table",))
    page = ShowPage(Reactor(), show, "0")
    printed = capsys.readouterr().err.splitlines()
    assert printed[0] == "to watch: http://127.0.0.1:0/"
    assert "#token=" in printed[1]
    observer = FaultObserver(show)
    for at, level, place, text in (
        (1.0, LogLevel.info, "bluechip_bot.table", "all is well"),
        (1.1, LogLevel.warn, "bluechip_bot.North", "first"),
        (1.2, LogLevel.warn, "bluechip_bot.North", "second"),
        (1.3, LogLevel.error, "bluechip_bot.North", "third"),
        (1.4, LogLevel.error, "elsewhere", "not ours"),
        (1.5, LogLevel.error, "bluechip_bot.web", "the page's own"),
        (2.5, LogLevel.error, "bluechip_bot.table", "fourth"),
    ):
        event = {"log_time": at, "log_level": level, "log_namespace": place}
        observer({**event, "log_format": "{text}", "text": text})

    def fails() -> None:
        raise RuntimeError("a page that is wrong")

    page.guarded(fails, None)()
    faults = json.loads(show.views[BoardSight.OPERATOR].since(0))["faults"]
    assert faults["count"] == 4
    assert [(one["who"], one["text"]) for one in faults["last"]] == [
        ("North", "first"),
        ("table", "fourth"),
    ]
