"""Our client and our manager pass every script, and each fault is found by its rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bluechip_bot.conformance.end import perform
from bluechip_bot.conformance.manager import CLIENT_SCRIPTS, ManagerEnd
from bluechip_bot.conformance.players import SERVER_SCRIPTS
from bluechip_bot.conformance.script import RULES, Script, ScriptOutcome, rules_text
from bluechip_bot.model import Seat
from bluechip_bot.protocol.dialect import STANDARD
from support.checked import CheckedClient, check, edit, fault, faults

CLIENT = {script.name: script for script in CLIENT_SCRIPTS}
SERVER = {script.name: script for script in SERVER_SCRIPTS}


@pytest.mark.parametrize(
    "script", [*CLIENT_SCRIPTS, *SERVER_SCRIPTS], ids=lambda script: script.name
)
def test_our_programs(script: Script[Any]) -> None:
    """Our programs pass, without a remark."""
    found = check(script)
    assert (found.outcome, found.rule, found.text, found.notes) == (
        ScriptOutcome.PASSED,
        None,
        "",
        (),
    )


def test_one_session() -> None:
    """All scripts but those that need one of their own, in one session; numbers go up."""
    heard: list[str] = []

    def hears(_peer: int, line: str) -> Sequence[str]:
        heard.append(line)
        return (line,)

    client = CheckedClient(Seat.WEST, hears=hears)
    end = ManagerEnd(STANDARD, Seat.SOUTH)
    scripts = [script for script in CLIENT_SCRIPTS if not script.alone]
    for script in scripts:
        end.stays = script is not scripts[-1]
        found = perform(script, end, client)
        assert (found.outcome, found.text, found.notes) == (ScriptOutcome.PASSED, "", ())
    # Once, and again each time that `lost` has lost it.
    assert sum(line.endswith(" seated") for line in heard) == 4
    numbers = [int(number) for number in re.findall(r"board number (\d+)", "\n".join(heard), re.I)]
    assert numbers == sorted(numbers)
    assert len(set(numbers)) == 21


@pytest.mark.parametrize(
    ("scripts", "rule", "name", "row"),
    [
        pytest.param(scripts, *one.values, id=f"{kind} {one.id}")
        for kind, scripts in (("client", CLIENT), ("server", SERVER))
        for one in faults(kind)
    ],
)
def test_faults(scripts: dict[str, Script[Any]], rule: str, name: str, row: dict[str, Any]) -> None:
    """Each fault is found, and named by its rule."""
    found = check(scripts[name], **fault(row))
    assert found.outcome is ScriptOutcome.FAILED
    assert str(found.rule).split()[0] == rule, (found.line, found.text)


@pytest.mark.parametrize(
    "row",
    [
        {"says": {"match": "^Teams"}},
        {"says": {"match": "West.* seated", "lines": ["ERROR: already seated"], "after": 1}},
        {"says": {"match": "Start of board", "after": 4}},
        {"hears": {"match": "Connecting .* South", "after": 1}},
    ],
)
def test_lost_is_optional(row: dict[str, Any]) -> None:
    """A manager that does not go on without a player is not to be blamed."""
    found = check(SERVER["lost"], **fault(row))
    assert found.outcome is ScriptOutcome.SKIPPED, found.text


def test_a_call_that_nobody_asked_for() -> None:
    """It is found before it could be taken for the answer."""
    says = edit("South's cards", lines=["{}", "North bids 1NT"])
    found = check(SERVER["unasked"], says=says)
    expected = "a call comes to those who have asked for it"
    assert (found.line, found.text) == ("North bids 1NT", expected)


def test_a_new_table_is_needed() -> None:
    """A long name is not tried at a table that knows the teams by another one."""
    found = check(SERVER["long-name"], fresh=False)
    assert found.outcome is ScriptOutcome.SKIPPED
    assert "see --command" in found.text


PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"


def test_page_is_up_to_date() -> None:
    """`docs/protocol.md` is what `bluechip-bot check rules` prints, with every rule."""
    text = PAGE.read_text("utf-8")
    assert text == rules_text()
    assert len(RULES) == 29
    assert all(f"**{rule}.**" in text.replace("\n", " ") for rule in RULES.values())
