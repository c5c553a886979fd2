"""Self-play: what goes wrong is counted."""

from collections import Counter
from typing import ClassVar

import pytest
from attrs import evolve

from bluechip_bot.bidding.position import BiddingPosition, CallChoice
from bluechip_bot.config import conf_dir
from bluechip_bot.lab.bidding import selfplay
from bluechip_bot.lab.bidding.selfplay import (
    BidDeals,
    SelfPlayPlan,
    chance_of,
    fault_lines,
    random_call,
    report,
    together,
)
from bluechip_bot.lab.bidding.side import ThinkingSide, ThoughtSpec
from bluechip_bot.lab.bidding.table import BiddingTable
from bluechip_bot.model import PASS, Auction, Board, Call, Hand, Seat
from bluechip_bot.simulation import CallDeliberation

SYSTEMS = conf_dir() / "systems"
SAYC = BiddingTable(SYSTEMS / "sayc.toml", SYSTEMS / "sayc.toml")
FLOOR = BiddingTable(SYSTEMS / "floor.toml", SYSTEMS / "floor.toml")


def timeless(played: BidDeals) -> Counter[str]:
    """Return the counts without times."""
    return Counter({**played.counts, "nanoseconds": 0})


def test_parts_add_up() -> None:
    """The deals of a seed are the same alone and together."""
    plan = SelfPlayPlan(FLOOR, 1, strangers=True)
    whole = selfplay.play_chunk(plan, range(1, 7))
    parts = together(selfplay.play_chunk(plan, [number]) for number in range(1, 7))
    assert timeless(whole) == timeless(parts)
    assert (whole.faults, whole.boards) == (parts.faults, parts.boards)
    assert whole.counts["deals"] == 6
    assert all(board.auction.is_over for board in whole.boards.values())


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
    played = selfplay.play_chunk(SelfPlayPlan(FLOOR, 1), [1])
    assert (played.counts[kind], played.counts["calls"]) == (1, 0)
    (line,) = fault_lines(played, 5)
    assert line.startswith(f"{kind}, deal 1: N, None: no call, North ")


def test_random_calls_are_repeated() -> None:
    """A deal's random calls depend on seed and number, not on the other deals."""
    auction = Auction(Seat.NORTH)
    calls = [random_call(auction, 2, chance_of(4, number)) for number in (2, 2, *range(30))]
    assert calls[0] == calls[1]
    assert len(set(calls)) > 5


def test_report() -> None:
    """Each count has its line, and the last one the milliseconds of a call."""
    played = selfplay.play_chunk(SelfPlayPlan(FLOOR, 1), range(1, 5))
    counts = played.counts
    lines = [line.split() for line in report(played).splitlines()]
    assert lines[:2] == [["deals", "4"], ["calls", str(counts["calls"])]]
    each = float(lines[-1][-1])
    assert each == pytest.approx(counts["nanoseconds"] / counts["calls"] / 1e6, abs=0.006)
    assert report(together([])).splitlines()[0].split() == ["deals", "0"]


def test_players_who_think() -> None:
    """Departures from the system are counted, and none is a fault, however it is read."""
    plan = SelfPlayPlan(FLOOR, 3, thought=ThoughtSpec(layouts=4))
    found = [selfplay.play_chunk(plan, [1]) for _ in range(2)]
    assert timeless(found[0]) == timeless(found[1])
    assert found[0].counts["deals"] == 1
    assert not found[0].faults
    book = selfplay.play_chunk(evolve(plan, thought=None), [1])
    assert book.counts["departed"] == 0


def test_a_departure_that_is_misread_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who always passes departs; his reading then excludes hands that would bid."""
    monkeypatch.setattr(ThinkingSide, "deliberate", passing)
    plan = SelfPlayPlan(SAYC, 1, thought=ThoughtSpec(layouts=4))
    found = selfplay.play_chunk(plan, range(1, 20))
    assert found.counts["calls"] == 4 * 19
    assert found.counts["departed"] >= found.counts["misread"] > 0
    assert not found.faults


def passing(_: ThinkingSide, board: Board) -> CallDeliberation:
    """Return a pass without thought."""
    assert sum(hand is not None for hand in board.hands) == 1
    return CallDeliberation(CallChoice(PASS, "a test"))
