"""Which of equal cards is played."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bluechip_bot.engine.choice import CardPreference
from bluechip_bot.engine.vote import VoteRanking
from bluechip_bot.model import Card
from solver.alphamu.result import CardValue

SPADE_K, SPADE_Q, SPADE_2, HEART_3, HEART_4 = (
    int(Card.parse(text)) for text in ("SK", "SQ", "S2", "H3", "H4")
)
CARDS = [SPADE_2, HEART_3, HEART_4, SPADE_Q, SPADE_K]
WON = np.zeros((10, 5), dtype=np.bool_)
GROUPS = [[SPADE_2], [SPADE_Q, SPADE_K], [HEART_3, HEART_4]]


def ranking(
    tricks: Sequence[int] = (5, 5, 5, 5, 5), reached: Sequence[int] = (8,) * 5, racing: int = 5
) -> VoteRanking:
    """Double-dummy results of the cards in ten worlds."""
    share = np.array(reached) / 10
    return VoteRanking(
        cards=np.array(CARDS, dtype=np.int64),
        racing=racing,
        worth=share,
        share=share,
        tricks=np.array(tricks, dtype=np.float64),
        asked=np.full(5, 10, dtype=np.int64),
        worlds=10,
        weight=10,
        counted=10,
        slid=False,
        won=WON,
        rivals=10,
    )


def values(
    spade_2: float, queen: float, heart: float, *, exact: bool = True
) -> dict[int, CardValue]:
    """Values by group; the hearts' may be a bound."""
    return {
        SPADE_2: CardValue(spade_2, True),
        SPADE_Q: CardValue(queen, True),
        SPADE_K: CardValue(queen, True),
        HEART_3: CardValue(heart, exact),
        HEART_4: CardValue(heart, exact),
    }


def test_value_comes_first() -> None:
    """The highest value is played whatever else there is."""
    one = CardPreference(ranking(tricks=(0, 9, 9, 0, 0)), GROUPS, None, concealed=False)
    assert one.order(values(7, 6, 5))[0] == SPADE_2
    assert one.order(values(6, 7, 5))[0] == SPADE_Q
    assert set(one.order(values(6, 7, 5))) == set(CARDS)


def test_cards_that_dropped_out_come_last() -> None:
    """Whatever they are thought to be worth."""
    one = CardPreference(ranking(racing=3), GROUPS, None, concealed=False)
    assert one.order(values(5, 9, 6)) == [HEART_3, HEART_4, SPADE_2, SPADE_Q, SPADE_K]


def test_a_bound_is_worth_less_than_the_same_value() -> None:
    """A card that was not searched to the end does not win a tie."""
    one = CardPreference(ranking(tricks=(5, 9, 9, 5, 5)), GROUPS, None, concealed=False)
    assert one.order(values(7, 6, 7))[0] == HEART_3
    assert one.order(values(7, 6, 7, exact=False))[0] == SPADE_2


def test_double_dummy_tricks_come_second() -> None:
    """Of equal values the one with more tricks."""
    one = CardPreference(ranking(tricks=(5, 5, 5, 6, 6)), GROUPS, None, concealed=False)
    assert one.order(values(7, 7, 7))[0] == SPADE_Q


def test_less_to_go_wrong_comes_third() -> None:
    """Of equal tricks the card whose value needs fewer guesses: double dummy it is worth less."""
    one = CardPreference(ranking(reached=(9, 8, 8, 9, 9)), GROUPS, None, concealed=False)
    assert one.order(values(7, 7, 7))[0] == HEART_3


def test_touching_cards() -> None:
    """From the open hand the lowest; from the concealed one the highest of honours."""
    tied = values(1, 7, 1)
    assert CardPreference(ranking(), GROUPS, None, concealed=False).order(tied)[0] == SPADE_Q
    assert CardPreference(ranking(), GROUPS, None, concealed=True).order(tied)[0] == SPADE_K
    spots = values(1, 1, 7)
    assert CardPreference(ranking(), GROUPS, None, concealed=True).order(spots)[0] == HEART_3


def test_agreements_tell_equal_cards_apart() -> None:
    """A defender plays the card of all equal ones that fits best, touching or not."""

    def rate(cards: Sequence[Card]) -> list[float]:
        return [1.0 if card == Card.parse("H4") else 0.0 for card in cards]

    one = CardPreference(ranking(), GROUPS, rate, concealed=True)
    assert one.order(values(7, 7, 7))[0] == HEART_4
    assert one.order(values(7, 6, 6))[0] == SPADE_2
