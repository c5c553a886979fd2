"""The benchmark of alpha-mu: games, columns that are asked the same, tables."""

import argparse
import itertools
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from solver import DoubleDummySolver
from solver.bench.alphamu import (
    CUTS,
    Cell,
    cuts,
    depths,
    growth,
    growth_lines,
    memory,
    plot,
    report,
    spread,
)
from solver.bench.costs import AlphaMuColumn, Cost, CostTable, compare, is_open
from solver.bench.games import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    DeclarerDecision,
    games,
    notrump_deals,
    play,
)

WORLDS = 8


@pytest.fixture(scope="module")
def game() -> list[DeclarerDecision]:
    """The decisions of a game of 32 cards."""
    return next(games(32, WORLDS, 1, memory_mb=8))


@pytest.fixture(scope="module")
def ending(game: list[DeclarerDecision]) -> list[DeclarerDecision]:
    """Its decisions of the last six tricks."""
    return [decision for decision in game if decision.left <= 6]


class Recorder:
    """A column that notes what it is asked, and in which order columns are."""

    def __init__(self, name: str, asked: list[tuple[str, int]]) -> None:
        self.name = name
        self.asked = asked

    def __call__(self, decision: DeclarerDecision) -> Cost:
        self.asked.append((self.name, id(decision)))
        return Cost(len(self.asked), float(decision.target), nodes=2)


class TestGames:
    def test_every_card_of_declarer(self, game: list[DeclarerDecision]) -> None:
        """A game holds a decision for each card of North and South, until none is left."""
        movers = [(d.leader + len(d.trick)) % 4 for d in game]
        assert sorted(movers) == [NORTH] * 8 + [SOUTH] * 8
        assert [d.left for d in game] == sorted((d.left for d in game), reverse=True)

    def test_worlds_are_one_question(self, game: list[DeclarerDecision]) -> None:
        """Worlds differ in the hands of East and West alone, and hold the same cards."""
        for decision in game:
            worlds = decision.worlds
            assert 0 < len(worlds) <= WORLDS
            assert np.all(worlds[:, [NORTH, SOUTH]] == worlds[0, [NORTH, SOUTH]])
            cards = worlds[:, EAST] | worlds[:, WEST]
            assert np.all(cards == cards[0])
            sizes = np.bitwise_count(worlds)
            assert np.all(sizes == sizes[0])

    def test_worlds_agree_with_the_play(self, game: list[DeclarerDecision]) -> None:
        """Each world is a layout that the sampler of the decision allows."""
        for decision in game:
            every = decision.sampler.enumerate(20_000)
            if every is not None:
                assert {tuple(w) for w in decision.worlds} <= {tuple(w) for w in every.worlds}

    def test_worlds_are_kept(self, game: list[DeclarerDecision]) -> None:
        """Worlds in which a defender can play his card are worlds of the next decision."""
        kept = 0
        for one, two in itertools.pairwise(game):
            if one.trick or len(two.trick) != 2 or two.trick[0] // 13 != two.trick[1] // 13:
                continue
            seat, card = (one.leader + 1) % 4, np.uint64(1 << two.trick[1])
            left = {int(hand ^ card) for hand in one.worlds[:, seat] if hand & card}
            assert left <= set(two.worlds[:, seat].tolist())
            kept += len(left)
        assert kept

    def test_same_seed_same_game(self, game: list[DeclarerDecision]) -> None:
        """A seed names a game."""
        again = next(games(32, WORLDS, 1, memory_mb=8))
        assert all(
            np.array_equal(one.worlds, two.worlds) for one, two in zip(game, again, strict=True)
        )
        assert [d[1:4] for d in game] == [d[1:4] for d in again]

    def test_deals_of_the_contract(self) -> None:
        """52 cards are dealt, 15 to 17 points to South and 10 to 15 to North."""
        hands = next(notrump_deals(np.random.default_rng(1)))
        points = [sum(max(0, c % 13 - 8) for c in range(52) if h >> c & 1) for h in hands]
        assert sum(hands) == 2**52 - 1
        assert [hand.bit_count() for hand in hands] == [13] * 4
        assert 15 <= points[SOUTH] <= 17
        assert 10 <= points[NORTH] <= 15

    def test_last_trick(self) -> None:
        """One card each: two decisions, the second with what the first one led to."""
        hands = [1 << 12, 1 << 11, 1 << 10, 1 << 9]
        decisions = play(hands, 1, 4, 1, DoubleDummySolver(8))
        assert [d.trick for d in decisions] == [(9,), (9, 12, 11)]
        assert all(len(d.worlds) == 1 for d in decisions)


