"""Cash out: the sure tricks."""

from __future__ import annotations

from collections.abc import Iterator

from bluechip_bot.planning.methods.task import RUN, TaskCatalogue, TaskWay
from bluechip_bot.planning.state.table import PlanTable

CASHING = TaskCatalogue()


@CASHING.method("play on", "cash out", urgent=True)
def cash_out(table: PlanTable) -> Iterator[TaskWay]:
    """Run the sure tricks and give up the rest: a claim if all are sure, or a concession."""
    if table.sure.tricks == table.state.left:
        yield TaskWay((RUN,), 13.0, method="claim")
    else:
        yield TaskWay((RUN,), method="" if table.sure.tricks else "concede")
