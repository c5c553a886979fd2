"""How good the contracts are that a system reaches, double dummy, beside those of records.

A deal is bid by four players of the system, by four of the natural floor, and by the record's
players. Where in two such auctions one side alone has bid, its double-dummy scores are compared;
elsewhere the distances from par are, since a score that is good for one side is bad for the other.
The system and the floor also meet in a match of two tables.
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

from bluechip_bot.bidding.auction.state import GAME_LEVEL
from bluechip_bot.engine import double_dummy_tables
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.side import BiddingSide, SystemSpec, ThoughtSpec, open_side
from bluechip_bot.model import (
    PASS,
    Auction,
    Board,
    Called,
    Deal,
    Hand,
    Phase,
    Side,
    Vulnerability,
    imps,
    side_score,
)
from bluechip_bot.model.par import par
from bluechip_bot.statistics.estimates import Estimate, mean

CONSTRUCTIVE, CONTESTED, ALL = "constructive", "contested", "all"
KINDS: Final = ("passed out", "part score", "game", "slam", "doubled")
PASSED_OUT, PART_SCORE, GAME, SLAM, DOUBLED = KINDS
_MEMORY_MB: Final = 64

TrickTable = npt.NDArray[np.int8]
"""Tricks of declarer's side by strain and declarer, int8[5, 4]."""
_Sides = tuple[BiddingSide, BiddingSide]
"""North-South and East-West of a table."""


@frozen
class ContractFigures:
    """One deal.

    Attributes:
        families: whether one side alone bid: in ours and the record's auctions, in ours and the
            floor's, in the match of ours and the floor.
        against_record: IMPs that our contract is better than the record's.
        against_floor: IMPs that it is better than the floor's.
        match: IMPs that we win against the floor at two tables.
        from_par: IMPs between par and the scores of ours, the record's and the floor's contract,
            either way.
        kinds: what our contract is and what the record's is, of KINDS.
    """

    families: tuple[str, str, str]
    against_record: int
    against_floor: int
    match: int
    from_par: tuple[int, int, int]
    kinds: tuple[str, str]


@frozen
class _Scored:
    """An auction with the double-dummy score of its contract for North and South."""

    auction: Auction
    score: int


@frozen
class ContractPlan:
    """Who bids.

    Attributes:
        ours: the file of our system.
        floor: that of the system that it is compared with, which never thinks.
        thought: how our players think; None if they do not.
    """

    ours: Path
    floor: Path
    thought: ThoughtSpec | None = None


def contract_chunk(
    plan: ContractPlan, records: Sequence[AuctionRecord]
) -> list[ContractFigures]:  # fmt: skip
    """The figures of some boards; those without all four hands are left out."""
    tables = _tables(plan)
    boards = [record.board for record in records if all(record.board.hands)]
    solved = double_dummy_tables(map(_deal, boards), memory_mb=_MEMORY_MB)
    return [_board(tables, board, table) for board, table in zip(boards, solved, strict=True)]


@cache
def _tables(plan: ContractPlan) -> list[_Sides]:
    """Ours at both sides, the floor at both, ours North-South against the floor, the reverse."""
    ours, floor = str(plan.ours), str(plan.floor)
    us = SystemSpec(ours, plan.thought)
    return [
        (_side_of(us, ours), _side_of(us, ours)),
        (_side_of(SystemSpec(floor), floor), _side_of(SystemSpec(floor), floor)),
        (_side_of(us, floor), _side_of(SystemSpec(floor), ours)),
        (_side_of(SystemSpec(floor), ours), _side_of(us, floor)),
    ]


def _side_of(spec: SystemSpec, theirs: str) -> BiddingSide:
    """A side against a system that it knows."""
    return open_side(spec.system, spec, SystemSpec(theirs), patience=1.0)


