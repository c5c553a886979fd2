"""Weak twos and preempts: who opens them, the answers, and both in competition."""

import pytest

from support.sayc import call_of

OPENINGS = [
    ("", "KJ9742.83.K84.92", "None", "2S"),
    ("", "KJ9742.83.K84.92", "NS", "P"),
    ("", "KQ9742.83.K84.92", "NS", "2S"),
    ("", "84.83.KJT742.K92", "NS", "2D"),
    ("", "T97642.83.AK4.92", "None", "P"),
    ("", "KQ9742.8.KJ84.92", "None", "2S"),
    ("", "KQ9742.KT84.84.9", "None", "P"),
    ("P P P", "KQ9742.K83.A4.92", "None", "2S"),
    ("P P P", "KQ9742.A83.A4.92", "None", "1S"),
    ("P P P", "KQ9742.83.J84.92", "None", "P"),
    ("", "KQ97642.83.84.92", "None", "3S"),
    ("", "QT976532.8.84.K9", "None", "4S"),
    ("", "QT976532.8.84.K9", "NS", "P"),
    ("", "KQ97642.8.QT84.9", "None", "4S"),
    ("", "8.83.84.KQT97642", "None", "4C"),
]
ANSWERS = """
2H P               | AQ65.Q97.AK983.3    | 2NT
2H P               | 7.AJ65.AQ85.AT32    | 2NT
2H P               | A7.AQ65.K985.J32    | 4H
2H P               | 75.Q652.K985.J32    | 4H
2H P               | 754.Q65.K985.J32    | 3H
2H P               | AQ7542.5.AKJ5.32    | 2S
2H P               | KQ75.5.KQ985.J32    | P
2H P               | AKQ5.75.AK98.AJ2    | 2NT
2D P               | 754.QJ5.K985.J32    | 4D
2D P               | AQ754.J5.K98.AQ2    | 2S
2H P 2NT P         | 84.AQJ974.83.QJ2    | 3NT
2H P 2NT P         | 84.AQT974.832.Q2    | 3H
2H P 2NT P         | 84.AQT974.K32.92    | 3D
2H P 2NT P         | 84.AKQ974.832.92    | 3NT
2H P 2NT P 3NT P   | AQ65.Q97.AK983.3    | 4H
2H P 2NT P 3H P    | AQ65.Q97.AK983.3    | 4H
2H P 2S P 3H P     | AQJ754.5.AKJ5.32    | 4S
2H P 2S P 3H P     | AQJ75.Q5.AKJ5.32    | 4H
2H P 2S P 3H P     | AQJ75.5.KJ75.Q32    | P
2H P 2S P 3C P     | AQJ75.Q5.KJ75.Q2    | 3H
2H P 2S P 2NT P    | AQJ75.5.KJ75.Q32    | 3NT
3D P               | 754.Q5.K985.A732    | P
3S P               | A75.AK5.75.AJ732    | 4S
"""
CONTESTED = """
2H 2S              | 7.AJ65.KQ85.8732    | 4H
2H 2S              | 754.QJ5.K985.832    | 3H
2H 2S              | KJ84.5.AQ85.K732    | X
2H 2S              | A4.KJ5.AQ85.J732    | 2NT
2H 2S 2NT P        | 84.AQT974.832.Q2    | 3H
2H 2S 2NT P        | 84.AQT974.K32.92    | 3D
2H 2S              | A4.K5.AKQJ85.732    | 2NT
2H 3C              | K4.5.AQ85.KJ9732    | X
2D 2H              | AKJ84.5.Q5.AJ732    | 2S
2D 2H 2S P         | K93.8.AQT974.972    | 4S
2D 2H 2S P         | 93.83.AQT974.972    | 3D
3H 4C              | 7.AJ65.KQ85.8732    | 4H
3S 4H              | K75.A52.KQJ8.AQ7    | X
4S 5C              | 75.A52.AKJ8.K732    | X
4S 5C              | Q75.52.T98542.72    | P
2H X               | 75.Q652.K985.J32    | 4H
2H 2NT             | 75.Q652.K985.J32    | 4H
2H 2NT             | 754.Q65.K985.J32    | 3H
2H 2NT             | A75.Q6.KQ85.KJ32    | X
2H 3NT             | 754.Q65.K985.J32    | P
2H 4C              | 75.Q652.K985.J32    | 4H
2H 4C              | 754.Q65.K985.J32    | P
2H P 2NT 3C P P    | AQ65.Q97.AK983.3    | 4H
2H P 2NT 3C P P    | AQ65.7.AK98.KJ93    | X
3H 4H              | 7542.Q6.K985.J32    | P
"""


def table(text: str) -> list[tuple[str, ...]]:
    """Return the rows of a table: auction, hand, call."""
    return [tuple(map(str.strip, row.split("|"))) for row in text.strip().splitlines()]


@pytest.mark.parametrize(("auction", "hand", "vulnerability", "call"), OPENINGS)
def test_openings(auction: str, hand: str, vulnerability: str, call: str) -> None:
    """Length, quality, seat and vulnerability decide whether and how high a weak hand opens."""
    assert call_of(auction, hand, vulnerability) == call


@pytest.mark.parametrize(("auction", "hand", "call"), table(ANSWERS) + table(CONTESTED))
def test_answers(auction: str, hand: str, call: str) -> None:
    """A hand makes the call that the system wants in the auction."""
    assert call_of(auction, hand) == call
