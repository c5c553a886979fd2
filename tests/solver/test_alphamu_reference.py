"""The plain αμ reference: the stated values, the facts that αμ rests on, and mistakes found.

If a mistake of `alphamu_cuts.MISTAKES` went unnoticed on the stored endings, they would be too weak
to test a search.
"""

import itertools
import random

import pytest

from support.alphamu.cuts import CUTS, MISTAKES, SHOWING, CutSearch
from support.alphamu.endings import CLASSES, NAMED, Shape, draw, tactical
from support.alphamu.oracle import Stored
from support.alphamu.reference import (
    Front,
    Question,
    Reference,
    State,
    TooLargeError,
    TrickCounts,
    Tricks,
    Vector,
    Wins,
    maximal,
    scored,
    won,
)
from support.positions import parse_card

LARGE = ("B1", "B1n", "B2", "B2n")
"""Named endings of 70 worlds: the reference takes half a minute for each."""
QUESTION = Question(((1, 2, 4, 8),) * 3, 4, 0, (), 1)
WINS = Wins(QUESTION)
"""Vectors of three worlds."""


def bits(text: str) -> int:
    """The vector of a text such as 011, the first digit being world 0."""
    return sum(1 << w for w, digit in enumerate(text) if digit == "1")


def front(*texts: str) -> frozenset[Vector]:
    """The maximal vectors of texts."""
    return maximal(WINS, [bits(text) for text in texts])


def product(*fronts: frozenset[Vector]) -> frozenset[Vector]:
    """What Min leaves when he chooses between fronts in each world."""
    result = frozenset((WINS.top,))
    for other in fronts:
        result = maximal(WINS, (a & b for a in result for b in other))
    return result


@pytest.fixture(scope="module")
def references(endings: list[Stored], double_dummy: Tricks) -> list[tuple[Stored, Reference]]:
    """The stored endings but for the defence, each with its reference: double dummy is kept."""
    return [(e, Reference(e.question, double_dummy)) for e in endings if not e.defence]


def test_a_front_keeps_maximal_vectors() -> None:
    """A vector below one of the front changes nothing, one above others replaces them."""
    assert front("100", "011", "001") == {bits("100"), bits("011")}
    assert front("100", "011", "110") == {bits("110"), bits("011")}
    assert front("000", "100") == {bits("100")}
    assert front() == frozenset()


def test_the_product_is_not_local() -> None:
    """The best vector of a child may be useless to its parent (2019, figure 1)."""
    assert product(front("100", "011"), front("000", "100")) == {bits("100")}
    assert product(front("011"), front("000", "100")) == {bits("000")}


def test_the_product_takes_every_pair() -> None:
    """Every vector meets every other, and dominated results go (2019, figure 2)."""
    child = front("110", "101", "100")
    assert child == {bits("110"), bits("101")}
    assert product(front("011", "110"), child) == {bits("001"), bits("110")}


def test_top_and_nothing() -> None:
    """Winning everywhere is neutral in a product, nothing absorbs it and is neutral in a union."""
    some = front("110", "001")
    assert product(some) == some
    assert product(frozenset(), some) == frozenset()
    assert maximal(WINS, frozenset() | some) == some


def test_impossible_worlds_read_as_the_most() -> None:
    """[1 x 0] is below [1 1 0], not below [1 0 0]; at a helper's node x reads 0."""
    vector = WINS.outside(bits("100"), bits("101"), most=True)
    assert vector == bits("110")
    assert WINS.below(vector, bits("110"))
    assert not WINS.below(vector, bits("100"))
    assert WINS.outside(bits("110"), bits("101"), most=False) == bits("100")


def test_trick_counts_are_compared_world_by_world() -> None:
    """Vectors of tricks meet in the lower, join in the higher number of each world."""
    counts = TrickCounts(QUESTION)
    assert counts.meet((1, 0, 3), (0, 2, 3)) == (0, 0, 3)
    assert counts.join((1, 0, 3), (0, 2, 3)) == (1, 2, 3)
    assert maximal(counts, [(1, 0, 3), (0, 0, 3), (0, 2, 3)]) == {(1, 0, 3), (0, 2, 3)}


