"""Cash out: the sure tricks."""

from __future__ import annotations

from collections.abc import Iterator

from bluechip_bot.planning.methods.task import RUN, Catalogue, Way
from bluechip_bot.planning.state.table import Table

CASHING = Catalogue()


@CASHING.method("play on", "cash out", urgent=True)
def cash_out(table: Table) -> Iterator[Way]:
    """Run the sure tricks, and give up the rest."""
    if 0 < table.sure.tricks < table.state.left:
        yield Way((RUN,))


@CASHING.method("play on", "claim", urgent=True)
def claim(table: Table) -> Iterator[Way]:
    """Claim: all remaining tricks are ours."""
    if table.sure.tricks == table.state.left:
        yield Way((RUN,), 13.0)


@CASHING.method("play on", "concede", urgent=True)
def concede(table: Table) -> Iterator[Way]:
    """Concede: no trick is sure."""
    if not table.sure.tricks:
        yield Way((RUN,))
