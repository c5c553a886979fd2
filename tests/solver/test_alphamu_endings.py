"""Alpha-mu against exact values of endings, its switches, its input, and its early end."""

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from solver import SearchOptions, SearchStopped, SolverError
from solver.alphamu.alphamu import AlphaMuSearch

RANKS = "23456789TJQKA"
CUTS = (
    "early_cut",
    "useful_worlds",
    "world_cuts",
    "empty_entry",
    "cut_on_win",
    "alpha_cut",
    "deep_alpha_cut",
    "transposition_table",
)
Words = npt.NDArray[np.uint64]


class Ending(NamedTuple):
    """North, South and the hidden cards; every split of these is a world.

    `values` are by depth and first card; `front` is the size of the front of a search to the end.
    """

    north: str
    south: str
    hidden: str
    leader: int
    trump: int
    target: int
    values: dict[int, dict[str, int]]
    front: int


# Found with a plain search without cuts.
ENDINGS = {
    "two-way finesse": Ending(
        "SKJT7",
        "SA986",
        "SQ5432 D234",
        2,
        4,
        4,
        {
            1: {"SA": 48, "S9": 70, "S6": 70},
            2: {"SA": 48, "S9": 48, "S6": 48},
            4: {"SA": 36, "S9": 36, "S6": 36},
        },
        41,
    ),
    "four-nil break": Ending(
        "SAQ98",
        "SKT76",
        "SJ543 D2345",
        2,
        4,
        4,
        {1: {"SK": 69, "ST": 70, "S7": 70}, 4: {"SK": 69, "ST": 70, "S7": 70}},
        1,
    ),
    "one finesse": Ending(
        "SAQ3", "S542", "SKJT D234", 2, 4, 2, {1: {"S5": 14, "S2": 14}, 2: {"S5": 11, "S2": 11}}, 2
    ),
    "depth 1 is wrong": Ending(
        "SA DAQ",
        "SQ HAQ",
        "SK HKT DKJT",
        0,
        0,
        3,
        {1: {"SA": 6, "DA": 18, "DQ": 15}, 2: {"SA": 6, "DA": 13, "DQ": 15}},
        4,
    ),
    "depth 3 is wrong": Ending(
        "SK DQJ",
        "HAK DA",
        "SAQT HT DKT",
        0,
        0,
        1,
        {1: {"SK": 18, "DQ": 16}, 3: {"SK": 16, "DQ": 16}, 4: {"SK": 14, "DQ": 16}},
        17,
    ),
    "wide front": Ending(
        "ST HK9",
        "SQ9 H8",
        "SAJ8 HQJT",
        0,
        0,
        2,
        {1: {"ST": 15, "HK": 15, "H9": 0}, 4: {"ST": 12, "HK": 12, "H9": 0}},
        64,
    ),
}


def bits(text: str) -> int:
    """The set of the cards in text such as "SAK D2"."""
    return sum(1 << card(part[0] + rank) for part in text.split() for rank in part[1:])


def card(text: str) -> int:
    """The number of a card."""
    return 13 * "SHDC".index(text[0]) + RANKS.index(text[1])


def splits(north: str, south: str, hidden: str, east: int | None = None) -> Words:
    """All worlds, East holding `east` of the hidden cards (half of them if None)."""
    pool = [i for i in range(52) if bits(hidden) >> i & 1]
    size = len(pool) // 2 if east is None else east
    easts = [sum(1 << i for i in cards) for cards in combinations(pool, size)]
    return np.array(
        [(bits(north), own, bits(south), bits(hidden) ^ own) for own in easts], dtype=np.uint64
    )


def turned(worlds: Words) -> Words:
    """The same worlds with all hands one seat on."""
    return np.roll(worlds, 1, axis=1)


@pytest.fixture(scope="module")
def search() -> AlphaMuSearch:
    """A search in which every card's value is exact."""
    return AlphaMuSearch(16, options=SearchOptions(root_cut=False, low_card_classes=False))


@pytest.mark.parametrize("name", ENDINGS)
def test_values_of_endings(search: AlphaMuSearch, name: str) -> None:
    """Every card has its exact value at each depth, and the root's front its size."""
    e = ENDINGS[name]
    worlds = splits(e.north, e.south, e.hidden)
    for depth, values in e.values.items():
        result = search.search(worlds, e.trump, e.leader, (), e.target, depth)
        for text, value in values.items():
            assert result.cards[card(text)] == (value, True)
        assert result.value == max(values.values())
    result = search.search(worlds, e.trump, e.leader, (), e.target, None)
    assert len(result.front) == e.front
    assert result.to_the_end
    assert max(result.front.sum(axis=1)) == result.value


