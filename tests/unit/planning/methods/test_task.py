"""What is asked at first sight: the urgent methods, and the others when none of these presses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.methods.task import PLAY_ON, TaskCatalogue, TaskWay
from bluechip_bot.planning.state.table import PlanTable
from support.planning import PLANNING, Ending


def _methods(gain: float) -> TaskCatalogue:
    methods = TaskCatalogue()

    @methods.method(PLAY_ON.name, "plain")
    def plain(table: PlanTable) -> Iterator[TaskWay]:
        del table
        yield TaskWay((), 0.5)

    @methods.method(PLAY_ON.name, "pressing", urgent=True)
    def pressing(table: PlanTable) -> Iterator[TaskWay]:
        del table
        yield TaskWay((), gain)

    return methods


@pytest.mark.parametrize(
    ("gain", "is_open", "asked"),
    [
        (PLANNING.trumps.pressing, False, {"pressing"}),
        (PLANNING.trumps.pressing - 0.1, False, {"pressing", "plain"}),
        (PLANNING.trumps.pressing, True, {"pressing", "plain"}),
    ],
)
def test_a_pressing_way_silences_the_others(gain: float, *, is_open: bool, asked: set[str]) -> None:
    """Only at first sight, and only when it promises enough."""
    table = Ending("A2...", "K3...", "QJT9...", needed=1).table
    ways = _methods(gain).ways(PLAY_ON, table, is_open=is_open)
    assert {way.method for way in ways} == asked


@pytest.mark.parametrize("contract", ["4S-S", "3NT-S"])
def test_cashing_out_is_never_silenced(contract: str) -> None:
    """The sure tricks are an option whatever else presses."""
    position = Ending(
        "AK2.32.A.", "543.A4.2.", "QJT98..KQJ.KQJT", needed=4, contract=contract, opening="D"
    )
    ways = catalogue().ways(PLAY_ON, position.table, is_open=False)
    assert "cash out" in {way.method for way in ways}
    assert any(way.gain >= PLANNING.trumps.pressing for way in ways) == (contract == "4S-S")
