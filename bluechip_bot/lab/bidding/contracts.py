"""How good the contracts are that a system reaches, double dummy, beside those of records.

A deal is bid by four players of the system and by the record's players. Where in the two auctions
one side alone has bid, its double-dummy scores are compared; elsewhere the distances from par are,
since a score that is good for one side is bad for the other. The natural floor may bid the deal
too: it is compared in the same way, and meets the system in a match of two tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.engine import double_dummy_tables
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.side import BiddingSide, SystemSpec, ThoughtSpec, open_side
from bluechip_bot.lab.bidding.table import KINDS, bid_out, contract_kind, deal_on, points
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
class FloorFigures:
    """One deal, ours beside the natural floor.

    Attributes:
        families: whether one side alone bid: in ours and the floor's auctions, in their match.
        gain: IMPs that our contract is better than the floor's.
        match: IMPs that we win against the floor at two tables.
        from_par: IMPs between par and the score of the floor's contract, either way.
    """

    families: tuple[str, str]
    gain: int
    match: int
    from_par: int


@frozen
class ContractFigures:
    """One deal.

    Attributes:
        family: whether one side alone bid, in ours and the record's auctions.
        gain: IMPs that our contract is better than the record's.
        from_par: IMPs between par and the scores of ours and the record's contract, either way.
        kinds: what our contract is and what the record's is, of KINDS.
        floor: ours beside the natural floor; None if it does not bid.
    """

    family: str
    gain: int
    from_par: tuple[int, int]
    kinds: tuple[str, str]
    floor: FloorFigures | None


@frozen
class _Scored:
    """An auction with the double-dummy score of its contract for North and South."""

    auction: Auction
    score: int

    @classmethod
    def of(cls, board: Board, table: TrickTable) -> _Scored:
        """The score of a board that has been bid."""
        contract = board.contract
        tricks = 0 if contract is None else int(table[contract.strain, contract.declarer])
        return cls(board.auction, points(contract, tricks, board.vulnerability))


@frozen
class ContractPlan:
    """Who bids.

    Attributes:
        ours: the file of our system.
        floor: that of the natural floor, which never thinks; None if it does not bid.
        thought: how our players think; None if they do not.
    """

    ours: Path
    floor: Path | None
    thought: ThoughtSpec | None = None


def contract_chunk(
    plan: ContractPlan, records: Sequence[AuctionRecord]
) -> list[ContractFigures]:  # fmt: skip
    """The figures of some boards; those without all four hands are left out."""
    tables = _tables(plan)
    boards = [record.board for record in records if all(record.board.hands)]
    solved = double_dummy_tables(map(deal_on, boards), memory_mb=_MEMORY_MB)
    return [_board(tables, board, table) for board, table in zip(boards, solved, strict=True)]


@cache
def _tables(plan: ContractPlan) -> list[_Sides]:
    """Ours at both sides; if the floor bids, the floor at both, and each pair against the other."""
    us, floor = SystemSpec(str(plan.ours), plan.thought), SystemSpec(str(plan.floor))
    pairs = (
        [(us, us)] if plan.floor is None else [(us, us), (floor, floor), (us, floor), (floor, us)]
    )
    return [
        (open_side("NS", ns, ew, patience=1.0), open_side("EW", ew, ns, patience=1.0))
        for ns, ew in pairs
    ]


def report(found: Sequence[ContractFigures]) -> str:
    """The table of some boards, at least one."""
    floors = [one.floor for one in found if one.floor]
    head = ("auctions", "IMPs a board against the records", "against the floor alone",
            "match against the floor")  # fmt: skip
    lines = [_line(head if floors else head[:2])]
    for family in (CONSTRUCTIVE, CONTESTED, ALL):
        columns = [[one.gain for one in found if family in (one.family, ALL)]]
        if floors:
            columns += [
                [one.gain for one in floors if family in (one.families[0], ALL)],
                [one.match for one in floors if family in (one.families[1], ALL)],
            ]
        lines.append(_line((family, *map(_cell, columns))))
    names = ("ours", "the records'", "the floor's")
    distances = [mean([one.from_par[index] for one in found]) for index in range(2)]
    distances += [mean([one.from_par for one in floors])] if floors else []
    told = ", ".join(f"{name} {one:.2f}" for name, one in zip(names, distances, strict=False))
    return "\n".join(
        [
            *lines,
            "",
            f"IMPs between contract and par, either way: {told}",
            "constructive: one side alone bids, and its scores are compared",
            "contested: distances from par are compared",
            "",
            *by_kind([(one.kinds, one.gain) for one in found], ("ours", "records")),
        ]
    )


def by_kind(kinds: Sequence[tuple[tuple[str, str], int]], names: tuple[str, str]) -> list[str]:
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
            row = f"{pair[0]:<12}{pair[1]:<12}{len(gains):>8}{told:>30}{sum(gains):>+8}"
            lines.append(row)
    return lines


def _line(cells: Sequence[str]) -> str:
    return f"{cells[0]:<14}" + "".join(f"{cell:>36}" for cell in cells[1:])


def _cell(values: Sequence[int]) -> str:
    return f"{mean(values):+.2f} of {len(values)}" if values else "-"


def _board(tables: Sequence[_Sides], board: Board, table: TrickTable) -> ContractFigures:
    scored = [_Scored.of(_bid(sides, board), table) for sides in tables]
    ours, theirs = scored[0], _Scored.of(board, table)
    best = par(table.tolist(), board.vulnerability, board.dealer).score
    side = _side(ours.auction, theirs.auction)
    distances = (abs(imps(ours.score - best)), abs(imps(theirs.score - best)))
    return ContractFigures(
        _family(side),
        _gain(side, ours, theirs, distances[1] - distances[0]),
        distances,
        (contract_kind(ours.auction.contract), contract_kind(theirs.auction.contract)),
        _beside_floor(scored, best) if len(scored) > 1 else None,
    )


def _beside_floor(scored: Sequence[_Scored], best: int) -> FloorFigures:
    """Ours, the floor's and both contracts of their match, as `_tables` has them; par's score."""
    ours, floor, away, home = scored
    alone, match = _side(ours.auction, floor.auction), _side(away.auction, home.auction)
    distance = abs(imps(floor.score - best))
    return FloorFigures(
        (_family(alone), _family(match)),
        _gain(alone, ours, floor, distance - abs(imps(ours.score - best))),
        imps(away.score - home.score),
        distance,
    )


def _family(side: Side | None) -> str:
    return CONTESTED if side is None else CONSTRUCTIVE


def _gain(side: Side | None, ours: _Scored, theirs: _Scored, nearer: int) -> int:
    """IMPs by which our score is better for the only side that bids, or nearer to par."""
    if side is None:
        return nearer
    won = imps(ours.score - theirs.score)
    return won if side is Side.NS else -won


def _side(first: Auction, second: Auction) -> Side | None:
    """The only side that bids in either auction, North-South if none does; None if both do."""
    sides = {
        auction.caller(index).side
        for auction in (first, second)
        for index, call in enumerate(auction.calls)
        if call != PASS
    }
    return None if len(sides) == 2 else next(iter(sides), Side.NS)


def _bid(sides: _Sides, board: Board) -> Board:
    """The cards of a board bid by two sides."""
    board = Board.begin(board.number, board.dealer, board.vulnerability, deal_on(board))
    return bid_out(
        board,
        lambda now: sides[now.auction.turn.side].call(now.seen_by(now.auction.turn)),
    )
