"""Later calls of the overcaller and the advancer: in and out of competition, to the third round."""

import pytest

from support.sayc import call_of

OVERCALLER = """
1C 1S X 2S 3H             | AK753.J84.K.T876    | P
1C 1S X 2S 3H             | AK7532.J84.K.T87    | 3S
1D 1S X 2D 3C             | AKT54.643.T9.QJ3    | P
1D 1S X 2D 3C             | AKT542.A4.T9.QJ3    | 3S
1D 1S X 2D 3C             | AKT542.AQ4.9.QJ3    | 4S
1D 1H 1S 2D 2S            | 94.AKT65.A72.973    | P
1D 1H 1S 2D 2S            | 94.AKT65.AQ7.K73    | 4H
1H 1S P 1NT 2H            | AJT762.9.KQT4.K2    | 2S
1H 1S P 1NT 2H            | AJT762.9.KQT4.AJ    | 3S
1H 1S P 1NT 2H            | AJT76.92.KQ4.KJ2    | P
1C 1H P 1S 2C             | K84.AQT65.A72.93    | 2S
1C 1H P 1S 2C             | 84.AQT652.A72.93    | 2H
1C 1H P 1S 2C             | 84.AQT65.A752.93    | P
1D 2C P 2H 3D             | AJ4.Q74.5.AQJ973    | 3H
1D 2C P 2H 3D             | AJ4.74.54.AQJ973    | P
1S 2C 2S P P 3C P P 3S    | 3.T3.AK86.AKJ532    | P
1C 1D P 2D 2H             | A5.842.AKQ74.J93    | P
1C 1D P 2D 2H             | A5.84.AKQ742.Q93    | 3D
"""

ADVANCER = """
1C 1H P 1S P 2S P         | KQ864.J5.K92.843    | P
1C 1H P 1S P 2S P         | KQ864.J5.KJ92.K3    | 3S
1C 1H P 1S P 2S P         | KQ864.Q5.KJ92.A3    | 4S
1C 1H P 1S P 2H P         | KQ864.J5.K92.843    | P
1C 1H P 1S P 2H P         | KQ864.J5.KJ92.K3    | 3H
1C 1H P 1S P 2H P         | AQ864.J5.KQ92.K3    | 4H
1C 1H P 1S P 2D P         | KQ864.J52.92.K83    | 2H
1C 1H P 1S P 2D P         | KQ864.J5.J92.K83    | P
1C 1H P 1S P 2D P         | KQ8642.5.92.KQ83    | 2S
1D 1H P 1S P 2C P         | AJ932.K8.Q865.94    | 2H
1C 1H P 1S P 1NT P        | KQ864.J5.K92.843    | P
1C 1H P 1S P 1NT P        | KQ864.J5.KJ9.K83    | 2NT
1C 1H P 1S P 1NT P        | KQ864.J5.AKJ.K83    | 3NT
1C 1S P 1NT P 2NT P       | J4.K973.K92.K973    | 3NT
1C 1S P 1NT P 2NT P       | J4.K973.K92.J973    | P
1C 1S P 1NT P 2H P        | J4.K73.KT92.K973    | 2NT
1C 1S P 1NT P 2H P        | J4.KJ73.QT92.973    | P
1C 1S P 1NT P 2H P        | J42.K3.QT92.K973    | 2S
1C 1S P 1NT P 3S P        | J4.K73.KT92.KJ73    | 4S
1C 1S P 1NT P 3S P        | 54.K73.QT92.QJ73    | P
1C 1D P 2D P 2NT P        | A5.J84.KT742.J93    | 3NT
1C 1D P 2D P 2NT P        | 95.J84.KT742.J93    | 3D
1C 1S P P 2C 2S P         | K4.J974.QT62.983    | P
1C 1S P P 2C 2H P         | 84.K974.QT62.983    | P
1C 1S P P 2C 2H P         | J84.K7.QT962.983    | 2S
1C 2S X P 3C P P          | 72.T.AQT73.AQT43    | P
1C 2D P                   | KJ.AT3.AJ85.Q976    | 3NT
1C 2D P                   | KJ85.3.AJ85.J976    | 4D
1C 2D P                   | KJ8.3.AJ852.J976    | 5D
1H 1S X                   | 8.T4.753.AKJ9842    | 2C
1D 1S 1NT P 2C            | AQ653.K643.KJ.86    | P
1S 2D 3S P P              | 6.KQ.AKJT985.K84    | 4D
1D P 2C 3S P              | Q64.J985.AQ72.72    | P
1D P 2C 3S P              | Q64.J9852.AQ72.2    | 4S
1D 1NT 2D 2S 3D P P       | QJ9853.J54..Q963    | 3S
1S 1NT P 2C 2S            | AQT2.AQ2.K87.K73    | X
1S 1NT P 2C 2S            | AT7.AQ742.K87.K7    | 3H
1D 1H 1S                  | 2.T8.Q97.KQJ8732    | 2C
1H 2C P                   | KJ9876.54.A2.T75    | 3C
1H 2C P                   | KQ9876.54.A2.T75    | 2S
1D 1H P 1S P 2H P 2S P    | AQ.AJ8763.T2.A83    | 3S
1D 1H P 1S P 2H P 2S P    | A4.AJ8763.T2.K83    | P
1C 1D P P X P P           | KJ653.JT53.3.843    | 1S
1C 1D P P X P P           | KJ653.JT5.32.843    | P
1S 2C P 2H P              | AJ953.A3.Q.AQ764    | 3NT
1C P 1H 3S P              | A32.A93.QJ42.Q98    | 4S
1H 1S X                   | 842.T4.753.AKJ98    | 2S
1D 1H X 2C 2S P P 3C P    | 543.QJ9653.AK2.8    | P
1C 1S P P X P 2C          | QJ6.T653.T87643.    | 2S
1C 1S P P X P 2C 2S P     | AT542.J42.AJ.KJ4    | P
1C 1D P 1NT 2C 2H P 3H P  | A6.8643.AJT93.K6    | P
1C 1S P 2H P 2S P P X     | KQ9642.K6.KT86.T    | P
1H 4C 4H                  | J85.KQ2.T987.AQ8    | P
1H 4C 4H                  | J8542.2.T987.Q84    | 5C
1H 1NT 2C P 2H 3H P P     | K98.A863.AQ7.K65    | P
"""


def table(text: str) -> list[tuple[str, ...]]:
    """Return the rows of a table: auction, hand, call."""
    return [tuple(map(str.strip, row.split("|"))) for row in text.strip().splitlines()]


@pytest.mark.parametrize(("auction", "hand", "call"), table(OVERCALLER))
def test_overcaller(auction: str, hand: str, call: str) -> None:
    """In competition a sixth card or extra values bid again; five cards and a minimum pass."""
    assert call_of(auction, hand) == call


@pytest.mark.parametrize(("auction", "hand", "call"), table(ADVANCER))
def test_advancer(auction: str, hand: str, call: str) -> None:
    """Limits are told once: preference, an invitation, or the game that both hands are worth."""
    assert call_of(auction, hand) == call
