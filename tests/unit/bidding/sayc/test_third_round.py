"""The third round after one of a suit: invitations, forcing suits, and opener's answers."""

import pytest

from support.sayc import call_of

AFTER_TWO_OVER_ONE = """
1H P 2C P 2S P         | Q52.J62.A4.AQ976   | 3H
1H P 2C P 2S P         | Q5.62.AQ4.KQ9763   | 3C
1H P 2C P 2S P         | Q5.62.AQ4.KT9763   | 2NT
1H P 2C P 2S P         | K952.6.Q42.AKQ97   | 3S
1S P 2D P 2S P         | Q4.K83.AQT65.J74   | 2NT
1S P 2D P 2S P         | 4.K83.AKT6532.74   | 3D
1S P 2D P 2S P         | A4.KQ83.AKT65.74   | 3H
1S P 2D P 2S P         | Q94.K3.AKT65.J74   | 4S
1S P 2D P 2S P 2NT P   | KQ7642.83.Q4.KQ6   | 3S
1S P 2D P 2S P 2NT P   | AKQ762.83.A4.Q86   | 4S
1S P 2D P 2S P 2NT P   | AKQ84.Q98.J6.943   | P
1S P 2D P 2S P 2NT P   | KQJ83.A54.K94.T7   | 3NT
1S P 2D P 2S P 3D P    | AKQ84.Q98.J6.943   | P
1S P 2D P 2S P 3D P    | AJT82.K75.A7.Q92   | 3NT
1S P 2D P 2S P 3H P    | KQJ983.Q54.94.A7   | 3S
1S P 2H P 2S P 3H P    | AKQJT7.9.KQ7.T75   | 4S
1S P 2D P 2S P 3H P    | KQ983.Q54.94.AQ7   | 3NT
1S P 2D P 2S P 3H P    | KQ983.QJ54.94.A7   | 4H
1S P 2D P 2S P 3H P 3S P | A4.KQ83.AKT65.74 | 4S
1D P 2C P 2D P 2NT P   | K84.KQ6.QJ9542.4   | 3D
1D P 2C P 2D P 2NT P   | K84.KQ6.AJ954.Q4   | 3NT
1D P 2C P 2D P 2S P    | Q84.KQ6.AJ954.Q4   | 2NT
1S P 2C P 3C P         | 3.QT.K532.KQT972   | 3D
1S P 2C P 2H P 3C P    | QJ952.KQJ83.K4.8   | 3H
1S P 2C P 2H P 3C P    | AJ952.KQ83.KQ2.8   | 3NT
1S P 2C P 2H P         | K8.A96.Q2.KQ6542   | 3D
"""
AFTER_ONE_OVER_ONE = """
P P 1S P 3D P          | KQ964.A84.K4.QJ2   | 4S
P P 1S P 3D P          | KQ964.A84.74.QJ2   | 3S
P P 1C P 1S P          | K84.QJ4.Q93.KJ62   | P
P P 1C P 1S P          | K84.QJ4.A93.KJ62   | 1NT
1C P 1H P              | K.Q85.T852.AK863   | 2H
1D P 1S P              | J96.KT73.AQJ74.8   | 2S
1D P 1S P              | K4.KT73.AQJ74.82   | 1NT
1C P 1H P 1S P         | 864.KQ85.T85.842   | P
1C P 1H P 1S P         | 864.KQ85.Q85.842   | 1NT
1C P 1D P 1H P 1S P    | QJ4.KQ87.84.AQT3   | 1NT
1C P 1D P 1H P 1S P    | KJ95.AQ65.J2.J43   | 2S
1C P 1D P 1H P 1S P    | AJ95.AQ65.2.AJ43   | 3S
1C P 1D P 1H P 1S P    | 4.KQ87.84.AQJT32   | 2C
1C P 1D P 1H P 1S P 1NT P | KQ84.84.AJ954.Q4 | 2NT
1C P 1D P 1H P 1S P 1NT P | KQ84.84.QJ9542.4 | 2D
1D P 1S P 2D P 3C P    | K4.A65.KQJ974.84   | 3NT
1D P 1S P 2D P 3C P    | K94.65.AKJ974.84   | 3S
1D P 1S P 2D P 3C P    | 4.A65.KQJ974.Q84   | 3NT
1D P 1S P 2D P 3C P    | 94.965.AKQ974.K4   | 3D
1C P 1S P 2NT P 3H P   | AQ4.KQ6.A84.AJ43   | 3S
1C P 1S P 2NT P 3H P   | A4.KQ6.A984.AQ43   | 3NT
1C P 1H P 1S P 3H P    | AJ84.Q6.84.AQT32   | 4H
1C P 1H P 1S P 3H P    | AJ84.6.KJ4.QT832   | P
1C P 1H P 1S P 3C P    | AJ84.6.KJ4.KQT32   | 3NT
1C P 1H P 1S P 3C P    | AJ84.6.QJ4.QT832   | P
1S P 1NT P 2S P 3S P   | AQJ942.87.A2.A43   | 4S
1S P 1NT P 2S P 3S P   | AQJ942.87.K2.J43   | P
1C P 1S P 2S P         | KQT7654.953.K92.   | 4S
1C P 1H P 2H P         | JT73.KJ9865.QJ.2   | 4H
1C P 1S P 2S P         | KQ9854.K53.J92.4   | 4S
1C P 1S P 2S P         | KQ9854.K53.92.43   | 3S
1C P 1S P 2S P         | KQ985.K53.932.43   | P
1D P 1S P 1NT P        | T974.962..AKT753   | 2C
1D P 1H P 1S P         | 8.T8642.KQ2.T754   | 2D
1C P 1D P 1H P         | AQT8.T864.Q864.3   | 2H
1C P 1D P 1H P         | AQT8.T86.Q8643.3   | 1S
1D P 1H P 1S P 1NT P   | AK842..A96543.Q6   | 2S
1D P 1H P 1S P 1NT P   | AK84.4.A96543.Q6   | 2D
1C P 1D P 1S P 1NT P 2C P | 965.Q532.KQJ94.J | P
1D P 1H P 1S P 2H P    | K632.K84.AKQ76.7   | 3H
1D P 1H P 1S P 2H P    | K632.84.AKQ76.Q7   | P
1C P 1D P 1H P 2D P 2NT P | T6.J2.AJ97642.76 | 3D
1H P 1S P 1NT P 3H P   | AQ.JT943.T75.KQ5   | P
1H P 1S P 1NT P 3H P   | AQ2.AJ943.T7.KJ5   | 4H
1D P 1H P 2C P 2H P    | 98.K5.AQ642.AQJ3   | 3H
1D P 1H P 2C P 2H P    | 98.K5.AQ642.AJ93   | P
1D P 2D P              | 9632.A.AJ32.AKQ8   | 3C
1S P 1NT P 3C P        | QT.Q864.JT.AT853   | 3S
1S P 1NT P 3C P        | 2.KJT4.KQT8.T853   | 3NT
1H P 1S P 3D P 3NT P   | K3.AKT73.AJ632.K   | P
1H P 1S P 3C P         | KQJ53.4.QT43.974   | 3S
P P 1H P 2NT P         | K3.AJT963.654.A7   | 3H
P P 1H P 2NT P         | K3.AJT93.654.A72   | P
P P 1H P 2NT P         | K3.AQT93.K54.A72   | 3NT
1C P 1S P 2S P 3NT P   | A72.AJT2.3.A8732   | P
1C P 1S P 2S P 3NT P   | A742.AJT2.3.A873   | 4S
1D P 1S P 1NT P        | A7543.AT73..AT95   | 3H
1D P 1S P 1NT P        | A7543.KT73.2.K95   | 2H
1D P 1S P 2NT P        | T9872.A7632.J2.6   | 3H
1D P 1S P 2NT P        | KJT872.732.J2.62   | 4S
1D P 1S P 2NT P        | T9872.A763.J2.62   | P
1S P 1NT P 2S P 3H P   | KQJ754.AJ4.8.A43   | 4H
1S P 1NT P 2S P 3H P   | KQJ754.84.AJ4.Q3   | P
1S P 1NT P 2C P        | 6.KQJT8654.QT3.6   | 4H
1S P 1NT P 2C P        | 6.KQJT86.T432.65   | 2H
1H P 1S P 2H P         | K8743.8.AK.QJ943   | 3C
1H P 1S P 2H P         | K874.J.AQ42.QJ94   | 3NT
1S P 1NT P             | KJT7652.8.AK.AT3   | 3S
1C P 1D P 1H P 1S P 2C P | 9763.J82.AQT94.A | 2NT
1C P 1D P 1H P 1S P 2C P | 9763.J82.AQT94.4 | P
1C P 1D P 1H P 1S P 2C P | A763.J82.AQT9.K4 | 3NT
1C P 1H P 1S P 2D P 2H P | K5.J9862.KJ94.KQ  | 4H
1C P 1H P 1S P 2D P 2H P | A95.AJ43.952.KJ2  | 3C
1C P 1H P 1S P 2D P 2H P | A95.AJ43.KQ2.J82  | 3NT
1C P 1H P 1S P 2D P 2H P 3C P | AQ64.K85.K9.Q842 | 3NT
1D P 1S P 2D P 2H P 3D P | AQT75.AQJ9.5.J92  | 3NT
1D P 1S P 2D P 2H P 3D P | AQT875.AQJ9.5.J9  | 3S
1H P 1S P 2H P 3C P 3H P | AQT75.Q8.52.AK92  | 4H
1H P 1S P 2H P 3C P 3S P | AQT75.Q8.52.AJ92  | 4S
1C P                     | A32.KQ8.J54.AQJ9  | 3NT
1C P 1S P 2D P 2S P 2NT P | J8432.QJ94.54.J2 | P
1C P 1S P 2D P 2S P 2NT P | J8432.KQ94.54.K2 | 3NT
1C P 1H P 2D P 2NT P     | A6.A.AK64.KJ9874  | 3NT
1C P 1H P 2D P 2NT P     | 96.A2.AK64.AKJ87  | 3C
P P 1C P 2NT P           | QT3.K.AT52.QJ983  | 3C
P P 1C P 2NT P           | QT3.KJ5.A752.QJ9  | P
P P 1C P 2NT P           | AT3.KJ5.A752.QJ9  | 3NT
1D P 1H P 2NT P 3S P     | AQ.AK2.AQ742.962  | 3NT
1D P 1H P 2NT P 3S P     | AQ73.A82.AQ74.Q2  | 4S
1H P 1S P 3H P           | AQ654.5.J7543.95  | 3S
1C P 1D P 1H P 1S P      | .Q765.K763.AKQJ2  | 2D
P P 1S P 2D P 2H P       | 53.T.KJ654.AJ642  | 2S
1C P 1D P 3C P 3D P      | A.KJ7.A93.KJ9832  | 3NT
1C P 1S P 3C P 3S P      | K94.A2.A93.KQJ98  | 4S
1C P 1S P 3C P 3S P      | 94.AQ2.A9.AQJ984  | 3NT
1C P 1D P 1S P 2H P 3C P 3D P      | AQT2.72.85.AQ754 | 4D
1C P 1D P 1S P 2H P 3C P 3D P      | AQT2.K7.85.AQ754 | 3NT
1C P 1D P 1S P 2H P 3C P 3D P 4D P | 65.QJ86.AQT964.K | 5D
1C P 1H P 1S P 2D P 2NT P 3H P     | AQT2.K7.K5.Q9754 | 4H
1D P 1H P 2C P 2H P 2NT P          | 3.876543.K95.K73  | 3H
1D P 1H P 2C P 2H P 2NT P          | 3.KQ7543.Q95.K73 | 3NT
1C P                     | 54.T75432.952.K3  | P
1S P 2H P 2S P 3H P 3S P | 4.KQ8762.AJ92.K3  | P
1S P 2H P 2S P 3H P 3S P | K4.KQ8762.AJ2.93  | 4S
1H P 2C P 2D P 2H P 2NT P | T2.Q7.AQT9.QJT76 | P
1C P 1D P 1S P 2C P    | AK82.74.AT.QJ872   | P
1C P 1D P 1S P 2C P    | AK82.K4.A5.QJ872   | 2NT
1S P                   | T973.KJ2.AT6.A96   | 3S
1S P                   | T973.KJ2.AT6.AQ6   | 2NT
1S P                   | T5.AKJT6.KT3.A85   | 2H
1S P                   | T5.AKJ6.KT93.A85   | 3NT
"""


@pytest.mark.parametrize(
    "row",
    [row for text in (AFTER_TWO_OVER_ONE, AFTER_ONE_OVER_ONE) for row in text.strip().splitlines()],
)
def test_third_round(row: str) -> None:
    """Limits told before decide between part score and game; forcing suits are answered."""
    auction, hand, call = map(str.strip, row.split("|"))
    assert call_of(auction, hand) == call
