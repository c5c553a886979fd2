"""The cards of a record that cost tricks double dummy, as rows of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from bluechip_bot.match.analysis.roles import Studies, role_of
from bluechip_bot.match.record.record import MatchRecord

LOSS_COLUMNS: Final = (
    "room", "board", "card", "trick", "seat", "player", "played", "role", "cost", "makes",
)  # fmt: skip
"""The columns: `card` counts the cards of the play from 1, `cost` is in tricks, and `makes` is
what declarer takes in all with best play after the card."""


def loss_rows(record: MatchRecord, studies: Studies) -> Iterator[Mapping[str, Any]]:
    """Yield a row for each card that cost its side a trick or more."""
    for room, finished in record.boards:
        study = studies.get((room, finished.number))
        for index, cost in enumerate(() if study is None else study.costs):
            if not cost.cost:
                continue
            values = (
                *(room, finished.number, index + 1, index // 4 + 1, cost.seat.letter),
                *(finished.names[cost.seat], str(cost.card)),
                *(role_of(finished, index, cost).value, cost.cost, cost.makes),
            )
            yield dict(zip(LOSS_COLUMNS, values, strict=True))
