"""What a show holds for its viewers."""

from __future__ import annotations

import gzip
import json
from typing import Any

from bluechip_bot.match.record.document import BoardSight
from bluechip_bot.vugraph.show import SessionShow


def topics(show: SessionShow, sight: BoardSight = BoardSight.PUBLIC) -> dict[str, Any]:
    """All topics."""
    return dict(json.loads(show.views[sight].since(0)))


def document(
    show: SessionShow, room: str, number: int, sight: BoardSight = BoardSight.PUBLIC
) -> dict[str, Any]:
    """The document of a board that is over."""
    packed = show.document(room, number, sight)
    assert packed is not None
    return dict(json.loads(gzip.decompress(packed)))
