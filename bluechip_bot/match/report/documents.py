"""The boards of a match as the page holds them, to be stepped through."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Iterator

from bluechip_bot.match.analysis.roles import Studies
from bluechip_bot.match.record.document import Document, board_document
from bluechip_bot.match.record.record import ROOMS, MatchRecord
from bluechip_bot.model import Board, Call, Called

Shows = Callable[[str, Board, Call], str]
"""What a call shows, by room, the board before it and the call; empty where not known."""


def packed_documents(record: MatchRecord, studies: Studies, shows: Shows) -> str:
    """All boards of a match, as JSON in gzip in base64.

    By number and room there are `board`, see `match.record.document`, and `values`: what each legal
    card was worth at each card, by card, empty where that is not known.
    """
    told: dict[int, Document] = {}
    for room in ROOMS:
        for finished in record.room(room):
            study = studies.get((room, finished.number))
            values = () if study is None else study.values
            seconds = [decision.seconds for decision in finished.decisions]
            told.setdefault(finished.number, {})[room] = {
                "board": board_document(
                    finished.board,
                    seconds=seconds,
                    remarks=finished.remarks,
                    shows=list(_shows(room, finished.board, shows)),
                ),
                "values": [{str(card): made for card, made in each.items()} for each in values],
            }
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode("ascii")


def _shows(room: str, board: Board, shows: Shows) -> Iterator[str]:
    before = Board.begin(board.number, board.dealer, board.vulnerability)
    for call in board.auction.calls:
        yield shows(room, before, call)
        before = before.apply(Called(before.auction.turn, call))
