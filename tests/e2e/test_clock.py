"""A match under a clock, as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bluechip_bot.formats import pbn
from support.commands import RANDOM, run


@pytest.mark.timeout(280)
def test_match_under_a_clock(tmp_path: Path) -> None:
    """All boards are played in time, and each seat leaves a line for each decision of its own."""
    done = run(
        tmp_path,
        *("match", "--boards", "2", "--seed", "7", "--out", "here", "--clock", "10"),
        *("--rooms", "open", "--concurrency", "1", *RANDOM, "--thoughts"),
    )
    assert done.returncode == 0, done.stderr
    records = pbn.read(tmp_path / "here" / "open.pbn")
    logs = tmp_path / "here" / "logs"
    spent = [
        json.loads(line)
        for seat in ("North", "East", "South", "West")
        for line in (logs / f"open-{seat}.times.jsonl").read_text().splitlines()
    ]
    assert {(one["board"], one["seat"]) for one in spent if one["action"]} >= {
        (record.number, seat) for record in records for seat in "NESW"
    }
    for one in spent:
        assert 0 <= one["budget"] <= one["most"] < 10
        assert one["left"] > 0
    # Random players think nothing, but the rule says why it answered for them.
    assert all(one["thoughts"] == [one["at_once"]] for one in spent if one["at_once"])
    remarks = [remark.text for record in records for remark in pbn.board_record(record).remarks]
    assert sorted(remarks) == sorted(text for one in spent for text in one["thoughts"])
    places = [(one["board"], one["place"]) for one in spent]
    boards = [pbn.board_record(record).board for record in records]
    made = sum(len(board.auction.calls) + len(board.play.cards) for board in boards if board.play)
    passes = sum(len(board.auction.calls) for board in boards if not board.play)
    assert len(set(places)) == len(places) == made + passes
    assert any(one["at_once"] == "the only legal card" for one in spent)
    for seat in ("North", "East", "South", "West"):
        summary = json.loads((logs / f"open-{seat}.json").read_text())
        assert summary["over"] == 0
