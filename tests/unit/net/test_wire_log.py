"""The files of a wire log."""

import gzip
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bluechip_bot.net.wire_log import WireLog

NOW = datetime(2026, 1, 31, tzinfo=UTC)


def record(path: Path, lines: int, kept: int) -> list[str]:
    """Record lines, each by another session, in files of three; returns the lines."""
    texts = [f"line {number:02}" for number in range(lines)]
    for text in texts:
        with closing(WireLog(path, lambda: NOW, largest=100, kept=kept)) as log:
            log.record(">", "NORTH", text)
    return texts


def recorded(path: Path, numbers: Iterator[int]) -> list[str]:
    """The lines in the files that were set aside, and in the last one."""
    packed = (path.with_name(f"{path.name}.{number}.gz").read_bytes() for number in numbers)
    whole = "".join(gzip.decompress(one).decode() for one in packed) + path.read_text()
    return [line.split("NORTH ")[1] for line in whole.splitlines()]


def test_large_wire_logs_are_set_aside(tmp_path: Path) -> None:
    """Compressed, in order and without a gap, after what lies there already."""
    path = tmp_path / "wire.log"
    others = {tmp_path / "wire.log.2.gz", tmp_path / "wire.log.old", tmp_path / "other.log.7.gz"}
    for other in others:
        other.write_bytes(b"precious")
    texts = record(path, 20, kept=0)
    aside = len(list(tmp_path.iterdir())) - len(others) - 1
    assert aside == 6
    assert recorded(path, iter(range(3, 9))) == texts
    assert {other.read_bytes() for other in others} == {b"precious"}


@pytest.mark.parametrize("kept", [1, 3])
def test_the_oldest_files_are_removed(tmp_path: Path, kept: int) -> None:
    """As many are kept as asked for, however many sessions the log is of; others' files are."""
    path = tmp_path / "wire.log"
    (tmp_path / "wire.log.1").write_bytes(b"of a session that was killed")
    (tmp_path / "other.log.1.gz").write_bytes(b"precious")
    texts = record(path, 30, kept)
    names = {f"wire.log.{number}.gz" for number in range(12 - kept, 12)}
    assert {one.name for one in tmp_path.iterdir()} == {"wire.log", "other.log.1.gz", *names}
    assert recorded(path, iter(range(12 - kept, 12))) == texts[-3 * kept :]


def test_a_flood_is_kept_within_bounds(tmp_path: Path) -> None:
    """Lines that come faster than they can be compressed do not make more files, or larger ones."""
    path = tmp_path / "wire.log"
    with closing(WireLog(path, lambda: NOW, largest=1000, kept=4)) as log:
        for number in range(2000):
            log.record("<", "NORTH", f"{number:04}" + "x" * 96)
            assert path.stat().st_size < 1200
    assert len(list(tmp_path.glob("wire.log.*"))) <= 5


def test_a_wire_log_without_a_path_does_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file is needed to play, and none is written."""
    monkeypatch.chdir(tmp_path)
    with closing(WireLog(None)) as log:
        log.record(">", "NORTH", "text")
    assert list(tmp_path.iterdir()) == []
