"""What the records of a match tell of its decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bluechip_bot.doctor.rehearsal import from_records
from bluechip_bot.match.record.store import StoredBoard, Trouble
from bluechip_bot.model import Board
from bluechip_bot.protocol.seat.clock import ONLY_CARD


def decision(seconds: float, budget: float, most: float | None, at_once: str = "") -> Any:
    """A line of `Spent.to_json`, as far as it matters."""
    return {"seconds": seconds, "budget": budget, "most": most, "at_once": at_once}


def test_counts(finished_board: Callable[[int], Board]) -> None:
    """Forced cards are no decisions; those without time and those of a player's rule are rules."""
    boards = [StoredBoard("open", finished_board(1), (9.0, 10.5), 0.0)]
    troubles = [Trouble(0.0, "open", what, "North", "") for what in ("crash", "stall", "crash")]
    decisions = [
        decision(1.0, 0.9, 1.9),
        decision(2.2, 1.0, 2.0),
        decision(0.3, 0.5, None),
        decision(0.0, 0.0, 0.0, ONLY_CARD),
        decision(0.0, 0.0, 0.0, "0.01 s left for the pair"),
    ]
    found = from_records(10.0, 4, boards, troubles, decisions, fallbacks=1)
    assert (found.planned, found.played, found.decisions, found.rules) == (4, 1, 4, 2)
    assert (found.slowest, found.allotted, found.late) == (2.2, 2.0, 1)
    assert round(found.latest, 3) == 0.2
    assert (found.over, found.longest, found.crashes) == (1, 10.5, 2)


def test_no_clock_is_never_exceeded(finished_board: Callable[[int], Board]) -> None:
    """Without a clock no pair can be over its time."""
    boards = [StoredBoard("open", finished_board(1), (9.0, 10.5), 0.0)]
    assert from_records(0.0, 1, boards, [], [], 0).over == 0


def test_a_match_without_boards() -> None:
    """Nothing played is nothing slow."""
    found = from_records(10.0, 4, [], [], [], 0)
    assert (found.played, found.decisions, found.slowest, found.longest) == (0, 0, 0.0, 0.0)
