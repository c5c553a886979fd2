"""Self-play: deals bid together are bid as one by one, and what goes wrong is counted."""

from collections.abc import Iterable
from typing import ClassVar

import numpy as np
import pytest
from attrs import evolve

from bluechip_bot.bidding.bidder import NATURAL, Bidder, BiddingPosition
from bluechip_bot.bidding.floor.natural import CallChoice
from bluechip_bot.config import conf_dir
from bluechip_bot.lab.bidding import selfplay
from bluechip_bot.lab.bidding.auction_tree import AuctionTree
from bluechip_bot.lab.bidding.random_caller import RandomCaller
from bluechip_bot.lab.bidding.selfplay_tally import (
    BidDeals,
    CallCounts,
    NumberedDeal,
    fault_lines,
    report,
    together,
)
from bluechip_bot.lab.bidding.side import ThinkingSide, ThoughtSpec
from bluechip_bot.lab.bidding.table import BiddingTable, random_deal
from bluechip_bot.model import PASS, Board, Call, Hand
from bluechip_bot.simulation import Deliberation

SYSTEMS = conf_dir() / "systems"
SAYC = SYSTEMS / "sayc.toml"
FLOOR = SYSTEMS / "floor.toml"
NUMBERS = range(3, 3 + 16 * 12, 16)


def dealt(numbers: Iterable[int] = NUMBERS, seed: int = 1) -> list[NumberedDeal]:
    """Return some deals of one dealer and vulnerability."""
    return [NumberedDeal(number, random_deal(seed, number)) for number in numbers]


def counts(parts: Iterable[BidDeals]) -> dict[str, CallCounts]:
    """Return the tallies by family, without times."""
    return {
        family: evolve(tally, timed=0, seconds=0.0)
        for family, tally in together(parts).tallies
    }  # fmt: skip


@pytest.mark.parametrize("strangers", [False, True])
def test_together_as_one_by_one(*, strangers: bool) -> None:
    """Deals bid as a tree have the calls, families and faults of deals bid alone."""
    table = BiddingTable(FLOOR, FLOOR)
    bidder = table.bidder()
    plan = selfplay.SelfPlayPlan(table, 1, strangers=strangers)
    alone = [selfplay._play(plan, bidder, one) for one in dealt()]
    callers = [RandomCaller(1, number) for number in NUMBERS] if strangers else None
    tree = list(AuctionTree(bidder, dealt(), callers).play())
    assert counts(tree) == counts(alone)
    assert sum(tally.deals for tally in counts(tree).values()) == len(NUMBERS)
    told = [list(fault_lines(together(parts), 99)) for parts in (tree, alone)]
    assert told[0] == told[1]


def test_many_hands_at_once_are_bid_as_one() -> None:
    """The calls of a branch do not depend on how many hands it has."""
    table = BiddingTable(SAYC, SAYC)
    whole = counts(AuctionTree(table.bidder(), dealt()).play())
    each = counts(
        part for one in dealt() for part in AuctionTree(table.bidder(), [one]).play()
    )  # fmt: skip
    assert whole == each


class Faulty(BiddingPosition):
    """A position that makes the call that the test wants."""

    wanted: ClassVar[Exception | Call] = PASS

    def choose(self, hand: Hand) -> CallChoice:
        """Return the natural choice with another call, or raise."""
        if isinstance(self.wanted, Exception):
            raise self.wanted
        return evolve(super().choose(hand), call=self.wanted)


@pytest.mark.parametrize(
    ("wanted", "kind"), [(ValueError("broken"), "exceptions"), (Call(1), "illegal")]
)
def test_faults(monkeypatch: pytest.MonkeyPatch, wanted: Exception | Call, kind: str) -> None:
    """An exception or illegal call is counted, told with deal and auction, and ends its deal."""
    monkeypatch.setattr(Faulty, "wanted", wanted)
    monkeypatch.setattr("bluechip_bot.bidding.bidder.BiddingPosition", Faulty)
    played = together(AuctionTree(Bidder((NATURAL, NATURAL)), dealt([1])).play())
    ((family, tally),) = played.tallies
    assert (family, getattr(tally, kind), tally.calls) == ("passed out", 1, 0)
    (line,) = fault_lines(played, 5)
    assert line.startswith(f"{kind}, deal 1: N, None: no call, North ")


def test_chunks() -> None:
    """Every deal is in one part, and parts have one dealer and vulnerability."""
    parts = selfplay.chunks(1000, 20)
    assert sorted(number for part in parts for number in part) == list(range(1, 1001))
    assert all(len({number % 16 for number in part}) == 1 for part in parts)
    assert max(map(len, parts)) == 20
    assert [list(part) for part in selfplay.chunks(2)] == [[1], [2]]


def test_random_calls_are_repeated() -> None:
    """A deal's random calls depend on seed and number, not on the other deals."""
    auction = dealt([1])[0].auction
    calls = [[RandomCaller(4, 2).call(auction) for _ in range(3)] for _ in range(2)]
    assert calls[0] == calls[1]
    assert len({RandomCaller(4, number).call(auction) for number in range(30)}) > 5


def test_time_is_of_timed_calls() -> None:
    """Milliseconds are those of the calls that were timed, not of all."""
    text = report(together([]))
    assert text.splitlines() == [text]
    played = selfplay.play_chunk(
        selfplay.SelfPlayPlan(BiddingTable(FLOOR, FLOOR), 1), list(NUMBERS)
    )  # fmt: skip
    tally = sum_of(played)
    assert 0 < tally.timed < tally.calls
    assert tally.deals == len(NUMBERS)
    shown = float(report(played).splitlines()[-1].split()[-1])
    assert shown == pytest.approx(1000 * tally.seconds / tally.timed, abs=0.006)
    assert np.isfinite(shown)


def test_players_who_think() -> None:
    """Departures from the system are counted, and none is a fault, however it is read."""
    table = BiddingTable(SAYC, SAYC)
    plan = selfplay.SelfPlayPlan(table, 3, thought=ThoughtSpec(layouts=4))
    found = [selfplay.play_chunk(plan, list(range(1, 3))) for _ in range(2)]
    assert counts([found[0]]) == counts([found[1]])
    tally = sum_of(found[0])
    assert (tally.deals, tally.exceptions, tally.illegal, tally.outside) == (2, 0, 0, 0)
    assert tally.timed == tally.calls
    book = sum_of(selfplay.play_chunk(evolve(plan, thought=None), list(range(1, 3))))
    assert book.departed == 0


def test_a_departure_that_is_misread_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who always passes departs; his reading then excludes hands that would bid."""
    monkeypatch.setattr(ThinkingSide, "deliberate", passing)
    plan = selfplay.SelfPlayPlan(BiddingTable(SAYC, SAYC), 1, thought=ThoughtSpec(layouts=4))
    found = selfplay.play_chunk(plan, list(range(1, 20)))
    tally = sum_of(found)
    assert tally.calls == 4 * 19
    assert tally.departed >= tally.misread > 0
    assert not found.faults


def passing(_: ThinkingSide, board: Board) -> Deliberation:
    """Return a pass without thought."""
    assert sum(hand is not None for hand in board.hands) == 1
    return Deliberation(CallChoice(PASS, "a test"))


def sum_of(found: BidDeals) -> CallCounts:
    """Return the counts of all families together."""
    tally = CallCounts()
    for _, other in found.tallies:
        tally = tally.plus(other)
    return tally