def report(found: Sequence[ContractFigures]) -> str:
    """The table.

    Raises:
        ValueError: if there is no board.
    """
    if not found:
        raise ValueError("a report needs at least one board")
    head = ("auctions", "IMPs a board against the records", "against the floor alone",
            "match against the floor")  # fmt: skip
    lines = [_line(head)]
    for family in (CONSTRUCTIVE, CONTESTED, ALL):
        columns = (
            [one.against_record for one in found if family in (one.families[0], ALL)],
            [one.against_floor for one in found if family in (one.families[1], ALL)],
            [one.match for one in found if family in (one.families[2], ALL)],
        )
        lines.append(_line((family, *map(_cell, columns))))
    distances = [mean([one.from_par[index] for one in found]) for index in range(3)]
    names = ("ours", "the records'", "the floor's")
    told = ", ".join(
        f"{name} {one.value:.2f} ({one.low:.2f} to {one.high:.2f})"
        for name, one in zip(names, distances, strict=True)
    )
    return "\n".join(
        [
            *lines,
            "",
            f"IMPs between contract and par, either way: {told}",
            "constructive: one side alone bids, and its scores are compared",
            "contested: distances from par are compared",
            "",
            *by_kind([(one.kinds, one.against_record) for one in found], ("ours", "records")),
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
            told = interval_text(mean(gains))
            row = (f"{pair[0]:<12}", f"{pair[1]:<12}", f"{len(gains):>8}", f"{told:>30}")
            lines.append("".join((*row, f"{sum(gains):>+8}")))
    return lines


def _line(cells: Sequence[str]) -> str:
    return f"{cells[0]:<14}" + "".join(f"{cell:>36}" for cell in cells[1:])


def _cell(values: Sequence[int]) -> str:
    if not values:
        return "-"
    return f"{interval_text(mean(values))} of {len(values)}"


def interval_text(found: Estimate) -> str:
    """A mean of IMPs with its interval."""
    return f"{found.value:+.2f} ({found.low:+.2f} to {found.high:+.2f})"


def _deal(board: Board) -> Deal:
    north, east, south, west = (hand or Hand(0) for hand in board.hands)
    return Deal((north, east, south, west))


def _board(tables: Sequence[_Sides], board: Board, table: TrickTable) -> ContractFigures:
    ours, floor, away, home = (
        _scored(_bid(sides, board), board.vulnerability, table) for sides in tables
    )
    theirs = _scored(board.auction, board.vulnerability, table)
    best = par(table.tolist(), board.vulnerability, board.dealer).score
    sides = (
        _side(ours.auction, theirs.auction),
        _side(ours.auction, floor.auction),
        _side(away.auction, home.auction),
    )
    north, east, west = (CONTESTED if side is None else CONSTRUCTIVE for side in sides)
    distances = [abs(imps(one.score - best)) for one in (ours, theirs, floor)]
    return ContractFigures(
        (north, east, west),
        _gain(sides[0], ours, theirs, distances[1] - distances[0]),
        _gain(sides[1], ours, floor, distances[2] - distances[0]),
        imps(away.score - home.score),
        (distances[0], distances[1], distances[2]),
        (contract_kind(ours.auction), contract_kind(theirs.auction)),
    )


def contract_kind(auction: Auction) -> str:
    """What an auction ends in, one of `KINDS`."""
    contract = auction.contract
    if contract is None:
        return PASSED_OUT
    if contract.doubled:
        return DOUBLED
    if contract.level >= 6:
        return SLAM
    return GAME if contract.level >= GAME_LEVEL[contract.strain] else PART_SCORE


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


def _bid(sides: _Sides, board: Board) -> Auction:
    """The auction of two sides on the cards of a board."""
    board = Board.begin(board.number, board.dealer, board.vulnerability, _deal(board))
    while board.phase is Phase.AUCTION:
        seat = board.auction.turn
        board = board.apply(Called(seat, sides[seat.side].call(board.seen_by(seat))))
    return board.auction


def _scored(auction: Auction, vulnerability: Vulnerability, table: TrickTable) -> _Scored:
    contract = auction.contract
    if contract is None:
        return _Scored(auction, 0)
    tricks = int(table[contract.strain, contract.declarer])
    return _Scored(auction, side_score(contract, tricks, vulnerability))
