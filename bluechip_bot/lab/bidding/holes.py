"""Find the contexts in which a system's calls lose to those of the players of records.

At every decision of a record the system's call is compared with the player's. Where they differ,
the system bids on from its own call for all four players, and its contract is compared, double
dummy, with the record's. A context is an auction without the names of suits, so that losses after
1H (2D) and after 1S (2C) are added up: holes in a book show as contexts that cost much.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import define, evolve, field, frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.table import BiddingTable, points
from bluechip_bot.lab.estimates import aligned
from bluechip_bot.model import PASS, Auction, Board, Call, Side, Strain, imps

_MEMORY_MB: Final = 64
_MOST_CALLS: Final = 40
"""The longest auction that is bid on; in a longer one the system has lost its way."""
_MAJORS: Final = (Strain.HEARTS, Strain.SPADES)
_SEATS: Final = ("first", "second", "third", "fourth")


@frozen
class CallDifference:
    """A decision on which the system and the player disagree; `before` is the auction before it.

    `context` and `calls` are that auction, the system's call and the player's, as `context_of`
    writes them. `board` has the player's auction; `ours` is the system's, and `reason` the rule of
    the system's call. `cost` is how much better the player's contract is for the caller's side, in
    IMPs, double dummy.
    """

    context: str
    calls: tuple[str, str]
    board: Board
    before: Auction
    ours: Auction
    reason: str
    cost: int


@define
class CallComparison:
    """A comparison over some boards: the number of decisions by context, and the differences."""

    boards: int = 0
    decisions: Counter[str] = field(factory=Counter)
    differences: list[CallDifference] = field(factory=list)


def compare_chunk(table: BiddingTable, records: Sequence[AuctionRecord]) -> CallComparison:
    """Compare the decisions of some boards; boards without all four hands are left out."""
    bidder, solver, found = table.bidder(), DoubleDummy(_MEMORY_MB), CallComparison()
    for board in (record.board for record in records if all(record.board.hands)):
        found.boards += 1
        for at, call in enumerate(board.auction.calls):
            before = evolve(board.auction, calls=board.auction.calls[:at])
            found.decisions[context_of(before)] += 1
            difference = _difference(bidder, solver, board, before, call)
            if difference is not None:
                found.differences.append(difference)
    return found


def together(parts: Iterable[CallComparison]) -> CallComparison:
    """Return the comparisons of all parts as one."""
    found = CallComparison()
    for part in parts:
        found.boards += part.boards
        found.decisions += part.decisions
        found.differences += part.differences
    return found


def context_of(auction: Auction) -> str:
    """Return an auction as the player to call sees it, without names of suits: `1M (2m) X (P)`.

    The opponents' calls are in brackets. M and m are the first major and minor that were bid, oM
    and om the other ones. Passes before the first bid are left out; `first seat` to `fourth seat`
    stand for an auction without a bid.
    """
    return " ".join(_named(auction, auction.turn.side)) or f"{_SEATS[len(auction.calls)]} seat"


def _named(auction: Auction, side: Side) -> list[str]:
    """Return the calls from the first bid on; those of the other side are in brackets."""
    names: dict[Strain, str] = {Strain.NOTRUMP: "NT"}
    found: list[str] = []
    for index, call in enumerate(auction.calls):
        if found or call != PASS:
            text = call_name(call, names)
            found.append(text if auction.caller(index).side is side else f"({text})")
    return found


def call_name(call: Call, names: dict[Strain, str]) -> str:
    """Return a call with a letter for its suit, as in `1M`; a suit new to `names` is added."""
    if not call.is_bid:
        return str(call)
    if call.strain not in names:
        letter = "M" if call.strain in _MAJORS else "m"
        names[call.strain] = f"o{letter}" if letter in names.values() else letter
    return f"{call.level}{names[call.strain]}"


def _difference(
    bidder: Bidder, solver: DoubleDummy, board: Board, before: Auction, theirs: Call
) -> CallDifference | None:
    deal = board.deal
    choice = bidder.choose(deal[before.turn], before, board.vulnerability)
    if choice.call == theirs:
        return None
    ours = begun = before.with_call(choice.call)
    while not ours.is_over and len(ours.calls) < _MOST_CALLS:
        ours = ours.with_call(bidder.choose(deal[ours.turn], ours, board.vulnerability).call)
    scores = []
    for contract in (board.contract, ours.contract):
        tricks = solver.tricks(deal, contract.strain, contract.declarer) if contract else 0
        scores.append(points(contract, tricks, board.vulnerability))
    gain = imps(scores[0] - scores[1])
    side = before.turn.side
    last = [
        (_named(auction, side) or [str(PASS)])[-1] for auction in (begun, before.with_call(theirs))
    ]
    return CallDifference(
        context_of(before),
        (last[0], last[1]),
        board,
        before,
        ours,
        choice.reason,
        gain if side is Side.NS else -gain,
    )


def report(found: CallComparison, contexts: int) -> str:
    """Return a table of the `contexts` that cost most, each with its costliest pair of calls."""
    groups: defaultdict[str, list[CallDifference]] = defaultdict(list)
    for one in found.differences:
        groups[one.context].append(one)
    costs = {context: sum(one.cost for one in group) for context, group in groups.items()}
    rows: list[tuple[object, ...]] = [
        ("IMPs", "differ", "of", "context", "IMPs", "times", "costliest")
    ]
    for context in sorted(costs, key=lambda one: (-costs[one], one))[:contexts]:
        group = groups[context]
        pairs: Counter[tuple[str, str]] = Counter()
        for one in group:
            pairs[one.calls] += one.cost
        calls, cost = max(pairs.items(), key=lambda item: (item[1], item[0]))
        times = sum(one.calls == calls for one in group)
        decisions = found.decisions[context]
        row = (f"{costs[context]:+}", len(group), decisions, context, f"{cost:+}", times)
        rows.append((*row, " for ".join(calls)))
    differ = f"{len(found.differences)} that differ, {sum(costs.values()):+d} IMPs"
    head = f"boards: {found.boards}; decisions: {found.decisions.total()}, of these {differ}"
    return "\n".join([head, "", *aligned(">>><>><", rows)])


def examples(found: CallComparison, context: str, count: int) -> Iterator[str]:
    """Yield four lines for each of the `count` costliest decisions of a context."""
    group = [one for one in found.differences if one.context == context]
    for one in sorted(group, key=lambda one: -one.cost)[:count]:
        board, before = one.board, one.before
        calls = len(before.calls)
        yield (
            f"{one.cost:+d} IMPs: {before.turn} {board.hands[before.turn]}, "
            f"{board.vulnerability} vulnerable, {before or 'first call'}"
        )
        yield f"  ours   {one.ours.calls[calls]}, by {one.reason}: {one.ours}"
        yield f"  theirs {board.auction.calls[calls]}: {board.auction}"
        yield f"  {' '.join(map(str, board.hands))}"
