"""The fit of how firmly calls are believed."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.reading.ladder import CallKind
from bluechip_bot.bidding.reading.softness import ReadingSoftness, SoftnessProfiles
from bluechip_bot.bidding.settings import load_bidding
from bluechip_bot.constraints import Box
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.table import random_deal
from bluechip_bot.lab.fit.profiles import (
    StrayCall,
    even_importance,
    fitted_margins,
    misses,
    rebid,
    strays,
)
from bluechip_bot.lab.fit.softness import LEAST, CallExample, deal_hands, examples, fitted, observer
from bluechip_bot.model import Board, Seat, Side

PROFILES: SoftnessProfiles = load_bidding().softness
BOXES = Box((12, 21), ((5, 13), (0, 13), (0, 13), (0, 13)))


def with_profile(profile: ReadingSoftness) -> Bidder:
    """Both sides on the floor, all calls believed alike."""
    return Partnership(partner=profile, opponents=profile).bidder(Side.NS)


def records(count: int) -> list[AuctionRecord]:
    """Deals bid by the floor."""
    boards = [Board.begin(number, deal=random_deal(1, number)) for number in range(1, count + 1)]
    found = [AuctionRecord("deals", board, (), held_out=False) for board in boards]
    return list(rebid(found, with_profile(PROFILES.partner)))


def bits(sample: Iterable[AuctionRecord], bidder: Bidder) -> float:
    """The mean log2 of the weight of a true hand over the mean weight of random ones."""
    found = []
    for board in (record.board for record in sample):
        readings = bidder.read(board.auction, board.vulnerability)
        for seat, hands in deal_hands(board, observer(board), 60, 0).items():
            weights = readings[seat].weights(hands)
            found.append(np.log2(weights[0] / weights[1:].mean()))
    return float(np.mean(found))


def test_hands_are_dealt_from_the_unseen_cards() -> None:
    """The first hand is the true one; the others have thirteen cards that the observer lacks."""
    deal = random_deal(1, 1)
    found = deal_hands(Board.begin(1, deal=deal), Seat.EAST, 50, 7)
    assert list(found) == [Seat.NORTH, Seat.SOUTH, Seat.WEST]
    for seat, hands in found.items():
        assert hands[0] == deal[seat].mask
        assert (np.bitwise_count(hands) == 13).all()
        assert not (hands & np.uint64(deal[Seat.EAST].mask)).any()


def test_fit_finds_the_weights_that_made_the_data() -> None:
    """From true hands drawn by known weights the fit returns about these, falling outwards."""
    generator = np.random.default_rng(5)
    truth, factor = np.array([1.0, 0.5, 0.5, 0.25, 0.25, 0.1, 0.1, 0.1]), 0.3
    data = []
    for _ in range(1500):
        levels = generator.integers(0, 8, 20).astype(np.int16)
        differs = generator.random(20) < 0.5
        weights = truth[levels] * np.where(differs, factor, 1.0)
        first = generator.choice(20, p=weights / weights.sum())
        rows = np.concatenate(([first], np.arange(20)))
        data.append([CallExample(CallKind.BID, levels[rows], differs[rows])])
    found = fitted(data, ReadingSoftness("made up"))
    grades = np.array(found.grades["bid"])
    assert (np.diff(grades) <= 0).all()
    assert np.abs(np.log(grades / truth)).max() < 0.35
    assert found.other["bid"] == pytest.approx(factor, abs=0.05)
    assert set(found.grades["double"]) == {1.0}


def test_fit_to_boards_improves_on_flat_weights() -> None:
    """A profile fitted to boards tells something of them; equal weights tell nothing."""
    sample, flat = records(20), ReadingSoftness("flat", single=True)
    found = fitted(examples(sample, with_profile(flat), single=True, samples=40), flat)
    assert min(found.grades["bid"]) >= LEAST
    assert bits(sample, with_profile(flat)) == pytest.approx(0.0)
    assert bits(sample, with_profile(found)) > 1.0


def test_importance_is_how_often_an_example_counts() -> None:
    """An example of importance 3 weighs as three equal ones do; 0 leaves it out."""
    generator = np.random.default_rng(2)
    steps, same = generator.integers(0, 8, (60, 20)).astype(np.int16), np.zeros(20, bool)
    data = [[CallExample(CallKind.BID, levels, same)] for levels in steps]
    often = fitted(data[:20] * 3 + data[20:40], ReadingSoftness("made up"))
    heavy = fitted(data, ReadingSoftness("made up"), np.repeat([3.0, 1.0, 0.0], 20))
    assert heavy.grades["bid"] == pytest.approx(often.grades["bid"], rel=0.02)


def test_margins_are_as_small_as_misses_allow() -> None:
    """Of the margins that leave few hands outside, the one with the smallest boxes is taken."""
    needed = [(2, 0)] * 10 + [(0, 4)] + [(0, 0)] * 89
    found = {CallKind.BID: [StrayCall(BOXES, each) for each in needed]}
    assert fitted_margins(found, 0.02)["bid"] == (2, 0)
    assert fitted_margins(found, 0.2)["bid"] == (1, 0)
    assert fitted_margins(found, 0.0)["bid"][1] >= 4
    # too few calls of a kind: as wide as it gets
    assert fitted_margins(found, 0.02)["double"] == (9, 6)


@pytest.mark.parametrize(("groups", "points"), [(["robots"] * 200, 1), (["people"] * 20, 3)])
def test_margins_hold_for_every_group(groups: list[str], points: int) -> None:
    """The group of players that strays most sets the margin, however few its calls are."""
    groups = [*groups, *["robots"] * (200 - len(groups))]
    needed = [(3, 0)] * 2 + [(0, 0)] * 198
    calls = [StrayCall(BOXES, each, group) for each, group in zip(needed, groups, strict=True)]
    assert fitted_margins({CallKind.BID: calls}, 0.02)["bid"] == (points, 0)


def test_own_hands_need_no_margin() -> None:
    """Whoever bids by the rules never strays outside of their outer boxes, whatever is pooled."""
    sample, bidder = records(10), with_profile(PROFILES.partner)
    found = strays(sample, bidder)
    assert all(misses(calls, (0, 0)) == 0 for calls in found.values())
    together = strays(sample, bidder, pooled=dict.fromkeys(CallKind, CallKind.BID))
    assert {kind: len(calls) for kind, calls in together.items()} == {
        CallKind.BID: sum(map(len, found.values()))
    }


def test_observers_differ() -> None:
    """Boards are looked at from all seats."""
    assert {observer(record.board) for record in records(20)} == set(Seat)


@pytest.mark.parametrize(
    ("parts", "share"),
    [
        ([("robots", 600), ("robots", 300), ("people", 100)], [0.25, 0.25, 0.5]),
        # no example counts for more than others beyond a limit
        ([("robots", 500), ("robots", 2)], [0.9692, 0.0308]),
    ],
)
def test_groups_and_sources_count_alike(parts: list[tuple[str, int]], share: list[float]) -> None:
    """People count as much as robots, and each source as much as others of its group."""
    found = even_importance(parts)
    sizes = [size for _, size in parts]
    assert found.sum() == pytest.approx(len(found))
    sums = [part.sum() / len(found) for part in np.split(found, np.cumsum(sizes)[:-1])]
    assert sums == pytest.approx(share, abs=0.001)
