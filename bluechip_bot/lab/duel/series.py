"""The deals of a duel one after another, by whatever workers, in order."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable
from functools import partial

from bluechip_bot.lab.duel.contender import Clock
from bluechip_bot.lab.duel.duel import Duel, DuelPlan
from bluechip_bot.lab.duel.outcome import Outcome
from bluechip_bot.lab.workers import Workers


def outcomes(
    plan: DuelPlan,
    numbers: Iterable[int],
    *,
    workers: Workers,
    memory_mb: int,
    clock: Clock = time.perf_counter,
) -> Generator[Outcome, None, None]:
    """Yield the outcomes of deals in the order of their numbers.

    They do not depend on the workers, time aside. Close the iterator to end early.

    Args:
        plan: the duel.
        numbers: which deals.
        workers: who plays.
        memory_mb: memory of each engine's tables, in MiB.
        clock: the time in seconds, from any origin, by which a choice is timed.
    """
    yield from workers.in_order(partial(_play, plan, memory_mb, clock), numbers)


def _play(plan: DuelPlan, memory_mb: int, clock: Clock, number: int) -> Outcome:
    return Duel(plan, memory_mb=memory_mb, clock=clock).play(number)
