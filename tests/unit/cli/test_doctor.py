"""The command `doctor`."""

from __future__ import annotations

import json
import re
import shlex
import socket
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import Result

from bluechip_bot.cli import deployment, doctor
from bluechip_bot.cli.deployment import deployment_of
from bluechip_bot.config import MatchConfig, SearchConfig, TeamConfig
from bluechip_bot.doctor.finding import FindingVerdict
from bluechip_bot.doctor.rehearsal import longest, rehearse
from bluechip_bot.player import check_settings
from support.commands import invoke

_CHECKED: Final = cache(check_settings)
"""To read the rules of a system takes a second."""


@pytest.fixture(autouse=True)
def short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions are searched for a moment only, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(doctor, "_SPEED_SECONDS", 0.05)
    monkeypatch.setattr(deployment, "check_settings", _CHECKED)


@pytest.fixture
def taken() -> Iterator[int]:
    """A port at which something listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def told(result: Result) -> dict[str, Any]:
    """The JSON object that was printed."""
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_examples_of_the_help(tmp_path: Path) -> None:
    """Each example of --help can be run, and says where options come from."""
    (tmp_path / "mine.toml").write_text('boards = 12\nteam_b.name = "Guests"\n')
    examples = re.findall(r"^ +bluechip-bot (doctor .*)$", invoke("doctor", "-h").output, re.M)
    assert len(examples) == 2
    outputs = []
    for example in examples:
        words = shlex.split(example)
        words = words if "--quick" in words else [*words[:1], "--quick", *words[1:]]
        result = invoke(*words)
        assert result.exit_code in {0, 4}, result.output
        assert not isinstance(result.exception, (TypeError, ValueError)), result.output
        checks = set(re.findall(r"^ *(?:good|warning|fault)  ([a-z ]+):", result.output, re.M))
        assert checks >= {"software", "compiled modules", "processors", "speed", "memory", "clock"}
        outputs.append(result.output)
    assert re.search(r"team_b.name +\"Guests\" +mine\.toml", outputs[0])
    assert re.search(r"clock +30\.0 +command line", outputs[0])
    assert "disk: night:" in outputs[0]


def test_escapes_are_shown(tmp_path: Path) -> None:
    """A name that a terminal would obey is shown."""
    result = invoke("doctor", "--quick", "match", "--out", tmp_path / "\x1b[2J")
    assert "\x1b" not in result.output
    assert r"\x1b[2J: " in result.output


def test_json(taken: int) -> None:
    """One object: the command, the settings, each check; a fault is status 4."""
    result = invoke("doctor", "--quick", "--json", "match", "--port-open", taken, "--clock", 20)
    assert result.exit_code == 4
    assert "there are faults" in result.stderr
    found = told(result)
    assert found["command"] == ["match", "--port-open", str(taken), "--clock", "20"]
    assert found["verdict"] == "fault"
    settings = {each["key"]: each for each in found["settings"]}
    assert settings["ports_open"]["value"] == [taken]
    assert settings["ports_open"]["origin"] == "command line"
    (port,) = (each for each in found["checks"] if each["check"] == "port")
    assert port["verdict"] == "fault"
    assert all(each["advice"] for each in found["checks"] if each["verdict"] != "good")


def test_a_manager_that_answers(taken: int) -> None:
    """`play` looks whether somebody listens; nothing is written without a log."""
    words = ("play", "--port", taken, "--seat", "North", "--seat", "East", "--budget", "0.5")
    found = told(invoke("doctor", "--quick", "--json", *words, "--no-clock"))
    checks = {each["check"]: each for each in found["checks"]}
    assert checks["port"]["verdict"] == "good"
    assert "in the 0.50 s that it gets" in checks["speed"]["text"]
    assert "players 4" in checks["memory"]["text"]
    assert "disk" not in checks


def test_a_table_has_no_players(tmp_path: Path) -> None:
    """`serve` has neither speed nor memory to judge."""
    words = ("serve", "--port", "0", "--deals", "4", "--out", tmp_path / "played.pbn")
    found = told(invoke("doctor", "--quick", "--json", *words))
    assert {each["check"] for each in found["checks"]} == {
        "software", "compiled modules", "processors", "clock", "disk",
    }  # fmt: skip


def test_modules_that_cannot_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A processor that the solver cannot run on is a fault, and everything else is still told."""
    monkeypatch.setitem(sys.modules, "bluechip_bot.engine", None)
    result = invoke("doctor", "--json")
    assert result.exit_code == 4
    checks = {each["check"]: each for each in told(result)["checks"]}
    assert checks["compiled modules"]["verdict"] == "fault"
    assert "bluechip_bot.engine" in checks["compiled modules"]["text"]
    assert {"clock", "disk", "processors"} <= set(checks)
    assert not {"speed", "rehearsal"} & set(checks)


def test_a_trial_is_of_our_players(tmp_path: Path) -> None:
    """Two boards, our programs at all seats, any free ports; the clock and the search stay."""
    (tmp_path / "mine.toml").write_text('rooms = "replay"\nteam_b.command = "x {port}"\n')
    words = "match --config mine.toml --clock 9 --depth 2 --port-open 9999 --web 8000"
    wanted = deployment_of(words.split())
    trial = wanted.trial
    assert trial is not None
    assert (trial.boards, trial.rooms, trial.team_b.command) == (2, "both", "")
    assert (trial.clock, trial.search.depth, trial.ports_open) == (9.0, 2, (0,))
    assert wanted.ports == (("127.0.0.1", 9999, True), ("127.0.0.1", 8000, True))
    assert trial.web == ""
    assert (wanted.tables, wanted.players) == (1, 4)
    assert longest(trial) == 72.0


def test_two_foreign_teams() -> None:
    """No player of ours is to be tried."""
    wanted = deployment_of(("match", "--command-a", "a {port}", "--command-b", "b {port}"))
    assert (wanted.trial, wanted.search, wanted.players) == (None, None, 0)


def test_a_rehearsal_that_fails() -> None:
    """A match that cannot be played is told with its message."""
    a, b = (TeamConfig(name, system="floor") for name in ("Same", "same"))
    found = rehearse(MatchConfig(team_a=a, team_b=b, clock=5.0))
    assert found.verdict is FindingVerdict.FAULT
    assert "boards were played: status 2: Error: both teams are called 'Same'" in found.text


@pytest.mark.slow
@pytest.mark.timeout(200)
def test_a_rehearsal() -> None:
    """Two boards in two rooms with a clock are played, and their times are told."""
    search = SearchConfig(worlds=4, think=False)
    a, b = (TeamConfig(name, "pimc") for name in "AB")
    found = rehearse(MatchConfig(boards=2, clock=30, search=search, team_a=a, team_b=b))
    assert found.text.startswith("4 boards, clock 30 s: ")
    assert "overruns 0, crashes 0; the slowest decision took " in found.text
