"""`bluechip-bot lab cards`."""

import sys
from functools import partial
from pathlib import Path

import pytest
from click.testing import Result

from bluechip_bot.lab.cards import bench, engines
from bluechip_bot.lab.duel.contender import Contender
from support.commands import invoke

run = partial(invoke, "lab")

FIGURES = ("contracts made", "contracts beaten", "tricks given away", "let through if beatable")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let the other side judge by one layout, and read calls by a system that is soon loaded."""
    monkeypatch.setattr(bench, "OTHERS", Contender("pimc", worlds=1, depth=None))
    for module in (bench, engines):
        monkeypatch.setattr(module, "BOOK", "floor")
    monkeypatch.chdir(tmp_path)


def cards(engine: str, *words: object) -> Result:
    """Return what the benchmark did on one process."""
    tiny = ("--worlds", 2, "--depth", 1, "--memory-mb", 8, "--jobs", 1)
    return run("cards", "--engine", engine, *tiny, *words)


def test_a_run_goes_on_where_it_was_ended() -> None:
    """The first row stays, and two files are compared board by board."""
    first = ""
    for count in (1, 2):
        done = cards("random", "--boards", count, "--out", "random.csv")
        assert done.exit_code == 0, done.output
        text = Path("random.csv").read_text()
        assert text.startswith(first)
        first = text
    assert all(name in done.output for name in FIGURES)
    assert "2 boards: 0 part scores, 2 games, 0 slams" in done.output
    compared = run("compare", "random.csv", "random.csv")
    assert compared.exit_code == 0, compared.output
    assert "benchmark of card play, 2 deals that both have" in compared.output
    assert "lead, tricks given away" in compared.output


def test_a_broken_engine_ends_its_rows_alone() -> None:
    """All boards are played, the faults are shown, and the status says that there are some."""
    Path("broken.py").write_text("import sys; sys.exit('broken')")
    done = cards(f"{sys.executable} broken.py", "--boards", 2)
    assert done.exit_code == 4
    assert "2 boards ended by a fault:" in done.output
    assert "broken.py: it ended with status 1" in done.output


def test_the_document() -> None:
    """It has a line for each engine, with the command that makes it again."""
    for name in ("random", "anybody"):
        out = ("--docs", "docs", "--name", name, "--out", f"{name}.csv")
        more = ("--against", "random.csv") if Path("random.csv").exists() else ()
        done = cards("random", "--boards", 1, *out, *more)
        assert done.exit_code == 0, done.output
    text = Path("docs/results.md").read_text()
    assert "## Endings" not in text
    assert "| engine | of | declarer: contracts made, % | " in text
    assert text.index("| anybody | 1 | ") < text.index("| random | 1 | ")
    assert "| less random, by pairs | of | contracts made | " in text
    assert "| anybody | 1 | 0 (0 to 0) | " in text
    assert "random: `bluechip-bot lab cards --engine random --seed 1 --boards 1`, " in text
    assert cards("random", "--boards", 3, "--endings", "--docs", "docs").exit_code == 0
    text = Path("docs/results.md").read_text()
    assert "| engine | of | chance given up, % | best card found, % |" in text
    assert "lab cards --engine random --seed 1 --endings --boards 3`, " in text


def test_endings() -> None:
    """There are fewer than boards; two engines are compared ending by ending."""
    for engine in ("random", "alphamu"):
        done = cards(engine, "--endings", "--boards", 300, "--out", f"{engine}.csv")
        assert done.exit_code == 0, done.output
        assert "67 endings" in done.output
    compared = run("compare", "alphamu.csv", "random.csv")
    assert "chance given up" in compared.output
    done = cards("true", "--endings", "--boards", 1)
    assert done.exit_code == 4
    assert "true: it ended with status 0" in done.output
