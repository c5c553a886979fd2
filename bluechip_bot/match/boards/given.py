"""Boards with a given auction: the file for the seats, and the check that they followed it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bluechip_bot.formats.pbn.board import pbn_record
from bluechip_bot.formats.pbn.record import PbnRecord
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.model import Board, PlannedBoard

MADE_UP_TAG: Final = "CallsTell"
"""The tag of a PBN file that says whether an auction's calls tell anything of the hands."""
MADE_UP: Final = "nothing"
"""Its value where the auction was made up from a contract."""


def auction_records(boards: Iterable[PlannedBoard]) -> tuple[PbnRecord, ...]:
    """The PBN records of the boards whose auctions are given: deal, auction and contract."""
    return tuple(map(_record, (board for board in boards if board.calls)))


def _record(board: PlannedBoard) -> PbnRecord:
    facts = ((MADE_UP_TAG, MADE_UP),) if board.made_up else ()
    begun = board.begin()
    return pbn_record(BoardRecord(begun, begun.contract, facts=facts))


def departures(
    planned: Iterable[PlannedBoard], rooms: Mapping[str, Mapping[int, Board]]
) -> dict[int, str]:
    """Why boards do not count: by number, how the rooms departed from the given auction."""
    found: dict[int, list[str]] = {}
    for board in planned:
        for room, finished in rooms.items():
            if board.number in finished and (text := board.departure(finished[board.number])):
                found.setdefault(board.number, []).append(f"{room} room: {text}")
    return {number: ", ".join(texts) for number, texts in found.items()}