class TestColumns:
    def test_all_are_asked_the_same(self, ending: list[DeclarerDecision]) -> None:
        """Every column is asked every decision once, and each begins in its turn."""
        asked: list[tuple[str, int]] = []
        columns = [Recorder(name, asked) for name in "abc"]
        list(compare(columns, ending))
        for name in "abc":
            assert [i for n, i in asked if n == name] == [id(d) for d in ending]
        assert [asked[3 * i][0] for i in range(4)] == ["a", "b", "c", "a"]

    def test_costs_stay_with_their_column(self, ending: list[DeclarerDecision]) -> None:
        """Costs are in the order of the columns whoever was asked first."""
        asked: list[tuple[str, int]] = []
        columns = [Recorder(name, asked) for name in "ab"]
        for _, costs in compare(columns, ending[:2]):
            for column, cost in zip(columns, costs, strict=True):
                assert asked[int(cost.seconds) - 1][0] == column.name

    def test_sums(self, ending: list[DeclarerDecision]) -> None:
        """Means are over all decisions, medians over those with something to search."""
        asked: list[tuple[str, int]] = []
        table = CostTable([Recorder("a", asked)], ending)
        times = list(range(1, len(ending) + 1))
        searched = [t for t, d in zip(times, ending, strict=True) if is_open(d)]
        assert 0 < len(searched) < len(times)
        assert table.mean(0) == np.mean(times)
        assert table.median(0) == np.median(searched)
        assert table.median_ratio(0, 0) == 1

    def test_other_values_are_counted(self, ending: list[DeclarerDecision]) -> None:
        """Values that differ show, but not those of a search that was broken off."""

        class Wrong(Recorder):
            def __call__(self, decision: DeclarerDecision) -> Cost:
                return Cost(1, None if decision.left == 6 else -1.0)

        table = CostTable([Recorder("a", []), Wrong("b", [])], ending)
        assert table.differing(1, 0) == sum(is_open(d) and d.left < 6 for d in ending)

    def test_something_to_search(self, game: list[DeclarerDecision]) -> None:
        """A decision is open when cards differ and tricks are not decided."""
        assert not is_open(game[0]._replace(target=0))
        assert not is_open(game[0]._replace(target=9))
        assert not is_open(game[-1])

    def test_a_search_that_is_broken_off(self, game: list[DeclarerDecision]) -> None:
        """A search that reaches its limit has no value."""
        decision = next(d for d in game if is_open(d))
        assert AlphaMuColumn("a", 6, memory_mb=8, node_limit=200)(decision).value is None
        assert AlphaMuColumn("a", 1, memory_mb=8)(decision).value is not None


class TestTables:
    def test_cuts_change_no_value(self, ending: list[DeclarerDecision]) -> None:
        """The table has all, each one off and none; no value differs but with classes."""
        table = cuts(ending, 3, 8)
        assert table.names[0] == "all"
        assert {f"without {cut}" for cut in CUTS} < set(table.names)
        for place, name in enumerate(table.names):
            if name != "with low_card_classes":
                assert not table.differing(place, 0), name

    def test_depths(self, ending: list[DeclarerDecision]) -> None:
        """A greater M never has a greater value."""
        table = depths(ending, 3, 8)
        assert table.names == [f"M={m}{c}" for c in ("", " classes") for m in (1, 2, 3)]
        for row in itertools.compress(table.costs, table.searched):
            values = [cost.value for cost in row if cost.value is not None]
            assert values[:3] == sorted(values[:3], reverse=True)
        assert len(list(table.lines())) == len(table.names) + 2

    def test_dds_agrees(self, ending: list[DeclarerDecision]) -> None:
        """DDS finds the values of M = 1."""
        pytest.importorskip("endplay")
        from solver.bench.alphamu import dds

        table = dds(ending, 1, 8)
        place = table.names.index("DDS mode 1")
        assert any(cost.calls for cost in table.column(place))
        assert not table.differing(place, table.names.index("M=1"))

    def test_growth(self, game: list[DeclarerDecision]) -> None:
        """A line for each M, a column for each number of worlds."""
        decisions = list(spread([game], 16, 1))
        assert [len(d.worlds) for d in decisions] == [16]
        found = growth(decisions, 2, 8, (4, 16))
        assert {m: list(row) for m, row in found.items()} == {1: [4, 16], 2: [4, 16]}
        assert len(list(growth_lines(found))) == 9

    def test_memory(self, ending: list[DeclarerDecision]) -> None:
        """A line for each decision."""
        assert len(list(memory(ending[:2], 1, 8))) == 2

    def test_report(self) -> None:
        """What a table was made from stands above it."""
        options = argparse.Namespace(
            cards=32, worlds=4, games=1, seed=1, depth=1, memory_mb=8, plot=None
        )
        lines = list(report("depths", options))
        assert lines[0] == "depths: 32 cards, 4 worlds, 1 games, seed 1, memory_mb 8"
        assert lines[-1].startswith("16 decisions")


class TestChart:
    def test_is_a_drawing(self, tmp_path: Path) -> None:
        """The chart is SVG with a line for each M."""
        pytest.importorskip("matplotlib")
        found = {m: {20: Cell(m, m, 0), 40: Cell(2 * m, m, 0)} for m in (1, 2)}
        plot(found, tmp_path / "growth.svg")
        root = ET.parse(tmp_path / "growth.svg").getroot()
        drawn = {element.get("id", "") for element in root.iter()}
        assert sum(name.startswith("line2d") for name in drawn) > 2
