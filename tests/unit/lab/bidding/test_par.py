"""What a bidder's contracts lose to the best ones of the two hands."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.lab.bidding.par import (
    ContextList,
    ParOutcome,
    ParPlan,
    SideTricks,
    contexts,
    report,
)
from bluechip_bot.lab.bidding.side import SystemSpec
from bluechip_bot.lab.bidding.table import random_deal, stronger
from bluechip_bot.model import PASS, Call, Contract, Deal, Seat, Side, Strain

DEAL = Deal.parse("N:AKQ2.K73.AJ4.Q86 T98.QJ2.KT9.KJT9 J543.A65.Q32.A32 76.T984.8765.754")
PLAN = ParPlan(SystemSpec("floor"), seed=3, layouts=2)


def outcome(calls: str, tricks: str = "Saa9/998 N987/987", number: int = 1) -> ParOutcome:
    """The outcome of `DEAL` after calls of North and South, who passed over silent opponents."""
    auction = [call for text in calls.split() for call in (Call.parse(text), PASS)]
    auction += [PASS] * (4 - len(auction))
    return ParOutcome(number, DEAL, SideTricks.parse(tricks), tuple(auction))


@pytest.mark.parametrize(
    ("calls", "lost"),
    [
        ("1NT 2C 2S 4S P", (0 + 0 + 0) / 3),
        ("1S 2S P", (6 + 6 - 5) / 3),  # 420, 420 and -50; 170, 170 and 140
        ("1NT P", (7 + 7 - 4) / 3),  # 150, 120 and 90
        ("P P", (9 + 9 - 2) / 3),
    ],
)
def test_lost(calls: str, lost: float) -> None:
    """The best contract has the best mean score; the loss is the mean of the IMPs."""
    found = outcome(calls)
    assert found.best == Contract(4, Strain.SPADES, Seat.NORTH)
    assert found.lost == pytest.approx(lost)


def test_no_contract_is_best_where_all_lose() -> None:
    """Who can make nothing passes; a contract that goes down has lost its points."""
    found = outcome("1NT P", "N55/55")
    assert found.best is None
    assert found.lost == 3


@pytest.mark.parametrize("text", ["", "S", "S12", "S1/2 H12/34", "Sa/e", "Z1/1", "S1/1/1"])
def test_tricks_that_cannot_be_read(text: str) -> None:
    """Texts that are no tricks of two declarers on the same layouts."""
    with pytest.raises(ValueError):  # noqa: PT011 - whatever numpy says
        SideTricks.parse(text)


def test_deals() -> None:
    """The side with more points bids alone; deals on which it has too few are dealt again."""
    strong = evolve(PLAN, points=30, layouts=1).open().play((1, None)).deal
    assert sum(hand.hcp for hand in strong.hands[stronger(strong) :: 2]) >= 30
    player = evolve(PLAN, layouts=3).open()
    solver = DoubleDummy(16)
    for number in range(1, 5):
        found = player.play((number, None))
        assert ParOutcome.from_row(found.to_row()) == found
        assert found.deal == random_deal(3, number)
        assert sum(hand.hcp for hand in found.deal.hands[found.side :: 2]) >= 20
        callers = [found.calls.caller(index).side for index in range(len(found.auction))]
        others = [
            call
            for call, side in zip(found.auction, callers, strict=True)
            if side is not found.side
        ]
        assert set(others) == {PASS}
        table = solver.table(found.deal)[:, found.side :: 2]
        solved = found.tricks.table[:, 0, 0] >= 0
        assert solved[Strain.NOTRUMP]
        assert np.array_equal(found.tricks.table[solved][:, :, 0], table[solved])
        again = player.play((number, found.tricks))
        assert again == found


def test_known_tricks() -> None:
    """Tricks that are known are not solved again, those of another strain are."""
    player = PLAN.open()
    number = next(
        number
        for number in range(1, 50)
        if (contract := player.play((number, None)).contract) and contract.strain < 4
    )
    found = player.play((number, SideTricks.parse("Ndd/dd")))
    assert found.best == Contract(7, Strain.NOTRUMP, Seat(found.side))
    assert found.contract is not None
    assert found.tricks.table[found.contract.strain].min() >= 0


def test_contexts() -> None:
    """A context is the longest beginning that enough deals share, without the names of suits."""
    auctions = ["1S 2S P", "1H 2H P", "1S 4S P", "1C 1S 2S 4S P", "P 1NT P"]
    rows = [
        outcome(calls, "S99/99 H99/99 N99/99", number)
        for number, calls in zip((1, 5, 9, 13, 17), auctions, strict=True)
    ]
    found = {context: len(group) for context, group in contexts(rows, 2).items()}
    assert found == {"1M 2M P": 2, "1M ...": 1, "...": 2}
    assert set(contexts(rows, 1)) == {"1M 2M P", "1M 4M P", "1m 1M 2M 4M P", "P 1NT P"}


def test_report() -> None:
    """The costliest contexts come first, with examples; one alone if it is asked for."""
    rows = [outcome(calls, number=number) for number, calls in ((1, "1S 2S P"), (17, "1NT P"))]
    lines = report(PLAN, rows, ContextList(least=1, show=1)).splitlines()
    assert "deals               2 of seed 3, 2 layouts each" in lines
    assert f"IMPs lost a deal    {(7 + 10) / 6:.3f}" in lines[2]
    listed = [line for line in lines if line.endswith("part score for game (1)")]
    assert [line.split()[4:6] for line in listed] == [["1NT", "P"], ["1M", "2M"]]
    assert lines[-1].endswith("None vulnerable: 1S P 2S P P P")
    only = report(PLAN, rows, ContextList(1, only="1M 2M P")).splitlines()
    assert len([line for line in only if line.endswith("part score for game (1)")]) == 1
    assert Side.NS is rows[0].side


def test_another_bidder() -> None:
    """Where two auctions differ first, with the IMPs that the other call is better."""
    rows = [outcome(calls, number=number) for number, calls in ((1, "1S 2S P"), (17, "1NT P"))]
    others = [outcome("1S 4S P"), outcome("1NT P", number=17)]
    lines = report(PLAN, rows, ContextList(least=1), others).splitlines()
    start = next(at for at, line in enumerate(lines) if line.endswith("its call for ours"))
    assert f"wins: {+7 / 6:+.3f} (" in lines[start - 2]
    listed = [line.split() for line in lines[start + 1 :] if "for" in line.split()]
    assert listed == [["+2.3", "1", "+2.33", "1M", "4M", "for", "2M"]]
    assert lines[-1].endswith("it: 1S P 4S P P P")


def test_suits_of_one_name() -> None:
    """Calls that differ in a suit that is named first differ, although they have one name."""
    rows = [outcome("1NT 3C P", "Saa9/998 Caaa/999 D999/999")]
    others = [outcome("1NT 3D P", "Saa9/998 Caaa/999 D999/999")]
    lines = report(PLAN, rows, ContextList(least=1), others).splitlines()
    assert any(line.endswith("3m for 3m") for line in lines)
