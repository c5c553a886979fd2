"""Par: the score of a deal when both sides bid perfectly, seeing all cards.

A contract that goes down is doubled, one that makes is not, and nobody redoubles. The score follows
by working back through the bids from 7NT: over each contract the other side chooses between letting
it play and its own best higher bid.

A contract gives par if it has that score and the other side has no higher bid that it would rather
play: a sacrifice or a contract of its own would outbid it. Of the levels of a strain the lowest is
named, as DDS does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from bluechip_bot.model.calls import Call, Contract
from bluechip_bot.model.cards import Seat, Side, Strain, Vulnerability
from bluechip_bot.model.scoring import duplicate_score

_BIDS: Final = [Call(index) for index in range(37, 2, -1)]
"""From 7NT down to 1C."""
_Result = tuple[int, list[Contract]]
"""The points of North and South, and the contracts of the side's best declarers."""


@frozen
class Par:
    """The par result of a deal.

    Attributes:
        score: the points of North and South.
        contracts: the contracts that give it, at the lowest level of their strain at which the
            other side cannot outbid them with profit; empty when the deal is passed out.
    """

    score: int
    contracts: tuple[Contract, ...]


def par(table: Sequence[Sequence[int]], vulnerability: Vulnerability, dealer: Seat) -> Par:
    """Compute the double-dummy par of a deal.

    Args:
        table: the tricks of declarer's side by strain (S H D C NT) and declarer (N E S W), 5 x 4.
        dealer: the first to call; it matters if both sides can make the same contract.
    """
    results = [{side: _result(table, vulnerability, call, side) for side in Side} for call in _BIDS]
    score = _score(results, dealer.side)
    return Par(score, tuple(_contracts(results, score)) if score else ())


def _score(results: Sequence[Mapping[Side, _Result]], first: Side) -> int:
    """The par score for North and South if the side `first` calls first."""
    # The score of each side's best bid so far; the bids are tried from the highest down.
    best: dict[Side, int] = {}
    for result in results:
        values = {side: result[side][0] for side in Side}
        for side in Side:
            over = best.get(side.other)
            if over is not None and _prefers(side.other, over, values[side]):
                values[side] = over
        for side, value in values.items():
            if side not in best or _prefers(side, value, best[side]):
                best[side] = value
    score = 0
    for side in (first.other, first):
        if _prefers(side, best[side], score):
            score = best[side]
    return score


def _contracts(results: Sequence[Mapping[Side, _Result]], score: int) -> list[Contract]:
    """The contracts that give par, from the lowest bid up."""
    found: dict[tuple[Side, Strain], list[Contract]] = {}
    # The sides over whose bid the other side has a higher one that it prefers to par.
    outbid: set[Side] = set()
    for result in results:
        for side, (value, contracts) in result.items():
            if value == score and side not in outbid:
                place = (side, contracts[0].strain)
                found.pop(place, None)
                found[place] = contracts
        outbid |= {side.other for side in Side if _prefers(side, result[side][0], score)}
    return [contract for contracts in reversed(found.values()) for contract in contracts]


def _prefers(side: Side, score: int, other: int) -> bool:
    return score > other if side is Side.NS else score < other


def _result(
    table: Sequence[Sequence[int]], vulnerability: Vulnerability, call: Call, side: Side
) -> _Result:
    """The result of a side's bid: made undoubled, or doubled and down."""
    strain: Strain = call.strain
    seats = [seat for seat in Seat if seat.side is side]
    tricks = max(int(table[strain][seat]) for seat in seats)
    doubled = int(tricks < call.level + 6)
    contracts = [
        Contract(call.level, strain, seat, doubled)
        for seat in seats
        if int(table[strain][seat]) == tricks
    ]
    points = duplicate_score(contracts[0], tricks, vulnerable=vulnerability.includes(side))
    return (points if side is Side.NS else -points), contracts
