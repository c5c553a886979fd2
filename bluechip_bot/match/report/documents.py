"""The boards of a match as the page holds them, to be stepped through."""

from __future__ import annotations

import base64
import gzip
import json
from collections import defaultdict
from functools import partial

from bluechip_bot.formats.lin.writer import viewer_link
from bluechip_bot.match.analysis.calls import NO_CALLS, OurCalls
from bluechip_bot.match.analysis.roles import Studies
from bluechip_bot.match.record.document import Document, Reads, board_document, statements
from bluechip_bot.match.record.record import MatchRecord


def packed_documents(
    record: MatchRecord, studies: Studies, reads: Reads, ours: OurCalls = NO_CALLS
) -> str:
    """All boards of a record, as JSON in gzip in base64.

    By number and room there are `board`, see `match.record.document`; `values`: what each legal
    card was worth at each card, by card, empty where that is not known; `ours`: our call in the
    place of each, likewise; `names` of N E S W; and `link`, the address of a page that shows the
    board.
    """
    documents: defaultdict[int, Document] = defaultdict(dict)
    for room, finished in record.boards:
        key, board = (room, finished.number), finished.board
        values = studies[key].values if key in studies else ()
        shows = () if finished.replay else statements(board, partial(reads, room))
        times = record.times[key].actions if key in record.times else ()
        documents[finished.number][room] = {
            "board": board_document(
                board,
                seconds=[action.seconds for action in times],
                remarks=finished.remarks,
                shows=list(shows),
            ),
            "ours": ["" if our is None else str(our.call) for our in ours.get(key, ())],
            "values": [{str(card): made for card, made in each.items()} for each in values],
            "names": finished.names,
            "link": viewer_link(finished),
        }
    text = json.dumps(documents, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode("ascii")
