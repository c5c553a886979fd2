"""Answers to one of a minor: inverted raises, two clubs over one diamond, and what follows."""

import pytest

from support.two_over_one import call_of

ANSWERS = """
1C P      | 84.A85.K6.AJ9732   | 2C
1C P      | 84.985.K6.KJ9732   | 3C
1C P      | 842.A8.642.KJ973   | 1NT
1C P      | 84.8.K653.QJ9732   | 4C
1C P      | K84.A85.QJ6.J973   | 2NT
1C P      | K84.A85.QJ6.KJ73   | 3NT
1C P      | K842.85.K6.AJ973   | 1S
1D P      | 84.A5.KQ973.Q973   | 2D
1D P      | 84.85.KJ9732.Q73   | 3D
1D P      | 84.A85.K6.AKJ973   | 2C
1D P      | 84.A85.J6.KQ9732   | 3C
1D P      | 84.A85.96.KQ9732   | 3C
1D P      | 84.985.96.KQ9732   | P
1D P      | KJ84.A5.6.AKJ973   | 2C
1D P      | K84.A85.Q64.KJ73   | 3NT
1D P      | K8.QT3.KJT93.J52   | 2D
P P 1C P  | 84.A85.K6.QJ973    | 3C
"""
INVERTED = """
1C P 2C P        | AQ83.KJ4.Q83.J92 | 2NT
1C P 2C P        | AQ83.K74.3.KJ932 | 2H
1C P 2C P        | Q83.974.A3.AKJ92 | 2S
1C P 2C P        | 983.74.A3.AKJ932 | 3C
1C P 2C P 2NT P  | 84.A85.K6.AJ9732 | 3NT
1C P 2C P 2NT P  | 84.Q85.K6.AQ9732 | 3C
1C P 2C P 3C P   | 84.A85.K6.AJ9732 | P
1C P 2C P 2H P   | KJ4.85.K6.A97432 | 2NT
1C P 2C P 2H P   | KJ4.85.AK.QJ9743 | 3NT
1C P 2C P 2H P   | 984.85.A6.AJ9743 | 3C
1C P 2C P 2H P 2NT P | AQ83.K74.3.KJ932 | 3C
1C P 3C P        | AQ83.KJ4.AQ3.J92 | P
1C P 3C P        | AQ8.KJ4.AQ3.Q932 | 3NT
1C P 2NT P       | AQ83.KJ4.Q83.J92 | P
1C P 2NT P       | AQ83.KJ4.A83.J92 | 3NT
"""
TWO_CLUBS = """
1D P 2C P        | AQ83.KJ4.QJ83.92 | 2NT
1D P 2C P        | AQ8.KJ4.KQJ83.K2 | 2NT
1D P 2C P        | AQ83.4.KQJ83.982 | 2S
1D P 2C P        | A83.4.KQJ83.Q982 | 3H
1D P 2C P        | A8.43.KQJ832.982 | 2D
1D P 2C P        | A8.43.KQ832.Q982 | 3C
1D P 2C P 2D P   | K4.A85.64.AKJ973 | 3NT
1D P 2C P 2D P   | 84.A85.K64.AKJ97 | 3D
1D P 2C P 2NT P  | 84.A85.K6.AKJ973 | 3C
1D P 2C P 2NT P  | KJ.A85.K6.QJ9743 | 3NT
"""
NEW_MINOR = """
1C P 1S P 1NT P           | KJ984.A5.K6.J973 | 2D
1D P 1S P 1NT P           | KJ984.A5.K6.J973 | 2C
1C P 1S P 1NT P           | KJ984.A5.J63.974 | P
1C P 1S P 1NT P           | KJ98.A53.K6.A973 | 3NT
1C P 1S P 1NT P           | KJ9843.A53.K6.97 | 3S
1C P 1S P 1NT P 2D P      | Q83.KJ4.Q83.AJ92 | 2S
1C P 1S P 1NT P 2D P      | Q83.KJ4.A83.AJ92 | 3S
1C P 1S P 1NT P 2D P      | Q8.KJ43.Q83.AJ92 | 2H
1C P 1S P 1NT P 2D P      | Q8.KJ4.Q832.AJ92 | 2NT
1C P 1S P 1NT P 2D P 2S P | KJ984.A5.K6.J973 | 3S
1C P 1S P 1NT P 2D P 2S P | KJ984.A5.K6.K973 | 4S
1C P 1S P 1NT P 2D P 2S P | KJ984.A5.Q6.J973 | P
1C P 1S P 1NT P 2D P 2H P | KJ984.A9543.K6.7 | 3H
1C P 1S P 1NT P 2D P 2NT P | KJ984.A5.Q6.J973 | P
1C P 1S P 1NT P 2D P 2NT P | KJ984.A5.K6.K973 | 3NT
"""


@pytest.mark.parametrize(
    "row",
    [
        row
        for text in (ANSWERS, INVERTED, TWO_CLUBS, NEW_MINOR)
        for row in text.strip().splitlines()
    ],
)
def test_minors(row: str) -> None:
    """Strong raises look for notrump, weak ones end the auction; the new minor asks for three."""
    auction, hand, call = map(str.strip, row.split("|"))
    assert call_of(auction, hand) == call
