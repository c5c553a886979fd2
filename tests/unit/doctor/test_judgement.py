"""Verdicts that follow from facts."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from bluechip_bot.doctor.finding import Finding, Verdict, judged
from bluechip_bot.doctor.installed import Build, Software
from bluechip_bot.doctor.machine import Clocks, Disk, Memory, PortState, Processors
from bluechip_bot.doctor.rehearsal import Rehearsal
from bluechip_bot.doctor.speed import CardSpeed, speed_finding

SOFTWARE = Software({"Python": "3.11.7", "numpy": "2.4.6"}, "0123456789", "abcdef0123")
BUILD = Build("linux-x86_64", "A Processor", frozenset({"popcnt", "bmi1", "bmi2", "avx2"}))
CLOCKS = Clocks("CET", 1.0, 2e9, 1e9, 5.0, 0.0001, synchronised=True)
PORT = PortState("127.0.0.1", 2000, listens=True, free=True)
DISK = Disk("night", 1 << 36, 2e8, (0.002, 0.003, 0.004))
REHEARSAL = Rehearsal(60.0, 4, 4, 200, 0, 2, 0.2, 14.0, 14.6, 0, 50.0, 0, 60_000)
LEAD = CardSpeed("opening lead", 400, 2.0, 1.9, 15.0)


def check(finding: Finding, verdict: str, *words: str) -> None:
    """It has this verdict, says these words, and says what to do unless it is good."""
    assert str(finding.verdict) == verdict, finding.text
    assert bool(finding.advice) == (verdict != "good")
    for word in words:
        assert word in finding.text + finding.advice


@pytest.mark.parametrize(
    ("changes", "verdict", "word"),
    [
        ({}, "good", "numpy 2.4.6"),
        ({"commit": None}, "good", "commit unknown"),
        ({"changed": True}, "warning", "abcdef0123 with changes"),
    ],
)
def test_software(changes: dict[str, Any], verdict: str, word: str) -> None:
    """Changes that no commit tells of are a warning."""
    check(evolve(SOFTWARE, **changes).finding(), verdict, word, "0123456789")


@pytest.mark.parametrize(
    ("changes", "verdict", "word"),
    [
        ({}, "good", "has POPCNT, BMI1, BMI2"),
        ({"features": frozenset({"popcnt"})}, "warning", "lacks BMI1, BMI2"),
        ({"features": None}, "good", "linux-x86_64"),
        ({"platform": "linux-aarch64", "features": frozenset({"asimd"})}, "good", "aarch64"),
        ({"stale": ("solver/dd/dd.pyx",)}, "warning", "solver/dd/dd.pyx"),
        ({"failure": "needs a processor with BMI2"}, "fault", "needs a processor with BMI2"),
    ],
)
def test_build(changes: dict[str, Any], verdict: str, word: str) -> None:
    """Modules that cannot be imported are a fault, old ones and slow ones a warning."""
    check(evolve(BUILD, **changes).finding(), verdict, word)


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


@pytest.mark.parametrize(
    ("available", "verdict"),
    [(None, "good"), (4 << 30, "good"), (3 << 30, "warning"), (1 << 30, "fault")],
)
def test_memory(available: int | None, verdict: str) -> None:
    """16 players that take 128 MiB each, and 64 MiB more when their tables are full."""
    facts = Memory(available, 128 << 20, 80 << 20)
    check(facts.finding(16), verdict, "2.0 GiB", "3.2 GiB")


@pytest.mark.parametrize(
    ("changes", "verdict", "word"),
    [
        ({}, "good", "zone CET, UTC+1 h"),
        ({"synchronised": None}, "good", "unknown"),
        ({"synchronised": False}, "warning", "not synchronised"),
        ({"gained": -0.5}, "warning", "-500.000 ms"),
        ({"now": 1.0}, "fault", "earlier than what is installed"),
    ],
)
def test_clocks(changes: dict[str, Any], verdict: str, word: str) -> None:
    """A clock that is set meanwhile, runs free or is far off is told."""
    check(evolve(CLOCKS, **changes).finding(), verdict, word)


@pytest.mark.parametrize(
    ("changes", "verdict", "word"),
    [
        ({}, "good", "127.0.0.1:2000 is free"),
        ({"free": False, "answered": True}, "fault", "something answers there"),
        ({"free": False, "reason": "Permission denied"}, "fault", "Permission denied"),
        ({"listens": False, "answered": True}, "good", "answers"),
        ({"listens": False, "reason": "Connection refused"}, "warning", "Connection refused"),
    ],
)
def test_port(changes: dict[str, Any], verdict: str, word: str) -> None:
    """Where we listen nobody else may; where a manager should, it may still come."""
    facts = evolve(PORT, **{"free": changes.get("listens", True), **changes})
    check(facts.finding(), verdict, word)


@pytest.mark.parametrize(
    ("changes", "boards", "verdict", "word"),
    [
        ({}, 0, "good", "64 GiB free"),
        ({}, 128, "good", "128 boards take about 7.3 MiB"),
        ({"failure": "Read-only file system"}, 0, "fault", "Read-only file system"),
        ({"free": 1 << 20}, 0, "fault", "make room"),
        ({"free": 1 << 29}, 0, "warning", "make room"),
        ({"free": 1 << 31}, 30_000, "warning", "make room"),
        ({"free": 1 << 31}, 60_000, "fault", "make room"),
        ({"syncs": (0.06, 0.07, 0.1)}, 0, "warning", "70.0 ms"),
        ({"syncs": (0.01, 0.01, 0.9)}, 0, "fault", "900.0 ms"),
    ],
)
def test_disk(changes: dict[str, Any], boards: int, verdict: str, word: str) -> None:
    """Room for all boards, and records that are safe soon."""
    check(evolve(DISK, **changes).finding(boards, 60_000), verdict, word)


@pytest.mark.parametrize(
    ("changes", "verdict", "word"),
    [
        ({}, "good", "200 decisions, 0 by rule; the slowest took 14.00 s of 14.60 s"),
        ({"clock": 0.0}, "good", "no clock"),
        ({"failure": "status 4: no room"}, "fault", "status 4: no room"),
        ({"over": 1}, "fault", "overruns 1"),
        ({"crashes": 2}, "fault", "crashes 2"),
        ({"played": 3}, "fault", "3 of 4 boards"),
        ({"rules": 1}, "warning", "1 by rule"),
        ({"longest": 59.0}, "warning", "no time was left"),
        ({"late": 30}, "warning", "late 30"),
    ],
)
def test_rehearsal(changes: dict[str, Any], verdict: str, word: str) -> None:
    """Every board in time, by search, and nothing crashed."""
    check(evolve(REHEARSAL, **changes).finding(), verdict, word)


def test_the_first_concern_counts() -> None:
    """Concerns are given in order, and without one all is good."""
    assert judged("a", "", (False, Verdict.FAULT, "do")).verdict is Verdict.GOOD
    found = judged("b", "", (True, Verdict.WARNING, "do"), (True, Verdict.FAULT, "run"))
    assert (found.verdict, found.advice) == (Verdict.WARNING, "do")
