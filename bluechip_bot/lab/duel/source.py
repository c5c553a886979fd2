"""The sources of the deals of a duel: a deal depends only on its number and the seed.

Random hands are dealt until North's and South's meet the conditions, or until a system of ours has
bid a contract that is wanted. A sieve drops the deals in which the contract is safe or hopeless.
The deals depend only on the raw stream of a bit generator, which NumPy never changes (NEP 19).
Recorded boards are taken in the order of their file, and are not sieved.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from attrs import evolve, frozen

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.constraints import Evidence
from bluechip_bot.constraints.batch import HandMasks
from bluechip_bot.engine import DoubleDummy, Question
from bluechip_bot.inference.records import read_records
from bluechip_bot.lab.bidding.side import BookSide, partnership
from bluechip_bot.lab.bidding.table import GAME, PART_SCORE, SLAM, bid_out, contract_level, seed_of
from bluechip_bot.lab.duel.knowledge import DuelConditions, DuelKnowledge, DuelPlanError
from bluechip_bot.lab.duel.lead import LeadRule, opening_lead
from bluechip_bot.match.boards.plan import random_hands
from bluechip_bot.model import Board, Call, Contract, Deal, ModelError, Played, Strain
from bluechip_bot.player.assembly import PlayerAssembly

LEAD: Final[LeadRule] = "fourth"
"""The rule for the opening lead after auctions, if a rule makes it."""
_DEALS, _WORLDS, SEATS, _BID_DEALS = range(4)  # uses of a seed
ANY: Final = "any"
_STRAINS: Final = (ANY, "notrump", "suit")
LEVELS: Final = {"": "", "-part": PART_SCORE, "-game": GAME, "-slam": SLAM}
_FAMILIES: Final = {
    f"{strain}{suffix}": (strain, level) for strain in _STRAINS for suffix, level in LEVELS.items()
}
"""The strain and the level of contracts, by the name of their family."""
_OWN: Final = "sayc"
"""The system by which the players of recorded boards read their own side's calls."""
_assembly: Final = cache(PlayerAssembly)


@frozen
class DealSieve:
    """Keeps the deals in which declarer cannot be sure of the contract.

    A deal passes if, after the lead by the rule, dummy's best card makes the contract double dummy
    in a share of declarer's `worlds` layouts that is within the limits. A deal in which it makes in
    none or in all of the first `few` layouts is dropped without solving more.
    """

    least: float = 0.3
    most: float = 0.7
    worlds: int = 40
    few: int = 10

    def passes(self, share: float) -> bool:
        """Whether a share is within the limits."""
        return self.least <= share <= self.most


class SourcedDeal(NamedTuple):
    """A board after its auction, its chance as a sieve judged it, and how many deals were tried."""

    board: Board
    chance: float | None
    tried: int


@frozen
class DealSource:
    """The deals of a seed that meet some conditions; each is sought in `limit` random deals."""

    conditions: DuelConditions
    seed: int
    sieve: DealSieve | None
    limit: int = 1 << 24

    def deal(self, number: int, solver: DoubleDummy) -> SourcedDeal:
        """Return a deal by its number, from 1; raise `DuelPlanError` if none was found."""
        knowledge = DuelKnowledge(self.conditions, self.conditions.lead)
        boards = self._candidates(number)
        return first_through(self.sieve, boards, knowledge, solver, (self.seed, number))

    def _candidates(self, number: int) -> Iterator[Board]:
        for dealt in _dealt((self.seed, number, _DEALS), self.limit, 2048):
            north = self.conditions.north.weights(dealt[:, 0]) > 0
            south = self.conditions.south.weights(dealt[:, 2]) > 0
            for masks in dealt[north & south].tolist():
                yield self.conditions.begin(number, Deal.of(masks))


