"""Fits what tables with people or robots make of a contract (`simulation.price`) to records.

Contracts are solved double dummy. How often they were doubled is counted by the auction and by
those tricks, and so are the tricks that declarers took. Held-out boards are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import evolve, fields, frozen

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.model import Deal, Hand
from bluechip_bot.simulation.ending import fight_name
from bluechip_bot.simulation.price import (
    MOST_SHIFT,
    DoubleChances,
    Doubles,
    RealTricks,
    TrickShifts,
    shift_name,
)

_MEMORY_MB = 64
_DOWN = ("made", "one", "two", "more")
"""The attributes of `DoubleChances`, by the tricks that are missing."""
_OVER = ("two_down", "one_down", "made", "one_over", "two_over")
"""Those of `TrickShifts`, from two tricks missing to two over."""


@frozen
class PriceCounts:
    """What became of contracts.

    Attributes:
        contracts: how many contracts there were, by attributes of `Doubles` and `DoubleChances`.
        doubled: how many of these were doubled.
        shifts: declarers' tricks less those double dummy, from -3 to 3, by attributes of
            `RealTricks` and `TrickShifts`.
    """

    contracts: Counter[tuple[str, str]]
    doubled: Counter[tuple[str, str]]
    shifts: Counter[tuple[str, str, int]]


def count_chunk(records: Sequence[AuctionRecord]) -> PriceCounts:
    """The counts of some boards; those without a contract or all four hands are left out."""
    solver = DoubleDummy(_MEMORY_MB)
    found = PriceCounts(Counter(), Counter(), Counter())
    for record in records:
        _count(record, solver, found)
    return found


def _count(record: AuctionRecord, solver: DoubleDummy, found: PriceCounts) -> None:
    """Add a board to counts."""
    auction = record.board.auction
    contract = auction.contract
    if contract is None or not all(record.board.hands):
        return
    north, east, south, west = (hand or Hand(0) for hand in record.board.hands)
    deal = Deal((north, east, south, west))
    tricks = solver.tricks(deal, contract.strain, contract.declarer)
    over = tricks - contract.level - 6
    fight = fight_name(auction, contract)
    if fight is not None:
        place = fight, _DOWN[min(max(-over, 0), 3)]
        found.contracts[place] += 1
        found.doubled[place] += bool(contract.doubled)
    if record.tricks is not None:
        shift = min(max(record.tricks - tricks, -MOST_SHIFT), MOST_SHIFT)
        found.shifts[shift_name(contract), _OVER[min(max(over, -2), 2) + 2], shift] += 1


def together(parts: Iterable[PriceCounts]) -> PriceCounts:
    """The counts of all parts."""
    found = PriceCounts(Counter(), Counter(), Counter())
    for part in parts:
        found.contracts.update(part.contracts)
        found.doubled.update(part.doubled)
        found.shifts.update(part.shifts)
    return found


def fitted(counts: PriceCounts) -> tuple[Doubles, RealTricks]:
    """The chances; the defaults where nothing was counted."""
    return _doubles(counts), _real_tricks(counts)


def _doubles(counts: PriceCounts) -> Doubles:
    found = Doubles()
    for attribute in fields(Doubles):
        chances: DoubleChances = getattr(found, attribute.name)
        for name in _DOWN:
            place = attribute.name, name
            if total := counts.contracts[place]:
                chances = evolve(chances, **{name: round(counts.doubled[place] / total, 2)})
        found = evolve(found, **{attribute.name: chances})
    return found


def _real_tricks(counts: PriceCounts) -> RealTricks:
    found = RealTricks()
    steps = range(-MOST_SHIFT, MOST_SHIFT + 1)
    for attribute in fields(RealTricks):
        shifts: TrickShifts = getattr(found, attribute.name)
        for name in _OVER:
            row = [counts.shifts[attribute.name, name, step] for step in steps]
            if total := sum(row):
                rounded = tuple(round(each / total, 3) for each in row)
                shifts = evolve(shifts, **{name: rounded})
        found = evolve(found, **{attribute.name: shifts})
    return found
