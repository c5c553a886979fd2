"""Fit the chances of results at tables of people or robots, by contract (`simulation.price`).

Recorded contracts are solved double dummy. The fit counts how often contracts were doubled, and how
many tricks declarers took, by the auction and by the double-dummy tricks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from bluechip_bot.config import overlaid
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.simulation import SimulationSettings
from bluechip_bot.simulation.price import MOST_SHIFT, fight_name, shift_name

_MEMORY_MB = 64
_DOWN = ("made", "one", "two", "more")
"""The attributes of `DoubleChances`, by the tricks that the contract lacks."""
_OVER = ("two_down", "one_down", "made", "one_over", "two_over")
"""The attributes of `TrickShifts`, from two tricks down to two over."""

Place = tuple[str, str, str]
"""A table of the settings, and two names in it."""
Counts = Counter[tuple[Place, int]]
"""How often something happened at a place: whether the contract was doubled, or declarer's tricks
less those double dummy."""


def count_chunk(records: Sequence[AuctionRecord]) -> Counts:
    """Count the results of some boards; those without a contract or all four hands are left out."""
    solver = DoubleDummy(_MEMORY_MB)
    return Counter(item for record in records for item in _counted(record, solver))


def _counted(record: AuctionRecord, solver: DoubleDummy) -> Iterator[tuple[Place, int]]:
    auction = record.board.auction
    contract = auction.contract
    if contract is None or not all(record.board.hands):
        return
    tricks = solver.tricks(record.board.deal, contract.strain, contract.declarer)
    over = tricks - contract.level - 6
    fight = fight_name(auction, contract)
    if fight is not None:
        yield ("doubles", fight, _DOWN[min(max(-over, 0), 3)]), bool(contract.doubled)
    if record.tricks is not None:
        shift = min(max(record.tricks - tricks, -MOST_SHIFT), MOST_SHIFT)
        yield ("real", shift_name(contract), _OVER[min(max(over, -2), 2) + 2]), shift


def fitted(counts: Counts, settings: SimulationSettings) -> SimulationSettings:
    """Return the settings with the counted chances; those without any count are unchanged."""
    steps = range(-MOST_SHIFT, MOST_SHIFT + 1)
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for place in {place for place, _ in counts}:
        kind, table, name = place
        if kind == "doubles":
            doubled, not_doubled = counts[place, True], counts[place, False]
            value: Any = round(doubled / (doubled + not_doubled), 2)
        else:
            row = [counts[place, step] for step in steps]
            value = [round(each / sum(row), 3) for each in row]
        found.setdefault(kind, {}).setdefault(table, {})[name] = value
    return overlaid(settings, found, "fit")
