"""`bluechip-bot lab compare`."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from bluechip_bot.lab.bidding.duel import BoardOutcome
from bluechip_bot.lab.duel.duel import DuelOutcome, SideOutcome
from bluechip_bot.lab.journal import RowJournal
from bluechip_bot.lab.rows import Row
from bluechip_bot.model import PASS, Deal
from support.commands import invoke

compare = partial(invoke, "lab", "compare")

DEALS = (
    Deal.parse("N:AKQ.AK2.AK32.432 JT9.JT98.JT9.JT9 8765.Q765.Q4.AKQ 432.43.8765.8765"),
    Deal.parse("N:JT9.JT98.JT9.JT9 AKQ.AK2.AK32.432 8765.Q765.Q4.AKQ 432.43.8765.8765"),
)


def outcome(number: int, *, won: bool, deal: int = 0, seconds: float | None = 2.0) -> DuelOutcome:
    """Return a deal that A won or lost; B lost it."""
    sides = (SideOutcome(one, 9 + one, 4, seconds, seconds, 0, ()) for one in (won, False))
    return DuelOutcome(number, DEALS[deal], "S None 3NT P P P", None, 1, 10 * won, *sides)


def passed_out(number: int) -> BoardOutcome:
    """Return a board that was passed out at both tables."""
    calls = (PASS,) * 4
    return BoardOutcome(number, DEALS[0], calls, calls, 0, 0, (0.1,), (0.2,))


def file(path: Path, rows: Sequence[Row], title: str = "bluechip-bot lab x") -> Path:
    """Return a file with these rows."""
    with RowJournal(path, type(rows[0]), title, "version 1").append() as write:
        for row in rows:
            write(row)
    return path


def test_paired_figures(tmp_path: Path) -> None:
    """Each figure stands in a line: both runs' mean, the paired difference, how many differ."""
    won = [outcome(number, won=number % 4 > 0) for number in range(1, 9)]
    lost = [outcome(number, won=number % 4 > 1) for number in range(1, 11)]
    first, second = file(tmp_path / "a.csv", won), file(tmp_path / "b.csv", lost, "other")
    plot = tmp_path / "plot.svg"
    found = compare(first, second, "--plot", plot)
    assert found.exit_code == 0
    lines = found.output.splitlines()
    assert lines[0] == "duel of card players, 8 deals that both have"
    assert lines[1:3] == ["first   bluechip-bot lab x", "        8 rows, version 1"]
    assert lines[3:5] == ["second  other", "        10 rows, version 1"]
    aim, tricks, pace, *_, swing = (" ".join(line.split()) for line in lines[7:])
    assert aim == "aim of A 0.7500 0.5000 +0.2500 (-0.0708 to +0.5708) 2"
    assert tricks.startswith("tricks of A 9.7500 9.5000 +0.2500")
    assert pace == "seconds a card of A 0.5000 0.5000 +0.0000 (+0.0000 to +0.0000) 0"
    assert swing.startswith("IMPs of A over B 7.5000 5.0000 +2.5000")
    assert "after 8 deals" in plot.read_text()


def test_times_that_one_file_lacks(tmp_path: Path) -> None:
    """A figure that not all rows have is left out."""
    first = file(tmp_path / "a.csv", [outcome(1, won=True)])
    second = file(tmp_path / "b.csv", [outcome(1, won=True, seconds=None)])
    assert "seconds" not in compare(first, second).output


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([outcome(1, won=True), outcome(2, won=True, deal=1)], "deal 2 is another one"),
        ([passed_out(1)], "is of 'duel of card players'"),
    ],
)
def test_what_cannot_be_compared(tmp_path: Path, rows: list[Row], reason: str) -> None:
    """Other deals and other experiments are refused in one line."""
    first = file(tmp_path / "a.csv", [outcome(number, won=True) for number in (1, 2)])
    found = compare(first, file(tmp_path / "b.csv", rows))
    assert found.exit_code == 2
    assert reason in found.output
    assert found.output.count("\n") == 1
