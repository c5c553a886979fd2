"""The deals of a duel after real auctions: bid by a system of ours, or recorded."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from typing import Final

import numpy as np
from attrs import evolve, frozen

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.inference.records import read_records
from bluechip_bot.lab.bidding.side import BookSide, partnership
from bluechip_bot.lab.bidding.table import GAME, PART_SCORE, SLAM, contract_level
from bluechip_bot.lab.duel.knowledge import Knowledge
from bluechip_bot.lab.duel.lead import LeadRule
from bluechip_bot.lab.duel.source import DealSourceError, Sieve, SourcedDeal, first_through
from bluechip_bot.match.boards.plan import random_hands
from bluechip_bot.model import Board, Call, Called, Contract, Deal, ModelError, Strain

LEAD: Final[LeadRule] = "fourth"
"""The rule of the opening lead, where a rule leads."""
ANY: Final = "any"
_STRAINS: Final = (ANY, "notrump", "suit")
_LEVELS: Final = {"": "", "-part": PART_SCORE, "-game": GAME, "-slam": SLAM}
_FAMILIES: Final = {
    f"{strain}{suffix}": (strain, level) for strain in _STRAINS for suffix, level in _LEVELS.items()
}
"""The strain and the level of contracts, by what they are called."""
_OWN: Final = "sayc"
"""The system by which the players of recorded boards read their own side's calls."""
_BATCH: Final = 256
_DEALS: Final = 2
"""A use of a seed, besides those of the other source."""


class WantedContractError(ValueError):
    """A text that names no contracts."""


@frozen
class WantedContract:
    """Which contracts are played, by any declarer, doubled or not.

    Attributes:
        text: a bid like `4S`, or `notrump`, `suit` or `any`, which `-part`, `-game` or `-slam` may
            follow.

    Raises:
        WantedContractError: if it is none of them.
    """

    text: str = ANY

    def __attrs_post_init__(self) -> None:
        if self.text in _FAMILIES:
            return
        try:
            call = Call.parse(self.text)
        except ModelError:
            call = None
        if call is None or not call.is_bid or str(call) != self.text:
            expected = f"a bid like 4S, or {', '.join(_STRAINS)}, also with -part, -game or -slam"
            raise WantedContractError(f"{self.text!r} is no contract ({expected})")

    def fits(self, contract: Contract | None) -> bool:
        """Whether a contract is wanted; None, passed out, is not."""
        if contract is None:
            return False
        if self.text not in _FAMILIES:
            return f"{contract.level}{contract.strain}" == self.text
        strain, level = _FAMILIES[self.text]
        own = "notrump" if contract.strain is Strain.NOTRUMP else "suit"
        return strain in (ANY, own) and level in ("", contract_level(contract))


@frozen
class AuctionOrigin:
    """Where auctions come from.

    Attributes:
        origin: the system that all four players bid by, a name or a `.toml` file; or a file of
            records.
        held_out: of records, whether the held-out half is played, or the other one.
    """

    origin: str
    held_out: bool = False

    @property
    def is_recorded(self) -> bool:
        """Whether the origin is a file of records."""
        return self.origin.endswith((".jsonl", ".jsonl.gz"))

    @property
    def partnership(self) -> Partnership:
        """The system of each side, and the one by which it reads the other.

        Raises:
            ConfigError: if the system is not there or cannot be used.
        """
        if self.is_recorded:
            return partnership(_OWN, UNKNOWN_SYSTEM)
        return partnership(self.origin, self.origin)


@frozen
class AuctionSource:
    """Deals whose contract comes from an auction; deal n is the same whatever else is dealt.

    Random deals of a seed are bid until the contract is wanted and the sieve lets the deal pass.
    Recorded boards are taken in the order of their file, and not sieved: deal n is the n-th whose
    contract is wanted.

    Attributes:
        auctions: where they come from.
        wanted: the contracts.
        seed: 0 or more; of no meaning for records.
        sieve: which bid deals pass; None for all.
        limit: the most random deals that are bid for one.
    """

    auctions: AuctionOrigin
    wanted: WantedContract
    seed: int
    sieve: Sieve | None
    limit: int = 1 << 16

    @property
    def count(self) -> int:
        """How many deals there are; very many, if they are bid.

        Raises:
            AuctionRecordError: if the file of records cannot be read.
        """
        if self.auctions.is_recorded:
            return len(_recorded(self.auctions, self.wanted))
        return sys.maxsize

    def deal(self, number: int, solver: DoubleDummy) -> SourcedDeal:
        """A deal by its number, from 1.

        Raises:
            DealSourceError: if there is none.
            AuctionRecordError: if the file of records cannot be read.
        """
        if self.auctions.is_recorded:
            if not 1 <= number <= self.count:
                raise DealSourceError(
                    f"{self.auctions.origin}: {self.count} boards of contract {self.wanted.text}, "
                    f"no deal {number}"
                )
            board = _recorded(self.auctions, self.wanted)[number - 1]
            return SourcedDeal(evolve(board, number=number), None, 1)
        knowledge = Knowledge(self.auctions.partnership, LEAD)
        place = self.seed, number
        return first_through(self.sieve, self._bid(number), knowledge, solver, place)

    def _bid(self, number: int) -> Iterator[Board]:
        """Random deals of a seed and number that reach a contract that is wanted."""
        bits = np.random.PCG64(np.random.SeedSequence([self.seed, number, _DEALS]))
        side = BookSide(self.auctions.partnership)
        for _ in range(0, self.limit, _BATCH):
            for masks in random_hands(bits, _BATCH).tolist():
                board = Board.begin(number, deal=Deal.of(masks))
                while not board.auction.is_over:
                    board = board.apply(Called(board.auction.turn, side.call(board)))
                if self.wanted.fits(board.contract):
                    yield board


@cache
def _recorded(auctions: AuctionOrigin, wanted: WantedContract) -> tuple[Board, ...]:
    """The boards of a file whose contract is wanted, without the cards played."""
    boards = []
    for record in read_records(auctions.origin):
        before = record.board.until(0)
        if record.held_out == auctions.held_out and wanted.fits(before.contract):
            boards.append(before)
    return tuple(boards)
