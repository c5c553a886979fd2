"""The options of `check` that are refused before anything is started."""

from __future__ import annotations

import socket
from pathlib import Path

from support.commands import run


def test_nobody_listens() -> None:
    """A manager that is not there is told at once, with status 4."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    done = run(Path.cwd(), "check", "server", f"127.0.0.1:{port}", "--arrival", "0.1")
    assert done.returncode == 4, done.stdout
    assert "nobody listens" in done.stderr
