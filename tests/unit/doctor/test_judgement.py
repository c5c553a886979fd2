"""Verdicts that follow from facts."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve

from bluechip_bot.config import read_toml
from bluechip_bot.doctor.finding import Finding, Verdict, judged
from bluechip_bot.doctor.installed import Build, Software
from bluechip_bot.doctor.machine import Clocks, Disk, Memory, PortState, Processors
from bluechip_bot.doctor.rehearsal import Rehearsal
from bluechip_bot.doctor.speed import CardSpeed, speed_finding

TABLE: Final = Path(__file__).parents[2] / "data" / "judgement" / "doctor.toml"
FACTS: Final[dict[str, Any]] = {
    "software": Software({"Python": "3.11.7", "numpy": "2.4.6"}, "0123456789", "abcdef0123"),
    "build": Build("linux-x86_64", "A Processor", frozenset({"popcnt", "bmi1", "bmi2", "avx2"})),
    "clocks": Clocks("CET", 1.0, 2e9, 1e9, 5.0, 0.0001, synchronised=True),
    "port": PortState("127.0.0.1", 2000, listens=True, free=True),
    "disk": Disk("night", 1 << 36, 2e8, (0.002, 0.003, 0.004)),
    "rehearsal": Rehearsal(60.0, 4, 4, 200, 0, 2, 0.2, 14.0, 14.6, 0, 50.0, 0, 60_000),
    "memory": Memory(None, 128 << 20, 80 << 20),
}
ASKED: Final = {"memory": [16]}
LEAD: Final = CardSpeed("opening lead", 400, 2.0, 1.9, 15.0)


def check(finding: Finding, verdict: str, *words: str) -> None:
    """It has this verdict, says these words, and says what to do unless it is good."""
    assert str(finding.verdict) == verdict, finding.text
    assert bool(finding.advice) == (verdict != "good")
    for word in words:
        assert word in finding.text + finding.advice


@pytest.mark.parametrize(
    ("name", "row"),
    [(name, row) for name, rows in read_toml(TABLE).items() for row in rows],
    ids=lambda value: value if isinstance(value, str) else " ".join(value["words"]),
)
def test_a_finding(name: str, row: dict[str, Any]) -> None:
    """What is wrong is told, badly or less so, with what to do."""
    changes = {
        key: None if value in ("unknown", "") else frozenset(value) if key == "features" else value
        for key, value in row.get("changes", {}).items()
    }
    facts = evolve(FACTS[name], **changes)
    asked = row.get("asked", ASKED.get(name, []))
    check(facts.finding(*asked), row["verdict"], *row["words"])


@pytest.mark.parametrize(
    ("allotted", "verdict", "word"),
    [(15.0, "good", "200 layouts a second, 3000"), (0.15, "warning", "40"), (0.05, "fault", "16")],
)
def test_speed(allotted: float, verdict: str, word: str) -> None:
    """The card with the fewest layouts counts; the thresholds are those of the engine."""
    fast = CardSpeed("declarer's first card", 5000, 2.0, 2.0, allotted)
    check(speed_finding((fast, evolve(LEAD, allotted=allotted))), verdict, word)


@pytest.mark.parametrize(
    ("processor", "tables", "verdict"), [(1.9, 2, "good"), (1.0, 2, "warning"), (1.9, 3, "warning")]
)
def test_processors(processor: float, tables: int, verdict: str) -> None:
    """A search that others hinder is a warning, and more tables than processors."""
    found = Processors(2, 0.5).finding((evolve(LEAD, processor=processor),), tables)
    check(found, verdict, "load 0.50")


def test_processors_without_a_search() -> None:
    """`serve` has no player whose share could be told."""
    check(Processors(2).finding((), 0), "good", "processors 2")


def test_the_first_concern_counts() -> None:
    """Concerns are given in order, and without one all is good."""
    assert judged("a", "", (False, Verdict.FAULT, "do")).verdict is Verdict.GOOD
    found = judged("b", "", (True, Verdict.WARNING, "do"), (True, Verdict.FAULT, "run"))
    assert (found.verdict, found.advice) == (Verdict.WARNING, "do")
