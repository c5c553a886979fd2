"""The worked node of the README, and the cuts of αμ by their counters."""

import itertools
import re
from pathlib import Path

import numpy as np
import pytest

import solver
from support.alphamu.ask import EXACT, NONE, ask, bits, check, searcher
from support.alphamu.cuts import CUTS
from support.alphamu.endings import NAMED, cards
from support.alphamu.oracle import Stored
from support.positions import parse_card


def vectors(*texts: str) -> set[int]:
    """Vectors of texts such as 011, with world 0 first."""
    return {sum(1 << w for w, digit in enumerate(text) if digit == "1") for text in texts}


def maximal(found: set[int]) -> set[int]:
    """The vectors that no other one contains."""
    return {v for v in found if not any(v != w and not v & ~w for w in found)}


def test_the_node_of_the_readme() -> None:
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
        at_max: set[int] = set()
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
            at_max = maximal({*at_max, *vectors(leaf)})
        assert at_max == vectors(*union.split())
        front = maximal({one & other for one in front for other in at_max})
        assert front == vectors(*product.split())
        fronts[played] = front
    above = vectors("111010", "101110")
    assert maximal({*above, *fronts["HK"]}) == above
    assert maximal({*above, *fronts["ST"]}) != above
    worlds = np.array(
        [(cards("SQ HJ"), cards("SAT HKQ") ^ west, cards("HA DA"), west) for west in wests],
        dtype=np.uint64,
    )
    found = searcher(EXACT).search(worlds, 0, 2, (), 1, 2)
    assert bits(found.fronts[parse_card("DA")]) == front
    assert (found.best_card, found.value) == (parse_card("HA"), 4)


@pytest.mark.parametrize(
    ("kind", "grades"),
    [
        ("early", [{"empty_entry"}, {"empty_entry", "early_cut"}]),
        ("alpha", [NONE, {"alpha_cut"}, {"alpha_cut", "deep_alpha_cut"}]),
        ("win", [NONE, {"cut_on_win"}]),
    ],
)
def test_cuts_save_positions(endings: list[Stored], kind: str, grades: list[set[str]]) -> None:
    """A kind of cut is made where it is allowed; each option more leaves fewer positions."""
    counts, nodes = [], []
    for cuts in map(frozenset, grades):
        search = searcher(cuts)
        results = [(ending, ask(search, ending.question, None)) for ending in endings[::4]]
        for ending, result in results:
            check(result, ending.values(), cuts)
        counts.append(sum(result.cuts[kind] for _, result in results))
        nodes.append(sum(result.nodes for _, result in results))
    assert counts[0] == 0 < counts[1]
    assert all(more > fewer for more, fewer in itertools.pairwise(nodes))


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
