"""Programs that go wrong at random: every script still comes to a verdict."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from bluechip_bot.conformance.manager import CLIENT_SCRIPTS
from bluechip_bot.conformance.players import SERVER_SCRIPTS
from bluechip_bot.conformance.script import Script
from support.boards import random_boards
from support.checked import check

_OTHERS = (
    "North plays SA",
    "East to lead",
    "Dummy to lead",
    "South passes Alert. ?",
    "West bids 7NT",
    "Start of board",
    "End of session",
    "North ready for dummy",
    "South ready for dummy's card to trick 13",
    "Timing",
    "Illegal bid",
    "ERROR: no",
    'North ("x") seated',
    'Teams : N/S : "a" E/W : "b"',
    "Board number 9. Dealer West. Both vulnerable.",
    "Dummy's cards : S A K Q J T 9 8 7 6 5 4 3 2.",
    'Connecting "a" as ANYPL using protocol version 19',
    "South received dummy",
    "\u00e9",
)


class Wild:
    """Changes lines at random."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._said: list[str] = []

    def line(self, _peer: int, line: str) -> Sequence[str]:
        """The line, or in one of forty cases none, another one, more of them, a damaged one."""
        chance = self._chance
        self._said.append(line)
        if chance.random() > 1 / 40:
            return (line,)
        at = chance.randrange(len(line) + 1)
        others: list[Sequence[str]] = [
            (),
            (line, line),
            (chance.choice(self._said), line),
            (chance.choice(_OTHERS), line),
            (chance.choice(_OTHERS),),
            (line[:at],),
            (line[:at] + chance.choice("SHDC29TAK. ") + line[at + 1 :],),
        ]
        return chance.choice(others)


@pytest.mark.parametrize(
    "script", [*CLIENT_SCRIPTS, *SERVER_SCRIPTS], ids=lambda script: script.name
)
def test_garbage(script: Script[Any], runs: int) -> None:
    """A client or a manager whose lines are changed at random."""
    boards = random_boards(2, random.Random(8))
    for seed in range(runs):
        again = {"again": bool(seed % 2)} if script in CLIENT_SCRIPTS else {"boards": boards}
        assert check(script, fresh=bool(seed % 2), says=Wild(seed).line, **again).outcome


@pytest.fixture(params=[3, pytest.param(300, marks=pytest.mark.slow)])
def runs(request: pytest.FixtureRequest) -> int:
    """The number of programs for each script."""
    return int(request.param)
