"""Examples of a book's calls: what the player saw, what was legal, what the book called.

Many deals are bid as a tree: all hands that share an auction are one question to the book. Where
few deals are left in a branch, some branches are followed to their end and the others are dropped,
so that most examples are cheap and the rare endings are there too.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.lab.train.folder import read_arrays
from bluechip_bot.lab.train.options import ExampleOptions
from bluechip_bot.model import Auction, Call, Seat, Vulnerability
from bluechip_bot.policy.tables import Tables

Words = npt.NDArray[np.uint64]


@frozen(eq=False)
class Examples:
    """Decisions of players.

    Attributes:
        seen: uint64[n, words], observations.
        legal: uint64[n], the legal calls as bits.
        calls: int8[n].
    """

    seen: Words
    legal: Words
    calls: npt.NDArray[np.int8]

    @classmethod
    def together(cls, parts: Sequence[Examples]) -> Examples:
        """All examples of several parts, in order."""
        return cls(
            np.concatenate([part.seen for part in parts]),
            np.concatenate([part.legal for part in parts]),
            np.concatenate([part.calls for part in parts]),
        )

    def part(self, rows: slice | npt.NDArray[np.int64]) -> Examples:
        """Some of the examples."""
        return Examples(self.seen[rows], self.legal[rows], self.calls[rows])

    def shuffled(self, rng: np.random.Generator) -> Examples:
        """The examples in random order."""
        return self.part(rng.permutation(len(self.calls)))

    def save(self, path: Path) -> None:
        """Write the examples; the file is there whole or not at all."""
        part = path.with_suffix(".part")
        with part.open("wb") as stream:
            np.savez(stream, seen=self.seen, legal=self.legal, calls=self.calls)
        part.rename(path)

    @classmethod
    def load(cls, path: Path) -> Examples:
        """The examples of a file that `save` wrote.

        Raises:
            TrainingError: if it is no such file.
        """
        arrays = read_arrays(path, ("seen", "legal", "calls"))
        return cls(arrays["seen"], arrays["legal"], arrays["calls"])


def random_hands(count: int, rng: np.random.Generator) -> Words:
    """Random deals: uint64[count, 4]."""
    decks = rng.permuted(np.tile(np.arange(52, dtype=np.uint64), (count, 1)), axis=1)
    hands: Words = np.bitwise_or.reduce(np.uint64(1) << decks.reshape(count, 4, 13), axis=2)
    return hands


def bid_tree(
    bidder: Bidder,
    hands: Words,
    vulnerability: Vulnerability,
    options: ExampleOptions,
    rng: np.random.Generator,
) -> Examples:
    """The book's calls on many deals with one vulnerability; North deals.

    Args:
        bidder: the book, for both sides.
        hands: uint64[n, 4].
        vulnerability: of all deals.
        options: which branches are bid on.
        rng: which small branches are followed.
    """
    tables = Tables(hands, np.full(len(hands), int(vulnerability), np.uint8))
    found: list[tuple[Words, Words, npt.NDArray[np.int8]]] = []
    branches = [(Auction(Seat.NORTH), tables.rows(), False)]
    while branches:
        auction, rows, is_small = branches.pop()
        held = tables.hands[rows, auction.turn]
        calls = bidder.position(auction, vulnerability).choose_many(held)
        found.append((tables.observe(rows), tables.legal(rows), calls))
        tables.step(rows, calls)
        for call in np.unique(calls):
            after = auction.with_call(Call(int(call)))
            mine = rows[calls == call]
            if after.is_over:
                continue
            small = is_small or len(mine) < options.smallest
            if small and not is_small and rng.random() >= options.followed:
                continue
            branches.append((after, mine, small))
    seen, legal, made = map(np.concatenate, zip(*found, strict=True))
    return Examples(seen, legal, made)
