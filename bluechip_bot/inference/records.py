"""Records of real boards: JSON lines with deal, auction and play, read as boards."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from bluechip_bot.dataformats import parse_json
from bluechip_bot.model import (
    Board,
    Call,
    Called,
    Card,
    Deal,
    ModelError,
    Played,
    Seat,
    Vulnerability,
)


class AuctionRecordError(ValueError):
    """A record that cannot be read; the message names the file and the line."""


@frozen
class AuctionRecord:
    """A board that was played, as far as it is known; `source` is its file's name without suffix.

    The names of the players N E S W are empty if unknown. Nothing is fitted to the boards that are
    held out, about half. Declarer's tricks, also after a claim, are None if unknown or passed out.
    """

    source: str
    board: Board
    players: tuple[str, ...]
    held_out: bool
    tricks: int | None = None


def read_records(path: str | Path) -> Iterator[AuctionRecord]:
    """Yield the records of a file; raise `AuctionRecordError` if it, or a line, cannot be read."""
    path = Path(path)
    opened = gzip.open if path.name.endswith(".gz") else open
    try:
        with opened(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _record(line, path, number)
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise AuctionRecordError(f"{path}: cannot be read ({error})") from None


def record_line(board: Board, source: str) -> str:
    """The line for a file of records with a board's hands, all four known, and its auction."""
    fields = {
        "src": source,
        "board": str(board.number),
        "dealer": board.dealer.letter,
        "vul": str(board.vulnerability),
        "deal": " ".join(map(str, board.hands)),
        "auction": list(map(str, board.auction.calls)),
    }
    return json.dumps(fields)


def held_out(deal: str, auction: str) -> bool:
    """Whether a board is in the half to which nothing is fitted, by a hash of deal and auction."""
    digest = hashlib.blake2b(f"{deal} {auction}".encode(), digest_size=1).digest()
    return bool(digest[0] & 1)


def _record(line: str, path: Path, number: int) -> AuctionRecord:
    try:
        data = parse_json(line)
        board = _board(data)
        players = tuple(str(name) for name in data.get("players") or ())
        half = held_out(data["deal"], " ".join(data["auction"]))
        tricks = None if data.get("result") is None else int(data["result"])
    except (AttributeError, KeyError, ModelError, TypeError, ValueError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise AuctionRecordError(f"{path}:{number}: {reason}") from None
    source = path.name.removesuffix(".gz").removesuffix(".jsonl")
    return AuctionRecord(source, board, players, half, tricks)


def _board(data: dict[str, Any]) -> Board:
    deal = Deal.parse(f"N:{data['deal']}")
    digits = "".join(letter for letter in str(data.get("board", "")) if letter.isdigit())
    dealer, vulnerability = Seat.parse(data["dealer"]), Vulnerability.parse(data["vul"])
    explained = data.get("explained") or {}
    board = Board.begin(int(digits or 1), dealer, vulnerability, deal)
    for index, text in enumerate(data["auction"]):
        meaning = str(explained.get(str(index)) or "")
        board = board.apply(Called(board.auction.turn, Call.parse(text), meaning))
    for text in data.get("play") or ():
        if board.turn is None:
            raise ModelError(f"card {text} when nobody is to play")
        board = board.apply(Played(board.turn, Card.parse(text)))
    return board
