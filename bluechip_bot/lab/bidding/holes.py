"""Where the calls of a system lose to those that players of records made, by context.

At every decision of a record the system's call stands beside the player's. Where they differ, the
system bids on from its own call for all four players, and its contract is compared, double dummy,
with the record's. A context is an auction whose suits have no names, so that what went wrong after
1H (2D) and after 1S (2C) is added up: holes of a book show as contexts that cost much.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeVar

from attrs import define, evolve, field, frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.table import BiddingTable, deal_on, points
from bluechip_bot.model import PASS, Auction, Board, Call, Hand, Side, Strain, imps

_Key = TypeVar("_Key")

_MEMORY_MB: Final = 64
_MOST_CALLS: Final = 40
"""An auction of more calls is left as it stands; the system has lost its way in it."""
_MAJORS: Final = (Strain.HEARTS, Strain.SPADES)
_SEATS: Final = ("first", "second", "third", "fourth")


@frozen
class CallDifference:
    """A decision on which the system and the player disagree.

    Attributes:
        context: the auction, as of `context_of`.
        calls: the system's call and the player's, told in the same way.
        board: the board with all hands and the player's auction.
        before: the calls before the decision.
        ours: the auction that the system bids, its own call the first.
        reason: the rule that made the system's call.
        cost: the IMPs by which the player's contract is better for his side, double dummy.
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
    """The decisions of some boards.

    Attributes:
        boards: how many boards there were.
        decisions: how many there were in each context.
        differences: those on which the system and the players disagree.
    """

    boards: int = 0
    decisions: Counter[str] = field(factory=Counter)
    differences: list[CallDifference] = field(factory=list)


def compare_chunk(
    table: BiddingTable, records: Sequence[AuctionRecord], *, first: bool = False
) -> CallComparison:
    """The decisions of some boards; boards without all four hands are left out.

    Args:
        table: the system.
        records: the boards.
        first: whether a side's decisions end with the first on which the system differs: after it
            the player's partner does not speak the system.
    """
    bidder, solver, found = table.bidder(), DoubleDummy(_MEMORY_MB), CallComparison()
    for board in (record.board for record in records if all(record.board.hands)):
        found.boards += 1
        left: set[Side] = set()
        for at, call in enumerate(board.auction.calls):
            before = evolve(board.auction, calls=board.auction.calls[:at])
            if before.turn.side in left:
                continue
            found.decisions[context_of(before)] += 1
            difference = _difference(bidder, solver, board, before, call)
            if difference is not None:
                found.differences.append(difference)
                if first:
                    left.add(before.turn.side)
    return found


def together(parts: Iterable[CallComparison]) -> CallComparison:
    """The decisions of all parts."""
    found = CallComparison()
    for part in parts:
        found.boards += part.boards
        found.decisions += part.decisions
        found.differences += part.differences
    return found


def context_of(auction: Auction) -> str:
    """An auction as the player to call sees it, without the names of suits: `1M (2m) X (P)`.

    The opponents' calls stand in brackets. M and m are the first major and minor that were named,
    oM and om the other ones. Passes before the first bid are left out; `first seat` to
    `fourth seat` stand for an auction without a bid.
    """
    return " ".join(_named(auction, auction.turn.side)) or f"{_SEATS[len(auction.calls)]} seat"


def _named(auction: Auction, side: Side) -> list[str]:
    """The calls from the first that is not a pass, those of the other side in brackets."""
    names: dict[Strain, str] = {Strain.NOTRUMP: "NT"}
    told: list[str] = []
    for index, call in enumerate(auction.calls):
        if told or call != PASS:
            text = call_name(call, names)
            told.append(text if auction.caller(index).side is side else f"({text})")
    return told


def call_name(call: Call, names: dict[Strain, str]) -> str:
    """A call without the name of its suit, whose name is added where it is new.

    Args:
        call: the call.
        names: of notrump and of the suits that were named before; a new one is added.
    """
    if not call.is_bid:
        return str(call)
    if call.strain not in names:
        letter = "M" if call.strain in _MAJORS else "m"
        names[call.strain] = f"o{letter}" if letter in names.values() else letter
    return f"{call.level}{names[call.strain]}"


def _difference(
    bidder: Bidder, solver: DoubleDummy, board: Board, before: Auction, theirs: Call
) -> CallDifference | None:
    choice = bidder.choose(_hand(board, before), before, board.vulnerability)
    if choice.call == theirs:
        return None
    ours = begun = before.with_call(choice.call)
    while not ours.is_over and len(ours.calls) < _MOST_CALLS:
        next_choice = bidder.choose(_hand(board, ours), ours, board.vulnerability)
        ours = ours.with_call(next_choice.call)
    gain = imps(_score(solver, board, board.auction) - _score(solver, board, ours))
    side = before.turn.side
    return CallDifference(
        context_of(before),
        (_last_name(begun, side), _last_name(before.with_call(theirs), side)),
        board,
        before,
        ours,
        choice.reason,
        gain if side is Side.NS else -gain,
    )


def _last_name(auction: Auction, side: Side) -> str:
    """The last call, as `context_of` writes it."""
    return (_named(auction, side) or [str(PASS)])[-1]


def _hand(board: Board, auction: Auction) -> Hand:
    hand = board.hands[auction.turn]
    assert hand is not None
    return hand


def _score(solver: DoubleDummy, board: Board, auction: Auction) -> int:
    contract = auction.contract
    if contract is None:
        return 0
    tricks = solver.tricks(deal_on(board), contract.strain, contract.declarer)
    return points(contract, tricks, board.vulnerability)


def report(found: CallComparison, contexts: int) -> str:
    """The contexts that cost most, each with the pair of calls that costs most in it.

    Args:
        found: the decisions.
        contexts: how many to list.
    """
    groups = _grouped(found.differences, lambda one: one.context)
    made = sum(found.decisions.values())
    differ = f"{len(found.differences)} that differ, {_cost(found.differences):+d} IMPs"
    lines = [
        f"boards: {found.boards}; decisions: {made}, of these {differ}",
        "",
        f"{'IMPs':>6}{'differ':>8}{'of':>7}  {'context':<44}{'IMPs':>6}{'times':>7}  costliest",
    ]
    costliest = sorted(groups.items(), key=lambda item: (-_cost(item[1]), item[0]))
    for context, group in costliest[:contexts]:
        pairs = _grouped(group, lambda one: one.calls)
        calls, worst = max(pairs.items(), key=lambda item: (_cost(item[1]), item[0]))
        lines.append(
            f"{_cost(group):>+6}{len(group):>8}{found.decisions[context]:>7}  {context:<44}"
            f"{_cost(worst):>+6}{len(worst):>7}  {calls[0]} for {calls[1]}"
        )
    return "\n".join(lines)


def examples(found: CallComparison, context: str, count: int) -> Iterator[str]:
    """Yield the costliest decisions of a context, four lines each.

    Args:
        found: the decisions.
        context: as `context_of` writes it.
        count: the most decisions.
    """
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


def _grouped(
    differences: Sequence[CallDifference], key: Callable[[CallDifference], _Key]
) -> dict[_Key, list[CallDifference]]:
    groups: defaultdict[_Key, list[CallDifference]] = defaultdict(list)
    for one in differences:
        groups[key(one)].append(one)
    return groups


def _cost(group: Sequence[CallDifference]) -> int:
    return sum(one.cost for one in group)
