"""What SAYC calls with strong hands and preempts: slams, two clubs, weak openings, later bids."""

import pytest

from support.sayc import call_of

SLAMS = [
    # Blackwood, the answers by steps, and the sign-off with two aces missing.
    ("1S P 3S P", "AKQ54.A2.KQ3.K43", "4NT"),
    ("1S P 3S P 4NT P", "KJ73.A84.9542.KJ", "5D"),
    ("1S P 3S P 4NT P 5D P", "AQJ542.KQ.KQ3.KQ", "5S"),
    ("1S P 3S P 4NT P 5H P", "AQJ542.KQ.KQ3.KQ", "6S"),
    ("1H P 3H P 4NT P 5H P", "KQJ542.KQ.KQJ.KQ", "P"),
    ("1H P 3H P", "AKJ42.KQJ2.QJ4.3", "4H"),
    # Over interference: double and redouble none, pass one, then steps.
    ("1S P 3S P 4NT 5C", "KJ73.K84.9542.KQ", "X"),
    ("1S P 3S P 4NT 5C", "KJ73.A84.9542.KJ", "P"),
    ("1S P 3S P 4NT 5D", "AJ73.A84.9542.J2", "5H"),
    ("1S P 3S P 4NT X", "KJ73.K84.9542.KQ", "XX"),
    ("1S P 3S P 4NT X", "KJ73.A84.9542.KJ", "P"),
    ("1S P 3S P 4NT X", "AJ73.A84.9542.J2", "5C"),
    # Controls, the cheapest first; five of the major and five notrump ask for trumps.
    ("1H P 3H P", "AQ4.KQJ742.5.AKJ", "4NT"),
    ("1H P 1S P 3S P", "AQJ84.64.84.AKQ5", "4C"),
    ("1H P 1S P 3S P 4C P", "AJ73.AJ754.AQ5.4", "4NT"),
    ("1S P", "QJ543..AKQJT9.AK", "5NT"),
    ("1S P 5NT P", "AK542.K3.Q73.J94", "7S"),
    ("1S P 5NT P", "A8542.K3.KQ3.J94", "6S"),
    # Quantitative.
    ("1NT P 4NT P", "AQ4.KJ82.K73.AQ2", "6NT"),
    ("1NT P 4NT P", "AQ4.KJ82.Q73.K32", "P"),
    ("2NT P", "KQ4.QJ8.KJ32.972", "4NT"),
]
KEYCARDS = [
    ("1S P 3S P 4NT P", "KJ73.A84.9542.KJ", "5H"),
    ("1S P 3S P 4NT P", "KQ73.A84.9542.J2", "5S"),
    ("1S P 3S P 4NT P", "KJ73.K84.9542.KJ", "5C"),
    ("1S P 3S P 4NT P", "QJ73.KQ4.9542.KJ", "5D"),
    ("1S P 3S P 4NT P 5C P 5D P", "KQ73.K84.9542.KJ", "6S"),
    ("1S P 3S P 4NT P 5C P 5D P", "KJ73.K84.9542.KJ", "5S"),
    ("1S P 3S P 4NT P 5D P", "AQJ542.AK.K3.K42", "5S"),
]
STRONG = [
    ("", "AKQ54.AKJ2.A4.K3", "2C"),
    ("", "AKQJ9754.A.AQ3.4", "2C"),
    ("2C P", "8542.J73.Q842.63", "2D"),
    ("2C P", "KQJ53.842.K42.63", "2S"),
    ("2C P", "42.842.K42.AQJ53", "3C"),
    ("2C P", "K42.Q842.K42.J53", "2NT"),
    ("2C P 2D P", "AQ4.AKJ2.AQ4.KQ3", "3NT"),
    ("2C P 2D P", "AQ4.AKJ2.AQ4.KJ3", "2NT"),
    ("2C P 2D P 2H P", "8542.J7.J8542.63", "3C"),
    ("2C P 2D P 2H P", "8542.J73.K842.K3", "3H"),
    ("2C P 2D P 2H P 3C P", "A4.AKQJ75.AQ4.K3", "4H"),
    ("2C P 2D P 2S P 3C P 3S P", "4.J7532.8542.963", "P"),
    ("2C P 2D P 3C P", "8542.J73.T842.63", "3D"),
    ("2C X", "8542.J73.Q842.63", "P"),
    ("2C 2H", "8542.73.T8542.63", "X"),
    ("2C 2H", "KQJ42.73.K854.63", "2S"),
    ("2C P 2NT P", "AKJ42.AKQ3.A5.A3", "3S"),
]
PREEMPTS = [
    ("", "42.KQJ842.Q53.42", "2H"),
    ("P P P", "42.KQJ842.Q53.42", "P"),
    ("", "4.KQJ8542.Q53.42", "3H"),
    ("", "4.KQJ85432.953.4", "4H"),
    ("2H P", "AKJ4.Q5.AK53.Q42", "2NT"),
    ("2H P", "9542.Q75.A9532.4", "3H"),
    ("2H P", "952.Q7532.A9532.", "4H"),
    ("2H P", "AKJ942.5.AK53.42", "2S"),
    ("2H P", "KJ94.5.AQ53.QJ42", "P"),
    ("2H P 2NT P", "42.KQJ842.K53.42", "3D"),
    ("2H P 2NT P", "42.KJT842.Q53.42", "3H"),
    ("2H P 2NT P", "42.AKQ842.953.42", "3NT"),
    ("2H P 2NT P 3H P", "AKJ4.Q53.AK53.42", "4H"),
    ("2S X", "Q42.A532.98542.3", "3S"),
    ("2S 3C", "42.AK32.A4.KJT42", "X"),
    ("2H P 3H 3S P P", "42.KQJ842.Q53.42", "P"),
    ("3C P", "AQ4.KJ82.AQ64.K2", "3NT"),
    ("3S P", "A3.K72.AKJ4.9532", "4S"),
]
LATER = [
    ("1H 1S 2H 2S", "42.KQJ842.AQ5.42", "3H"),
    ("1H 1S 2H 2S P P", "J42.K842.QJ42.42", "3H"),
    ("1S 2H 3S 4H P P", "KJ42.4.Q9642.832", "P"),
    ("1NT P 2C", "42.853.742.AQJ95", "X"),
    ("1NT P 2D", "42.853.AKJT5.742", "X"),
]


@pytest.mark.parametrize(("auction", "hand", "call"), SLAMS + STRONG + PREEMPTS + LATER)
def test_calls(auction: str, hand: str, call: str) -> None:
    """Each hand makes the call of the system."""
    assert call_of(auction, hand) == call


@pytest.mark.parametrize(("auction", "hand", "call"), KEYCARDS)
def test_key_cards(auction: str, hand: str, call: str) -> None:
    """With the switch four notrump asks for key cards, by 1430."""
    assert call_of(auction, hand, blackwood="rkcb1430") == call


def test_the_other_order_of_key_cards() -> None:
    """By 3014 the first step shows none or three."""
    assert call_of("1S P 3S P 4NT P", "QJ73.KQ4.9542.KJ", blackwood="rkcb3014") == "5C"
    assert call_of("1S P 3S P 4NT P", "KJ73.K84.9542.KJ", blackwood="rkcb3014") == "5D"
