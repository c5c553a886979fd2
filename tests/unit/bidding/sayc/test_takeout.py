"""Takeout doubles at their edges, the answers in and out of competition, and the next round."""

import pytest

from support.sayc import call_of

WHO_DOUBLES = [
    ("1C", "KQ65.J73.QT43.A6", "X"),
    ("1C", "KQ6.J73.QT43.A65", "P"),
    ("1H", "KJ84.95.A973.K62", "P"),
    ("1H", "KJ84.5.A973.K962", "X"),
    ("1H", "KJ84..A973.J9762", "P"),
    ("1S", "974.AK8.KQ62.AJ4", "X"),
    ("1H", "A93.942.QJ7.AKQT", "X"),
    ("1S", "AQT94.K5.A73.J62", "P"),
    ("2S", "J6.K.AK743.AKT87", "X"),
    ("3H", "AK54.AQ8.T.KQJ97", "X"),
    ("3H", "AQ54.8.K76.KJ974", "X"),
    ("4H", "AQ54.8.KQ76.KJ97", "X"),
    ("1D P 3D", "AQ54.KJ76.8.K972", "X"),
    ("1C", "J643.AJ82.AJT63.", "X"),
    ("1D", "Q973.J532.AQ7.KQ", "X"),
    ("1D", "Q97.J532.AQ7.KQ4", "P"),
    ("1C", "KJ542.T9543.AKQ.", "2C"),
    ("1C", "J542.T9543.AKQ.K", "X"),
    ("1C", "J54.KT954.AKQ.T4", "1H"),
    ("1S P 2NT", "Q9.KT32.J83.AQT7", "P"),
    ("1NT P 2H P 2S", "T4.KJ8.975.AKQ85", "P"),
    ("2H P 3H", "AQ64.9.KQ74.KJ65", "X"),
    ("2S P 4S", "4.AK95.KQ74.KJ65", "X"),
    ("1D P 1H P 1S", "K86.Q4.T85.KJT73", "P"),
]

ANSWERS = [
    ("1H X P", "KT95.KT3.95.Q964", "1S"),
    ("1C X P", "KT9.KT3.95.QJ964", "1NT"),
    ("1H X P", "KQ8.962.AJ5.J852", "3C"),
    ("1H X P", "KQJ8.962.A95.852", "2S"),
    ("1H X P", "KQ8.962.A95.9852", "2C"),
    ("1H X P", "KQ83.62.A95.T852", "2S"),
    ("1H X P", "KQ83.962.A95.852", "1S"),
    ("1H X P", "QT97652.6.K95.82", "4S"),
    ("1H X P", "QT9765.62.K95.82", "3S"),
    ("1D X P", "KQ83.AJ62.95.852", "2D"),
    ("1H X P", "A84.AJ732.Q5.K52", "3NT"),
    ("1H X P", "K84.QJ732.95.K52", "1NT"),
    ("1H X P", "A4.KQJ73.9532.52", "P"),
    ("1S X 2S", "KQT95.84.A72.J63", "2NT"),
    ("1S X 2S", "84.A972.K653.T87", "3H"),
    ("1S X 2S", "84.A97.K6532.QJ7", "3D"),
    ("1S X 2S", "84.A97.KJ65.Q987", "X"),
    ("1S X 2S", "84.AJ974.KJ65.87", "3H"),
    ("1D X 2D", "KJ84.Q974.83.Q62", "X"),
    ("1D X 1H", "AK6.J43.K52.AJ94", "2D"),
    ("1D X 1H", "84.KQ95.AJ652.87", "X"),
    ("1H X 2C", "AT7.Q3.J9764.AQ8", "2H"),
    ("1H X 3H", "KQ65.73.QT43.A76", "4S"),
    ("1H X 3H", "K65.73.QT43.A976", "X"),
    ("1H X 4H", "KQ965.73.Q43.976", "4S"),
    ("1H X XX", "K65.7432.QT4.976", "P"),
    ("3D X P", "K7652.94.842.A73", "4S"),
    ("3D X P", "KJ65.AJ94.84.873", "4D"),
    ("4H X P", "K765.94.K842.A73", "4S"),
    ("4H X P", "K76.943.K842.A73", "P"),
    ("4S X P", "94.K7653.K84.A73", "P"),
    ("4S X P", "4.K976532.K84.73", "5H"),
]