@pytest.mark.parametrize("name", ENDINGS)
@pytest.mark.parametrize("cut", CUTS)
def test_no_cut_changes_a_value(search: AlphaMuSearch, name: str, cut: str) -> None:
    """Without any one of the cuts all cards have the same values."""
    e = ENDINGS[name]
    worlds = splits(e.north, e.south, e.hidden)
    switches: dict[str, Any] = {"root_cut": False, "low_card_classes": False, cut: False}
    other = AlphaMuSearch(16, options=SearchOptions(**switches))
    for depth in (1, 2, 3, 4):
        expected = search.search(worlds, e.trump, e.leader, (), e.target, depth).cards
        assert other.search(worlds, e.trump, e.leader, (), e.target, depth).cards == expected


@pytest.mark.parametrize("name", ENDINGS)
def test_root_cut_keeps_the_best_value(name: str) -> None:
    """With the root cut the value is the same, and no card is thought worse than it is."""
    e = ENDINGS[name]
    worlds = splits(e.north, e.south, e.hidden)
    plain = AlphaMuSearch(16, options=SearchOptions(root_cut=False, low_card_classes=False))
    cut = AlphaMuSearch(16, options=SearchOptions(low_card_classes=False))
    for depth in (1, 2, 3, 4, None):
        a = plain.search(worlds, e.trump, e.leader, (), e.target, depth)
        b = cut.search(worlds, e.trump, e.leader, (), e.target, depth)
        assert b.value == a.value
        assert a.cards[b.best_card].value == a.value
        for played, value in b.cards.items():
            assert value.value >= a.cards[played].value
        every = cut.search(worlds, e.trump, e.leader, (), e.target, depth, every_card=True)
        assert every.cards == a.cards


@pytest.mark.parametrize("name", ENDINGS)
def test_classes_are_exact_for_all_splits(search: AlphaMuSearch, name: str) -> None:
    """With every split present, merging low cards changes no value and says so."""
    e = ENDINGS[name]
    worlds = splits(e.north, e.south, e.hidden)
    classes = AlphaMuSearch(16, options=SearchOptions(root_cut=False))
    for depth in (1, 2, 4, None):
        merged = classes.search(worlds, e.trump, e.leader, (), e.target, depth)
        expected = search.search(worlds, e.trump, e.leader, (), e.target, depth)
        assert merged.cards == expected.cards
        assert merged.certified


@pytest.mark.parametrize("name", ENDINGS)
def test_sides_are_alike(search: AlphaMuSearch, name: str) -> None:
    """East-West as Max have the values that North-South have with the hands turned."""
    e = ENDINGS[name]
    worlds = splits(e.north, e.south, e.hidden)
    ours = search.search(worlds, e.trump, e.leader, (), e.target, 2)
    theirs = search.search(
        turned(worlds), e.trump, (e.leader + 1) % 4, (), e.target, 2, max_side="EW"
    )
    assert theirs.cards == ours.cards


def test_weights_count_worlds(search: AlphaMuSearch) -> None:
    """A world of weight 3 counts as three equal worlds, and one of weight 0 not at all."""
    e = ENDINGS["depth 1 is wrong"]
    worlds = splits(e.north, e.south, e.hidden)
    weights = np.arange(len(worlds)) % 4
    weighted = search.search(worlds, e.trump, 0, (), e.target, 4, weights=weights)
    repeated = search.search(np.repeat(worlds, weights, axis=0), e.trump, 0, (), e.target, 4)
    assert weighted.cards == repeated.cards


def test_payoff_of_a_target_is_the_target(search: AlphaMuSearch) -> None:
    """A payoff of 1 from the target on gives the target's values."""
    e = ENDINGS["wide front"]
    worlds = splits(e.north, e.south, e.hidden)
    payoff = np.tile((np.arange(4) >= e.target).astype(np.float64), (len(worlds), 1))
    scored = search.search(worlds, e.trump, 0, (), None, 4, payoff=payoff)
    assert scored.cards == search.search(worlds, e.trump, 0, (), e.target, 4).cards


