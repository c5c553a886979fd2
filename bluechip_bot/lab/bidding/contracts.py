"""Compare the contracts that a system reaches with those of records, double dummy.

A deal is bid by four players of the system and by the record's players. Where in the two auctions
one side alone has bid, its double-dummy scores are compared; elsewhere the distances from par are,
since a score that is good for one side is bad for the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.engine import DoubleDummy, solve_each
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.side import BiddingSide, SystemSpec, bid_between, open_side
from bluechip_bot.lab.bidding.table import KINDS, contract_kind, deal_on, points
from bluechip_bot.lab.estimates import mean
from bluechip_bot.model import PASS, Auction, Board, Side, imps
from bluechip_bot.model.par import par

CONSTRUCTIVE, CONTESTED, ALL = "constructive", "contested", "all"
_MEMORY_MB: Final = 64

TrickTable = npt.NDArray[np.int8]
"""Tricks of declarer's side by strain and declarer, int8[5, 4]."""
_Sides = tuple[BiddingSide, BiddingSide]
"""North-South and East-West of a table."""


@frozen
class ContractFigures:
    """One deal.

    Attributes:
        family: whether one side alone bid, in ours and the record's auctions.
        gain: IMPs that our contract is better than the record's.
        from_par: IMPs between par and the scores of ours and the record's contract, either way.
        kinds: what our contract is and what the record's is, of KINDS.
    """

    family: str
    gain: int
    from_par: tuple[int, int]
    kinds: tuple[str, str]


def contract_chunk(
    system: SystemSpec, records: Sequence[AuctionRecord]
) -> list[ContractFigures]:  # fmt: skip
    """The figures of some boards; those without all four hands are left out."""
    sides = _sides(system)
    boards = [record.board for record in records if all(record.board.hands)]
    solved = solve_each(DoubleDummy.table, map(deal_on, boards), memory_mb=_MEMORY_MB)
    return [_board(sides, board, table) for board, table in zip(boards, solved, strict=True)]


@cache
def _sides(system: SystemSpec) -> _Sides:
    """The system at both sides, opened once in a process."""
    ns, ew = (open_side(name, system, system, patience=1.0) for name in ("NS", "EW"))
    return ns, ew


def report(found: Sequence[ContractFigures]) -> str:
    """The table of some boards, at least one."""
    lines = [f"{'auctions':<14}{'IMPs a board against the records':>36}"]
    for family in (CONSTRUCTIVE, CONTESTED, ALL):
        gains = [one.gain for one in found if family in (one.family, ALL)]
        lines.append(f"{family:<14}{f'{mean(gains):+.2f} of {len(gains)}' if gains else '-':>36}")
    ours, theirs = (mean([one.from_par[index] for one in found]) for index in range(2))
    from_par = "IMPs between contract and par, either way"
    return "\n".join(
        [
            *lines,
            "",
            f"{from_par}: ours {ours:.2f}, the records' {theirs:.2f}",
            "constructive: one side alone bids, and its scores are compared",
            "contested: distances from par are compared",
            "",
            *by_kind([(one.kinds, one.gain) for one in found], ("ours", "records")),
        ]
    )


def by_kind(
    kinds: Sequence[tuple[tuple[str, str], float]], names: tuple[str, str]
) -> list[str]:  # fmt: skip
    """A table of where IMPs are won and lost.

    Args:
        kinds: of each board what both contracts are, of `KINDS`, and the IMPs won.
        names: whose contracts they are.
    """
    lines = [f"{names[0]:<12}{names[1]:<12}{'boards':>8}{'IMPs a board':>30}{'in all':>8}"]
    for pair in product(KINDS, KINDS):
        gains = [gain for kind, gain in kinds if kind == pair]
        if gains:
            told = f"{mean(gains):+.2f}"
            row = f"{pair[0]:<12}{pair[1]:<12}{len(gains):>8}{told:>30}{sum(gains):>+8.0f}"
            lines.append(row)
    return lines


def _board(sides: _Sides, board: Board, table: TrickTable) -> ContractFigures:
    fresh = Board.begin(board.number, board.dealer, board.vulnerability, deal_on(board))
    bid = bid_between(sides, fresh)
    ours, theirs = _score(bid, table), _score(board, table)
    best = par(table.tolist(), board.vulnerability, board.dealer).score
    side = _side(bid.auction, board.auction)
    distances = (abs(imps(ours - best)), abs(imps(theirs - best)))
    gain = distances[1] - distances[0]
    if side is not None:
        gain = imps(ours - theirs) * (1 if side is Side.NS else -1)
    return ContractFigures(
        CONTESTED if side is None else CONSTRUCTIVE,
        gain,
        distances,
        (contract_kind(bid.contract), contract_kind(board.contract)),
    )


def _score(board: Board, table: TrickTable) -> int:
    """The double-dummy score of North and South on a board that has been bid."""
    contract = board.contract
    tricks = 0 if contract is None else int(table[contract.strain, contract.declarer])
    return points(contract, tricks, board.vulnerability)


def _side(first: Auction, second: Auction) -> Side | None:
    """The only side that bids in either auction, North-South if none does; None if both do."""
    sides = {
        auction.caller(index).side
        for auction in (first, second)
        for index, call in enumerate(auction.calls)
        if call != PASS
    }
    return None if len(sides) == 2 else next(iter(sides), Side.NS)
