"""One suit by itself: chances and first plays.

Unless a comment says otherwise, thirteen cards of each defender are unknown, and the numbers are
common knowledge of suit combinations (divisions: 3-3 35.53 %, 4-2 48.45 %, 2-2 40.70 %,
3-1 49.74 %, 4-0 9.57 %); they follow from the divisions by hand.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from bluechip_bot.planning.methods.suit import SingleSuit, by_vacancies, classes

RANKS = "23456789TJQKA"
HALF = Fraction(1, 2)


def mask(text: str) -> int:
    """Ranks as bits."""
    return sum(1 << RANKS.index(letter) for letter in text)


def suit(declarer: str, dummy: str, vacant: tuple[int, int] = (13, 13)) -> SingleSuit:
    """A suit of which the defenders hold what is missing."""
    hands = mask(declarer), mask(dummy)
    return SingleSuit.vacant(hands, mask(RANKS) & ~(hands[0] | hands[1]), vacant)


def both(cards: int) -> Fraction:
    """The chance that two given cards are with the same, given defender."""
    return Fraction(comb(24, 11), comb(26, 13)) if cards == 2 else Fraction(0)


@pytest.mark.parametrize(
    ("declarer", "dummy", "tricks", "chance"),
    [
        ("32", "AQ", 2, HALF),
        ("32", "K4", 1, HALF),
        ("432", "KQ5", 2, HALF),
        ("432", "KJ5", 1, 1 - both(2)),
        ("432", "AQT", 3, both(2)),
        ("432", "AQT", 2, 1 - both(2)),
        ("432", "AJT", 2, 1 - both(2)),
        ("432", "QJ5", 1, 1 - both(2)),
        ("432", "KJT", 2, HALF),
        ("AQJ32", "87654", 5, HALF),
        ("AQJ432", "8765", 6, HALF),
    ],
)
def test_finesses_are_exact(declarer: str, dummy: str, tricks: int, chance: Fraction) -> None:
    """Finesses that depend on the place of one or two cards alone: exact fractions."""
    assert suit(declarer, dummy).chance(tricks) == chance
    assert suit(dummy, declarer).chance(tricks) == chance


@pytest.mark.parametrize(
    ("declarer", "dummy", "tricks", "percent"),
    [
        ("AKQ32", "54", 5, 35.53),  # 3-3
        ("AKQ32", "54", 4, 83.98),  # 3-3 or 4-2
        ("AKJ4", "532", 4, 17.76),  # 3-3 with the queen in place
        ("AKJ32", "7654", 5, 53.13),  # nine cards: the drop, 2-2 or a queen alone
        ("A8742", "K653", 4, 90.43),  # not 4-0
        ("A8742", "K653", 5, 40.70),  # 2-2
        ("AKT92", "Q543", 5, 100.0),  # the jack fourth on either side is picked up
        ("432", "AQ9", 2, 63.0),  # the king in place, or jack and ten in place: exact enumeration
        ("432", "AJ9", 2, 37.73),  # the ten and an honour in place: exact enumeration
        ("AK", "5432", 2, 100.0),
        ("A5432", "876", 3, 67.83),  # 3-2
    ],
)
def test_known_chances(declarer: str, dummy: str, tricks: int, percent: float) -> None:
    """Chances that depend on the division, to a hundredth of a percent."""
    assert float(suit(declarer, dummy).chance(tricks)) * 100 == pytest.approx(percent, abs=0.006)


@pytest.mark.parametrize(
    ("declarer", "dummy", "tricks", "first"),
    [
        ("AKJ4", "532", 3, {(0, "K"), (0, "A")}),
        ("432", "AQT", 2, {(0, "2")}),
        ("432", "AJ9", 2, {(0, "2")}),
        ("AK94", "QT853", 5, {(0, "A"), (0, "K"), (2, "3"), (2, "8")}),
        ("QT853", "AK94", 5, {(2, "A"), (2, "K"), (0, "3"), (0, "8")}),
        ("AJ32", "K954", 3, {(0, "A"), (2, "K"), (0, "2"), (2, "4")}),
    ],
)
def test_first_play(declarer: str, dummy: str, tricks: int, first: set[tuple[int, str]]) -> None:
    """Tops before a finesse; low to the lowest of a tenace; the honour of the hand with two."""
    line = suit(declarer, dummy).line(tricks)
    assert (line.player, RANKS[line.rank]) in {(who, _level(declarer, dummy, who, card))
                                               for who, card in first}  # fmt: skip


def _level(declarer: str, dummy: str, player: int, card: str) -> str:
    """The lowest card that is equal to a card of a hand."""
    held, out = (declarer, dummy)[player // 2], set(RANKS) - set(declarer) - set(dummy)
    ranks = sorted(RANKS.index(letter) for letter in held)
    place = RANKS.index(card)
    for rank in ranks:
        if not any(min(rank, place) < RANKS.index(other) < max(rank, place) for other in out):
            return RANKS[rank]
    return card


def test_wrong_first_play_of_a_nine_card_suit_costs_the_division_it_costs() -> None:
    """The queen first from AK94 opposite QT853 loses to four cards on one side only."""
    single = suit("QT853", "AK94")
    chances = {(line.player, RANKS[line.rank]): line.chance for line in single.leads(5)}
    right = Fraction(comb(22, 9), comb(26, 13))
    assert max(chances.values()) == 1
    assert chances[0, "Q"] == 1 - right


@pytest.mark.parametrize("vacant", [(13, 13), (5, 8), (0, 4), (11, 2)])
def test_chances_fall_with_the_number_of_tricks(vacant: tuple[int, int]) -> None:
    """More tricks are never likelier than fewer, and the average is the sum of the chances."""
    single = suit("AJ9732", "QT5", vacant)
    chances = [single.chance(tricks) for tricks in range(8)]
    assert chances[0] == 1
    assert chances[7] == 0
    assert chances == sorted(chances, reverse=True)
    assert single.expected() == sum(chances[1:7])


def test_vacant_places_count_layouts() -> None:
    """The divisions together are all ways to deal the unknown cards."""
    assert sum(by_vacancies((2, 3), (7, 6)).values()) == comb(13, 6)
    assert by_vacancies((1,), (0, 4)) == {((0,), (1,)): 1}


def test_classes_are_divided_by_cards_that_matter() -> None:
    """A card of ours far down divides nothing; one between honours does."""
    assert classes(mask("AK94QT853"), mask("J762")) == (mask("762"), mask("J"))
    assert classes(mask("AQ32"), mask("KJ")) == (mask("J"), mask("K"))


def test_reply_covers_or_ducks() -> None:
    """Third hand with ace and queen covers the king, finesses over a low card."""
    hands = mask("3"), mask("AQ")
    single = SingleSuit(hands, (mask("JT987654"), mask("K")), {((2, 1), (6, 0)): 1,
                                                              ((3, 0), (5, 1)): 1})  # fmt: skip
    low = {line.rank: line.chance for line in single.reply(2, 2, 0, 2)}
    assert low[RANKS.index("Q")] == HALF
    covered = SingleSuit(hands, (mask("JT987654"),), {((3,), (5,)): 1})
    over = {line.rank: line.chance for line in covered.reply(2, 2, 0, RANKS.index("K"))}
    assert over[RANKS.index("A")] == 1
