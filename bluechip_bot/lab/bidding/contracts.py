"""Compare the contracts that a system reaches with those of records, double dummy.

A deal is bid by four players of the system and by the record's players. If only one side bids in
the two auctions, its double-dummy scores are compared; otherwise the distances from par are
compared, since a score that is good for one side is bad for the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from attrs import frozen

from bluechip_bot.engine import DoubleDummy, solve_each
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.side import SystemSpec, bid_between, side_in_worker
from bluechip_bot.lab.bidding.table import KINDS, contract_kind, points
from bluechip_bot.lab.estimates import aligned, mean
from bluechip_bot.model import PASS, Board, Side, imps
from bluechip_bot.model.par import par

_MEMORY_MB: Final = 64


@frozen
class ContractFigures:
    """The comparison of our contract on a deal with the record's; pairs have ours first.

    A deal is contested if each side bids in at least one auction. `gain` is ours, in IMPs;
    `from_par` has the IMPs between score and par, `kinds` the kinds of contract (`table.KINDS`).
    """

    is_contested: bool
    gain: int
    from_par: tuple[int, int]
    kinds: tuple[str, str]


def contract_chunk(
    system: SystemSpec, records: Sequence[AuctionRecord]
) -> list[ContractFigures]:  # fmt: skip
    """Compare the contracts of some boards; those without all four hands are left out."""
    sides = side_in_worker("NS", system, 1.0), side_in_worker("EW", system, 1.0)
    boards = [record.board for record in records if all(record.board.hands)]
    deals = [board.deal for board in boards]
    solved = solve_each(DoubleDummy.table, deals, memory_mb=_MEMORY_MB)
    found = []
    for board, deal, table in zip(boards, deals, solved, strict=True):
        fresh = Board.begin(board.number, board.dealer, board.vulnerability, deal)
        bid = bid_between(sides, fresh)
        contracts = bid.contract, board.contract
        ours, theirs = (
            points(one, int(table[one.strain, one.declarer]) if one else 0, board.vulnerability)
            for one in contracts
        )
        best = par(table.tolist(), board.vulnerability, board.dealer).score
        distances = (abs(imps(ours - best)), abs(imps(theirs - best)))
        callers = {
            auction.caller(index).side
            for auction in (bid.auction, board.auction)
            for index, call in enumerate(auction.calls)
            if call != PASS
        }
        is_contested = len(callers) == 2
        gain = imps(ours - theirs) * (-1 if callers == {Side.EW} else 1)
        if is_contested:
            gain = distances[1] - distances[0]
        kinds = contract_kind(contracts[0]), contract_kind(contracts[1])
        found.append(ContractFigures(is_contested, gain, distances, kinds))
    return found


def report(found: Sequence[ContractFigures]) -> str:
    """Return tables of the mean gains and of the contracts reached, for at least one board."""
    families = {
        "constructive": [one.gain for one in found if not one.is_contested],
        "contested": [one.gain for one in found if one.is_contested],
        "all": [one.gain for one in found],
    }
    rows = [
        (name, f"{mean(gains):+.2f} of {len(gains)}" if gains else "-")
        for name, gains in families.items()
    ]
    ours, records = (f"{mean([one.from_par[index] for one in found]):.2f}" for index in (0, 1))
    return "\n".join(
        [
            *aligned("<>", [("auctions", "IMPs a board against the records"), *rows]),
            "",
            f"IMPs between contract and par, either way: ours {ours}, the records' {records}",
            "constructive: one side alone bids, and its scores are compared",
            "contested: distances from par are compared",
            "",
            *by_kind([(one.kinds, one.gain) for one in found], ("ours", "records")),
        ]
    )


def by_kind(
    kinds: Sequence[tuple[tuple[str, str], float]], names: tuple[str, str]
) -> list[str]:  # fmt: skip
    """Return a table of the IMPs won by pair of contract kinds; `names` head its two columns."""
    rows: list[tuple[object, ...]] = [(*names, "boards", "IMPs a board", "in all")]
    for pair in product(KINDS, KINDS):
        gains = [gain for kind, gain in kinds if kind == pair]
        if gains:
            rows.append((*pair, len(gains), f"{mean(gains):+.2f}", f"{sum(gains):+.0f}"))
    return aligned("<<>>>", rows)
