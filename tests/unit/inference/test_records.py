"""Records of real boards, read from JSON lines."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from bluechip_bot.inference.records import AuctionRecordError, held_out, read_records
from bluechip_bot.model import Card, Phase, Seat, Vulnerability
from support.collection import FOLDERS, label

RECORD: dict[str, Any] = {
    "board": "Open 12",
    "dealer": "N",
    "vul": "EW",
    "deal": "AQ32.K54.A32.K54 K54.A32.K54.A632 J76.J76.QJ76.J87 T98.QT98.T98.QT9",
    "players": ["a", "b", "c", "d"],
    "auction": ["1NT", "P", "P", "P"],
    "explained": {"0": "15-17"},
    "play": ["C2", "C7", "CT", "CK", "S2"],
}


def lines(*records: dict[str, Any]) -> str:
    """The text of a file of records."""
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.mark.parametrize("name", ["some.jsonl", "some.jsonl.gz"])
def test_a_record_is_a_board(tmp_path: Path, name: str) -> None:
    """Deal, calls with their meanings, cards and players are read, packed or not."""
    path = tmp_path / name
    text = lines(RECORD).encode()
    path.write_bytes(gzip.compress(text) if name.endswith("gz") else text)
    (record,) = read_records(path)
    assert record.source == "some"
    assert record.players == ("a", "b", "c", "d")
    board = record.board
    assert (board.number, board.dealer, board.vulnerability) == (12, Seat.NORTH, Vulnerability.EW)
    assert board.explanations == ((0, "15-17"),)
    assert board.phase is Phase.PLAY
    assert board.play is not None
    assert board.play.cards[:2] == (Card.parse("C2"), Card.parse("C7"))
    assert all(hand is not None for hand in board.hands)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"deal": "AQ32.K54.A32.K54 ... ... ..."}, "13"),
        ({"auction": ["1NT", "1C"]}, "1C"),
        ({"play": ["C2", "C2"]}, "C2"),
        ({"dealer": "Q"}, "Q"),
        ({"auction": None}, "NoneType"),
        ({"deal": "missing"}, "'deal' is missing"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    """The error says which line of which file, and what is wrong there."""
    path = tmp_path / "some.jsonl"
    wrong = {key: value for key, value in {**RECORD, **change}.items() if value != "missing"}
    path.write_text(lines(RECORD, wrong))
    with pytest.raises(AuctionRecordError, match=rf"some\.jsonl:2: .*{reason}"):
        list(read_records(path))


@pytest.mark.parametrize("content", [b"\x1f\x8b broken", b"{}"])
def test_a_broken_archive_is_named(tmp_path: Path, content: bytes) -> None:
    """A file that cannot be unpacked is an error with its name."""
    path = tmp_path / "some.jsonl.gz"
    path.write_bytes(content)
    with pytest.raises(AuctionRecordError, match="some"):
        list(read_records(path))


def test_halves() -> None:
    """Boards fall into two halves of about equal size, always the same one."""
    halves = [held_out(str(number), "1NT P P P") for number in range(1000)]
    assert 400 < sum(halves) < 600
    assert halves == [held_out(str(number), "1NT P P P") for number in range(1000)]


@pytest.mark.parametrize("folder", FOLDERS, ids=label)
def test_real_records(folder: Path) -> None:
    """A file of real boards is read without an error."""
    path = min((folder / "auctions").glob("*.jsonl.gz"))
    records = list(read_records(path))
    assert len(records) > 30
    assert {record.held_out for record in records} == {False, True}
