"""The boards as the page shows them: a line for each, and the biggest swings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from attrs import frozen

from bluechip_bot.match.analysis.roles import Studies, SwingCause, parts_of
from bluechip_bot.match.record.record import (
    ROOMS,
    FinishedBoard,
    MatchRecord,
    Pair,
    RoomName,
    team_of,
)
from bluechip_bot.model import PASS, Auction, Call, Side

_BIGGEST: Final = 8


@frozen
class BoardLine:
    """A board in the table of all boards.

    Attributes:
        rooms: where it was finished, with its results.
        values: the tricks of declarer with best play by all, for each room; empty where not known.
        swing: the IMPs of team A; None without a result in both rooms.
        running: their total so far; None likewise.
    """

    rooms: tuple[tuple[RoomName, FinishedBoard], ...]
    values: tuple[str, ...]
    swing: int | None = None
    running: int | None = None


@frozen
class ShownSwing:
    """A board with a big swing.

    Attributes:
        pair: the board.
        winner: 0 if team A won the swing, 1 if B did.
        parts: where it comes from; None where that is not known.
        seating: the rooms, with the team that sat North-South, 0 for A.
    """

    pair: Pair
    winner: int
    parts: str | None
    seating: tuple[tuple[RoomName, int], ...]


def board_lines(record: MatchRecord, studies: Studies) -> Iterator[BoardLine]:
    """Yield all boards, those first that both rooms have finished."""

    def values(*rooms: tuple[RoomName, FinishedBoard]) -> tuple[str, ...]:
        found = (studies.get((room, board.number)) for room, board in rooms)
        return tuple("" if one is None or one.value is None else str(one.value) for one in found)

    running = accumulate(pair.swing for pair in record.pairs)
    for pair, total in zip(record.pairs, running, strict=True):
        both = tuple((room, pair.room(room)) for room in ROOMS)
        yield BoardLine(both, values(*both), pair.swing, total)
    for one in record.unpaired:
        yield BoardLine((one,), values(one))


def told_calls(auction: Auction) -> Sequence[Call]:
    """The calls without the passes that end the auction."""
    calls = list(auction.calls)
    while calls and calls[-1] == PASS:
        calls.pop()
    return calls


def biggest_swings(record: MatchRecord, studies: Studies) -> list[ShownSwing]:
    """The boards with the biggest swings, whose cards the page's script draws."""
    pairs = sorted((pair for pair in record.pairs if pair.swing), key=lambda pair: -abs(pair.swing))
    seating = tuple((room, team_of(room, Side.NS)) for room in ROOMS)
    return [
        ShownSwing(pair, 0 if pair.swing > 0 else 1, _parts(pair, record.teams, studies), seating)
        for pair in pairs[:_BIGGEST]
    ]


def _parts(pair: Pair, teams: tuple[str, str], studies: Studies) -> str | None:
    """Where the swing comes from; None where that is not known."""
    parts = parts_of(pair, studies)
    if parts is None:
        return None
    said = []
    for role in SwingCause:
        for team in (None, 0, 1):
            total = sum(part.imps for part in parts if (part.role, part.team) == (role, team))
            if total:
                who = "" if team is None else f" of {teams[team]}"
                said.append(f"{role.value}{who} {signed(total, 1)}")
    return ", ".join(said) or "nothing that one card decided"


def signed(number: float, digits: int = 0) -> str:
    """A number with its sign, a true minus; empty for zero without digits."""
    if not digits and not round(number):
        return ""
    shown = f"{number:+.{digits}f}"
    return (f"{0:.{digits}f}" if not float(shown) else shown).replace("-", "−")
