"""The folder of a match."""

from __future__ import annotations

import sys
from pathlib import Path

from bluechip_bot.match.record.folder import MatchFolder


def test_the_page_s_token_is_kept(tmp_path: Path) -> None:
    """A match that goes on has the same one; nobody else can read it; what is none is replaced."""
    folder = MatchFolder.create(tmp_path / "night")
    token = folder.token()
    assert MatchFolder(folder.path).token() == token
    assert MatchFolder.create(tmp_path / "other").token() != token
    path = folder.path / "page.token"
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o077 == 0
    for wrong in ("", "short", "x" * 100, "a token with blanks", "é" * 20):
        path.write_text(wrong, encoding="utf-8")
        fresh = folder.token()
        assert fresh not in {wrong, token}
        assert folder.token() == fresh
