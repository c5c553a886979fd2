"""Auctions after one of a suit without interference: answers, rebids, fourth suit."""

import pytest

from support.sayc import call_of

ANSWERS = """
1H P               | KJ84.Q2.K953.842 | 1S
1H P               | K2.QJ84.A953.842 | 3H
1S P               | QJ842.7.K9532.84 | 4S
1S P               | Q94.K83.QT65.742 | 2S
1S P               | KQ94.AK3.QT65.74 | 2NT
1S P               | 94.KQJ83.AJ5.742 | 2H
1S P               | 7.AKQJ83.AQ5.K42 | 3H
1H P               | 2.94.AKQJ83.AK42 | 3D
P P 1S P           | 94.KQT83.AJ5.742 | 2H
1C P               | KQ84.J953.842.Q2 | 1H
1D P               | KQ4.A95.Q84.K962 | 2NT
P P 1D P           | KQ4.K95.J84.QJ62 | 2NT
1D P               | AKQJ94.K5.A84.62 | 2S
"""
REBIDS = """
1C P 1H P          | KQ84.K952.84.AQ2 | 2H
1C P 1H P          | KQ84.A2.842.KQ52 | 1S
1D P 1S P          | Q4.AJ2.KQ842.Q52 | 1NT
1D P 1S P          | A4.AK2.KQ842.QJ2 | 2NT
1D P 1S P          | K4.A2.KQJ842.KQ2 | 3D
1H P 1S P          | 4.KQJ84.A92.K842 | 2C
1H P 1S P          | 4.AKJ84.AK2.AQ42 | 3C
1C P 1S P          | 4.AK84.K92.AQ842 | 2H
1C P 1S P          | KJ84.4.AK2.AQ842 | 4S
1S P 2S P          | KQJ84.A4.AQ84.92 | 3D
1S P 2S P          | KQJ842.A4.AQ42.2 | 4S
1S P 2S P          | KQJ84.A4.QJ84.92 | P
1H P 3H P          | A4.KQJ84.842.K92 | P
1H P 3H P          | A4.KQJ84.A842.92 | 4H
1H P 1NT P         | A4.KQJ84.842.K92 | P
1H P 1NT P         | 4.KQJ84.A842.K92 | 2D
1S P 2D P          | KQJ84.A4.K84.J92 | 2S
1S P 2H P          | KQJ84.A42.84.Q92 | 3H
1D P 2NT P         | K4.A42.KQJ84.Q92 | 3NT
1C P 1H P 1S P 1NT P | KQ84.42.K8.AQ842 | P
"""
SECOND_ANSWERS = """
1C P 1S P 1NT P    | KQ842.842.Q84.92 | P
1C P 1H P 1NT P    | 84.KQJ842.84.Q92 | 2H
1C P 1H P 1NT P    | A84.KQ84.K84.Q92 | 3NT
1D P 1S P 2S P     | KQ84.A42.84.Q982 | 3S
1D P 1S P 2S P     | KQ842.AQ2.84.Q98 | 4S
1H P 1S P 2C P     | KQ842.Q2.J842.98 | 2H
1H P 1S P 2C P     | KQ84.2.K842.A982 | 3C
1H P 1S P 2C P     | KQ84.Q2.KJ42.A98 | 3NT
1D P 1S P 2D P     | KQJ842.842.4.Q98 | 2S
1C P 1S P 2H P     | KQ84.842.J842.98 | 2NT
1C P 1S P 2H P     | KQJ84.842.J84.98 | 2S
1D P 1H P 2NT P    | K4.QJ842.84.Q982 | 3H
1S P 1NT P 2H P    | Q2.984.KJ842.Q98 | 2S
1S P 2C P 2S P     | Q92.K84.84.AKJ82 | 4S
1S P 2C P 2H P     | Q2.K84.984.AQJ82 | 2S
1S P 2D P 2NT P    | Q2.K84.AKJ82.984 | 3NT
"""
FOURTH_SUIT = """
1D P 1S P 2C P         | AQJ84.A2.K84.942 | 2H
1H P 1S P 2D P         | AQJ84.K2.K84.942 | 3C
1C P 1D P 1H P         | A84.KQ2.AJ842.92 | 2S
1C P 1D P 1H P         | KQ84.82.AJ842.92 | 1S
1D P 1S P 2C P 2H P    | K84.2.AQJ84.KQ92 | 2S
1D P 1S P 2C P 2H P    | 84.KJ2.AQJ8.Q942 | 2NT
1D P 1S P 2C P 2H P    | 8.942.AQJ842.KQ9 | 3D
1D P 1S P 2C P 2H P 2NT P | AQJ84.A2.K84.942 | 3NT
1D P 1S P 2C P 2H P 2S P  | AQJ84.A2.K84.942 | 4S
"""


def table(text: str) -> list[tuple[str, ...]]:
    """Return the rows of a table: auction, hand, call."""
    return [tuple(map(str.strip, row.split("|"))) for row in text.strip().splitlines()]


@pytest.mark.parametrize(
    ("auction", "hand", "call"),
    [row for text in (ANSWERS, REBIDS, SECOND_ANSWERS, FOURTH_SUIT) for row in table(text)],
)
def test_calls(auction: str, hand: str, call: str) -> None:
    """A hand makes the call that the system wants in the auction."""
    assert call_of(auction, hand) == call
