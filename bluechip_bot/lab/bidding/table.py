"""Common parts of the measurements of bidding: bidders, random deals, auctions, contracts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, reduce
from pathlib import Path
from typing import Final

import numpy as np
from attrs import frozen

from bluechip_bot.bidding.auction.state import GAME_LEVEL
from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.reading.softness import SoftnessProfiles, default_profiles
from bluechip_bot.bidding.system.system import load, switch
from bluechip_bot.config import options
from bluechip_bot.match.boards.plan import random_hands
from bluechip_bot.model import (
    Auction,
    Board,
    Call,
    Called,
    Contract,
    Deal,
    Hand,
    Phase,
    Seat,
    Side,
    Vulnerability,
    side_score,
)

PROFILES: Final = tuple(options(SoftnessProfiles))
"""How firmly calls are believed: the names of the profiles."""
KINDS: Final = ("passed out", "part score", "game", "slam", "doubled")
PASSED_OUT, PART_SCORE, GAME, SLAM, DOUBLED = KINDS


@frozen
class BiddingTable:
    """The files of both sides' systems, small enough to be sent to another process.

    `profile`, one of `PROFILES`, says how firmly all calls are believed. The switches of a side are
    texts `KEY=VALUE` that replace values of its system's file.
    """

    ns: Path
    ew: Path
    profile: str = PROFILES[0]
    ns_switches: tuple[str, ...] = ()
    ew_switches: tuple[str, ...] = ()

    def bidder(self) -> Bidder:
        """Return the bidding engine of the table; a process reads each file once."""
        softness = getattr(default_profiles(), self.profile)
        books = _book(self.ns, self.ns_switches), _book(self.ew, self.ew_switches)
        return Bidder(books, (softness, softness))


@cache
def _book(path: Path, switches: tuple[str, ...]) -> Rulebook:
    return load(path, dict(map(switch, switches)), check=False).book


def random_deal(seed: int, number: int) -> Deal:
    """Return the random deal that a seed and a number determine."""
    bits = np.random.PCG64([seed, number])
    return Deal.of(random_hands(bits, 1)[0].tolist())


def seed_of(*words: int) -> int:
    """Return a seed made from some numbers."""
    return int(np.random.PCG64(words).random_raw())


def stronger(deal: Deal) -> Side:
    """Return the side with more high-card points; North-South if both have the same number."""
    north, east, south, west = (hand.hcp for hand in deal.hands)
    return Side.NS if north + south >= east + west else Side.EW


def auction_of(dealer: Seat, calls: Iterable[Call]) -> Auction:
    """Return the auction of some calls, which must be legal."""
    return reduce(Auction.with_call, calls, Auction(dealer))


def bid_out(board: Board, call: Callable[[Board], Call]) -> Board:
    """Bid a board to the end with the calls that a function makes; all hands must be known."""
    while board.phase is Phase.AUCTION:
        board = board.apply(Called(board.auction.turn, call(board)))
    return board


def hands_of_side(hands: Sequence[Hand | None], side: Side) -> str:
    """Return the two hands of a side as text, each with the letter of its seat."""
    return "  ".join(f"{seat.letter} {hands[seat]}" for seat in [*Seat][side::2])


def points(contract: Contract | None, tricks: int, vulnerability: Vulnerability) -> int:
    """Return the score of North-South; 0 if the board was passed out."""
    return 0 if contract is None else side_score(contract, tricks, vulnerability)


def contract_level(contract: Contract) -> str:
    """Return the level of a contract, of `KINDS`: a part score, a game or a slam."""
    if contract.level >= 6:
        return SLAM
    return GAME if contract.level >= GAME_LEVEL[contract.strain] else PART_SCORE


def contract_kind(contract: Contract | None) -> str:
    """Return the kind of a final contract, one of `KINDS`."""
    if contract is None:
        return PASSED_OUT
    return DOUBLED if contract.doubled else contract_level(contract)
