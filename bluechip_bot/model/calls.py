"""Calls, contracts and the auction (Laws 17 to 22).

A call is an integer: pass 0, double 1, redouble 2, then the 35 bids in rising order from 1C = 3
to 7NT = 37, so that a later bid must be a larger number.
"""

from __future__ import annotations

import re
from typing import Final, Self

from attrs import evolve, frozen

from bluechip_bot.model.cards import Seat, Strain
from bluechip_bot.model.errors import (
    CallError,
    ContractError,
    IllegalCallError,
    SeatError,
    StrainError,
)

_WORDS: Final = {
    "P": 0, "PASS": 0, "PASSES": 0,
    "X": 1, "D": 1, "DBL": 1, "DOUBLE": 1, "DOUBLES": 1,
    "XX": 2, "R": 2, "RDBL": 2, "REDOUBLE": 2, "REDOUBLES": 2,
}  # fmt: skip
_CONTRACT: Final = re.compile(
    r"\s*([1-7])\s*(NT|[SHDCN])\s*(XX|X)?\s*(?:BY|-)?\s*(NORTH|EAST|SOUTH|WEST|[NESW])\s*", re.I
)


class Call(int):
    """A pass, double, redouble or bid."""

    __slots__ = ()

    def __new__(cls, index: int) -> Self:
        """The call with this number; raises CallError if the number is not 0..37."""
        if not 0 <= index < 38:
            raise CallError(str(index))
        return super().__new__(cls, index)

    @classmethod
    def bid(cls, level: int, strain: Strain) -> Self:
        """The bid of a level (1..7) in a strain; raises CallError if the level is not 1..7."""
        if not 1 <= level <= 7:
            raise CallError(f"{level}{strain}")
        return cls(3 + 5 * (level - 1) + strain.bidding_rank)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a call as `P`, `XX`, `1N` or `dbl`, in any case; else raise CallError."""
        folded = text.strip().upper()
        if folded in _WORDS:
            return cls(_WORDS[folded])
        if len(folded) in (2, 3) and folded[0] in "1234567":
            try:
                return cls.bid(int(folded[0]), Strain.parse(folded[1:]))
            except StrainError:
                pass
        raise CallError(text)

    @property
    def is_bid(self) -> bool:
        """Whether the call is neither a pass nor a double or redouble."""
        return self >= 3

    @property
    def level(self) -> int:
        """The level of a bid, 1..7; 0 for other calls."""
        return (self - 3) // 5 + 1 if self >= 3 else 0

    @property
    def strain(self) -> Strain:
        """The strain of a bid; raises CallError if the call is not a bid."""
        if self < 3:
            raise CallError(str(self), "no bid, hence no strain")
        return Strain.from_bidding_rank((self - 3) % 5)

    def __str__(self) -> str:
        if self >= 3:
            return f"{self.level}{self.strain}"
        return ("P", "X", "XX")[self]

    def __repr__(self) -> str:
        return f"Call({self!s})"


PASS: Final = Call(0)
DOUBLE: Final = Call(1)
REDOUBLE: Final = Call(2)


@frozen
class Contract:
    """The contract in which an auction ended, if it was not passed out.

    Attributes:
        level: 1..7.
        doubled: 0 undoubled, 1 doubled, 2 redoubled.
    """

    level: int
    strain: Strain
    declarer: Seat
    doubled: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a contract as `4SXX by South`, `4SXX-S` or `3NTN`; else raise ContractError."""
        match = _CONTRACT.fullmatch(text)
        if match is None:
            raise ContractError(text, "'4SX by South' expected")
        level, strain, doubled, seat = match.groups()
        try:
            return cls(int(level), Strain.parse(strain), Seat.parse(seat), len(doubled or ""))
        except (SeatError, StrainError) as error:
            raise ContractError(text, str(error)) from None

    @property
    def dummy(self) -> Seat:
        """Declarer's partner."""
        return self.declarer.partner

    @property
    def leader(self) -> Seat:
        """The player who makes the opening lead."""
        return self.declarer.lho

    @property
    def target(self) -> int:
        """The tricks that declarer needs: 7..13."""
        return self.level + 6

    @property
    def bid(self) -> str:
        """The contract without declarer, as text: `4SX`."""
        return f"{self.level}{self.strain}{'X' * self.doubled}"

    def __str__(self) -> str:
        return f"{self.bid} by {self.declarer}"


@frozen
class Auction:
    """An auction: the calls so far, dealer first."""

    dealer: Seat
    calls: tuple[Call, ...] = ()

    @property
    def turn(self) -> Seat:
        """The player to call next; once the auction is over, the one whose turn it would be."""
        return self.dealer.plus(len(self.calls))

    def caller(self, index: int) -> Seat:
        """The player who made the call at an index."""
        return self.dealer.plus(index)

    @property
    def last_bid(self) -> int | None:
        """The index of the last bid, or None."""
        for index in range(len(self.calls) - 1, -1, -1):
            if self.calls[index].is_bid:
                return index
        return None

    @property
    def is_over(self) -> bool:
        """Whether the auction has ended: three passes after a bid, or four passes."""
        if len(self.calls) < 4:
            return False
        return all(call == PASS for call in self.calls[-3:])

    @property
    def is_passed_out(self) -> bool:
        """Whether the auction has ended without a bid."""
        return self.is_over and self.last_bid is None

    @property
    def doubled(self) -> int:
        """1 if the last bid stands doubled, 2 if redoubled, else 0."""
        start = self.last_bid
        return 0 if start is None else int(max((PASS, *self.calls[start + 1 :])))

    @property
    def contract(self) -> Contract | None:
        """The contract if all passed from now on; None before the first bid (Law 22, Law 54)."""
        index = self.last_bid
        if index is None:
            return None
        bid = self.calls[index]
        side = self.caller(index).side
        declarer = next(
            self.caller(i)
            for i, call in enumerate(self.calls)
            if call.is_bid and call.strain == bid.strain and self.caller(i).side == side
        )
        return Contract(bid.level, bid.strain, declarer, self.doubled)

    def is_legal(self, call: Call) -> bool:
        """Whether the player whose turn it is may make the call (Laws 18 and 19)."""
        if self.is_over:
            return False
        index = self.last_bid
        if call == PASS:
            return True
        if call.is_bid:
            return index is None or call > self.calls[index]
        if index is None:
            return False
        ours = self.caller(index).side == self.turn.side
        if call == DOUBLE:
            return not ours and self.doubled == 0
        return ours and self.doubled == 1

    @property
    def legal_calls(self) -> tuple[Call, ...]:
        """Every call that the player to call may make, pass first; empty if the auction is over."""
        return tuple(call for call in map(Call, range(38)) if self.is_legal(call))

    def with_call(self, call: Call) -> Auction:
        """The auction after one more call; raises IllegalCallError if the call is not legal now."""
        if not self.is_legal(call):
            so_far = " ".join(map(str, self.calls)) or "no call yet"
            state = "the auction is over" if self.is_over else so_far
            raise IllegalCallError(f"{self.turn} may not call {call} ({state})")
        return evolve(self, calls=(*self.calls, call))

    def __str__(self) -> str:
        return " ".join(map(str, self.calls))


def calls_to(contract: Contract, dealer: Seat) -> tuple[Call, ...]:
    """An auction to a contract whose calls say nothing: passes, the bid, doubles and passes."""
    passes = (contract.declarer - dealer) % 4
    doubles = (DOUBLE, REDOUBLE)[: contract.doubled]
    bid = Call.bid(contract.level, contract.strain)
    return (*[PASS] * passes, bid, *doubles, *[PASS] * 3)