@frozen
class WantedContract:
    """The contracts that are wanted, by any declarer, doubled or not.

    The text is a bid like `4S`, or `notrump`, `suit` or `any`, which `-part`, `-game` or `-slam`
    may follow; any other text raises `DuelPlanError`.
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
            raise DuelPlanError(f"{self.text!r} is no contract ({expected})")

    def fits(self, contract: Contract | None) -> bool:
        """Whether a contract is wanted; None, a board passed out, never is."""
        if contract is None:
            return False
        if self.text not in _FAMILIES:
            return f"{contract.level}{contract.strain}" == self.text
        strain, level = _FAMILIES[self.text]
        own = "notrump" if contract.strain is Strain.NOTRUMP else "suit"
        return strain in (ANY, own) and level in ("", contract_level(contract))


@frozen
class AuctionOrigin:
    """The origin of auctions: a system that all four players bid by, or half of a file of records.

    The system is a name or a `.toml` file; the records are JSON lines.
    """

    origin: str
    held_out: bool = False

    @property
    def is_recorded(self) -> bool:
        """Whether the origin is a file of records."""
        return self.origin.endswith((".jsonl", ".jsonl.gz"))

    @property
    def partnership(self) -> Partnership:
        """The system of each side, and the system by which it reads the opponents."""
        if self.is_recorded:
            return partnership(_OWN, UNKNOWN_SYSTEM)
        return partnership(self.origin, self.origin)


@frozen
class AuctionSource:
    """Deals whose contract comes from an auction: boards of a file, or random deals of a seed."""

    auctions: AuctionOrigin
    wanted: WantedContract
    seed: int
    sieve: DealSieve | None
    limit: int = 1 << 16

    @property
    def count(self) -> int:
        """The number of deals: the boards of the file, or `sys.maxsize` if deals are bid."""
        if self.auctions.is_recorded:
            return len(_recorded(self.auctions, self.wanted))
        return sys.maxsize

    def deal(self, number: int, solver: DoubleDummy) -> SourcedDeal:
        """Return a deal by its number, from 1; raise `DuelPlanError` if there is none."""
        if self.auctions.is_recorded:
            if not 1 <= number <= self.count:
                raise DuelPlanError(
                    f"{self.auctions.origin}: {self.count} boards of contract {self.wanted.text}, "
                    f"no deal {number}"
                )
            board = _recorded(self.auctions, self.wanted)[number - 1]
            return SourcedDeal(evolve(board, number=number), None, 1)
        knowledge = DuelKnowledge(self.auctions.partnership, LEAD)
        place = self.seed, number
        return first_through(self.sieve, self._bid(number), knowledge, solver, place)

    def _bid(self, number: int) -> Iterator[Board]:
        """Yield random deals that reach a wanted contract."""
        side = BookSide(self.auctions.partnership)
        for dealt in _dealt((self.seed, number, _BID_DEALS), self.limit, 256):
            for masks in dealt.tolist():
                board = bid_out(Board.begin(number, deal=Deal.of(masks)), side.call)
                if self.wanted.fits(board.contract):
                    yield board


def _dealt(words: tuple[int, ...], limit: int, batch: int) -> Iterator[HandMasks]:
    """Yield batches of random deals, uint64[batch, 4], up to `limit` deals."""
    bits = np.random.PCG64(words)
    return (random_hands(bits, batch) for _ in range(0, limit, batch))


@cache
def _recorded(auctions: AuctionOrigin, wanted: WantedContract) -> tuple[Board, ...]:
    """Return the boards of a file whose contract is wanted, without the cards played."""
    records = (one for one in read_records(auctions.origin) if one.held_out == auctions.held_out)
    boards = (record.board.until(0) for record in records)
    return tuple(board for board in boards if wanted.fits(board.contract))


def first_through(
    sieve: DealSieve | None,
    boards: Iterable[Board],
    knowledge: DuelKnowledge,
    solver: DoubleDummy,
    place: tuple[int, int],
) -> SourcedDeal:
    """Return the first board, after its auction, that the sieve passes (without one: the first).

    The opening lead follows the rule `knowledge.lead`. `place` is the seed and the number of the
    deal. Raise `DuelPlanError` if the sieve passes no board.
    """
    assert knowledge.lead is not None
    for tried, board in enumerate(boards, start=1):
        if sieve is None:
            return SourcedDeal(board, None, tried)
        led = lead_by_rule(board, knowledge.lead)
        known = knowledge.of(led, led.card_play.contract.declarer)
        seed = seed_of(*place, _WORLDS, tried)
        first = chance(led, known, solver, sieve.few, seed)
        if first in (0.0, 1.0) and not sieve.passes(first):
            continue
        share = chance(led, known, solver, sieve.worlds, seed)
        if sieve.passes(share):
            return SourcedDeal(board, share, tried)
    raise DuelPlanError(f"deal {place[1]} of seed {place[0]}: none of the deals tried will do")


def lead_by_rule(board: Board, rule: LeadRule) -> Board:
    """Make the opening lead that a rule chooses on a board that waits for it."""
    contract = board.card_play.contract
    lead = opening_lead(board.deal[contract.leader], contract.strain, rule)
    return board.apply(Played(contract.leader, lead))


def chance(board: Board, known: Evidence, solver: DoubleDummy, worlds: int, seed: int) -> float:
    """Return the share, 0..1, of layouts in which one best card makes the contract double dummy.

    The best card is that of perfect-information Monte Carlo: the same card in all layouts.
    """
    play, seat = board.card_play, board.decider
    assert seat is not None
    sample = _assembly().world_pool().worlds(Question(board, seat, known, seed=seed), worlds)
    return solver.best_share(
        sample.hands,
        sample.counts,
        strain=play.contract.strain,
        leader=play.leader,
        trick=play.trick.cards,
        target=play.contract.target - play.declarer_tricks,
    )
