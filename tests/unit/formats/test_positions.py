"""Tables of double-dummy positions."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from bluechip_bot.formats.positions import PositionError, format_scores, read_positions
from bluechip_bot.model import Card, Seat, Strain

TEXT = """hands,trump,leader,trick,scores
N:.A.92. 3...96 .Q86.. 87...4,C,N,,HA=0 D9=0 D2=0
E:...K5 .4..J .J9.. ...Q2,S,W,S3,H4=1
"""


def test_rows_are_positions(tmp_path: Path) -> None:
    """Hands, trump, leader and trick are read, also from a compressed file and from any seat."""
    plain, packed = tmp_path / "a.csv", tmp_path / "a.csv.gz"
    plain.write_text(TEXT)
    packed.write_bytes(gzip.compress(TEXT.encode()))
    first, second = read_positions(plain)
    assert list(read_positions(packed)) == [first, second]
    assert [str(hand) for hand in first.hands] == [".A.92.", "3...96", ".Q86..", "87...4"]
    assert (first.strain, first.leader, first.trick) == (Strain.CLUBS, Seat.NORTH, ())
    assert str(second.hands[Seat.EAST]) == "...K5"
    assert second.trick == (Card.parse("S3"),)
    assert second.line == 3


def test_scores_are_in_the_order_of_a_hand() -> None:
    """Suits S H D C, high to low in each."""
    scores = {Card.parse(text): tricks for text, tricks in (("D2", 1), ("DT", 2), ("SA", 0))}
    assert format_scores(scores) == "SA=0 DT=2 D2=1"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("hands,trump,leader\n", 1, "no column 'trick'"),
        ("", 1, "no column 'hands'"),
        ("hands,trump,leader,trick\nN:... ...,S,N,\n", 2, "four hands expected"),
        ("hands,trump,leader,trick\nN:A... K... Q... J...,Z,N,\n", 2, "not a strain: 'Z'"),
        ("hands,trump,leader,trick\nN:A... K... Q... J...,S,N,S1\n", 2, "not a card: 'S1'"),
    ],
)
def test_errors_name_the_line(tmp_path: Path, text: str, line: int, reason: str) -> None:
    """What is wrong is told with its line."""
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(PositionError, match=f"line {line}: .*{reason}"):
        list(read_positions(path))
