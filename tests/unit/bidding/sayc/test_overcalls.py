"""Our calls after their opening: overcalls, two-suiters, the defence to 1NT; and the answers."""

import pytest

from support.sayc import call_of

OVERCALLS = [
    ("1D", "AQJ74.K52.84.Q93", "1S"),
    ("1C", "Q9872.K9.AT875.5", "1S"),
    ("1C", "AT754.4.KQT652.6", "1D"),
    ("1C", "Q9872.K96.AT87.5", "P"),
    ("1C", "KJ952.AQ.872.K43", "1S"),
    ("1H", "Q8642.KJ4.K72.Q3", "P"),
    ("1S", "84.AQJ952.K3.J84", "2H"),
    ("1S", "K4.92.AQJ63.K842", "2D"),
    ("1S", "K4.92.Q8763.KQ42", "P"),
    ("1D", "KQJ974.85.62.T43", "2S"),
    ("1S", "5.KQT9742.83.Q62", "3H"),
    ("1C", "8.92.KQJ97643.75", "4D"),
    ("1H", "KQ4.AJ5.K832.Q97", "1NT"),
    ("1C P 1D", "AQJ74.K52.84.Q93", "1S"),
    ("1D P 1S", "84.KQJ952.92.AQ4", "2H"),
    ("2H", "KQ4.AJ5.K832.Q97", "2NT"),
    ("2D", "AQJ74.K52.84.Q93", "2S"),
    ("3D", "AQJ974.KQ2.84.Q3", "3S"),
    ("3C", "KQ4.AJ5.KJ83.KQ7", "3NT"),
    ("2C", "KQJ974.85.62.T43", "2S"),
]
"""Natural calls over openings, nobody vulnerable."""


@pytest.mark.parametrize(("auction", "hand", "call"), OVERCALLS)
def test_natural_overcalls(auction: str, hand: str, call: str) -> None:
    """Suits go by length, quality and level, jumps are weak, notrump is stopped."""
    assert call_of(auction, hand) == call


def test_vulnerability_asks_for_more() -> None:
    """A weak jump and a light overcall of two need a better suit when vulnerable."""
    assert call_of("1D", "QJT974.85.62.K43", "EW") == "P"
    assert call_of("1D", "QJT974.85.62.K43", "NS") == "2S"
    assert call_of("1S", "K4.92.AQ963.KJ42", "EW") == "2D"
    assert call_of("1S", "K4.92.AQ963.QJ42", "EW") == "P"


ADVANCES = [
    ("1C 1S P", "Q84.K732.852.QJ4", "2S"),
    ("1C 1S P", "Q842.K7.A852.K94", "2C"),
    ("1C 1S P", "Q8732.7.K8532.94", "4S"),
    ("1C 1S P", "Q873.7.K98532.94", "3S"),
    ("1C 1S P", "82.KQJ74.K85.Q94", "2H"),
    ("1C 1S P", "82.K742.Q85.KJ94", "1NT"),
    ("1C 1S P", "82.KJ4.KQ85.KJ94", "2NT"),
    ("1C 1S 2C", "Q842.K7.A852.K94", "3C"),
    ("1C 1S 2C", "Q8.K742.A852.974", "P"),
    ("1D 1H P 2D P", "K4.AQ852.J84.T52", "2H"),
    ("1D 1H P 2D P", "K4.AQ8652.4.KJ52", "4H"),
    ("1D 1H P 2D P 2H P", "Q84.KJ4.A852.K94", "3H"),
    ("1D 1H P 2H P", "K4.AQ852.J84.T52", "P"),
    ("1D 2S P", "K84.AQ52.AQ4.K52", "2NT"),
    ("1D 2S P 2NT P", "QJ9742.85.62.Q43", "3S"),
    ("1D 2S P 2NT P", "AQ9742.85.62.K43", "3C"),
    ("1D 2S P", "8.AQ52.KJ84.J852", "P"),
    ("1D 1NT P", "K742.Q852.84.K52", "2C"),
    ("1D 1NT P", "K4.QJ852.84.9752", "2D"),
    ("1D 1NT P 2D P", "Q43.K2.AQ84.KQ52", "2H"),
    ("1D 1NT P", "K43.Q85.J84.K952", "3NT"),
    ("2H 2NT P", "KJ742.85.84.K952", "3H"),
]
"""Answers to overcalls and what follows."""


@pytest.mark.parametrize(("auction", "hand", "call"), ADVANCES)
def test_advances(auction: str, hand: str, call: str) -> None:
    """Raises go by length, values by their suit; jumps and notrump are answered."""
    assert call_of(auction, hand) == call


TWO_SUITERS = [
    ("1D", "KQJ84.QJ972.84.3", "2D"),
    ("1H", "KQJ84.2.84.QJ972", "2H"),
    ("1S", "4.KQJ84.QJ972.84", "2S"),
    ("1S", "4.82.KQJ84.QJ972", "2NT"),
    ("1C", "4.KQJ84.QJ972.84", "2NT"),
    ("2S", "4.AQJ84.KQ972.84", "3S"),
    ("1C 2C P", "Q4.K84.97532.J82", "2H"),
    ("1C 2C P", "Q952.K4.A7532.K8", "4S"),
    ("1H 2H P", "Q4.K8432.K52.J82", "2NT"),
    ("1H 2H P 2NT P", "KQJ84.2.84.QJ972", "3C"),
    ("1H 2H P 2NT P", "AKJ84.2.A4.AQ972", "4C"),
    ("1H 2H X", "Q84.K8432.K5.J82", "2S"),
    ("1S 2NT P", "Q8432.KJ4.K52.J8", "3D"),
    ("1S 2NT X", "Q8432.KJ4.K2.J82", "3C"),
    ("1D 2NT P 3H P", "4.KQJ84.82.QJ972", "P"),
]
"""Michaels and the unusual two notrump."""


