"""Commands that the user interrupts (Ctrl-C) before they wait for it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.store import MatchStore, StoreError
from bluechip_bot.match.session import resumed
from support.commands import RANDOM, invoke, run
from support.tables import rows

INTERRUPTING = """
import sys
class Finder:
    def find_spec(self, name, path, target=None):
        if name == {name!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Finder())
sys.argv[1:] = {words!r}
from bluechip_bot.cli import main
main()
"""


def interrupt(*_: object, **__: object) -> None:
    """What Ctrl-C does."""
    raise KeyboardInterrupt


@pytest.mark.parametrize(("module", "words"), rows("cli", "while_modules_are_imported"))
def test_while_modules_are_imported(tmp_path: Path, module: str, words: str) -> None:
    """Status 130 and at most a word, wherever the first second has got to."""
    code = INTERRUPTING.format(name=module, words=words.split())
    done = run(tmp_path, "-c", code, program=(sys.executable, "-P"))
    assert done.returncode == 130
    assert done.stderr in {"", "Error: interrupted\n"}
    assert list(tmp_path.iterdir()) == []


def test_a_match_before_its_first_board_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is named, and the match can be resumed with all its boards."""
    folder = tmp_path / "match"
    with monkeypatch.context() as patch:
        patch.setattr("bluechip_bot.net.reactor.install", interrupt)
        done = invoke("match", "--boards", 1, "--out", folder, *RANDOM)
    assert done.exit_code == 130
    assert f"go on with: bluechip-bot match --resume {folder}" in done.stderr
    with resumed(folder, {}, time.time) as match:
        assert [board.number for board in match.planned] == [1]


def test_a_match_before_its_boards_were_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is left in the way: the folder takes a match, and --resume says what is missing."""
    folder = MatchFolder(tmp_path / "match")
    with monkeypatch.context() as patch:
        patch.setattr("bluechip_bot.match.record.store.json.dumps", interrupt)
        assert invoke("match", "--boards", 1, "--out", folder.path, *RANDOM).exit_code == 130
    assert [path.name for path in folder.path.rglob("*.sqlite*")] == []
    with pytest.raises(StoreError, match=r"begun here \(there is no such file\).*without --resume"):
        MatchStore.open(folder.store)
    MatchFolder.create(folder.path)
