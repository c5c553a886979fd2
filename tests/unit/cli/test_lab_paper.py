"""`bluechip-bot lab paper`."""

from pathlib import Path

import pytest
from attrs import evolve
from click.testing import Result

from bluechip_bot.cli import lab_paper
from bluechip_bot.lab.duel.contender import Contender
from bluechip_bot.lab.journal import read_file
from bluechip_bot.lab.paper.table import PaperFigure
from bluechip_bot.lab.paper.tables import TABLES
from support.commands import invoke

KEYS = [table.key for table in TABLES]


def paper(folder: Path, *words: object) -> Result:
    """Return what the command did on one process, with its files in a folder."""
    files = ("--rows", folder / "rows", "--docs", folder / "docs", "--memory-mb", 8)
    return invoke("lab", "paper", *words, *files, "--jobs", 1)


def test_the_list() -> None:
    """Without a table all are listed, each with its source."""
    found = invoke("lab", "paper")
    assert found.exit_code == 0
    lines = found.output.splitlines()
    assert [line.split()[0] for line in lines[::2]] == KEYS
    assert "Optimizing αμ (2020), table 4" in found.output


def test_a_table_of_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures stand next to the printed ones; what was played is not played again."""
    # The duels of the table, with players who are quick.
    quick = Contender.of("pimc", worlds=1)
    duels = [evolve(one, a=evolve(quick, worlds=at), b=quick, against=quick)
             for at, one in enumerate(TABLES[0].duels, 1)]  # fmt: skip
    monkeypatch.setattr(lab_paper, "TABLES", (evolve(TABLES[0], duels=tuple(duels)),))
    words = ("wins-3nt", "--deals", 1, "--seed", 6)  # a seed whose first deals pass the sieve
    found = paper(tmp_path, *words)
    assert found.exit_code == 0, found.output
    lines = {line.split("  ")[0]: line for line in found.stdout.splitlines()}
    assert "60.2 %" in lines["PIMC, 20 worlds"]
    assert "63.2 %" in lines["M = 3, 40 worlds"]
    rows = sorted((tmp_path / "rows" / "wins-3nt").iterdir())
    before = [path.read_bytes() for path in rows]
    assert len(rows) == 4
    again = paper(tmp_path, *words)
    assert again.stdout == found.stdout
    assert [path.read_bytes() for path in rows] == before


def test_the_document(tmp_path: Path) -> None:
    """It has the tables whose figures are in the folder, with their command and version."""
    for deals in (2, 1):
        assert paper(tmp_path, "ideas", "--deals", deals).exit_code == 0
    found = paper(tmp_path, "optimisations-32-20", "--deals", 1)
    assert found.exit_code == 0
    text = (tmp_path / "docs" / "results.md").read_text()
    assert text.index("32 cards, 20 worlds") < text.index("without each of its ideas")
    assert "| without cutoff cards | - | " in text
    assert "| none: ratio | 3.33 times | " in text
    assert "`bluechip-bot lab paper ideas --deals 1 --seed 1`, bluechip-bot " in text
    head, figures = read_file(tmp_path / "docs" / "results" / "ideas.csv", (PaperFigure,))
    assert head.kind == "figures of a paper"
    assert [one.number for one in figures] == [*range(1, len(figures) + 1)]


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("key", KEYS)
def test_short_forms(tmp_path: Path, key: str) -> None:
    """Every table runs in its short form, and those with lines have a plot."""
    found = paper(tmp_path, key)
    assert found.exit_code == 0, found.output
    _, figures = read_file(tmp_path / "docs" / "results" / f"{key}.csv", (PaperFigure,))
    plot = tmp_path / "docs" / "results" / f"{key}.svg"
    assert plot.exists() == any(one.series for one in figures)
    if plot.exists():
        text = plot.read_text()
        assert all(f">{one.series}<" in text for one in figures if one.series)
