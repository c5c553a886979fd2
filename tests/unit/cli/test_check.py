"""The options of `check` that are refused before anything is started."""

from __future__ import annotations

import pytest

from support.commands import invoke


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "give --command LINE, or --wait"),
        (["--wait", "--command", "x {port}"], "give --command LINE, or --wait"),
        (["--command", "play"], "lacks {port}"),
        (["--command", "'play {port}"], "no command line"),
        (["--wait", "--script", "x"], "'x' is not one of"),
        (["--wait", "--patience", "nan"], "nan is not a number"),
    ],
)
def test_wrong_usage(words: list[str], message: str) -> None:
    """One message and status 2."""
    result = invoke("check", "client", *words)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output
