"""How long alpha-mu looks ahead: to the budget, and to the maximum when a decision is close."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace

import numpy as np
import pytest

from bluechip_bot.engine.card import CardEngine
from bluechip_bot.engine.deepening import Stage
from bluechip_bot.engine.lookahead import Decision, LookAhead, Verdict
from bluechip_bot.inference import evidence
from bluechip_bot.model import Board, Phase
from solver.alphamu.result import CardValue, SearchResult

PAYOFF = np.array([0.0, 1.0])


def verdict(worlds: int, first: float, second: float) -> Verdict:
    """A verdict on two cards, from one search."""
    cards = {12: CardValue(first * worlds, True), 25: CardValue(second * worlds, True)}
    front = np.zeros((1, worlds), dtype=np.int8)
    result = SearchResult(12, first * worlds, cards, front, 4, False, False, True, 0, 0, 0, 0, {})
    stage = Stage(result, worlds, worlds, 1.0)
    return Verdict(cards, cards, stage, [1], [stage], PAYOFF)


CLOSE, CLEAR, LONGER = verdict(64, 0.55, 0.5), verdict(64, 0.9, 0.2), verdict(256, 0.6, 0.5)


class Told(LookAhead):
    """Looks ahead as it is told; keeps what it was asked: sizes and deadlines."""

    def __init__(self, answers: Sequence[Verdict | None]) -> None:
        self.asked: list[tuple[tuple[int, ...], float]] = []
        self._answers = iter(answers)

    def _look(
        self, _: Decision, sizes: Sequence[int], *, deadline: float, depth: int | None
    ) -> Verdict | None:
        self.asked.append((tuple(sizes), deadline))
        return next(self._answers)


def look(
    *answers: Verdict | None, latest: float | None = 9.0, slid: bool = False
) -> tuple[list[tuple[tuple[int, ...], float]], Verdict | None]:
    """What was asked, and the verdict."""
    decision = SimpleNamespace(
        ranking=SimpleNamespace(slid=slid),
        groups=[[12], [25]],
        sample=SimpleNamespace(counts=np.ones(640)),
    )
    ahead = Told(answers)
    found = ahead.look(decision, (16, 64, 256), deadline=5.0, latest=latest)  # type: ignore[arg-type]
    return ahead.asked, found


def test_a_close_decision_goes_on() -> None:
    """The search begins again where it was, until the maximum, and says so."""
    asked, found = look(CLOSE, LONGER)
    assert asked == [((16, 64, 256), 5.0), ((64, 256), 9.0)]
    assert found is not None
    assert found.stage is LONGER.stage
    assert list(found.stages) == [CLOSE.stage, LONGER.stage]
    assert found.record["extended"]


def test_a_clear_decision_does_not() -> None:
    """Nor does one without a maximum, or one that decides nothing."""
    first = [((16, 64, 256), 5.0)]
    assert look(CLEAR) == (first, CLEAR)
    assert look(CLOSE, latest=None) == (first, CLOSE)
    assert look(CLOSE, slid=True) == (first, CLOSE)
    assert "extended" not in CLOSE.record


def test_more_time_that_comes_to_nothing() -> None:
    """Keeps what was found; and where nothing was found yet all sizes are tried again."""
    _, found = look(CLOSE, None)
    assert found is CLOSE
    asked, found = look(None, LONGER)
    assert asked[1] == ((16, 64, 256), 9.0)
    assert found is not None
    assert found.stage is LONGER.stage


@pytest.mark.parametrize("seed", [1, 2])
def test_a_bounded_search_does_not_depend_on_the_maximum(
    finished_board: Callable[[int], Board], seed: int
) -> None:
    """With worlds and depth given and time enough, the same card comes with the same values."""
    finished = finished_board(seed)
    board = finished.until(34)
    assert board.phase is Phase.PLAY
    seat = board.decider
    assert seat is not None
    records = []
    for most in (None, 2000.0):
        engine = CardEngine(16, method="alphamu")
        choice = engine.choose(
            board.seen_by(seat),
            seat,
            evidence(board, seat),
            budget=1000.0,
            most=most,
            worlds=20,
            depth=2,
        )
        assert choice is not None
        records.append((choice.card, choice.record.get("cards"), choice.record.get("depth")))
    assert records[0] == records[1]
