"""Which code makes the rows of a duel."""

import re
from pathlib import Path

from bluechip_bot.cli.lab_run import BIDDING, CARD_PLAY
from bluechip_bot.fingerprint import code_version, digest


def test_code_version() -> None:
    """It names the package's version and a hash, the same each time."""
    assert re.fullmatch(r"bluechip-bot .+, code [0-9a-f]{10}", code_version(CARD_PLAY))
    assert code_version.__wrapped__(CARD_PLAY) == code_version(CARD_PLAY)
    assert code_version(BIDDING) != code_version(CARD_PLAY)


def test_digest(tmp_path: Path) -> None:
    """A module or rule changed, added or renamed changes it; other files and the place do not."""
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        (folder / "a.py").write_text("x = 1")
    first = digest([("p", here)])
    (there / "a.txt").write_text("notes")
    assert digest([("p", there)]) == first
    assert digest([("q", there)]) != first
    (there / "a.py").write_text("x = 2")
    assert digest([("p", there)]) != first
    (here / "b.py").write_text("")
    added = digest([("p", here)])
    (here / "b.py").rename(here / "c.py")
    renamed = digest([("p", here)])
    (here / "b.bid").write_text("")
    assert len({first, added, renamed, digest([("p", here)])}) == 4
