"""The cost of playing fast: how much worse a card chosen by few layouts is, judged by many.

Decisions are taken from recorded play, by trick and side. A pair's time is divided best if one more
second is worth the same everywhere. To find its worth, the time of a layout is measured, and how
much less often the contract is made (or beaten) by the card that a short time would choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final

import numpy as np
from attrs import frozen

from bluechip_bot.engine import CardPoll, Question
from bluechip_bot.inference import InferenceSettings, evidence
from bluechip_bot.lab.estimates import aligned, mean
from bluechip_bot.lab.leads.series import strangers
from bluechip_bot.model import Board
from bluechip_bot.player.assembly import PlayerAssembly

TIMES: Final = (0.01, 0.03, 0.1, 0.3, 1.0)
"""Seconds of processor time for a card."""
_ORDERS: Final = 12
"""The number of random orders in which the layouts of a decision are taken."""
_LAST: Final = 11
"""The last trick of interest. On 57 boards nothing was lost in 0.03 s from trick 5 on, so that the
shares of the clock fall steeply."""
_MEMORY_MB: Final = 128


@frozen
class HastePlan:
    """The settings of an experiment on haste; layouts and processor time limit each decision.

    All players' calls are read by `system`; `seed` determines the layouts and their order.
    """

    layouts: int = 500
    seconds: float = 3.0
    system: str = "strangers"
    seed: int = 1


@frozen
class HasteDecision:
    """A decision between cards that are not all equal; `trick` is 0 for the opening lead.

    All cards were judged in `layouts` layouts, at `each` seconds of processor time. For each of
    `TIMES`, `behind` is the share of layouts by which the card chosen then is worse than the best.
    """

    trick: int
    declares: bool
    layouts: int
    each: float
    behind: tuple[float, ...]


def moments_of(plan: HastePlan, board: Board) -> list[HasteDecision]:
    """Measure the decisions in the play of one board."""
    before = (board.until(at) for at in range(len(board.card_play.cards)))
    return [found for one in before if (found := _moment(plan, one)) is not None]


def _moment(plan: HastePlan, board: Board) -> HasteDecision | None:
    seat, play = board.decider, board.card_play
    assert seat is not None
    if len(board.legal_cards) < 2 or play.trick_number > _LAST:
        return None
    seen = board.seen_by(seat)
    inference, poll = _parts()
    known = evidence(seen, seat, inference, strangers(plan.system))
    question = Question(seen, seat, known, seed=plan.seed)
    if len(question.groups) < 2:
        return None
    ballot = poll.ballot(question, plan.layouts, plan.seconds)
    n = len(ballot.counts)
    each = ballot.seconds / n
    bits = np.random.Generator(np.random.PCG64(plan.seed))
    orders = np.array([bits.permutation(n) for _ in range(_ORDERS)])
    few = [min(n, max(1, int(seconds / each))) for seconds in TIMES]
    behind = tuple(ballot.behind(number, orders) for number in few)
    trick = play.trick_number if play.cards else 0
    return HasteDecision(trick, question.stake.declares, n, each, behind)


@cache
def _parts() -> tuple[InferenceSettings, CardPoll]:
    parts = PlayerAssembly()
    return parts.inference, CardPoll(parts.world_pool(), _MEMORY_MB)


def report(moments: Sequence[HasteDecision]) -> str:
    """Return a table of the cost of haste by trick and side, over at least one decision."""
    times = (f"{seconds:g} s" for seconds in TIMES)
    rows: list[Sequence[object]] = [("lost, % of the layouts, in", "cards", "ms a layout", *times)]
    for trick, declares in product(range(_LAST + 1), (False, True)):
        found = [one for one in moments if (one.trick, one.declares) == (trick, declares)]
        if found:
            side = "declarer" if declares else "defence"
            name = f"trick {trick}, {side}" if trick else "opening lead"
            each = 1e3 * float(np.mean([one.each for one in found]))
            lost = (mean([100 * one.behind[place] for one in found]) for place in range(len(TIMES)))
            cells = (f"{one.value:.2f} ± {one.high - one.value:.2f}" for one in lost)
            rows.append((name, len(found), f"{each:.2f}", *cells))
    return "\n".join(aligned("<" + ">" * (2 + len(TIMES)), rows))
