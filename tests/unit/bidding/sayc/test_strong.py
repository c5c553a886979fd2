"""Two clubs: the third round, and when they interfere."""

import pytest

from support.sayc import call_of

THIRD = [
    # Opener after responder's own suit: support, a longer first suit, another suit, notrump.
    ("2C P 2D P 2H P 2S P", "AQ2.AKJT87.AK2.K", "3S"),
    ("2C P 2D P 2H P 2S P", "A.AKQT52.A842.AQ", "3H"),
    ("2C P 2D P 2H P 2S P", "A5.AQJ73.A.AQJ62", "3C"),
    ("2C P 2D P 2H P 2S P", "AJ.AK852.AQ53.AT", "2NT"),
    # Responder after the second suit: support, preference with two cards, notrump.
    ("2C P 2D P 2S P 2NT P 3H P", "6.K976.K94.J8532", "4H"),
    ("2C P 2D P 2S P 2NT P 3H P", "K7.98.QT53.QT432", "3S"),
    ("2C P 2D P 2S P 2NT P 3D P", "9.QJ742.KQ3.QJ76", "3NT"),
    # Responder's second call after a positive answer.
    ("2C P 2H P 2S P", "QT8.AQ542.Q7.J95", "3S"),
    ("2C P 2H P 2S P", "52.AKJT43.J3.KT7", "3H"),
    ("2C P 2H P 2S P", "7.AKQ96.T754.QJ2", "3D"),
    ("2C P 2H P 2S P", "63.KQ862.K86.QJ9", "2NT"),
]
MINORS = [
    # Opener's second suit is raised, responder's shown; two-suiters are not hidden in six spades.
    ("2C P 2D P 3C P", "K954.AQ9.Q8642.6", "3NT"),
    ("2C P 2D P 3C P", "K954.J9.Q8642.64", "3D"),
    ("2C P 2D P 3C P 3D P 3H P", "KT9.T653.T42.743", "4H"),
    ("2C P 2D P 3C P 3D P 3H P", "KT98.653.T42.743", "3NT"),
    ("2C P 2D P 3C P 3S P 3NT P", "KT7432.KJ742.T.T", "4H"),
    ("2C P 2D P 3C P 3S P 3NT P", "KT7432.K42.T3.T8", "4S"),
    ("2C P 2D P 3C P 3S P 3NT P", "KT743.K42.T32.T8", "P"),
]
INTERFERENCE = [
    # Nobody passes opener's suit, nor below game when they bid over it.
    ("2C 2D P P 2H P", "K842.J6.9865.J98", "2NT"),
    ("2C 2D P P 2H P", "K842.Q86.9865.K9", "3H"),
    ("2C 2D P P 2H P", "KJ842.J6.K865.98", "2S"),
    ("2C 2D P P 2H P 2NT P", "AJ.AKQT2.2.KQT62", "3C"),
    ("2C 2D P P 2H P 2NT P 3C P", "K842.J6.9865.J98", "3H"),
    ("2C 2S P P 3C P", "J7.KT85.8642.J83", "4C"),
    ("2C 2H X 3H", "AKQT6.8.A72.AKQ4", "3S"),
    ("2C 2H X 3H", "AKQ6.K8.A72.AKQ4", "3NT"),
    ("2C P 2D P 3C X P 3D", "AJ7.K5.A9.AKQJT5", "3NT"),
    # A pass of partner's only waits, also over a double.
    ("2C X P P", "AK62.A.AKT84.A65", "2D"),
    ("2C X P P", "AKQ5.A54.AQT.AK7", "3NT"),
    ("2C 2S P P", "AQ2.AKJT87.AK2.K", "3H"),
    ("2C 2S P P", "AKQ5.A54.AQT.KJ7", "2NT"),
    ("2C 3D P P", "AK62.AK6.84.AKQ5", "X"),
    # A double of partner's is weak: it is passed with trumps.
    ("2C 2S X P", "KQJ5.A54.AQT.AK7", "P"),
    ("2C 2S X P", "AQ.AK5.AKJ9842.K", "3D"),
]


@pytest.mark.parametrize(("auction", "hand", "call"), THIRD + MINORS + INTERFERENCE)
def test_calls(auction: str, hand: str, call: str) -> None:
    """Each hand makes the call of the system."""
    assert call_of(auction, hand) == call
