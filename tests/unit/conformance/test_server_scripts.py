"""Our manager passes every script, and each fault is found by its rule."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bluechip_bot.conformance.end import perform
from bluechip_bot.conformance.players import PlayersEnd
from bluechip_bot.conformance.script import Outcome, Script, Verdict
from bluechip_bot.conformance.server_scripts import SERVER_SCRIPTS
from bluechip_bot.protocol.dialect import STANDARD
from bluechip_bot.protocol.table.session import TableOptions
from support.boards import random_boards
from support.checked import CheckedServer, edit, fault, faults

SCRIPTS = {script.name: script for script in SERVER_SCRIPTS}
OPTIONS = TableOptions(forward_notes=True)


def verdict(script: Script[PlayersEnd], server: CheckedServer) -> Verdict:
    """What our manager, or a faulty one, gets for a script."""
    return perform(script, PlayersEnd(STANDARD), server)


@pytest.mark.parametrize("script", SERVER_SCRIPTS, ids=lambda script: script.name)
def test_our_manager(script: Script[PlayersEnd]) -> None:
    """Our manager passes, without a remark."""
    found = verdict(script, CheckedServer(random_boards(3, random.Random(5)), OPTIONS))
    assert (found.outcome, found.rule, found.text, found.notes) == (Outcome.PASSED, None, "", ())


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
    boards = random_boards(3, random.Random(5))
    found = verdict(SCRIPTS["lost"], CheckedServer(boards, OPTIONS, **fault(row)))
    assert found.outcome is Outcome.SKIPPED, found.text


@pytest.mark.parametrize(("rule", "name", "row"), faults("server"))
def test_faults(rule: str, name: str, row: dict[str, Any]) -> None:
    """Each fault is found, and told by its rule."""
    found = verdict(
        SCRIPTS[name], CheckedServer(random_boards(3, random.Random(5)), OPTIONS, **fault(row))
    )
    assert found.outcome is Outcome.FAILED
    assert str(found.rule).split()[0] == rule, (found.line, found.text)


def test_a_call_that_nobody_asked_for() -> None:
    """It is found before it could be taken for the answer."""
    says = edit("South's cards", lines=["{}", "North bids 1NT"])
    boards = random_boards(3, random.Random(5))
    found = verdict(SCRIPTS["unasked"], CheckedServer(boards, OPTIONS, says=says))
    assert (found.line, found.text) == (
        "North bids 1NT",
        "a call comes to those who have asked for it",
    )
