"""The boards of a match as the page holds them, to be stepped through."""

from __future__ import annotations

import base64
import gzip
import json
from collections import defaultdict
from functools import partial

from bluechip_bot.match.analysis.roles import Studies
from bluechip_bot.match.record.document import Document, Reads, board_document, statements
from bluechip_bot.match.record.record import ROOMS, MatchRecord


def packed_documents(record: MatchRecord, studies: Studies, reads: Reads) -> str:
    """All boards of a match, as JSON in gzip in base64.

    By number and room there are `board`, see `match.record.document`, and `values`: what each legal
    card was worth at each card, by card, empty where that is not known.
    """
    documents: defaultdict[int, Document] = defaultdict(dict)
    for room in ROOMS:
        for finished in record.room(room):
            study = studies.get((room, finished.number))
            values = () if study is None else study.values
            documents[finished.number][room] = {
                "board": board_document(
                    finished.board,
                    seconds=[decision.seconds for decision in finished.decisions],
                    remarks=finished.remarks,
                    shows=list(statements(finished.board, partial(reads, room))),
                ),
                "values": [{str(card): made for card, made in each.items()} for each in values],
            }
    text = json.dumps(documents, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode("ascii")
