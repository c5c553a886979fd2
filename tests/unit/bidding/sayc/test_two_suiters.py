"""Michaels and the unusual two notrump at their edges, the answers and what follows."""

import pytest

from support.sayc import call_of

FIRST = [
    ("1D", "KQJ84.QJ972.84.3", "None", "2D"),
    ("1D", "J8542.K9763.A4.3", "None", "2D"),
    ("1D", "98542.97632.A4.K", "None", "P"),
    ("1D", "KQ984.J9762.84.3", "EW", "P"),
    ("1D", "A9842.KJ762.KQ.3", "None", "1S"),
    ("1D", "AQ984.AKJ62.K4.3", "None", "2D"),
    ("1D", "AKJ984.KQ762.4.3", "None", "2D"),
    ("1H", "AQJ84.2.84.QJ972", "None", "2H"),
    ("1H", "KQ984.Q2.A.Q9872", "None", "1S"),
    ("1S", "4.82.KQJ84.QJ972", "None", "2NT"),
    ("1S", "4.A2.J9864.J8732", "None", "P"),
    ("1H", "A4.8.AKJ84.AQ972", "None", "2NT"),
    ("1C P 1H", "KQJ84.2.QJ972.84", "None", "2NT"),
    ("1D P 1NT", "KQJ84.QJ972.84.3", "None", "2D"),
    ("1C P 1NT", "4.KQJ84.QJ972.84", "None", "2NT"),
    ("1H P 2H", "KQJ84.2.84.QJ972", "None", "3H"),
    ("1S P 2S", "2.KQJ84.84.QJ972", "None", "P"),
    ("1S P 2S", "2.AKJ84.4.KQJ972", "None", "3S"),
]

ANSWERS = [
    ("1C 2C P", "Q84.J73.K8532.94", "2H"),
    ("1C 2C P", "Q84.J7.K8532.J94", "2S"),
    ("1C 2C P", "K942.Q4.A7532.84", "3S"),
    ("1C 2C P", "K9832.Q4.A753.84", "4S"),
    ("1C 2C P", "J9842.4.97532.84", "2S"),
    ("1C 2C P", "94.Q4.AQJ732.984", "2D"),
    ("1C 2C X", "Q84.J73.K8532.94", "P"),
    ("1C 2C X", "Q842.J73.K853.94", "2S"),
    ("1C 2C X P P", "KQJ84.QJ972.84.3", "2H"),
    ("1C 2C 3C", "Q842.J7.K8532.94", "3S"),
    ("1C 2C 3C", "Q84.J7.K8532.J94", "P"),
    ("1C 2C 3C", "84.J7.KJ532.AQT4", "X"),
    ("1C 2C 3C", "QJ842.7.K8532.94", "4S"),
    ("1D 2NT P", "K842.Q73.984.Q94", "3H"),
    ("1D 2NT P", "K842.Q73.98.Q984", "3C"),
    ("1D 2NT P", "K84.AQ73.98.A984", "4H"),
    ("1S 2NT P", "8732.AK73.K84.94", "3D"),
    ("1S 2NT P", "8732.AK7.KQ84.94", "4D"),
    ("1S 2NT P", "8.AK73.KQ842.A94", "5D"),
    ("1S 2NT 3S", "82.AK73.KQ842.94", "5D"),
    ("1S 2NT 3S", "832.Q973.KJ84.94", "P"),
    ("1S 2NT 3S", "832.A973.K984.94", "4D"),
    ("1H 2H P", "J43.K8432.52.Q82", "2S"),
    ("1H 2H P", "J3.K84.Q9652.Q82", "2NT"),
    ("1H 2H P", "J3.KQ8432.95.Q82", "2S"),
    ("1H 2H P", "J3.KQ98432.9.J82", "2S"),
    ("1H 2H X", "64.Q9653.J3.K764", "2NT"),
    ("1H 2H 3H", "A43.84.K952.Q872", "3S"),
    ("1H 2H 3H", "J4.8432.K95.Q872", "P"),
    ("1H P 2H 3H P", "64.K43.T853.Q952", "4C"),
]

LATER = [
    ("1H 2H 2S 3S 4H", "AJ8764..9.KJ6532", "4S"),
    ("1H 2H 2S 3S 4H", "AJ876.9.95.KJ653", "P"),
    ("1D 2NT P 4C X", "9.AQT842.8.AKJ75", "P"),
    ("1C P 1S 2NT 3C 4H P P X P P", "K6.JT962.AT987.6", "P"),
    ("1C 2C 3D P P", "AQ8643.AJ853..K5", "3S"),
    ("1C 2C 3D P P", "AQ864.AJ853.2.75", "P"),
    ("1C 2C P 2H P", "KQJ84.QJ972.84.3", "P"),
    ("1C 2C P 2H P", "AQJ84.AKJ97.K4.3", "3H"),
    ("1C 2C P 2H P", "AKJ84.AKQ97.K4.3", "4H"),
    ("1C 2C P 2H P 3H P", "Q84.J73.K8532.94", "4H"),
    ("1C 2C P 2H P 3H P", "84.J73.Q8532.J94", "P"),
    ("1C 2C P 3H P", "QJ984.QJ972.84.K", "P"),
    ("1C 2C P 3H P", "AQJ84.KQ972.84.3", "4H"),
    ("1C 2C P 2H 3C", "AQ984.AQ973.KJ.4", "X"),
    ("1C 2C P 2H 3C", "AQJ84.AQJ97.K4.3", "4H"),
    ("1C 2C P 2H 3C", "KQJ84.QJ972.84.3", "P"),
    ("1C 2C 3C P P", "AQJ84.AKJ97.K4.3", "X"),
    ("1C 2C 3C P P X P", "J4.K73.J98532.94", "3H"),
    ("1C 2C 3C P P X P", "K943.73.A8532.94", "4S"),
    ("1H 2H P 2S P", "AQJ84.2.K4.AKJ97", "3S"),
    ("1S 2NT P 3D P", "4.K2.AQJ84.AKJ97", "4D"),
]


@pytest.mark.parametrize(("auction", "hand", "vulnerability", "call"), FIRST)
def test_who_shows_two_suits(auction: str, hand: str, vulnerability: str, call: str) -> None:
    """Weak hands with honours in the suits and strong ones; those between overcall."""
    assert call_of(auction, hand, vulnerability) == call


@pytest.mark.parametrize(("auction", "hand", "call"), ANSWERS)
def test_answers(auction: str, hand: str, call: str) -> None:
    """Partner prefers a suit, raises by length and values, competes, or leaves the choice."""
    assert call_of(auction, hand) == call


@pytest.mark.parametrize(("auction", "hand", "call"), LATER)
def test_second_actions(auction: str, hand: str, call: str) -> None:
    """Only a strong two-suiter acts again unasked."""
    assert call_of(auction, hand) == call
