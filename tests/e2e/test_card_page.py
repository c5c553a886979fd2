"""The convention card as it is printed."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from bluechip_bot.cli import main
from support.chromium import BROWSER, Browser

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BROWSER, reason="needs Chromium on the PATH"),
]


@pytest.mark.parametrize("system", ["sayc", "two_over_one"])
def test_the_card_prints_on_two_sheets(tmp_path: Path, system: str) -> None:
    """On A4, each page of the card on a sheet of its own; a narrow screen needs no scrolling."""
    path = tmp_path / "card.html"
    done = CliRunner().invoke(main, ["system", "card", system, "--html", str(path)])
    assert done.exit_code == 0, done.output
    with Browser(tmp_path, 400, 900) as page:
        page.open(path.as_uri())
        page.wait("document.querySelectorAll('article').length == 2")
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
        printed = page.call("Page.printToPDF", preferCSSPageSize=True)
        sheets = re.findall(rb"/Type\s*/Page\b", base64.b64decode(printed["data"]))
        assert len(sheets) == 2
        assert page.console == []
