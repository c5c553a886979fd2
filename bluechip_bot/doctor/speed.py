"""How fast this machine judges cards."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from attrs import evolve, frozen

from bluechip_bot.config import SearchConfig
from bluechip_bot.doctor.finding import DoctorFinding, FindingVerdict, judged
from bluechip_bot.formats.problem import parse_problem
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
_FEWEST: Final = 16
"""Layouts after which cards are compared for the first time."""
_FEW: Final = 40
"""Layouts below which a search does not overrule the vote."""
MORE_TIME: Final = "--clock with more seconds, or fewer tables at once (--concurrency)"


@frozen
class CardSpeed:
    """How fast this machine judges one card.

    Attributes:
        rate: the layouts of the hidden hands judged per second, with every legal card in each.
        share: the share of a processor that the search got.
        allotted: the seconds that the chosen clock gives for this card.
    """

    card: str
    rate: float
    share: float
    allotted: float

    @property
    def expected(self) -> float:
        """The number of layouts expected to be judged in the time allotted to the card."""
        return self.rate * self.allotted


def speed_finding(speeds: Sequence[CardSpeed]) -> DoctorFinding:
    """Whether the cards that matter most get enough layouts with the chosen clock."""
    text = "; ".join(
        f"{each.card} {each.rate:.0f} layouts a second, {each.expected:.0f} in the "
        f"{each.allotted:.2f} s that it gets"
        for each in speeds
    )
    least = min(each.expected for each in speeds)
    none = f"fewer than {_FEWEST} layouts decide nothing: {MORE_TIME}"
    few = f"{_FEW} layouts are wanted at least: {MORE_TIME}"
    return judged(
        "speed",
        text,
        (least < _FEWEST, FindingVerdict.FAULT, none),
        (least < _FEW, FindingVerdict.WARNING, few),
    )


def card_speed(
    card: str, search: SearchConfig, clock: ClockOptions | None, seconds: float
) -> CardSpeed:
    """Measure the speed at one of `POSITIONS`, by a double-dummy search of some seconds.

    Without a clock, `search.budget_card` seconds are allotted. At the table clearly worse cards
    drop out, and more layouts are judged.
    """
    # Not at the top: a solver that this processor cannot run is a finding.
    from bluechip_bot.engine import Question, SearchLimits
    from bluechip_bot.inference import evidence
    from bluechip_bot.player.assembly import PlayerAssembly

    problem = parse_problem(POSITIONS[card])
    parts = PlayerAssembly("pimc", evolve(search, error=0.0))
    known = evidence(problem.board, problem.observer, parts.inference)
    question = Question(problem.board, problem.observer, known, seed=1)
    allotted = search.budget_card
    if clock is not None:
        seat = SeatClock(clock)
        seat.begin_board(1, problem.observer.side, 0.0)
        allotted = seat.allot(problem.board, problem.observer, 0.0, search.budget_card).budget
    engine = parts.card_engine()
    began, used = time.monotonic(), time.process_time()
    choice = engine.choose(question, SearchLimits(budget=seconds, worlds=_MOST))
    taken, processor = time.monotonic() - began, time.process_time() - used
    layouts = 0 if choice is None else choice.record.worlds
    return CardSpeed(card, layouts / taken, processor / taken, allotted)