@pytest.mark.parametrize(("auction", "hand", "call"), TWO_SUITERS)
def test_two_suiters(auction: str, hand: str, call: str) -> None:
    """Two suits are shown by one call, and partner chooses."""
    assert call_of(auction, hand) == call


NOTRUMP = [
    ("1H 1NT P", "KJ74.A852.84.952", "2C"),
    ("1H 1NT P", "KJ7.A852.84.9542", "2NT"),
    ("1H 1NT P", "KJ7.A852.84.K542", "3NT"),
    ("1H 1NT P", "KJ742.52.84.9542", "2H"),
    ("1H 1NT P", "742.52.84.QT9542", "2S"),
    ("1H 1NT 2H", "KJ742.52.84.9542", "2S"),
    ("1H 1NT 2H", "KJ742.52.A84.K54", "3S"),
    ("1H 1NT 2H", "KJ74.52.A84.K542", "3H"),
    ("1H 1NT 2H", "KJ7.A52.K84.9542", "3NT"),
    ("1H 1NT 2H", "J73.52.K84.97542", "P"),
    ("1H 1NT 2D", "KJ7.85.KT84.9542", "X"),
    ("1H 1NT 2D X P", "AQ4.KQ5.J83.AJ97", "P"),
    ("1H 1NT P 2H P", "AQ42.KQ5.J8.AQ97", "3S"),
    ("1H 1NT P 2NT P", "AQ4.KQ5.J83.AQ97", "3NT"),
    ("1H 1NT P 2NT P", "AQ4.KQ5.J83.QJ97", "P"),
    ("1H 1NT P P 2H", "AQ4.KQ5.J83.AJ97", "P"),
]
"""Answers to an overcall of 1NT: the system of an opening, natural when they bid."""


@pytest.mark.parametrize(("auction", "hand", "call"), NOTRUMP)
def test_notrump_overcalls(auction: str, hand: str, call: str) -> None:
    """Partner of the overcaller invites with seven or eight points and asks for a major."""
    assert call_of(auction, hand) == call


AGAINST_NOTRUMP = [
    ("1NT", "KQJ974.85.A62.T3", "2C"),
    ("1NT", "KQJ84.AJ972.84.3", "2D"),
    ("1NT", "82.AQJ84.4.KQ972", "2H"),
    ("1NT", "82.4.AQJ84.KQ972", "2NT"),
    ("1NT", "AQ4.KQ5.AJ83.Q97", "X"),
    ("1NT 2C P", "Q4.K842.J852.T52", "2D"),
    ("1NT 2C P 2D P", "KQJ974.85.A62.T3", "2S"),
    ("1NT 2C P 2D P", "4.85.KQJ974.AT32", "P"),
    ("1NT 2C X P P", "4.85.KQJ974.AT32", "2D"),
    ("1NT 2D P", "Q4.K84.J852.T542", "2H"),
    ("1NT 2D P", "Q4.8.QJ852.T7542", "2NT"),
    ("1NT 2H P", "Q432.8.Q852.T754", "2NT"),
    ("1NT 2H P 2NT P", "82.AQJ84.4.KQ972", "3C"),
    ("1NT 2H P", "Q432.85.Q85.T754", "P"),
    ("1NT", "AQ4.KQ5.AJ83.J97", "X"),
    ("1NT", "AQ4.KQ5.KJ83.T97", "P"),
    ("1NT", "AQJ94.K5.A83.K97", "X"),
    ("1NT", "KQJ4.AT974.83.T3", "2D"),
    ("1NT X P", "Q8432.7.9842.T54", "2S"),
    ("1NT X P", "Q84.K7.Q9842.T54", "P"),
    ("1NT X 2S", "Q842.K7.Q984.T54", "X"),
    ("1NT X 2S", "84.KJ752.984.T54", "P"),
    ("1NT X 2S", "84.KJ752.A84.954", "X"),
    ("1NT X 2S P P", "AQ84.K75.AK84.95", "X"),
    ("1NT X 2S P P", "84.AKQ753.AQ4.95", "3H"),
    ("1NT X 2S P P", "843.AKQ3.AQ84.K5", "X"),
    ("1NT X 2S P P", "843.AKQ3.AQ84.J5", "P"),
    ("1NT X 2D X 2S", "Q842.K7.AQ84.A54", "X"),
    ("1NT 2C 2H", "Q42.K75.A984.K54", "X"),
    ("1NT 2C 2H", "Q42.K75.9842.954", "P"),
    ("1NT 2C 2D X P", "KQJ974.85.A62.T3", "2S"),
    ("1NT 2C P 2D X", "KQJ974.85.A62.T3", "2S"),
    ("2NT", "KQJ974.8.A62.T32", "3S"),
    ("2NT", "K97432.8.A62.T32", "P"),
    ("3NT", "92.8.AKQJ62.A432", "X"),
]
"""Cappelletti."""


@pytest.mark.parametrize(("auction", "hand", "call"), AGAINST_NOTRUMP)
def test_against_notrump(auction: str, hand: str, call: str) -> None:
    """One- and two-suiters have their calls over 1NT, and partner finds the suit."""
    assert call_of(auction, hand) == call
