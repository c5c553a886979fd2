"""The deals of a duel one after another, on several processes, in order."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import partial

from bluechip_bot.lab.duel.duel import Duel, DuelPlan
from bluechip_bot.lab.duel.outcome import Outcome
from bluechip_bot.lab.processes import in_order


def outcomes(
    plan: DuelPlan, numbers: Iterable[int], *, jobs: int, memory_mb: int
) -> Generator[Outcome, None, None]:
    """Yield the outcomes of deals in the order of their numbers.

    They do not depend on the number of processes, time aside. Close the iterator to end early.

    Args:
        plan: the duel.
        numbers: which deals.
        jobs: processes; with 1 the calling process plays.
        memory_mb: memory of each engine's tables, in MiB.
    """
    yield from in_order(partial(_play, plan, memory_mb), numbers, jobs=jobs)


def _play(plan: DuelPlan, memory_mb: int, number: int) -> Outcome:
    return Duel(plan, memory_mb=memory_mb).play(number)
