"""Our client passes every script, and each fault is found by its rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from bluechip_bot.conformance.client_scripts import CLIENT_SCRIPTS
from bluechip_bot.conformance.end import perform
from bluechip_bot.conformance.manager import ManagerEnd
from bluechip_bot.conformance.script import Outcome, Script, Verdict
from bluechip_bot.model import Seat
from bluechip_bot.protocol.dialect import STANDARD
from support.checked import CheckedClient, changed, without

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

    def hears(line: str) -> Sequence[str]:
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


def always(pattern: str, line: str) -> Callable[[str], Sequence[str]]:
    """A line that answers every line with a match."""
    return lambda heard: (line,) if re.search(pattern, heard) else ()


def nth(
    count: int, pattern: str, line: str, *, also: bool = False
) -> Callable[[str], Sequence[str]]:
    """A line for the `count`th line with a match; all others are kept or dropped."""
    seen: list[str] = []

    def answer(heard: str) -> Sequence[str]:
        if re.search(pattern, heard):
            seen.append(heard)
            if len(seen) == count:
                return line.split("\n")
        return (heard,) if also else ()

    return answer


FAULTS: list[tuple[str, str, dict[str, Any]]] = [
    ("1.1", "dummy", {"fault": changed("ready for deal", "ready for deal\ufffd")}),
    ("1.2", "odd-lines", {"hears": without("  ")}),
    ("1.3", "unknown-lines", {"adds": always("^Score", "North ready to start")}),
    ("2.1", "dummy", {"fault": changed("version 18", "version 17")}),
    ("2.1", "dummy", {"fault": changed("as East", "as West")}),
    ("2.1", "dummy", {"fault": changed("Connecting", "Hello")}),
    ("2.2", "leader", {"fault": without("for teams")}),
    ("2.3", "leader", {"fault": without("to start")}),
    ("2.3", "teams-again", {"hears": nth(2, "^Teams", "End of session", also=True)}),
    ("2.4", "long-name", {"hears": lambda line: (line[:80],)}),
    ("2.4", "dummy", {"fault": changed('"Checked"', '""')}),
    ("2.8", "leader", {"stays": True}),
    ("3.1", "leader", {"fault": changed("for deal", "for cards")}),
    ("3.2", "leader", {"fault": without("for cards")}),
    ("3.4", "voids", {"hears": without("-")}),
    ("3.5", "restart", {"fault": nth(2, "for deal", "East ready for cards", also=True)}),
    ("3.6", "timing", {"adds": always("^Timing", "South ready to start")}),
    ("3.7", "timing", {"adds": nth(3, "passes", "South ready to start")}),
    ("3.7", "explanations", {"adds": always("^Timing", "South ready to start")}),
    ("4.1", "leader", {"fault": changed("North's bid", "East's bid")}),
    ("4.2", "leader", {"fault": changed("West passes", "West bids 7S")}),
    ("4.2", "leader", {"fault": without("West passes")}),
    ("4.3", "passed-out", {"adds": nth(3, "passes", "North ready for East's bid")}),
    ("4.4", "explanations", {"hears": without("Alert")}),
    (
        "5.1",
        "leader",
        {"fault": nth(2, "East's bid", "West ready for East's bid\nWest plays 2C", also=True)},
    ),
    ("5.2", "leader", {"fault": lambda line: (re.sub("plays ..", "plays 2C", line),)}),
    ("5.3", "third-hand", {"fault": changed("to trick 2", "to trick 1")}),
    ("5.4", "third-hand", {"fault": without("for dummy")}),
    ("5.4", "third-hand", {"fault": lambda line: (line, line) if "for dummy" in line else (line,)}),
    ("5.4", "third-hand", {"fault": changed("for dummy", "for cards")}),
    ("5.5", "declarer", {"fault": changed("North plays", "South plays")}),
    ("5.5", "declarer", {"fault": changed("North plays", "Dummy plays")}),
    ("5.6", "dummy", {"adds": nth(1, "plays", "East ready for dummy")}),
    ("5.6", "dummy", {"fault": changed("dummy's card", "West's card")}),
]


@pytest.mark.parametrize(("rule", "name", "fault"), FAULTS, ids=lambda value: str(value)[:12])
def test_faults(rule: str, name: str, fault: dict[str, Any]) -> None:
    """Each fault is found, and told by its rule."""
    found = verdict(SCRIPTS[name], CheckedClient(SCRIPTS[name].seat, **fault))
    assert found.outcome is Outcome.FAILED
    assert str(found.rule).split()[0] == rule, found.text