def test_threads_change_nothing(search: AlphaMuSearch) -> None:
    """Three threads give the result of one."""
    rng = np.random.default_rng(5)
    pool = rng.permutation(52)[:32]
    own = [sum(1 << int(c) for c in pool[8 * i : 8 * i + 8]) for i in range(2)]
    worlds = []
    for _ in range(12):
        rest = rng.permutation(pool[16:])
        east, west = (sum(1 << int(c) for c in rest[8 * i : 8 * i + 8]) for i in range(2))
        worlds.append((own[0], east, own[1], west))
    hands = np.array(worlds, dtype=np.uint64)
    threads = AlphaMuSearch(16, 3, options=SearchOptions(root_cut=False, low_card_classes=False))
    for target in (3, 4, 5):
        one = search.search(hands, 4, 0, (), target, 3)
        assert threads.search(hands, 4, 0, (), target, 3).cards == one.cards


def test_what_is_decided_needs_no_search(search: AlphaMuSearch) -> None:
    """Without worlds, with one card, or with nothing at stake, the answer is there at once."""
    worlds = splits("SAQ3", "S542", "SKJT D234")
    assert search.search(worlds, 4, 2, (), 0, None).cards[card("S2")] == (20, True)
    assert search.search(worlds, 4, 2, (), 4, None).cards[card("S2")] == (0, True)
    assert search.search(worlds[:0], 4, 2, (), 2, None).best_card == -1
    worlds = splits("SAQ", "S3 H2", "SK4 D23")
    worlds = worlds[(worlds[:, 1] & np.uint64(bits("S4"))) > 0]
    worlds[:, 1] ^= np.uint64(bits("S4"))
    forced = AlphaMuSearch(8).search(worlds, 4, 1, (card("S4"),), 1, None)
    assert forced.best_card == card("S3")
    assert forced.nodes == 0


def test_bad_questions_name_the_fact(search: AlphaMuSearch) -> None:
    """A question that makes no sense is refused with the fact that is wrong."""
    worlds = splits("SAQ3", "S542", "SKJT D234")
    other = worlds.copy()
    other[3, 0], other[3, 1] = other[3, 1], other[3, 0]
    for bad, text in (
        ({"worlds": other}, "world 3: North's hand"),
        ({"worlds": worlds[:, :3]}, "shape"),
        ({"leader": 1}, "not on Max's side"),
        ({"max_side": "N"}, "max_side"),
        ({"max_moves": 0}, "max_moves"),
        ({"weights": np.ones(3, dtype=np.int64)}, "weights"),
        ({"payoff": np.array([[0, 1, 0, 1.0]] * 20)}, "payoff"),
        ({"trump": 5}, "trump"),
    ):
        question: dict[str, Any] = {
            "worlds": worlds,
            "trump": 4,
            "leader": 2,
            "trick": (),
            "target": 2,
        }
        question |= {"max_moves": 2} | bad
        with pytest.raises(SolverError, match=text):
            search.search(**question)


def test_an_early_end_keeps_the_last_iteration(search: AlphaMuSearch) -> None:
    """A node limit ends the search with what was found by then; a raised flag ends it at once."""
    e = ENDINGS["two-way finesse"]
    worlds = splits(e.north, e.south, e.hidden)
    result = search.search(worlds, e.trump, e.leader, (), e.target, None, node_limit=3000)
    assert not result.complete
    assert 1 <= result.depth < 7
    flag = np.ones(1, dtype=np.int32)
    with pytest.raises(SearchStopped):
        search.search(worlds, e.trump, e.leader, (), e.target, None, stop=flag)


def test_a_defender_with_a_clairvoyant_partner() -> None:
    """The best lead of a defender who sees his hand and dummy, by his worlds.

    West has to find the partner's ace: either suit is right in the worlds where he has it there.
    """
    worlds = np.array(
        [
            (bits("H2 D2"), bits("HA C3"), bits("DA C2"), bits("H3 D3")),
            (bits("H2 D2"), bits("DA C3"), bits("HA C2"), bits("H3 D3")),
            (bits("H2 D2"), bits("DA C2"), bits("HA C3"), bits("H3 D3")),
        ],
        dtype=np.uint64,
    )
    result = AlphaMuSearch(8, options=SearchOptions(root_cut=False)).search(
        worlds, 4, 3, (), 2, None, observer=3
    )
    assert {played: value.value for played, value in result.cards.items()} == {
        card("H3"): 1,
        card("D3"): 1,
    }
