"""Deals played out: agreement with double dummy, guesses that remain guesses, determinism."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from solver import DoubleDummySolver, Rollouts, SearchStopped, SolverError
from solver.core.tricks import ALL_CARDS, SUIT

_NOTRUMP, _WEST, _SOUTH = 4, 3, 2


def _worlds(n: int, seed: int, cards: int = 13) -> npt.NDArray[np.uint64]:
    """uint64[n, 4]: random deals of so many cards each."""
    bits = np.random.Generator(np.random.PCG64(seed))
    deals = [bits.permutation(52)[: 4 * cards].reshape(4, cards) for _ in range(n)]
    return np.array([[sum(1 << int(card) for card in hand) for hand in deal] for deal in deals],
                    dtype=np.uint64)  # fmt: skip


def _mask(text: str) -> int:
    """The cards of a hand like `AQ.K..`."""
    return sum(
        1 << 13 * suit + "23456789TJQKA".index(rank)
        for suit, ranks in enumerate(text.split("."))
        for rank in ranks
    )


def _hands(text: str) -> npt.NDArray[np.uint64]:
    return np.array([[_mask(hand) for hand in text.split()]], dtype=np.uint64)


def _rollouts(**options: int) -> Rollouts:
    return Rollouts(DoubleDummySolver(16), **options)


@pytest.mark.parametrize("trump", [1, _NOTRUMP])
@pytest.mark.parametrize("trick", [0, 1, 2, 3])
@pytest.mark.parametrize("options", [{"voting": 0, "ending": 0}, {"voting": 0, "ending": 6}])
def test_players_who_see_all_hands_take_the_double_dummy_tricks(
    options: dict[str, int], trump: int, trick: int
) -> None:
    """From every place in a trick."""
    worlds = _worlds(12, seed=trick, cards=8)
    for at in range(len(worlds)):
        played: list[int] = []
        for seat in range(trick):
            hand, led = int(worlds[at, seat]), SUIT << 13 * (played[0] // 13) if played else 0
            card = ((hand & led) or hand).bit_length() - 1
            played.append(card)
            worlds[at, seat] ^= np.uint64(1 << card)
        one = worlds[at : at + 1]
        expected = DoubleDummySolver(16).solve_world_cards(one, trump, 0, played)
        found = _rollouts(**options).play(
            one, trump, 0, played, ALL_CARDS, declarer=3, need=4,
            played=[1 << card for card in played] + [0] * (4 - trick),
        )  # fmt: skip
        assert np.array_equal(found, expected)


def _guess(seed: int, boxes: Any = None) -> int:
    """South's tricks: he leads the 3 from KT3 to AJ2; if the seed is odd West has the queen."""
    queen, low = "...Q98", "...765"
    west, east = (queen, low) if seed % 2 else (low, queen)
    found = _rollouts(voting=13, ending=0, layouts=9).play(
        _hands(f"...AJ2 {east} ...KT3 {west}"), _NOTRUMP, _SOUTH, [], _mask("...3"),
        declarer=_SOUTH, need=3, seed=seed, boxes=boxes,
    )  # fmt: skip
    return int(found.max())


def test_a_guess_is_missed_where_declarer_does_not_see_the_hands() -> None:
    """Double dummy he takes three tricks each time."""
    taken = [_guess(seed) for seed in range(60)]
    assert set(taken) == {2, 3}
    assert 15 <= taken.count(3) <= 45


def test_what_the_auction_says_tells_declarer_how_to_guess() -> None:
    """West has two points, or none: boxes say which."""
    for seed in range(20):
        points = (2, 40) if seed % 2 else (0, 1)
        assert _guess(seed, [None, None, None, [[points, *[(0, 13)] * 4]]]) == 3


def test_a_card_is_judged_alike_whichever_others_are_asked_for() -> None:
    """All cards of a world meet the same random numbers."""
    worlds = _worlds(6, seed=5, cards=9)
    common: dict[str, Any] = {"declarer": _SOUTH, "need": 5, "seed": 11}
    rollouts = _rollouts()
    every = rollouts.play(worlds, _NOTRUMP, _WEST, [], ALL_CARDS, **common)
    assert rollouts.decisions > 0
    assert np.array_equal(every, _rollouts().play(worlds, _NOTRUMP, _WEST, [], ALL_CARDS, **common))
    for world, row in zip(worlds, every, strict=True):
        held = [card for card in range(52) if int(world[_WEST]) >> card & 1]
        assert [card for card in range(52) if row[card] >= 0] == held
    half = int(worlds[0, _WEST]) & (SUIT | SUIT << 13)
    some = _rollouts().play(worlds[:1], _NOTRUMP, _WEST, [], half, **common)
    wanted = some[0] >= 0
    assert np.array_equal(some[0, wanted], every[0, wanted])


def test_who_has_shown_out_is_not_given_the_suit() -> None:
    """East has shown out of clubs: West has the queen, and the finesse is never wrong."""
    worlds = _hands("...AJ2 .432.. ...KT3 ...Q98")
    for seed in range(20):
        found = _rollouts(voting=13, ending=0).play(
            worlds, _NOTRUMP, _SOUTH, [], _mask("...3"), declarer=_SOUTH, need=3, seed=seed,
            shown_out=(0, 8, 0, 0),
        )  # fmt: skip
        assert found.max() == 3


def test_an_auction_that_cannot_be_is_counted_and_played_on() -> None:
    """No layout agrees with what is said of East and West."""
    nobody = [[(38, 40), (0, 13), (0, 13), (0, 13), (0, 13)]]
    rollouts = _rollouts()
    found = rollouts.play(
        _worlds(2, seed=1, cards=8), _NOTRUMP, _WEST, [], ALL_CARDS,
        declarer=_SOUTH, need=4, boxes=[None, nobody, None, nobody],
    )  # fmt: skip
    assert rollouts.blind > 0
    assert (found >= 0).sum() == 16


def test_a_stop_ends_the_play() -> None:
    """By a flag, or by the solver."""
    solver = DoubleDummySolver(16)
    rollouts = Rollouts(solver)
    worlds = _worlds(1, seed=3)

    def play(**options: Any) -> None:
        rollouts.play(worlds, 4, 3, [], ALL_CARDS, declarer=2, need=9, **options)

    with pytest.raises(SearchStopped):
        play(stop=np.ones(1, dtype=np.int32))
    solver.stop()
    with pytest.raises(SearchStopped):
        play()
    solver.clear_stop()
    play()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"declarer": 4}, "declarer"),
        ({"need": 99}, "need"),
        ({"seed": -1}, "seed"),
        ({"played": (0, 0)}, "four items"),
        ({"shown_out": (0, 0, 0, 16)}, "shown_out"),
        ({"boxes": [None]}, "boxes"),
        ({"stop": [0]}, "stop"),
    ],
)
def test_a_wrong_argument_is_named(wrong: dict[str, Any], words: str) -> None:
    """Nothing is played then."""
    told: dict[str, Any] = {"declarer": 2, "need": 5, **wrong}
    with pytest.raises(SolverError, match=words):
        _rollouts().play(_worlds(1, seed=1, cards=8), 4, 3, [], ALL_CARDS, **told)


@pytest.mark.parametrize(
    "options", [{"layouts": 0}, {"layouts": 65}, {"voting": 14}, {"ending": -1}, {"bonus": 101}]
)
def test_a_wrong_number_is_refused(options: dict[str, int]) -> None:
    """The limits are those of the docstring."""
    with pytest.raises(SolverError, match=next(iter(options))):
        _rollouts(**options)
