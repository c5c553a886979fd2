"""The boards as the page shows them: a line for each, and the biggest swings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.analysis.roles import Studies, SwingCause, parts_of
from bluechip_bot.match.record.record import ROOMS, MatchRecord
from bluechip_bot.match.result.comparison import BoardPair
from bluechip_bot.model import PASS, Auction, Call

_BIGGEST: Final = 8
BoardLine = tuple[Sequence[tuple[str, BoardRecord]], int | None, int | None]
"""A board by room, with the IMPs of team A and their total so far; None with one room alone."""


def board_lines(record: MatchRecord) -> Iterator[BoardLine]:
    """Yield all boards, those first that both rooms have finished."""
    running = accumulate(pair.swing for pair in record.pairs)
    for pair, total in zip(record.pairs, running, strict=True):
        yield [(room, pair.room(room)) for room in ROOMS], pair.swing, total
    for one in record.unpaired:
        yield [one], None, None


def told_calls(auction: Auction) -> Sequence[Call]:
    """The calls without the passes that end the auction."""
    calls = list(auction.calls)
    while calls and calls[-1] == PASS:
        calls.pop()
    return calls


def biggest_swings(record: MatchRecord, studies: Studies) -> list[tuple[BoardPair, str | None]]:
    """The boards with the biggest swings, and where each comes from; None where not known."""
    pairs = sorted((pair for pair in record.pairs if pair.swing), key=lambda pair: -abs(pair.swing))
    return [(pair, _parts(pair, record.teams, studies)) for pair in pairs[:_BIGGEST]]


def _parts(pair: BoardPair, teams: tuple[str, str], studies: Studies) -> str | None:
    parts = parts_of(pair, studies)
    if parts is None:
        return None
    said = []
    for role in SwingCause:
        for team, who in ((None, ""), *((team, f" of {teams[team]}") for team in (0, 1))):
            total = sum(part.imps for part in parts if (part.role, part.team) == (role, team))
            if total:
                said.append(f"{role.value}{who} {signed(total, 1)}")
    return ", ".join(said) or "nothing that one card decided"


def signed(number: float, digits: int = 0) -> str:
    """A number with its sign, a true minus; empty for zero without digits."""
    if not digits and not round(number):
        return ""
    shown = f"{number:+.{digits}f}"
    return (f"{0:.{digits}f}" if not float(shown) else shown).replace("-", "−")
