"""Our manager passes every script, and each fault is found by its rule."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from bluechip_bot.conformance.end import perform
from bluechip_bot.conformance.players import PlayersEnd
from bluechip_bot.conformance.script import Outcome, Script, Verdict
from bluechip_bot.conformance.server_scripts import SERVER_SCRIPTS
from bluechip_bot.protocol.dialect import STANDARD
from bluechip_bot.protocol.table.session import TableOptions
from support.boards import random_boards
from support.checked import CheckedServer, PeerFault

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


def lines(pattern: str, *others: str, peer: int | None = None, after: int = 0) -> PeerFault:
    """Other lines in place of those with a match, at one connection or at all.

    Args:
        pattern: what is looked for.
        others: the lines; `{}` stands for the line itself.
        peer: the connection.
        after: the number of matches that are left alone.
    """
    seen: list[str] = []

    def changed(here: int, line: str) -> Sequence[str]:
        if not re.search(pattern, line) or peer not in (None, here):
            return (line,)
        seen.append(line)
        return (line,) if len(seen) <= after else [other.format(line) for other in others]

    return changed


def part(old: str, new: str, peer: int | None = None) -> PeerFault:
    """Another part of lines, at one connection or at all."""
    return lambda here, line: (line.replace(old, new) if peer in (None, here) else line,)


@pytest.mark.parametrize(
    "fault",
    [
        {"fault": lines("^Teams")},
        {"fault": lines("West.* seated", "ERROR: West is already seated", after=1)},
        {"fault": lines("Start of board", after=4)},
        {"hears": lines("Connecting .* South", after=1)},
    ],
)
def test_lost_is_optional(fault: dict[str, Any]) -> None:
    """A manager that does not go on without a player is not to be blamed."""
    boards = random_boards(3, random.Random(5))
    found = verdict(SCRIPTS["lost"], CheckedServer(boards, OPTIONS, **fault))
    assert found.outcome is Outcome.SKIPPED, found.text


FAULTS: list[tuple[str, str, dict[str, Any]]] = [
    ("1.1", "board", {"fault": part("Start of", "Start\ufffdof")}),
    ("1.2", "odd-lines", {"hears": lines("  ")}),
    ("1.3", "nonsense", {"hears": lines("Hello|fool|\\?!|^ready", "End"), "fault": lines("plays")}),
    ("2.2", "board", {"fault": lines("seated", "Welcome")}),
    ("2.2", "board", {"fault": part("South", "North", peer=2)}),
    ("2.3", "board", {"fault": lines("^Teams")}),
    ("2.4", "long-name", {"fault": lambda _, line: (line[:100],)}),
    ("2.4", "long-name", {"fault": part("xxx", "x")}),
    ("2.5", "refusals", {"fault": lines("taken", 'North ("Check NS") seated')}),
    ("2.5", "refusals", {"fault": lines("Illegal hand")}),
    ("2.6", "any-order", {"fault": lines("^Teams", peer=3)}),
    ("2.2", "lost", {"fault": lines("South.* seated", "Start of board", after=1)}),
    ("3.1", "board", {"fault": lines("Start", "Board 1 begins")}),
    ("3.2", "board", {"fault": part("Dealer North", "Dealer East", peer=1)}),
    ("3.2", "board", {"fault": lines("^Board number")}),
    (
        "3.3",
        "board",
        {"fault": lines("South's cards", "North's cards : S A K Q J T 9 8 7 6 5 4 3 2.")},
    ),
    (
        "3.3",
        "board",
        {"fault": lines("South's cards", "South's cards : S A K Q J T 9 8 7 6 5 4 3 2.")},
    ),
    ("3.3", "board", {"fault": lines("cards :", "{}", "{}")}),
    ("3.4", "board", {"fault": part(" A", "")}),
    ("3.6", "board", {"fault": lines("^Timing", "Time is up")}),
    ("4.1", "board", {"fault": part("South passes", "South doubles")}),
    ("4.1", "board", {"fault": lines("South passes", peer=1)}),
    ("4.2", "redoubled", {"echo": "East doubles"}),
    ("4.3", "passed-out", {"fault": lines("^Timing", "North to lead")}),
    ("4.4", "explanations", {"fault": part("Alert. ", "")}),
    ("4.5", "illegal-call", {"fault": lines("^Illegal")}),
    ("4.5", "illegal-card", {"fault": lines("^Illegal", "ERROR: unexpected card")}),
    ("5.1", "dummy-leads", {"fault": part("Dummy to lead", "North to lead")}),
    ("5.1", "board", {"fault": lines("to lead")}),
    ("5.3", "board", {"fault": lines("West plays", "West plays 2C", after=3)}),
    ("5.4", "board", {"fault": lines("Dummy's cards", "East to lead")}),
    ("5.5", "dummy-leads", {"echo": "South plays"}),
]


@pytest.mark.parametrize(("rule", "name", "fault"), FAULTS, ids=lambda value: str(value)[:12])
def test_faults(rule: str, name: str, fault: dict[str, Any]) -> None:
    """Each fault is found, and told by its rule."""
    found = verdict(
        SCRIPTS[name], CheckedServer(random_boards(3, random.Random(5)), OPTIONS, **fault)
    )
    assert found.outcome is Outcome.FAILED
    assert str(found.rule).split()[0] == rule, (found.line, found.text)


def test_a_call_that_nobody_asked_for() -> None:
    """It is found before it could be taken for the answer."""
    fault = lines("South's cards", "{}", "North bids 1NT")
    boards = random_boards(3, random.Random(5))
    found = verdict(SCRIPTS["unasked"], CheckedServer(boards, OPTIONS, fault=fault))
    assert (found.line, found.text) == (
        "North bids 1NT",
        "a call comes to those who have asked for it",
    )
