"""The plain αμ reference: the stated values, cuts that change none, and mistakes that are found.

If a mistake of `support.alphamu.cuts.MISTAKES` went unnoticed on the stored endings, they would
be too weak to test a search.
"""

import itertools
import random

import pytest

from support.alphamu.cuts import CUTS, MISTAKES, SHOWING, CutSearch
from support.alphamu.endings import CLASSES, NAMED, Shape, draw, tactical
from support.alphamu.oracle import Stored
from support.alphamu.reference import Reference, TooLargeError, Tricks, Wins, maximal, scored, won
from support.positions import parse_card

QUICK = ("B3", "T2", "T3", "T6")
"""Named endings that the reference soon knows all of; it takes half a minute for 70 worlds."""


@pytest.fixture(scope="module")
def references(endings: list[Stored], double_dummy: Tricks) -> list[tuple[Stored, Reference]]:
    """The stored endings but for the defence, each with its reference: double dummy is kept."""
    return [(e, Reference(e.question, double_dummy)) for e in endings if not e.defence]


@pytest.mark.parametrize(
    "name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in NAMED]
)
def test_named_endings(double_dummy: Tricks, name: str) -> None:
    """The reference finds the values of a named ending at each depth, and its front."""
    ending = NAMED[name]
    reference = Reference(ending.question, double_dummy)
    ones = [1] * ending.worlds
    assert len(ending.question.worlds) == ending.worlds
    assert reference.leaf(reference.root, reference.everything).bit_count() == ending.dummy
    for moves, values in ending.values.items():
        fronts = reference.card_fronts(moves)
        for card, value in values.items():
            assert won(fronts[parse_card(card)], ones) == value, (moves, card)
    assert len(reference.root_front()) == ending.front


@pytest.mark.parametrize("name", CLASSES)
def test_endings_where_classes_matter(double_dummy: Tricks, name: str) -> None:
    """The reference finds the values of the endings on which merging cards goes wrong."""
    ending, value, cards = CLASSES[name]
    reference = Reference(ending.question, double_dummy)
    ones = [1] * ending.worlds
    assert len(ending.question.worlds) == ending.worlds
    assert won(reference.root_front(), ones) == value
    fronts = reference.card_fronts()
    assert {card: won(fronts[parse_card(card)], ones) for card in cards} == cards


def test_plain_minimax_gives_the_same(endings: list[Stored]) -> None:
    """Leaves by plain minimax give the fronts that leaves by the solver give."""
    for ending in endings[64::128]:
        reference = Reference(ending.question)
        for moves in (1, len(ending.fronts)):
            assert reference.card_fronts(moves) == ending.fronts[moves - 1]


def test_the_stored_fronts_are_the_references(endings: list[Stored], double_dummy: Tricks) -> None:
    """The reference finds the stored fronts."""
    for ending in endings[3::192]:
        reference = Reference(ending.question, double_dummy)
        for moves, fronts in enumerate(ending.fronts, 1):
            assert reference.card_fronts(moves) == fronts


def test_trick_vectors_hold_every_target(double_dummy: Tricks) -> None:
    """The front of tricks, cut off at a target, is the front of that target."""
    rng = random.Random(2)
    for shape in [Shape(2)] * 8 + [Shape(3, 5)] + [Shape(2, defence=True)] * 4:
        question = draw(rng, shape)
        counts = Reference(question, double_dummy, counts=True)
        for moves in (1, 2, None):
            root = counts.root_front(moves)
            for target in range(1, question.left + 1):
                aimed = question._replace(target=target)
                sets = {sum(1 << w for w, t in enumerate(v) if t >= target) for v in root}
                plain = Reference(aimed, double_dummy)
                assert plain.root_front(moves) == maximal(Wins(aimed), sets)
                payoff = [[float(t >= target) for t in range(question.left + 1)]] * len(
                    question.worlds
                )
                ones = [1] * len(question.worlds)
                assert scored(root, payoff, ones) == won(plain.root_front(moves), ones)


