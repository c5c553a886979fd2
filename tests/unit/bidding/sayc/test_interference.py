"""Opener's second call when the opponents have come in over his opening of one in a suit."""

import pytest

from support.sayc import call_of

AFTER_RAISES = """
1H 1S 2H P         | Q6.AT864.Q3.A987  | P
1H 1S 2H P         | K4.AJT97.8.AQ975  | P
1H 1S 2H P         | 7.AKJ654.KQT8.K3  | 4H
1H 1S 2H P         | 73.AKJ54.AQT8.K3  | 3D
1H 1S 2H P         | KQ.AKJ54.QT8.K73  | 3NT
1H 1S 2H P         | K7.AKJ543.K87.A3  | 4H
1H 1S 2H P         | 73.AKJ543.K87.A3  | 3H
1H 1S 2H P 3H P    | 862.Q97.KJ84.K52  | 4H
1H 1S 2H P 3H P    | 862.Q97.QJ84.J52  | P
1S X 2S P          | KQ964.76.AT8.A92  | P
1S X 2S P          | AKQ643.4.KT4.KQ4  | 4S
1S X 3S P          | AKQ64.43.KT4.K42  | P
1S X 3S P          | AKQ64.43.A4.KJ84  | 4S
1S P 2S X          | KQ9643.76.A8.A92  | 3S
1S P 2S X          | KQ964.76.A83.A92  | P
1H 2S 3H P         | 84.AKJ64.K73.Q92  | P
1H 2S 3H P         | 84.AKJ64.K73.AJ2  | 4H
1D 1S 2D P         | 84.AJ4.KQ973.KJ2  | P
1D 1S 2D P         | KJ4.A4.AKQ973.J2  | 3NT
1D 1H 3D P         | KJ4.A4.KQ9732.J2  | 3NT
1D 1H 3D P         | KJ4.64.KQ9732.A2  | P
"""
AFTER_NOTRUMP = """
1D 1H 1NT P        | KJ4.64.KQ973.A82  | P
1D 1H 1NT P        | KJ4.6.KQ9732.A82  | 2D
1D 1H 1NT P        | K4.6.KQ973.AJ982  | 2C
1D 1H 1NT P        | KJ4.A6.KQ97.AQ82  | 3NT
1S X 1NT P         | KQJ974.64.A8.K82  | 2S
1S P 1NT 2D        | AKJ974.64.8.K982  | 2S
1S P 1NT 2D        | AKJ94.KQ64.8.A82  | 2H
1S P 1NT 2D        | AKJ94.KQ6.84.AQ8  | X
1S P 1NT 2D        | AKJ94.Q64.84.K82  | P
1S P 1NT X         | AKJ94.Q64.84.K82  | P
1D 1S 2NT P        | K4.A64.KQ974.K82  | 3NT
1D 1S 2NT P        | 4.A64.KQJ9743.82  | 3D
1D 1S 3NT P        | K4.A64.KQ974.K82  | P
"""
AFTER_A_SUIT = """
1D P 1H 1S         | 84.KQ64.AQ974.82  | 2H
1D P 1H 1S         | KJ4.64.AQ974.Q82  | 1NT
1D P 1H 1S         | 84.A4.KQJ974.K82  | 2D
1D P 1H 1S         | 84.A4.AQJ97.AQ82  | X
1D P 1H 2C         | KJ4.64.AQ974.Q82  | P
1D P 1H 2S         | 84.KQ64.AQ974.K2  | 3H
1D P 1H 2S         | 84.KQ64.AQ974.82  | P
1D P 1H 3C         | AJ4.AQ64.AK974.8  | 4H
1D P 1H 3C         | KJ4.64.AQ974.Q82  | P
1C 1H 1S 2H        | K84.64.AQ7.KQ982  | 2S
1C 1H 1S 2H        | K84.64.AQ7.AQ982  | 3S
1C 1D 1S 2D        | K84.64.AQ7.KQ982  | P
1D P 1H 1S X P     | 842.KQ653.74.Q82  | 2H
1D P 1H 1S X P     | 84.KQ653.742.AQ2  | 2S
1D P 1H 1S X P     | K4.KQ653.742.AJ2  | 3NT
1D P 1H 1S X P     | 84.KQ65.742.J982  | 2C
"""

SECOND_ANSWERS = """
1D P 1S P 1NT 2H   | KQ984.A952.83.84  | X
1D P 1S P 1NT 2H   | KQ9854.82.83.K84  | 2S
1D P 1S P 1NT 2H   | KQ98.K82.A83.K84  | 3NT
1D P 1S P 1NT 2H   | KQ98.J82.A83.842  | P
1D P 1S P 2D 2H    | KQ98.82.Q83.8432  | 3D
1D P 1S P 2D 2H    | KQ98.KJ2.83.K842  | 2NT
1D P 1S P 2D 2H    | KQ98.842.83.Q842  | P
1D P 1S P 2D 2H    | AQ98.842.K3.AQ42  | 3H
1D 1S X 2S P P     | 84.KJ94.Q93.K843  | P
1D 1S X 2S P P     | 84.AJ94.J3.AQ984  | X
1D 1S X 2S P P     | 84.AJ9542.Q3.K84  | 3H
1D 1S X 2S P P     | KJ4.AJ94.83.KQ84  | 3NT
1C P 1D P 1H 1S    | 84.KQ94.QJ985.82  | 3H
1C P 1D P 1H 1S    | 84.K94.QJ985.J82  | 2C
1C P 1D P 1H 1S    | KJ9.94.AQ985.Q82  | 2NT
1C P 1D P 1H 1S    | 984.94.AKQ85.AJ2  | 2S
1D P 1H 1S 2D P    | K4.KT952.J3.Q843  | P
1D P 1H 1S 2D P    | A4.KT952.J3.Q843  | 2NT
1D P 1H 1S 2D P    | 84.KJT952.K3.Q84  | 2H
1D P 1H 1S 2D P    | 84.KJT9.KJ83.Q84  | 3D
1D P 1H 1S 2D P    | K4.AJT9.J83.KQ84  | 3NT
1D P 1H 1S 2D P    | 84.AJT9.AJ8.KJ84  | 3C
1D 1H 1S P 1NT P   | KQT98.843.K3.Q84  | P
1D 1H 1S P 1NT P   | KQT98.843.A3.Q84  | 2NT
1D 1H 1S P 2C P    | KQT98.84.K32.842  | 2D
1D 1H 1S P 2C P    | KQT98.K4.K3.KQ42  | 3NT
1C 1D 1H P 1S P    | 84.KQT98.A43.K62  | 2NT
1C 1D 1H P 1S P    | Q8.KQT98.A43.A62  | 3NT
1C 1D 1H P 1S P    | KQ84.KQT98.84.42  | 3S
1S X 2C P          | AKT72.QT75.K9.54  | P
1S X 2C P          | AQT742.T94.AJ.J2  | 2S
1D X 2C P          | A.AKT82.AJT943.T  | 2H
1S X 3D P          | AKT72.QT7.K95.A4  | P
1H X P 1S          | 84.AKT72.K95.A94  | X
1H X P 1S          | K4.AQT72.Q95.J94  | P
"""


@pytest.mark.parametrize(
    "row",
    [
        row
        for text in (AFTER_RAISES, AFTER_NOTRUMP, AFTER_A_SUIT, SECOND_ANSWERS)
        for row in text.strip().splitlines()
    ],
)
def test_interference(row: str) -> None:
    """Opener counts on what the answer shows, as without the opponents' calls."""
    auction, hand, call = map(str.strip, row.split("|"))
    assert call_of(auction, hand) == call
