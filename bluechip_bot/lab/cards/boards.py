"""The boards of the benchmark: a file that stays as it is, whatever becomes of the rules.

`python -m bluechip_bot.lab.cards.boards > boards.jsonl` made it: random deals that a book bid, of
which those were taken whose contract is neither safe nor hopeless. The same command makes the same
file as long as bidding, reading and sampling are those of that day.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import as_file, files
from typing import Final

import numpy as np

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.inference.records import read_records, record_line
from bluechip_bot.lab.bidding.side import BookSide, partnership
from bluechip_bot.lab.bidding.table import bid_out
from bluechip_bot.lab.duel.auctions import LEAD, WantedContract
from bluechip_bot.lab.duel.knowledge import Knowledge
from bluechip_bot.lab.duel.source import Sieve, first_through
from bluechip_bot.match.boards.plan import random_hands
from bluechip_bot.model import Board, Deal, Seat

BOOK: Final = "two_over_one"
"""The system by which all four players of the boards bid."""
_SEED: Final = 40
COUNT: Final = 300
"""How many boards there are."""
_SLAM: Final = 29
"""Points of a side, from which it is looked for slams."""
_BATCH: Final = 256
_CYCLE: Final = (
    *("notrump-game", "suit-game", "notrump-part", "suit-part", "suit-game", "notrump-game"),
    *("suit-slam", "notrump-slam", "notrump-part", "suit-part", "notrump-game", "suit-game"),
    *("suit-game", "notrump-game", "suit-part", "notrump-part", "suit-slam", "notrump-slam"),
    *("notrump-game", "suit-game"),
)
"""The contracts of each twenty boards: six part scores, ten games and four slams."""


@cache
def boards() -> tuple[Board, ...]:
    """All boards after their auctions, the number of each its place from 1."""
    with as_file(files(__package__) / "boards.jsonl") as path:
        return tuple(record.board for record in read_records(path))


def made() -> Iterator[Board]:
    """Yield the boards as they are made."""
    solver, knowledge = DoubleDummy(), Knowledge(partnership(BOOK, BOOK), LEAD)
    for number in range(1, COUNT + 1):
        wanted = WantedContract(_CYCLE[(number - 1) % len(_CYCLE)])
        yield first_through(Sieve(), _bid(number, wanted), knowledge, solver, (_SEED, number)).board


def _bid(number: int, wanted: WantedContract) -> Iterator[Board]:
    """Random deals that reach a contract that is wanted."""
    bits = np.random.PCG64(np.random.SeedSequence([_SEED, number]))
    side = BookSide(partnership(BOOK, BOOK))
    while True:
        for masks in random_hands(bits, _BATCH).tolist():
            deal = Deal.of(masks)
            strength = deal[Seat.NORTH].hcp + deal[Seat.SOUTH].hcp
            if wanted.text.endswith("slam") and max(strength, 40 - strength) < _SLAM:
                continue  # it would take an hour to bid them all
            board = bid_out(Board.begin(number, deal=deal), side.call)
            if wanted.fits(board.contract):
                yield board


if __name__ == "__main__":
    sys.stdout.writelines(f"{record_line(one, BOOK)}\n" for one in made())
