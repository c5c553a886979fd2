"""Par: the score of a deal when both sides bid perfectly, seeing all cards.

Whoever goes down is doubled, whoever makes is not, and nobody redoubles. The score follows by
working back through the bids from 7NT: over each contract the other side chooses between
letting it play and its own best higher bid.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from bluechip_bot.model.calls import Call, Contract
from bluechip_bot.model.cards import Seat, Side, Strain
from bluechip_bot.model.scoring import duplicate_score
from bluechip_bot.model.vulnerability import Vulnerability


@frozen
class Par:
    """The par result of a deal.

    Attributes:
        score: the points of North and South.
        contracts: every contract that gives this score and that neither side can improve on;
            empty when the deal is passed out.
    """

    score: int
    contracts: tuple[Contract, ...]


def par(table: Sequence[Sequence[int]], vulnerability: Vulnerability, dealer: Seat) -> Par:
    """The double-dummy par of a deal.

    Args:
        table: the tricks of declarer's side by strain (S H D C NT) and declarer (N E S W), 5 x 4.
        vulnerability: who is vulnerable.
        dealer: who calls first; it matters where both sides can make the same contract.
    """
    best: list[int | None] = [None, None]
    stable: list[tuple[int, Contract]] = []
    for index in range(37, 2, -1):
        call = Call(index)
        values = [0, 0]
        for side in Side:
            score, contracts = _result(table, vulnerability, call, side)
            over = best[side.other]
            improved = over is not None and _prefers(side.other, over, score)
            values[side] = over if improved and over is not None else score
            if not improved:
                stable += [(score, contract) for contract in contracts]
        for side in Side:
            old = best[side]
            if old is None or _prefers(side, values[side], old):
                best[side] = values[side]
    first, second = best[dealer.side], best[dealer.side.other]
    score = 0
    if second is not None and _prefers(dealer.side.other, second, 0):
        score = second
    if first is not None and _prefers(dealer.side, first, score):
        score = first
    at_par = [contract for value, contract in reversed(stable) if value == score]
    if not score or not at_par:
        return Par(score, ())
    least = _prevented(table, vulnerability, score)
    return Par(score, tuple(c for c in at_par if Call.bid(c.level, c.strain) > least))


def _prevented(table: Sequence[Sequence[int]], vulnerability: Vulnerability, score: int) -> int:
    """The highest making bid that would beat par, and that par must therefore outbid; or 0."""
    for index in range(37, 2, -1):
        for side in Side:
            value, contracts = _result(table, vulnerability, Call(index), side)
            makes = not contracts[0].doubled
            if makes and _prefers(side, value, score) and (value > 0) == (score > 0):
                return index
    return 0


def _prefers(side: Side, score: int, other: int) -> bool:
    return score > other if side is Side.NS else score < other


def _result(
    table: Sequence[Sequence[int]], vulnerability: Vulnerability, call: Call, side: Side
) -> tuple[int, list[Contract]]:
    """The score of a side's contract for North and South, with its best declarers."""
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
