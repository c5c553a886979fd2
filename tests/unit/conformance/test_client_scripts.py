"""Our client passes every script, and each fault is found by its rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from bluechip_bot.conformance.client_scripts import CLIENT_SCRIPTS
from bluechip_bot.conformance.end import perform
from bluechip_bot.conformance.manager import ManagerEnd
from bluechip_bot.conformance.script import Outcome, Script, Verdict
from bluechip_bot.model import Seat
from bluechip_bot.protocol.dialect import STANDARD
from support.checked import CheckedClient, fault, faults

SCRIPTS = {script.name: script for script in CLIENT_SCRIPTS}


def verdict(script: Script[ManagerEnd], client: CheckedClient) -> Verdict:
    """What our client, or a faulty one, gets for a script."""
    return perform(script, ManagerEnd(script.seat, STANDARD, insist=True), client)


@pytest.mark.parametrize("script", CLIENT_SCRIPTS, ids=lambda script: script.name)
def test_our_client(script: Script[ManagerEnd]) -> None:
    """Our client passes, without a remark."""
    found = verdict(script, CheckedClient(script.seat))
    assert (found.outcome, found.text, found.notes) == (Outcome.PASSED, "", ())


def test_one_session() -> None:
    """All scripts but those that need one of their own, in one session; numbers go up."""
    heard: list[str] = []

    def hears(_peer: int, line: str) -> Sequence[str]:
        heard.append(line)
        return (line,)

    client = CheckedClient(Seat.WEST, hears=hears)
    end = ManagerEnd(Seat.SOUTH, STANDARD)
    scripts = [script for script in CLIENT_SCRIPTS if not script.alone]
    for script in scripts:
        end.stays = script is not scripts[-1]
        found = perform(script, end, client)
        assert (found.outcome, found.text, found.notes) == (Outcome.PASSED, "", ())
    # Once, and again each time that `lost` has lost it.
    assert sum(line.endswith(" seated") for line in heard) == 4
    numbers = [int(number) for number in re.findall(r"board number (\d+)", "\n".join(heard), re.I)]
    assert numbers == sorted(numbers)
    assert len(set(numbers)) == 21


@pytest.mark.parametrize(("rule", "name", "row"), faults("client"))
def test_faults(rule: str, name: str, row: dict[str, Any]) -> None:
    """Each fault is found, and told by its rule."""
    found = verdict(SCRIPTS[name], CheckedClient(SCRIPTS[name].seat, **fault(row)))
    assert found.outcome is Outcome.FAILED
    assert str(found.rule).split()[0] == rule, found.text