class PartnerWithHisHand(Reference):
    """A partner who knows his own hand alone: he plays alike in all worlds with that hand."""

    def _product(self, state: State, possible: int, moves: int) -> Front:
        if not self.question.is_helper(state.mover):
            return super()._product(state, possible, moves)
        alike: dict[int, int] = {}
        for w in self.worlds(possible):
            hand = self.question.worlds[w][state.mover]
            alike[hand] = alike.get(hand, 0) | 1 << w
        result: Front = frozenset((self.lattice.outside(self.lattice.top, 0, most=False),))
        for group in alike.values():
            cards = self.legal(state, min(self.worlds(group)))
            fronts = [self.front(self.play(state, card), group, moves) for card in cards]
            plans = {self.lattice.outside(v, group, most=False) for one in fronts for v in one}
            result = frozenset(self.lattice.join(a, b) for a in result for b in plans)
        return maximal(self.lattice, (self.lattice.outside(v, possible, most=True) for v in result))


def test_partner_sees_as_much_with_his_own_hand(double_dummy: Tricks) -> None:
    """A defender's worlds differ in his partner's hand: that alone tells partner all of them."""
    rng = random.Random(12)
    for shape in [Shape(2, defence=True)] * 20 + [Shape(3, 8, defence=True)] * 10:
        question = draw(rng, shape)
        assert question.observer is not None
        partner = (question.observer + 2) % 4
        assert len({hands[partner] for hands in question.worlds}) == len(question.worlds)
        plain = Reference(question, double_dummy).card_fronts()
        assert PartnerWithHisHand(question, double_dummy).card_fronts() == plain


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n in LARGE else n for n in NAMED]
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
    for ending in endings[::16]:
        reference = Reference(ending.question)
        for moves in (1, len(ending.fronts)):
            assert reference.card_fronts(moves) == ending.fronts[moves - 1]


def test_the_stored_fronts_are_the_references(endings: list[Stored], double_dummy: Tricks) -> None:
    """The reference finds the stored fronts."""
    for ending in endings[1::24]:
        reference = Reference(ending.question, double_dummy)
        for moves, fronts in enumerate(ending.fronts, 1):
            assert reference.card_fronts(moves) == fronts


def test_fronts_fall_with_depth(endings: list[Stored]) -> None:
    """Each vector is below one of the front of a smaller depth, and below double dummy."""
    for ending in endings:
        for shallow, deep in itertools.pairwise(ending.fronts):
            for card, vectors in deep.items():
                assert all(any(not v & ~u for u in shallow[card]) for v in vectors)
        assert all(len(vectors) == 1 for vectors in ending.fronts[0].values())


def test_fronts_of_fewer_worlds_are_projections(
    endings: list[Stored], double_dummy: Tricks
) -> None:
    """The front on some of the worlds is the whole front restricted to them."""
    rng = random.Random(1)
    for ending in endings[::4]:
        worlds = ending.question.worlds
        kept = sorted(rng.sample(range(len(worlds)), rng.randint(1, len(worlds))))
        part = ending.question._replace(worlds=tuple(worlds[w] for w in kept))
        reference = Reference(part, double_dummy)
        for moves in (2, None):
            restricted = {
                sum(1 << i for i, w in enumerate(kept) if vector >> w & 1)
                for vector in ending.root_front(moves)
            }
            assert reference.root_front(moves) == maximal(Wins(part), restricted)


def test_trick_vectors_hold_every_target(double_dummy: Tricks) -> None:
    """The front of tricks, cut off at a target, is the front of that target."""
    rng = random.Random(2)
    for shape in [Shape(2)] * 60 + [Shape(3, 5)] * 10 + [Shape(2, defence=True)] * 20:
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


def test_a_defender_is_never_above_a_side_that_sees_its_hands(
    endings: list[Stored], double_dummy: Tricks
) -> None:
    """A world is won at best double dummy, and one world alone exactly so."""
    for ending in endings:
        if not ending.defence:
            continue
        reference = Reference(ending.question, double_dummy)
        dummy = reference.leaf(reference.root, reference.everything)
        assert all(not vector & ~dummy for vector in ending.root_front())
        for w, world in enumerate(ending.question.worlds):
            alone = Reference(ending.question._replace(worlds=(world,)), double_dummy)
            assert alone.root_front() == {dummy >> w & 1}


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
    for ending, reference in references[::6] if cuts else references[:150:6]:
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
    "fail_hard": (113, 158, 180),
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
    """A search with a mistake has a wrong value on the stored endings that are known for it."""
    assert all(wrong(*references[place], mistake)[0] for place in FOUND_BY[mistake])


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
