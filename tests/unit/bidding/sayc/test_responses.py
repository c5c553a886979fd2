"""Answers to one of a suit at the edges of their ranges, by a hand that passed before too."""

import pytest

from support.sayc import call_of

TO_A_MAJOR = """
1S P    | 984.K83.QT653.J4  | 2S
1S P    | Q94.K832.QT65.74  | 2S
1S P    | Q94.AK83.T965.74  | 3S
1S P    | Q94.AQ83.KT65.74  | 3S
1S P    | QJ94.A832.J965.7  | 3S
1S P    | QJ974.A832.J9.74  | 3S
1S P    | QJ974.9832.K965.  | 4S
1S P    | KJ94.A832.K9765.  | 2NT
1S P    | QJ94.A832.K965.7  | 4S
1S P    | KJ94.A832.A965.7  | 2NT
1S P    | KQ94.AQ3.J965.74  | 2NT
1S P    | Q94.KQ3.A9652.74  | 3S
1S P    | Q94.AQ3.AJ652.74  | 2D
1S P    | 94.Q832.KT65.Q74  | 1NT
1S P    | 4.KJ8632.96.J743  | 1NT
1S P    | 4.8632.KJ96.J743  | P
1H P    | QT98.3.KJ965.742  | 1S
1H P    | KQ98.3.A65.AQ742  | 2C
P P 1S P | QJ94.83.AQJ52.74 | 3D
P P 1S P | QJ94.A3.K9652.74 | 3S
P P 1S P | QJ94.A832.KJ65.  | 4S
P P 1S P | Q9.AT832.Q6.J742 | 1NT
P P 1S P | Q9.AQT83.K6.J742 | 2H
P P 1H P | K94.Q8.AJ65.Q742 | 2NT
"""
TO_A_MINOR = """
1C P    | Q94.K83.AQ65.974  | 1D
1C P    | Q94.K83.965.AQ74  | 1NT
1C P    | Q94.A83.K65.AJ74  | 2NT
1C P    | Q94.K83.65.AJ974  | 2C
1C P    | Q94.A83.6.AJ9743  | 3C
1C P    | Q9.83.6.KJT97432  | 4C
1C P    | K4.QJ83.A6543.74  | 1D
1C P    | QJ943.AT832.6.74  | 1S
1D P    | Q94.K83.A965.T74  | 1NT
1D P    | Q94.K83.KQ.AJ974  | 2NT
1D P    | A94.Q83.K96.AJ74  | 2NT
1D P    | A94.Q83.K96.QJ74  | 2C
1D P    | A94.Q83.KJ96.J74  | 1NT
1D P    | A94.Q8.KJ962.J74  | 3D
1D P    | AQ.3.KQJ962.KT74  | 2C
1D P    | A3.KQ94.72.AQ974  | 2C
1D P    | A3.KQ94.72.J9743  | 1H
P P 1C P | A94.Q83.KJ9.QT74 | 2NT
P P 1D P | A94.Q83.96.KJ974 | 1NT
P P 1D P | 94.Q83.K6.AQJ974 | 2C
"""


@pytest.mark.parametrize(
    "row", [row for text in (TO_A_MAJOR, TO_A_MINOR) for row in text.strip().splitlines()]
)
def test_responses(row: str) -> None:
    """A hand at the edge of a range makes the call of that range."""
    auction, hand, call = map(str.strip, row.split("|"))
    assert call_of(auction, hand) == call
