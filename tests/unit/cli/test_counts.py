"""What seats count outlives their processes, and is put into words."""

from __future__ import annotations

from pathlib import Path

import pytest

from bluechip_bot.cli.counts import CountsFile, troubles
from bluechip_bot.match.record.counts import DecisionCounts, read_counts


def test_a_later_process_adds(tmp_path: Path) -> None:
    """The file is up to date after every writing, and holds what all processes counted."""
    path = tmp_path / "open-North.json"
    killed = CountsFile(path)
    killed.write(DecisionCounts(decisions=1))
    killed.write(DecisionCounts(decisions=7, relaxed=2, error="ValueError: one"))
    assert read_counts(path) == DecisionCounts(decisions=7, relaxed=2, error="ValueError: one")
    later = CountsFile(path)
    later.write(DecisionCounts(decisions=3))
    later.write(DecisionCounts(decisions=4, seconds=0.5))
    total = DecisionCounts(decisions=11, relaxed=2, seconds=0.5, error="ValueError: one")
    assert read_counts(path) == total
    assert list(tmp_path.iterdir()) == [path]


def test_the_end_of_an_older_process_changes_nothing(tmp_path: Path) -> None:
    """Counts that it has written before do not overwrite what its successor has added."""
    path = tmp_path / "x.json"
    older = CountsFile(path)
    older.write(DecisionCounts(decisions=7))
    CountsFile(path).write(DecisionCounts(decisions=1))
    older.write(DecisionCounts(decisions=7))
    assert read_counts(path) == DecisionCounts(decisions=8)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"decisions": "many"}', b'{"seconds": 9e999}', b"\xff"]
)
def test_a_file_without_counts_counts_for_nothing(tmp_path: Path, content: bytes) -> None:
    """The counts begin at zero."""
    path = tmp_path / "x.json"
    path.write_bytes(content)
    CountsFile(path).write(DecisionCounts(decisions=2))
    assert read_counts(path) == DecisionCounts(decisions=2)


def test_a_file_that_cannot_be_written_ends_the_counts_alone(tmp_path: Path) -> None:
    """The game goes on."""
    counts = CountsFile(tmp_path / "absent" / "x.json")
    counts.write(DecisionCounts(decisions=1))
    counts.write(DecisionCounts(decisions=2))
    assert not (tmp_path / "absent").exists()


def test_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a path nothing is written."""
    monkeypatch.chdir(tmp_path)
    CountsFile(None).write(DecisionCounts(decisions=1))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        (DecisionCounts(decisions=9, seconds=10.0, processor=9.0), []),
        (DecisionCounts(decisions=9, seconds=10.0, processor=32.0), []),
        (DecisionCounts(decisions=9, seconds=1.0, processor=0.2), []),
        (
            DecisionCounts(decisions=8, fallbacks=2, last_resort=1),
            ["2 (25.0%); of these 1 by the last resort"],
        ),
        (DecisionCounts(decisions=8, cut_short=1), ["cut short: 1 (12.5%)"]),
        (
            DecisionCounts(decisions=8, fallbacks=8, failed=8, error="ValueError: no"),
            ["failed: 8, the last with ValueError: no", "8 (100.0%)"],
        ),
        (DecisionCounts(decisions=8, seconds=10.0, processor=1.5), ["15% of a processor"]),
    ],
)
def test_troubles_in_words(counts: DecisionCounts, words: list[str]) -> None:
    """A line for each kind of trouble, and none where there is none."""
    lines = list(troubles(counts))
    assert len(lines) == len(words)
    assert all(word in line for word, line in zip(words, lines, strict=True))
