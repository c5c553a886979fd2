"""Tables of double-dummy positions, as CSV: `hands,trump,leader,trick` and perhaps `scores`.

A row, and the scores that belong to it (each legal card, suits S H D C and high to low, with the
tricks that its player's side takes from here)::

    hands,trump,leader,trick,scores
    N:.A.92. 3...96 .Q86.. 87...4,C,N,,HA=0 D9=0 D2=0
"""

from __future__ import annotations

import csv
import gzip
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from attrs import frozen

from bluechip_bot.model import Card, Hand, ModelError, Seat, Strain
from bluechip_bot.model.cards import parse_hands

COLUMNS: Final = ("hands", "trump", "leader", "trick")


class PositionError(ValueError):
    """A row that holds no position; the message begins with its line, from 1."""


@frozen
class OpenPosition:
    """A position in which every card is known.

    Attributes:
        hands: what N E S W still hold, the cards of the current trick taken out.
        strain: the trump suit, or notrump.
        leader: who led, or leads, the current trick.
    """

    hands: tuple[Hand, Hand, Hand, Hand]
    strain: Strain
    leader: Seat
    trick: tuple[Card, ...]
    line: int = 0


def read_positions(path: Path) -> Iterator[OpenPosition]:
    """Yield the positions of a CSV file, which may be compressed (`.gz`).

    Raises:
        PositionError: if a column is missing, or a row holds no position; names the line.
    """
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        try:
            missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
            if missing:
                raise PositionError(f"line 1: no column {missing[0]!r}")
            for row in rows:
                yield _position(row, rows.line_num)
        except (UnicodeDecodeError, EOFError, csv.Error) as error:
            raise PositionError(f"line {rows.line_num + 1}: not a table: {error}") from None


def format_scores(scores: Mapping[Card, int]) -> str:
    """The scores of the legal cards as text, as in the column `scores`."""
    return " ".join(f"{card!s}={scores[card]}" for card in Hand.of(scores))


def _position(row: Mapping[str, str | None], line: int) -> OpenPosition:
    try:
        north, east, south, west = parse_hands(row["hands"] or "")
        if north is None or east is None or south is None or west is None:
            raise PositionError(f"line {line}: a hand is missing: {row['hands']!r}")
        return OpenPosition(
            (north, east, south, west),
            Strain.parse(row["trump"] or ""),
            Seat.parse(row["leader"] or ""),
            tuple(Card.parse(text) for text in (row["trick"] or "").split()),
            line,
        )
    except ModelError as error:
        raise PositionError(f"line {line}: {error}") from None
