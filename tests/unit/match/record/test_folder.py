"""The folder of a match."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bluechip_bot.match.record.folder import FolderError, MatchFolder


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


def test_a_new_match_touches_no_older_one(tmp_path: Path) -> None:
    """A folder that holds a record is refused by the name of the file; numbers count on."""
    (tmp_path / "open.pbn").write_text("precious")
    with pytest.raises(FolderError, match=r"open\.pbn is there already"):
        MatchFolder.create(tmp_path)
    assert (tmp_path / "open.pbn").read_text() == "precious"
    made = [MatchFolder.create(None, tmp_path).path.name for _ in range(2)]
    assert made == ["match-1", "match-2"]
