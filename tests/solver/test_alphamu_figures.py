"""The figures of the αμ papers on the search's own operations, and its cuts by their counters.

Cazenave and Ventos, *The αμ Search Algorithm for the Game of Bridge* (2019), figures 1 to 5;
Cazenave, Legras and Ventos, *Optimizing αμ* (2021). Vectors are written with world 0 first.
"""

import importlib.util
import itertools
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import solver
from support.alphamu.ask import EXACT, NONE, ask, bits, check, searcher
from support.alphamu.cuts import CUTS
from support.alphamu.endings import NAMED, cards
from support.alphamu.oracle import Stored
from support.positions import parse_card

PROBE = Path(__file__).parent / "front_probe.pyx"
BUILD = """
import sys
from Cython.Build import cythonize
from setuptools import Extension, setup
module = Extension("front_probe", ["front_probe.pyx"])
setup(name="front_probe", script_args=["-q", "build_ext", "--inplace"],
      ext_modules=cythonize([module], include_path=[sys.argv.pop()]))
"""


@pytest.fixture(scope="module")
def probe(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The operations on fronts, built for this test alone."""
    pytest.importorskip("Cython")
    home = tmp_path_factory.mktemp("probe")
    package = Path(solver.__file__).parent
    shutil.copy(PROBE, home)
    (home / "build.py").write_text(BUILD)
    command = [sys.executable, "build.py", str(package.parent)]
    done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = [p for p in home.glob("front_probe*") if p.suffix in (".so", ".pyd")]
    spec = importlib.util.spec_from_file_location("front_probe", built)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def vectors(*texts: str) -> list[int]:
    """Vectors of texts such as 011; a text of 65 worlds or more takes two words."""
    return [sum(1 << w for w, digit in enumerate(text) if digit == "1") for text in texts]


@pytest.mark.parametrize("shift", [0, 62, 70])
def test_insert(probe: Any, shift: int) -> None:
    """2019, 3.2: a covered vector changes nothing, another one is put in, a greater one replaces.

    The same in the second word of a vector, and across both.
    """

    def at(*texts: str) -> list[int]:
        return [vector << shift for vector in vectors(*texts)]

    assert sorted(probe.union(at("100", "011"), at("001"))[0]) == sorted(at("100", "011"))
    assert sorted(probe.union(at("100", "011"), at("110"))[0]) == sorted(at("110", "011"))
    assert probe.union([], at("010"))[0] == at("010")


def test_products(probe: Any) -> None:
    """Figures 1 and 2: Min takes the product of what Max can reach after each of his cards."""
    assert probe.product(vectors("100", "011"), vectors("100"))[0] == vectors("100")
    assert probe.union([], vectors("110", "101", "100"))[0] == vectors("110", "101")
    result, merges = probe.product(vectors("011", "110"), vectors("110", "101"))
    assert sorted(result) == sorted(vectors("001", "110"))
    assert merges == 0


def test_empty_fronts_and_all_ones(probe: Any) -> None:
    """All ones is neutral for Min, nothing for Max; the product with nothing is nothing."""
    front = vectors("011", "110")
    assert sorted(probe.product(vectors("111"), front)[0]) == sorted(front)
    assert probe.product(front, [])[0] == []
    assert probe.union([], front)[0] == front
    assert sorted(probe.product(front, vectors("000"), join=True)[0]) == sorted(front)


def test_early_cut_by_the_bound(probe: Any) -> None:
    """Figure 3: a bound {110} is covered by the root's {110, 011}; {111} and {101} are not."""
    root = vectors("110", "011")
    assert probe.covering([root], vectors("110"), deep=True) == 1
    assert probe.covering([root], vectors("110", "001"), deep=True) == 1
    assert probe.covering([root], vectors("111"), deep=True) == 0
    assert probe.covering([root], vectors("110", "101"), deep=True) == 0
    assert probe.covering([], vectors("000"), deep=True) == 0


def test_comparison(probe: Any) -> None:
    """[1 x 0] is 110: above 100, covered by 110; where world 2 is useless it reads 1x- = 110."""
    read = vectors("110")
    assert probe.covering([vectors("100")], read, deep=False) == 0
    assert probe.covering([vectors("110")], read, deep=False) == 1


def test_alpha_cut(probe: Any) -> None:
    """Figure 4: after Min's first card 111 becomes [1 x 0] = 110, which the root's front covers."""
    left, _ = probe.product(vectors("111"), vectors("110"))
    assert probe.covering([vectors("110", "011")], left, deep=False) == 1


def test_deep_alpha_cut(probe: Any) -> None:
    """Figure 5: {100} is covered by the root's {110, 001}, not by the {001} of the Max node above.

    Several Max nodes may cover a front together; what lies below a helper's node does not count.
    """
    above = [vectors("110", "001"), vectors("001")]
    assert probe.covering(above, vectors("100"), deep=False) == 0
    assert probe.covering(above, vectors("100"), deep=True) == 0b01
    assert probe.covering([vectors("110"), vectors("001")], vectors("100", "001"), deep=True) == 3
    assert probe.covering(above, vectors("100"), deep=True, floor=1) == 0


def test_the_node_of_the_readme(probe: Any) -> None:
    """The README's node: leaves double dummy, unions at Max, products at Min, and the cut."""
    text = (Path(solver.__file__).parent / "README.md").read_text(encoding="utf-8")
    row = r"^(SA|ST|HK|HQ) +([1.]{6}) +([01]{6}|-) +([01]{6}|-) +([01 ]+?)   +([01 ]+)$"
    table = re.findall(row, text, re.MULTILINE)
    assert [played for played, *_ in table] == ["SA", "ST", "HK", "HQ"]
    wests = [cards(" ".join(two)) for two in itertools.combinations(("SA", "ST", "HK", "HQ"), 2)]
    dummy = solver.DoubleDummySolver(1)
    useful, front = "111110", vectors("111110")
    fronts = {}
    for played, possible, ruff, discard, union, product in table:
        holders = [bool(west & cards(played)) for west in wests]
        assert possible == "".join("1" if held else "." for held in holders[:5]) + "."
        at_max: list[int] = []
        for own, leaf in (("SQ", ruff), ("HJ", discard)):
            if leaf == "-":
                continue
            won = list(useful)
            for world, west in enumerate(wests[:5]):
                if holders[world]:
                    hands = [cards("SQ HJ"), cards("SAT HKQ") ^ west, cards("HA DA"), west]
                    trick = [parse_card(card) for card in ("DA", played, own)]
                    left = [hand & ~cards(f"DA {played} {own}") for hand in hands]
                    won[world] = str(int(dummy.reaches(left, 0, 2, trick, 1)))
            assert "".join(won) == leaf
            at_max, _ = probe.union(at_max, vectors(leaf))
        assert sorted(at_max) == sorted(vectors(*union.split()))
        front, _ = probe.product(front, at_max)
        assert sorted(front) == sorted(vectors(*product.split()))
        fronts[played] = front
    assert probe.covering([vectors("111010", "101110")], fronts["HK"], deep=False) == 1
    assert probe.covering([vectors("111010", "101110")], fronts["ST"], deep=False) == 0
    worlds = np.array(
        [(cards("SQ HJ"), cards("SAT HKQ") ^ west, cards("HA DA"), west) for west in wests],
        dtype=np.uint64,
    )
    found = searcher(EXACT).search(worlds, 0, 2, (), 1, 2)
    assert bits(found.fronts[parse_card("DA")]) == frozenset(front)
    assert (found.best_card, found.value) == (parse_card("HA"), 4)


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_merged_products_are_bounds(probe: Any, limit: int) -> None:
    """Beyond the limit every vector of the true product is below one that is kept."""
    rng = random.Random(limit)
    for _ in range(200):
        one, two = ([rng.getrandbits(70) for _ in range(6)] for _ in range(2))
        for join in (False, True):
            exact = [a | b if join else a & b for a, b in itertools.product(one, two)]
            kept, merges = probe.product(one[:limit], two, join=join, limit=limit)
            assert len(kept) <= limit
            exact = exact[: 6 * limit]
            assert all(any(not v & ~w for w in kept) for v in exact)
            if not merges:
                assert set(kept) <= set(exact)


def test_merging_drops_what_is_covered(probe: Any) -> None:
    """The smallest vector joins the one that it enlarges least; covered ones go, all are below."""
    kept, merges = probe.union(vectors("110000", "001100", "000011"), vectors("100001"), limit=3)
    assert merges == 1
    assert len(kept) <= 3
    for vector in vectors("110000", "001100", "000011", "100001"):
        assert any(not vector & ~other for other in kept)


def test_early_cuts_save_positions(endings: list[Stored]) -> None:
    """With the double-dummy bound alone early cuts are made, and only they differ."""
    counts = []
    for cuts in (frozenset({"empty_entry"}), frozenset({"empty_entry", "early_cut"})):
        search, early, nodes = searcher(cuts), 0, 0
        for ending in endings[::4]:
            result = ask(search, ending.question, None)
            check(result, ending.values(), cuts)
            early += result.cuts["early"]
            nodes += result.nodes
        counts.append((early, nodes))
    (without, more), (with_it, fewer) = counts
    assert without == 0 < with_it
    assert fewer < more


def test_alpha_cuts_save_positions(endings: list[Stored]) -> None:
    """Alpha cuts leave cards of Min out; deep ones find more of them."""
    counts = []
    for cuts in (NONE, frozenset({"alpha_cut"}), frozenset({"alpha_cut", "deep_alpha_cut"})):
        search, alpha, nodes = searcher(cuts), 0, 0
        for ending in endings[::4]:
            result = ask(search, ending.question, None)
            check(result, ending.values(), cuts)
            alpha += result.cuts["alpha"]
            nodes += result.nodes
        counts.append((alpha, nodes))
    assert counts[0][0] == 0 < counts[1][0]
    assert counts[0][1] > counts[1][1] > counts[2][1]


def test_one_world_is_one_question() -> None:
    """World cut 1: a node with one world left asks double dummy once and has no children."""
    question = NAMED["B1"].question
    for world in question.worlds[:5]:
        one = question._replace(worlds=(world,))
        result = ask(searcher(frozenset({"world_cuts"})), one, None)
        assert result.dd_calls <= result.nodes == result.cuts["world"]
        assert result.nodes < ask(searcher(NONE), one, None).nodes


def test_no_world_is_no_question() -> None:
    """World cut 0: what the tricks decide is not asked, whatever is left to play."""
    question = NAMED["B1"].question
    n = len(question.worlds)
    search = searcher(EXACT)
    for target, value in ((0, n), (question.left + 1, 0)):
        result = ask(search, question, None, target=target)
        assert (result.value, result.nodes, result.dd_calls) == (value, 0, 0)
    # with payoffs some results of a world are decided before others: fewer questions, same values
    steps = np.tile(np.array([0.0, 0, 0, 0, 1]), (n, 1))
    lost = ask(search, question, 2, target=None, payoff=np.zeros((n, 5)))
    assert (lost.value, lost.dd_calls) == (0, 0)
    assert ask(search, question, 2, target=None, payoff=steps).value == 48


def test_useless_worlds_are_not_asked_about(endings: list[Stored]) -> None:
    """Worlds that are lost whatever happens here cost no double-dummy question below."""
    calls = []
    for cuts in (CUTS - {"useful_worlds"}, CUTS):
        search = searcher(cuts)
        calls.append(sum(ask(search, e.question, None).dd_calls for e in endings[::4]))
    assert calls[1] < calls[0]


def test_winning_all_ends_a_max_node(endings: list[Stored]) -> None:
    """A card that wins all useful worlds makes the others needless."""
    counts = []
    for cuts in (NONE, frozenset({"cut_on_win"})):
        search, wins, nodes = searcher(cuts), 0, 0
        for ending in endings[::4]:
            result = ask(search, ending.question, None)
            wins += result.cuts["win"]
            nodes += result.nodes
        counts.append((wins, nodes))
    assert counts[0][0] == 0 < counts[1][0]
    assert counts[1][1] < counts[0][1]