NEXT = [
    ("2D X P 2S P 3D P 4C P", "AQ.AT.AKT42.AJ76", "5C"),
    ("1D X P 1S P 2D P 2S P", "KQ5.AKQ6.763.AK8", "3S"),
    ("1D X P 1S P 2D P 2S P", "KQ5.AKQ6.A73.AK8", "3NT"),
    ("1H X P 2H P 2S P 3D P", "K863.A6.AQ5.T763", "3NT"),
    ("1H X P 2H P 2S P 3D P", "AQT8.J4.AK72.852", "4D"),
    ("1H X P 2S P 3H P", "A962.KJ952.T42.Q", "3NT"),
    ("1H X P 2S P 3H P", "KQ862.95.T42.A84", "4S"),
    ("1H X P 1S P", "KQ84.K5.AK7.KQ62", "3S"),
    ("1H X P 1S P", "KQ84.KQ5.AK7.AQ6", "4S"),
    ("1H X P 1S P", "K84.KQ5.AKQ7.AJ6", "2NT"),
    ("1H X P 1S P", "K8.KQ5.AKJ7.KJ62", "1NT"),
    ("1H X 2H 2S P", "KQ84.5.AKJ7.KQ62", "4S"),
    ("1H X 2H 2S P", "KQ84.5.AQ72.K762", "P"),
    ("1H X P 3S P", "KQ84.5.AQ72.KJ62", "4S"),
    ("1H X P 3S P", "KQ8.54.AQ72.KJ62", "P"),
    ("1H X 2H P P", "KQ84.5.AKJ7.KQ62", "X"),
    ("1H X 2H P P", "KQ84.5.AQ72.KT62", "P"),
    ("1H X P 1S 2H P P", "KT953.43.Q52.J86", "2S"),
    ("1H X P 1S 2H P P", "T953.432.Q52.J86", "P"),
    ("3D X 4D P P", "AQ.AK87632..KQT7", "4H"),
    ("3C X 4C 4S P", "QJ6.AQJT5.AKQ5.A", "4NT"),
    ("3C X 4C 4S P", "QJ6.AQJ5.AK65.A2", "P"),
    ("1C P 1H X 2C P P 2S P", "JT2.J753.QJ65.32", "3S"),
    ("1C P 1H X 2C P P 2S P", "JT2.J753.KQ65.K2", "4S"),
    ("1C P 1H X 2C P P 2S P", "T2.J753.QJ65.432", "P"),
    ("1D X P 1S X", "KJT952.AQ2.K.AJ3", "3S"),
    ("1D X P 1H 2D", "AQJ9754.K.A43.AQ", "3S"),
    ("1D X P 1H P", "AK42.A6.762.AKQ8", "2D"),
    ("1D X P 1H P", "AK42.A6.762.AKJ8", "P"),
    ("1S P 1NT X 2S P P 3D P", ".95432.J8542.J85", "4D"),
    ("1D X P 1NT P 2S P", "T84.J97.QJ85.Q65", "3S"),
    ("1D X P 1NT P 2S P", "T84.K97.QJ85.Q65", "4S"),
    ("1H X P 1NT 2H", "AQ84.62.AQ86.AT3", "P"),
    ("1H X P 1NT 2H", "AQ84.62.AQ86.AQ3", "X"),
    ("1C X P 1H 2C", "AKQJ8.AQ8.AQ74.9", "3C"),
    ("1C X P 1H 2C 2S P P 3C", "AKQ84.AQ8.A974.9", "P"),
    ("1D X 1H 1S 2D 2S P", "KJ32.T652.T9.QJT", "P"),
    ("1D X 1H 1S 2D 2S P", "KJT2.T652.A9.KJT", "4S"),
    ("1C X P 1H P 2H P 3H P", "KQT96.AQ76.A7.K6", "4H"),
    ("1C X P 1H P 2H P 3H P", "KQ96.AQ76.A7.J62", "P"),
    ("1C X 1S", "J7.9643.KT7.JT62", "P"),
    ("1S X P 3H P", "4.A92.AK53.A9754", "4H"),
    ("1S X P 3H P", "43.A92.AK53.A975", "P"),
    ("1C X 1D P 1S 2H 3C", "T3.7543.T97.8753", "P"),
    ("1C X 1D P 1S 2H 3C", "T3.K543.K97.8753", "4H"),
    ("1C X 1S", "53.KJ32.753.JT65", "P"),
    ("1C X 1S", "53.KJ32.Q53.QT65", "2H"),
    ("1C X 1S", "53.KJ532.753.T65", "P"),
    ("1C X 1S", "53.KJ532.Q53.T65", "2H"),
    ("1C X 1H", "KJ32.53.753.JT65", "1S"),
    ("3D X 4D P P X P", "QT864.T2.T7.Q963", "4S"),
    ("3D X 4D P P X P", "Q864.T32.T73.Q96", "P"),
    ("1S X P 2H P 2NT P 3H P", "A65.KQ8.AQ97.A84", "P"),
    ("1S X 2NT", "AT2.T542.AQ3.T75", "X"),
    ("1S X 2NT", "AT2.KT542.93.T75", "3H"),
    ("1S X 2NT", "A2.KT5432.93.KT5", "4H"),
]


@pytest.mark.parametrize(("auction", "hand", "call"), WHO_DOUBLES)
def test_who_doubles(auction: str, hand: str, call: str) -> None:
    """Shape and values below 17 points, any shape above."""
    assert call_of(auction, hand) == call


@pytest.mark.parametrize(("auction", "hand", "call"), ANSWERS)
def test_advances(auction: str, hand: str, call: str) -> None:
    """A major comes first; jumps, notrump and their suit show values; their suit is never ours."""
    assert call_of(auction, hand) == call


@pytest.mark.parametrize(("auction", "hand", "call"), NEXT)
def test_the_next_round(auction: str, hand: str, call: str) -> None:
    """The doubler acts again with extra values, the advancer with length."""
    assert call_of(auction, hand) == call
