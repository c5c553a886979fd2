"""Our opening in later competition: fits, length alone, and doubles when the strength is ours."""

import pytest

from support.sayc import call_of

WITH_A_FIT = """
1H 2C 2H 3C              | A.AJT854.K8652.2  | 4H
1H 2C 2H 3C              | A4.AJ854.K865.42  | P
1C P 1S X 2S P P 3H      | AJT6.8.A3.Q98764  | 3S
1C P 1S X 2S 3H 3S 4H    | AJT6.8.A.Q987642  | 4S
1H 2H 2S 4S P P          | 6.KQ942.KQ8654.9  | 5H
1H 2H 2S 4S P P          | 76.KQ942.KQ54.92  | P
1D 1H X 2H 2S 3H 3S P    | KJT7.AQ.KT64.653  | P
1D 1H X 2H 2S 3H 3S P    | KJT72.2.AKT643.2  | 4S
1H P 2H P P X P 2S       | 3.A9765.AK76.Q85  | 3H
1H P 2H P P X P 2S       | 93.A9765.AK7.Q85  | P
"""
ALONE = """
1S 4C P P                | AKQT9742.T74.AQ.  | 4S
1S 4C P P                | AKQT9.T742.AQ4.J  | X
1S 4C P P                | AKQT9.T74.Q84.J3  | P
1S 2H P 2S               | AKJ65432.J..Q842  | 4S
1S 2H P 2S               | AKJ65.J4.Q2.Q842  | P
1H P P X 2H 3D P P       | 7.AQJT742..AJ932  | 4C
1H P P X 2H 3D P P       | 72.AQJT74.2.AJ93  | P
1D 1H P 4H               | AKJ2.A.AT52.Q954  | X
1D 1H P 4H               | AKJ2.A2.AT52.954  | P
1S 2H P P                | AKT654.862.5.AJ7  | 2S
1S 2H P P                | A76542.K62.5.AJ7  | P
1C 1H X 4H               | AQT5..Q963.K8632  | 4S
1C 1H X 4H               | AQT5.42.Q9.K8632  | P
"""
AFTER_ONE_NOTRUMP = """
1H 1NT 2H P              | KQ32.AQ742.4.Q96  | P
1H 1NT 2H P              | K.AQJ7432.4.KQ96  | 4H
1C 1NT 2H X              | A62.K75.J.QJ8642  | P
1S 1NT X 2C P P          | 92.K872.AQ43.K93  | X
1S 1NT X 2C P P          | J92.K872.AQ43.93  | 2S
"""
TWO_SUITERS = """
1S 2S X 2NT P 3C P P     | AKT43.J.T63.KJ63  | X
1S 2S X 2NT P 3C         | 7.AT732.KQJ74.52  | P
1S 2S X 2NT P 3C         | 7.AT73.KQJ4.Q752  | X
1D 2D 2H 2S              | KQ8.T932.A875.K2  | P
1D 2D 2H 2S              | KQ84.T9.A875.KQ2  | X
"""

