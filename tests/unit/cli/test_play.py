"""The options of `play` that are refused before anything is connected."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from bluechip_bot.cli.play import command


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("gone.pbn", None, "gone.pbn: No such file"),
        ("a.txt", "", "neither .pbn nor .lin"),
        ("a.pbn", "", "no board in it"),
        ("a.pbn", '[Board "1"]\n[Deal "x"]\n', "a.pbn, line 2"),
    ],
)
def test_auctions_that_cannot_be_read(
    tmp_path: Path, name: str, text: str | None, message: str
) -> None:
    """A file that tells no auctions gives status 2 and one message."""
    path = tmp_path / name
    if text is not None:
        path.write_text(text)
    result = CliRunner().invoke(command, ["--seat", "North", "--auctions", str(path)])
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output
