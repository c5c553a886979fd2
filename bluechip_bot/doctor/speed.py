"""How fast this machine judges cards."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from bluechip_bot.config import SearchConfig
from bluechip_bot.doctor.facts import CardSpeed
from bluechip_bot.engine import CardEngine, Limits, Question
from bluechip_bot.formats.problem import parse_problem
from bluechip_bot.inference import evidence
from bluechip_bot.protocol.seat.clock import ClockOptions, SeatClock

POSITIONS: Final = {
    "opening lead": """{"contract": "3NT", "declarer": "S", "vulnerable": "None",
        "deal": {"W": "KQJ85.Q63.972.64"}, "cards_played": [], "to_play": "W"}""",
    "declarer's first card": """{"contract": "3NT", "declarer": "S", "vulnerable": "None",
        "deal": {"declarer_hand": "A72.AK4.A63.J843", "dummy_hand": "865.Q52.K74.KQT9"},
        "cards_played": ["SK"], "to_play": "N"}""",
}
"""The cards that need most time, as `formats.problem` reads them."""
_MOST: Final = 100_000
"""More layouts than can be judged in the time."""


def card_speeds(
    search: SearchConfig, clock: ClockOptions | None, seconds: float
) -> Iterator[CardSpeed]:
    """The speed at each of `POSITIONS`: every card is judged by double-dummy results.

    At the table cards that are clearly worse drop out, and more layouts are judged.

    Args:
        search: the settings of the search.
        clock: the pair's clock; None if each card has its budget.
        seconds: how long each position is searched.
    """
    for name, text in POSITIONS.items():
        problem = parse_problem(text)
        known = evidence(problem.board, problem.observer)
        question = Question(problem.board, problem.observer, known, seed=1)
        allotted = search.budget_card
        if clock is not None:
            seat = SeatClock(clock)
            seat.begin_board(1, problem.observer.side, 0.0)
            given = seat.allot(problem.board, problem.observer, 0.0, search.budget_card)
            allotted = given.budget
        engine = CardEngine(search.memory_mb, error=0.0)
        began, used = time.monotonic(), time.process_time()
        choice = engine.choose(question, Limits(budget=seconds, worlds=_MOST))
        taken, processor = time.monotonic() - began, time.process_time() - used
        layouts = 0 if choice is None else int(choice.record["worlds"])
        yield CardSpeed(name, layouts, taken, processor, allotted)
