"""Results as rows of a table, a board or a result a row, for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.result.comparison import FieldBoard, TeamScore, pair_of
from bluechip_bot.model import Side

_RESULT: Final = ("contract", "declarer", "tricks", "score")
TEAM_COLUMNS: Final = (
    "board", "dealer", "vulnerable",
    *(f"{room}_{name}" for room in ("open", "closed") for name in _RESULT),
    "imps", "running",
)  # fmt: skip
"""The columns of a match: scores are North-South's, IMPs and their total are team A's."""
PAIR_COLUMNS: Final = (
    "board", "dealer", "vulnerable", "ns", "ew", *_RESULT, "percentage", "butler"
)  # fmt: skip
"""The columns of a pairs event: percentage and IMPs against the datum are North-South's."""

Row = Mapping[str, Any]
"""A value for each column; None where there is none, as for the tricks of a pass-out."""


def team_rows(score: TeamScore) -> Iterator[Row]:
    """Yield a row for each board that both rooms have finished."""
    for pair, running in zip(score.pairs, score.running, strict=True):
        results = (*_result(pair.open), *_result(pair.closed))
        total = int(running) if running.is_integer() else running
        values = (*_facts(pair.open), *results, pair.swing, total)
        yield dict(zip(TEAM_COLUMNS, values, strict=True))


def pair_rows(boards: Iterable[FieldBoard]) -> Iterator[Row]:
    """Yield a row for each result of each board."""
    for board in boards:
        for result, share, gain in zip(board.results, board.matchpoints, board.butler, strict=True):
            names = pair_of(result, Side.NS), pair_of(result, Side.EW)
            values = (*_facts(result), *names, *_result(result), round(100 * share, 2), gain)
            yield dict(zip(PAIR_COLUMNS, values, strict=True))


def _facts(result: BoardRecord) -> tuple[int, str, str]:
    board = result.board
    return board.number, board.dealer.letter, str(board.vulnerability)


def _result(result: BoardRecord) -> tuple[str, str | None, int | None, int]:
    contract = result.contract
    if contract is None:
        return "Pass", None, None, result.score()
    return contract.bid, contract.declarer.letter, result.result, result.score()
