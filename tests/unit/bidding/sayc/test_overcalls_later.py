"""Overcalls at their edges, their answers in competition, and the overcaller's second action."""

import pytest

from support.sayc import call_of

FIRST = [
    ("1D", "KQJ84.852.84.973", "None", "P"),
    ("1D", "KQJT4.852.84.J73", "None", "1S"),
    ("1D", "KQJT4.852.84.973", "EW", "P"),
    ("1H", "A9542.K85.84.K73", "None", "1S"),
    ("1H", "J9542.K85.A4.K73", "None", "P"),
    ("1S", "84.K2.A73.KQ8542", "None", "2C"),
    ("1S", "84.A2.A73.QT8542", "None", "P"),
    ("1D", "T7.84.AJ65.AKQ54", "None", "2C"),
    ("1S", "AJ853.K4.AQ7.K42", "None", "1NT"),
    ("1H", "KQJ9875.4.A84.62", "None", "3S"),
    ("1H", "AKQ9875.4.KT84.6", "None", "4S"),
    ("1C P 1S", "AQJT64.K4.A84.62", "None", "2S"),
    ("1H P 2H", "KQJ94.4.KJ84.T62", "None", "2S"),
    ("1C P 1H", "K2.84.AQJ983.K62", "None", "2D"),
    ("2S", "A5.AKQT84.AQ832.", "None", "3S"),
    ("2H", "AQJ863.4.AJ85.75", "None", "2S"),
    ("2H", "AQJ863.4.AJ85.A5", "None", "3S"),
    ("2S", "J62.AK7.A63.AQT4", "None", "X"),
    ("2D", "AKQ4.AQ7.KQJ9.98", "None", "X"),
    ("2D", "AKQ.AQ7.KQJ9.984", "None", "3NT"),
    ("1H", "KJ84.5.A73.AKQ62", "None", "X"),
    ("4S", "4.KQJ974.A3.AKJ4", "None", "5H"),
]

ADVANCES = [
    ("1C 1S P", "K543.T974.8.AJ94", "3S"),
    ("1C 1S P", "K543.KT7.82.AJ94", "2C"),
    ("1C 1S P", "AT432.T974.A95.4", "4S"),
    ("1C 1S P", "T62.QT3.J64.QT96", "P"),
    ("1H 2C P", "K43.AJ5.KQ84.J73", "3NT"),
    ("1H 2C P", "A8654.J5.954.K73", "3C"),
    ("1H 2C P", "QJ8654.5.A95.K73", "2H"),
    ("1C 1S 1NT", "84.AJ75.KQ4.Q973", "X"),
    ("1C 1S 2H", "84.75.AKJ94.K973", "X"),
    ("1C 1S 2C", "84.KJ75.AQ94.973", "X"),
    ("1C 1S 3C", "Q84.KJ75.K94.973", "3S"),
    ("1C 1S 3C", "Q842.KJ75.A94.73", "3S"),
    ("1C 1S 3C", "Q842.AJ75.A94.73", "4S"),
]

AGAINST_PREEMPTS = [
    ("2H 2S P", "KJ65.A754.74.763", "3S"),
    ("2H 2S P", "KJ6.A75.Q874.Q63", "4S"),
    ("2H 2S P", "K6.A75.8742.9763", "P"),
    ("2H 2S P", "K6.84.AQJ94.KT73", "3D"),
    ("2H 2S P", "K6.AJ84.QJ94.K73", "3NT"),
    ("2H 2S P", "K63.84.AKJ94.AQ3", "3H"),
    ("2H 2S P 3S P", "AQJ95.K7.KJ4.T83", "4S"),
    ("2H 2S P 3S P", "AQJ95.87.KJ4.T83", "P"),
    ("2H 2S P 3D P", "AQJ95.K7.K4.T983", "3NT"),
    ("2S 3D P", "K65.A742.Q84.Q63", "3NT"),
    ("2S 3D P", "865.AKJ42.Q8.Q63", "3H"),
    ("3D 3H P", "K65.QJ2.84.A9763", "4H"),
    ("3D 3H P", "K65.82.Q84.J9763", "P"),
    ("2H 2S 3H", "K64.84.A973.Q763", "4S"),
    ("2H 2S 3H", "K64.84.Q973.Q763", "3S"),
]

LATER = [
    ("1D 1S P 2D P", "KQ532.K96.AJ5.42", "2S"),
    ("1D 1S P 2D P", "KQ532.K9.QJ54.K2", "2S"),
    ("1D 1S P 2D P", "KQ9532.K9.AJ4.J2", "3S"),
    ("1D 1S P 2D P", "AKQ532.K9.AJ4.82", "4S"),
    ("1C 1S P 2S P", "KQ532.K9.QJ54.K2", "P"),
    ("1C 1S P 2S P", "AKQ532.K9.AJ4.82", "4S"),
    ("1D 1H P 1S P", "T54.AQT64.K84.A3", "1NT"),
    ("1D 1H P 1S P", "T542.AQT64.K8.A3", "2S"),
    ("1D 1H P 1S P", "KT42.AQT64.8.AQ3", "3S"),
    ("1H 2C P 2S P", "K4.54.A84.AQJ973", "3C"),
    ("1H 2C P 2S P", "K74.5.A84.AQJ973", "3S"),
    ("1C 1S P P 2C", "AQJ95.KQ974.4.83", "2H"),
    ("1C 1S P P 2C", "AQJ95.K974.Q4.83", "P"),
    ("1C 1S P P 2C", "AQJ952.K97.Q4.83", "2S"),
    ("1C 1S P P 2C", "AQJ95.K97.AJ84.3", "X"),
    ("1H 1S 2H P P", "AQJ95.K7.KJ84.A3", "X"),
    ("1H 1S 2H P P", "AQJ95.97.KJ8.Q93", "P"),
    ("1C 1S 2C P P X P", "84.J974.QT62.Q83", "2H"),
    ("1C 1S 2C P P X P", "84.J97.QJT.QT832", "P"),
    ("1C 1S 2C X P", "AQJ95.K974.Q4.83", "2H"),
    ("1D 1S 2C 2S 3C", "AKQT64.7.Q92.Q76", "3S"),
    ("1D 1S 2C 2S 3C", "AKQT6.75.Q92.876", "P"),
    ("1D 1S 2C 2S 3C", "AKQT64.7.AQ2.K76", "4S"),
]


@pytest.mark.parametrize(("auction", "hand", "vulnerability", "call"), FIRST)
def test_who_overcalls(auction: str, hand: str, vulnerability: str, call: str) -> None:
    """The weaker the hand, the better the suit; a suit of theirs is natural between two."""
    assert call_of(auction, hand, vulnerability) == call


@pytest.mark.parametrize(("auction", "hand", "call"), ADVANCES)
def test_advances(auction: str, hand: str, call: str) -> None:
    """Weak hands raise by length; their suit shows a limit raise; doubles are as their bid was."""
    assert call_of(auction, hand) == call


@pytest.mark.parametrize(("auction", "hand", "call"), AGAINST_PREEMPTS)
def test_advances_against_preempts(auction: str, hand: str, call: str) -> None:
    """An overcall of a preempt has an opening: raises count points, new suits force."""
    assert call_of(auction, hand) == call


@pytest.mark.parametrize(("auction", "hand", "call"), LATER)
def test_second_actions(auction: str, hand: str, call: str) -> None:
    """Extra values and extra shape act again, also opposite silence."""
    assert call_of(auction, hand) == call
