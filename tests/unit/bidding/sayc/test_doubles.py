"""Doubles of SAYC and what surrounds them: the calls that the system asks for, by auction."""

import pytest

from support.sayc import call_of

TAKEOUT = [
    ("1H", "KJ84.5.AQ73.K962", "X"),
    ("1C", "KQ73.AJ62.K984.5", "X"),
    ("1S", "5.KQ84.AJ73.Q862", "X"),
    ("1H", "AKQ74.3.AK85.K92", "X"),
    ("2H", "KQ84.5.AQ73.K962", "X"),
    ("1D P 1S", "83.AQ74.6.AKJ962", "X"),
    ("1H X P", "Q8742.93.J84.962", "1S"),
    ("1H X P", "KQ84.93.K842.962", "1S"),
    ("1H X P", "KQ842.93.K84.J62", "2S"),
    ("1H X P", "93.KJT9842.84.96", "P"),
    ("1H X P", "93.AJT7.Q84.J962", "1NT"),
    ("1H X P", "AQ84.93.AK84.962", "2H"),
    ("1H X P 1S P", "KJ84.5.AQ73.K962", "P"),
    ("1H X P 1S P", "AJ84.5.AQ73.AQ62", "2S"),
    ("1H X P 2C P", "AQ7.AQ8.KQ73.K92", "2NT"),
    ("1H X 2H", "KJ84.93.K843.Q62", "2S"),
    ("1D X 2D", "KJ84.Q974.83.Q62", "X"),
    ("1H X XX", "J8742.93.J84.962", "1S"),
]
NEGATIVE = [
    ("1C 1H", "KJ84.93.K843.962", "X"),
    ("1C 1H", "KJ843.93.K84.962", "1S"),
    ("1D 1S", "84.KQ73.964.K862", "X"),
    ("1H 2C", "KJ84.93.KJ43.962", "X"),
    ("1H 2C", "84.Q93.KJ43.J962", "2H"),
    ("1H 1S", "84.KQ93.AJ43.K92", "2S"),
    ("1D 1S", "KJ8.Q93.J43.J962", "1NT"),
    ("1D 1S", "KQT83.93.J4.J962", "P"),
    ("1D 1S X P", "84.KQ73.AQ964.K8", "2H"),
    ("1D 1S X P", "84.KQ73.AKQ96.A8", "2S"),
    ("1D 1S X P", "KJ4.A73.AQ96.J82", "1NT"),
    ("1D 1S X P", "8.A73.AQ964.KJ82", "2C"),
    ("1D 1S X P 2H P", "84.KQ73.964.K862", "P"),
    ("1D 1S X P 2H P", "84.KQ73.A64.QJ62", "3H"),
    ("1D 1S X P 2D P", "AJ4.KQ73.64.QJ62", "3NT"),
]
DOUBLED = [
    ("1S X", "4.KJ73.AQ64.J862", "XX"),
    ("1S X", "K842.73.AQ64.J86", "2NT"),
    ("1S X", "KJ842.7.9642.862", "4S"),
    ("1S X", "J842.7.Q9642.862", "3S"),
    ("1S X", "J84.K7.Q9642.862", "2S"),
    ("1C X", "J8.KQ74.J9642.62", "1H"),
    ("1S X 2NT P", "AK732.K7.964.Q62", "3S"),
    ("1S X 2NT P", "AK732.K7.A64.Q62", "4S"),
    ("1H X XX 2C", "A2.KQ732.964.QJT6", "X"),
    ("2S X", "KJ42.73.AQ64.J86", "4S"),
]
BALANCING = [
    ("1H P P", "KJ84.95.A873.Q62", "X"),
    ("1H P P", "KJ874.95.A873.62", "1S"),
    ("1H P P", "K84.AJ5.Q873.Q62", "1NT"),
    ("1H P P", "J84.95.J8732.962", "P"),
    ("1H P P X P", "Q8742.93.A84.962", "1S"),
    ("1H P P X P", "KQ84.93.A84.Q962", "2S"),
    ("1D 2C P P", "KQ84.A93.AJ842.6", "X"),
    ("1D 2C P P", "KQ8.A9.AJ842.Q86", "P"),
    ("1D 2C P P X P", "84.Q93.742.AQT86", "P"),
    ("1D 2C P P X P", "J842.Q93.74.J862", "2S"),
]


@pytest.mark.parametrize(("auction", "hand", "call"), TAKEOUT + NEGATIVE + DOUBLED + BALANCING)
def test_calls(auction: str, hand: str, call: str) -> None:
    """In each auction the hand makes the system's call."""
    assert call_of(auction, hand) == call