SHAPE = """
1H P P X XX 2D           | QT874.Q94.T54.T2  | 2H
1H P P X XX 2D           | QT87.Q4.T543.T32  | P
1C 1H                    | K862.J9653.AQ.98  | 1NT
1C 1H                    | K862.J965.AQ3.98  | X
1S 2S                    | J94.5.KT76.KQ984  | 3S
1D 1S                    | .JT854.87432.QJ7  | 2D
1D 1S                    | 84.T854.Q7432.J7  | P
1D 1S P 2D 3D 4S         | .JT854.87432.QJ7  | 5D
1D X                     | 2.9872.AJ8742.84  | 3D
1D 1S P 2C 2H 3S P P     | 6.AQT54.AQJ932.6  | P
1D X 2S 3C               | J6.AK75.AQ853.JT  | P
1D X 2S 3C               | J64.AK75.AQ853.J  | 3S
1H 2S 3S 4S              | .QJ8653.A4.AT854  | 5H
1H 2S 3S 4S              | 32.QJ865.A4.AKJ8  | X
"""
DOUBLES = """
1C 1H 2C X P 2S X P      | .J832.Q764.K8763  | 3C
1C 1H 2C X P 2S X P      | 4.J832.Q76.K8763  | P
1C 3S X 4S X P           | .AT87.KQT8.AT754  | 5C
1C 3S X 4S X P           | 7.AT87.KQT8.AT75  | P
1D 2D X 4S P P           | 8.QT652.QJ5.AJ75  | X
1S 2H                    | 8.A7.K974.KQ7632  | 3C
1S 2H                    | 8.A75.K974.KQ763  | X
1H 2S X P                | KJ52.KJT96.Q2.AJ  | 2NT
1H 2S X P                | 52.KJT964.Q2.AKJ  | 3H
1H 1S X P                | K4.K8654.KT4.KQ7  | 1NT
1H 1S X P 2H P           | AQ97.3.A852.JT83  | 2NT
1C X 1S 2H               | A74.2.K86.AQJ765  | 3C
1C X 1S 2H               | A74.42.K86.AQJ76  | P
1C X 1S 4H               | AK875.T.3.KT9754  | 4S
1D 1S X P 2H 2S 3H P     | 72.AT97.AKJ65.T2  | P
1D 1S X P 2H 2S 3H P     | 72.AT97.AKJ65.A2  | 4H
1C 1S X P 1NT P 2H 2S    | K83.K95.K65.KQ54  | P
1C 1S X P 2H 2S P P 3H P | A9.QT64.A76.K952  | P
1S 2C X P 2D P 2H P      | KQJT2.J.AT43.A92  | 2NT
1S 2C X P 2D P 2H P      | KQJT2.54.AT43.K2  | P
"""
AFTER_FREE_BIDS = """
1C 1D 1H 1S 2H P         | Q742.KT763.86.Q3  | P
1D 1S 2C P 2D P          | AQ72.6.QT3.KT864  | 2NT
1D 1S 2C P 2D P          | AQ7.64.QT3.AKT64  | 3NT
1D 1S 2C P 2D P          | 642.A4.J73.AKT64  | 3D
1H 1S 2C P 2H P          | 642.QT4.A3.AKT64  | 4H
1H 1S 2C P 2H P          | 642.QT4.A32.A964  | 3H
1D 1S 2C P 2H P          | 65.KJ8.J8.AQT753  | 3C
1D 1S 2C P 2H P          | 65.KJ8.J8.AKQT75  | 2S
1S 2D 2H P 2NT P         | Q4.KJT93.A9.9742  | P
1S 2D 2H P 2NT P         | Q4.KJT93.A9.K742  | 3NT
1S 2D 2H P 2NT P         | Q43.KJT93.A9.K74  | 4S
1D 1S 2H P 3H P          | 43.KQT93.J92.K74  | P
1D 1S 2H P 3H P          | 43.KQT93.A92.K74  | 4H
1C 1S 2D P 3D P          | A4.K93.AJ932.J74  | 3NT
1S 2H 3C P 3S P          | Q97.AQ6.A.J65432  | 4S
1C P 1D 2S P 3S          | 2.AJ64.A984.A932  | X
1C P 1D 2S P 3S          | 2.AJ64.Q984.J932  | P
1C 1D 1S 2D              | 9.A54.T9.KQJT974  | 3C
1D P 1H 2S               | J43.AT94.AJ954.A  | 3H
1C 1H 1NT 2H             | AK82.3.K82.AT985  | X
1D 2S 3D P               | AK87.7642.A53.K6  | P
1D 2S 3D P               | AK8.42.AQ9532.A6  | 3NT
1C 1H 1S P 2D P          | J6542.JT64.A2.98  | 2S
1C 1H 1S P 2D P          | J654.T64.A32.Q98  | 3C
1C 1H 1S P 2D P          | J654.AJ4.Q32.Q98  | 3NT
"""
QUIET = """
1D 1S P P X P 2H 2S      | A9.A754.AKJ952.A  | 4H
1D 1S P P X P 2H 2S      | A92.A74.AKJ95.63  | P
1S X 2NT 3D P P          | Q94.KJT96.Q6.Q52  | 3S
1D 3H                    | KJT9763..987.AQ9  | 4S
1D 3H                    | KJT97.64.987.AJ9  | P
1D 2C X 3C P P           | AJT94.542.A763.4  | 3D
1D 1H X 3H P P           | T987.4.AKJ842.K4  | X
1D 2C X 3C P P           | AJT94.542.J76.42  | P
1D 1H 1NT 2H             | AT85..KJ963.AJT4  | X
1S 5C                    | AT952.KQ98.A75.5  | 5S
1S 5C                    | K2.KQ98.A975.952  | X
1S 5C                    | 972.KQ98.8754.52  | P
1H 3S P P X P            | AT.Q75.T8632.987  | 4H
1H 3S P P X P            | 652.5.KT8632.987  | 4D
1S P P 2H P P 2S P       | KQ9843.K7.K9.QT7  | P
1D P 1H 1S P P 2H P      | K653.A.Q873.AK95  | P
1D 1H 1NT P 3D P         | 98.AT65.82.A9732  | 3NT
1C 2H X 3H 3S P          | AT93.T42.KQ87.J4  | 4S
1C 2H X 3H 3S P          | AT93.T42.K872.J4  | P
1H 1S 2D 2S              | 83.AKQJT8532.J.3  | 4H
1D X 1H 2S P P           | .AJ973.J975.T872  | 3D
1D 2H                    | AKT95.K3.732.T65  | 2S
1C P P X                 | 2.KQ6.J2.AJ87542  | 2C
1S P P X XX P            | 95.QJ94.JT74.962  | P
1C 1NT P 2C P 2D         | Q854.54.76.J9843  | P
1D P P 1H 2D 2H          | AT752.432.53.T62  | P
1D 1H X 1NT              | A862.A65.AQT8.63  | 2S
1D 1H X 1NT              | KQ62.A5.AKT86.63  | 3S
1D 1H X 1NT              | K62.A54.KQT8.K63  | P
"""

TABLES = (WITH_A_FIT, ALONE, AFTER_ONE_NOTRUMP, TWO_SUITERS, SHAPE, DOUBLES, AFTER_FREE_BIDS, QUIET)


@pytest.mark.parametrize(
    "row",
    [row for text in TABLES for row in text.strip().splitlines()],
)
def test_calls(row: str) -> None:
    """Each hand makes the call that its length, its losers and its defence are worth."""
    auction, hand, call = map(str.strip, row.split("|"))
    assert call_of(auction, hand) == call
