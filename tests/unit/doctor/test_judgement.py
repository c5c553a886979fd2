"""Verdicts that follow from facts."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve

from bluechip_bot.config import read_toml
from bluechip_bot.doctor.machine import (
    build_finding,
    clock_finding,
    memory_finding,
    processors_finding,
    room_finding,
    software_finding,
)
from bluechip_bot.doctor.rehearsal import rehearsal_finding
from bluechip_bot.doctor.speed import CardSpeed, speed_finding
from bluechip_bot.protocol.seat.clock import ONLY_CARD

TABLE: Final = Path(__file__).parents[2] / "data" / "judgement" / "doctor.toml"
LEAD: Final = CardSpeed("opening lead", 200.0, 0.95, 15.0)
FAST: Final = CardSpeed("declarer's first card", 2500.0, 1.0, 15.0)


def decision(seconds: float, budget: float, most: float | None, at_once: str = "") -> Any:
    """A line of `Spent.to_json`, as far as it matters."""
    return {"seconds": seconds, "budget": budget, "most": most, "at_once": at_once}


def speed(allotted: float) -> Any:
    """The finding of two cards that get so much time."""
    return speed_finding([evolve(card, allotted=allotted) for card in (FAST, LEAD)])


CHECKS: Final[dict[str, tuple[Any, dict[str, Any]]]] = {
    "software": (software_finding, {"commit": "abcdef0123", "changed": False}),
    "build": (
        build_finding,
        {
            "failure": "",
            "name": "A Processor",
            "features": ["popcnt", "bmi1", "bmi2", "avx2"],
            "system": "linux-x86_64",
        },
    ),
    "processors": (processors_finding, {"usable": 2, "share": 0.95, "tables": 2}),
    "speed": (speed, {"allotted": 15.0}),
    "memory": (memory_finding, {"player": 128 << 20, "table": 80 << 20, "players": 16}),
    "clock": (clock_finding, {"now": 2e9, "installed": 1e9, "synchronised": True}),
    "disk": (room_finding, {"folder": "night", "free": 1 << 36, "syncs": [0.002, 0.003, 0.004]}),
    # Forced cards are no decisions; those without time and those of a player's rule are rules.
    "rehearsal": (
        rehearsal_finding,
        {
            "clock": 60.0,
            "seconds": [50.0, 40.0] * 4,
            "decisions": [decision(14.0, 13.0, 14.6), decision(0.3, 0.5, None)] * 100
            + [decision(0.0, 0.0, 0.0, ONLY_CARD)],
            "fallbacks": 0,
            "crashes": 0,
        },
    ),
}


@pytest.mark.parametrize(
    ("name", "row"),
    [(name, row) for name, rows in read_toml(TABLE).items() for row in rows],
    ids=lambda value: value if isinstance(value, str) else " ".join(value["words"]),
)
def test_a_finding(name: str, row: dict[str, Any]) -> None:
    """What is wrong is told, badly or less so, with what to do."""
    finding, facts = CHECKS[name]
    changes = {key: None if v == "unknown" else v for key, v in row.get("changes", {}).items()}
    found = finding(**{**facts, **changes})
    assert str(found.verdict) == row["verdict"], found.text
    assert bool(found.advice) == (row["verdict"] != "good")
    for word in row["words"]:
        assert word in found.text + found.advice


def test_decisions_without_time() -> None:
    """A decision that is made at once for want of time is one by rule."""
    at_once = decision(0.0, 0.0, 0.0, "0.01 s left for the pair")
    found = rehearsal_finding(10.0, [9.0, 10.5], [at_once], 1, 0)
    assert "1 decisions, 2 by rule" in found.text
    assert "overruns 1" in found.text
