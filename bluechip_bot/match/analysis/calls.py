"""The calls of a board compared with those of our system with the same hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from bluechip_bot.bidding.explanation import CallWords
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.record.record import MatchRecord
from bluechip_bot.model import Call
from bluechip_bot.player.calling import SideCallers

OurCalls = Mapping[tuple[str, int], tuple[Call | None, ...]]
"""By room and number of the board, our call at each place; None where the hand is unknown."""
NO_CALLS: Final[OurCalls] = MappingProxyType({})


def our_calls(record: MatchRecord, callers: SideCallers) -> Iterator[tuple[Call | None, ...]]:
    """Yield our system's calls for each board of a record, in order."""
    for _, finished in record.boards:
        yield () if finished.replay is not None else tuple(_of_board(finished, callers))


def _of_board(finished: BoardRecord, callers: SideCallers) -> Iterator[Call | None]:
    for index in range(len(finished.board.auction.calls)):
        before = finished.board.before_call(index)
        seat = before.auction.turn
        if before.hands[seat] is None:
            yield None
            continue
        words = CallWords.of(before, seat.side.other)
        _, found = callers.choose(before.seen_by(seat), words)
        yield found.choice.call
