"""The options of `check` that are refused before anything is started."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from support.commands import invoke, run


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["client"], "give --command LINE, or --wait"),
        (["client", "--wait", "--command", "x {port}"], "give --command LINE, or --wait"),
        (["client", "--command", "play"], "lacks {port}"),
        (["client", "--command", "'play {port}"], "no command line"),
        (["client", "--wait", "--script", "x"], "'x' is not one of"),
        (["client", "--wait", "--patience", "nan"], "nan is not a number"),
        (
            ["server", "localhost:0", "--command", "x --port 2000"],
            "needs a --command with {port}",
        ),
        *(
            (["server", address], "give HOST:PORT")
            for address in ("2000", "localhost:", "localhost:65536", "h:1,2", "h:x", ":1")
        ),
    ],
)
def test_wrong_usage(words: list[str], message: str) -> None:
    """One message and status 2."""
    result = invoke("check", *words)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


def test_nobody_listens() -> None:
    """A manager that is not there is told at once, with status 4."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    done = run(Path.cwd(), "check", "server", f"127.0.0.1:{port}", "--arrival", "0.1")
    assert done.returncode == 4, done.stdout
    assert "nobody listens" in done.stderr


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"kind": "client", "scripts": []}'])
def test_no_result(tmp_path: Path, text: str) -> None:
    """A file that does not hold the result of a check ends the command with status 2."""
    path = tmp_path / "a.json"
    path.write_text(text)
    result = invoke("check", "table", path)
    assert result.exit_code == 2
    assert "a.json: not a result of `check ... --json`" in result.output