@pytest.mark.parametrize(
    "cuts",
    [CUTS, frozenset(), *(CUTS - {cut} for cut in sorted(CUTS))],
    ids=["all", "none", *(f"without_{cut}" for cut in sorted(CUTS))],
)
def test_cuts_change_no_value(
    references: list[tuple[Stored, Reference]], cuts: frozenset[str]
) -> None:
    """The search with cuts has the reference's values, and its front but for the root cut."""
    # Without any cut the large endings, which are the last, take long.
    for ending, reference in references[::48] if cuts else references[:150:48]:
        for moves in (1, 2, 4, None):
            outcome = CutSearch(reference, cuts).search(moves)
            values = ending.values(moves)
            assert outcome.value == max(values.values()) == values[outcome.best_card]
            if "root_cut" not in cuts:
                assert outcome.front == ending.root_front(moves)


FOUND_BY: dict[str, tuple[int, ...]] = {
    "impossible_lost": (3, 5, 8, 9, 10),
    "alpha_impossible_lost": (49, 52, 70, 120, 154),
    "table_without_worlds": (6, 16, 17, 45, 61),
    "one_vector": (63, 83, 84, 115, 159),
    "min_collapse": (114, 117, 124, 175),
    "fail_hard": (158, 113, 180),
    "table_without_useful": (85, 119, 124, 184, 211),
    "inexact_stored": (180,),
    "max_collapse": (8, 15, 19, 22, 25),
    "deep_table": (99, 103, 107, 114, 115),
    "single_world_lost": (0, 1, 2, 4, 7),
}
"""Stored endings, by their place in the file, that soon show a mistake; few show a rare one."""


def wrong(ending: Stored, reference: Reference, mistake: str) -> tuple[bool, bool, bool]:
    """Whether the value, the card and the front of an ending are wrong with a mistake."""
    cuts = SHOWING.get(mistake, CUTS)
    outcome = CutSearch(reference, cuts, mistake).search()
    values = ending.values()
    best = max(values.values())
    front = "root_cut" not in cuts and outcome.front != ending.root_front()
    return outcome.value != best, values[outcome.best_card] != best, front


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_stored_endings_find_each_mistake(
    references: list[tuple[Stored, Reference]], mistake: str
) -> None:
    """A search with a mistake has a wrong value on a stored ending that is known for it."""
    assert wrong(*references[FOUND_BY[mistake][0]], mistake)[0]


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES)
def test_how_many_stored_endings_find_a_mistake(
    references: list[tuple[Stored, Reference]], mistake: str
) -> None:
    """The counts of endings with a wrong value, card and front, which are printed."""
    found = [wrong(*each, mistake) for each in references]
    counts = [sum(column) for column in zip(*found, strict=True)]
    print(mistake, dict(zip(("value", "card", "front"), counts, strict=True)))
    assert counts[0] >= len(FOUND_BY[mistake])


def is_small(reference: Reference) -> bool:
    """Whether the reference answers every question about it within its limit of nodes."""
    try:
        for moves in range(1, reference.question.moves + 1):
            reference.root_front(moves)
    except TooLargeError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("seed", range(4))
def test_fresh_endings(double_dummy: Tricks, seed: int) -> None:
    """On newly drawn endings the search with cuts has the reference's values at all depths."""
    for shape, count in ((Shape(2), 300), (Shape(3, 10), 40), (Shape(3), 25)):
        drawn = filter(is_small, tactical(seed + 50, shape, double_dummy))
        for reference in itertools.islice(drawn, count):
            ones = [1] * len(reference.question.worlds)
            for moves in range(1, reference.question.moves + 1):
                value = won(reference.root_front(moves), ones)
                for cuts in (CUTS, CUTS - {"root_cut"}, *(frozenset({cut}) for cut in CUTS)):
                    outcome = CutSearch(reference, cuts).search(moves)
                    assert outcome.value == value
                    assert won(reference.card_fronts(moves)[outcome.best_card], ones) == value
