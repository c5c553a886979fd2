"""The passout seat: balancing over suits, notrump and preempts, and the answers to it."""

import pytest

from support.sayc import call_of

SUITS = """
1H P P                    | KJ4.AJ5.Q873.J62    | 1NT
1H P P                    | K84.AQ5.KQ73.QJ2    | X
1H P P                    | KJ4.AQ5.KQ73.KQ2    | 2NT
1H P P                    | 92.AKJ42.KQ73.32    | P
1S P P                    | 92.AKJ842.KQ3.32    | 3H
1S P P                    | 92.AJ842.Q73.932    | P
1S P P                    | 92.AQJ42.Q73.932    | 2H
1C P P                    | QJ853.A4.Q873.62    | 1S
1C P P                    | KQJ53.AJ984.87.2    | 2C
1C P P                    | 5.AQJ84.AKJ84.82    | 1H
1D P P 1H P 2D P          | 94.AQJ84.8432.K2    | 2H
1D P P 1H P 2D P          | A4.AQJ84.843.K92    | 4H
1H P P 2C P 2H P          | 94.84.A843.AQJ92    | 3C
1C 1D P 2D                | A4.AKJ4.5.AKQJ82    | 3H
1H P P 2NT P              | Q9742.4.K842.762    | 3S
1H P P 2NT P              | Q974.42.K842.762    | 3C
1H P P 2NT P              | 974.642.8432.762    | P
1H P P 2NT P 3C P         | KJ42.AQ5.KQ7.KQ2    | 3S
"""
STOPPED = """
1H P 2H P P               | KJ84.5.A973.Q862    | X
1H P 2H P P               | KQT84.85.A73.862    | 2S
1H P 2H P P               | 842.853.AJT73.Q8    | P
1H P 2H P P               | 84.3.AJT73.K8642    | 2NT
1H P 2H P P X P           | K984.Q63.A84.J62    | 2S
1H P 2H P P X P           | K84.KQT83.84.J62    | P
1H P 2H P P 2S P          | J84.Q63.A84.KQ62    | P
1H P 1NT P P              | KQT984.5.A73.862    | 2S
1C P 1S P 2C P P          | 85.KJ94.AJ73.862    | X
1C P 1S P 2C P P X P      | Q853.QT4.J73.K62    | 2D
1H P 1NT P 2D P 2H P P    | KQT9.8432.J7.862    | P
1H P 1NT P 2D P 2H P P    | KQJT9.5.AJ73.862    | 2S
1NT P 2D P 2H P P         | KJ84.5.A973.Q862    | X
1NT P 2D P 2H P P         | Q43.J92.AQ64.Q53    | P
"""
PREEMPTS = """
2S P P                    | 84.KJ84.A973.Q82    | X
2S P P                    | K4.AQJ4.A973.Q82    | 2NT
2S P P                    | 84.KQJ842.A97.82    | 3H
2S P P X P                | 8432.K84.A97.K82    | 3C
2S P P X P                | 843.KQ84.A97.K82    | 4H
2S P P X P                | 843.KQ84.A97.J82    | 4H
2S P P X P                | 843.KQ842.97.J82    | 3H
2S P P X P                | KQJT3.84.A97.782    | P
2D P P X P                | Q843.J84.A97.Q82    | 2S
2D P P X P                | AQ43.K84.972.Q82    | 3S
3D P P                    | KJ84.AQ84.9.Q982    | X
3D P P                    | K84.AQ8.KQ9.QJ98    | 3NT
3D P P X P                | QJ843.K84.97.Q82    | 3S
3D P P X P                | QJ843.K84.97.AK2    | 4S
4H P P                    | KJ84.4.AQ73.AQ82    | X
4H P P                    | AKJ842.4.AQ7.982    | 4S
4S P P                    | 4.A4.KQJ73.AQT82    | 4NT
3H 3NT P                  | QJ9843.4.J74.J82    | 4S
3H 3NT P                  | QJ984.42.J74.J82    | P
"""
REOPENING = """
1D 1S P P                 | K6.T84.AKJT8.KT6    | X
1D 1S P P                 | 97.Q854.KQ732.AQ    | X
1D 1S P P                 | 975.Q85.KQ732.AQ    | P
1D 1S P P                 | Q5.A98.KQ9873.J3    | 2D
1D 1S P P                 | 86.J.AJ985.AK542    | 2C
1D 1S P P                 | AJ8.K6.AK74.QJ95    | 1NT
1D 2S P P                 | 85.A98.KQ9873.K3    | P
1S 2H P P                 | KJ943.KQ.632.QJ8    | X
1S 2H P P                 | AQT32.J3.AJ6.983    | X
1S 2H P P                 | AQT32.J32.AJ6.93    | P
1S 3H P P                 | AQT32.3.AJ65.K93    | X
1H P P 2C                 | T7.AQJ62.AK82.Q6    | 2D
1H P P 2C                 | A974.K9862.K3.AJ    | P
1H P P 2C                 | T7.AQJ62.KQ82.86    | P
1H P P 1S                 | T7.AKQJ62.AK2.86    | 3H
1H P P X                  | A3.AKQ962.AQ2.K6    | 3H
1D 1S P P X P             | AQT964.J83.74.92    | P
1D 1S P P X P             | T64.KJ83.74.Q932    | 2H
1D 1S P P X P             | KJT4.J83.Q4.Q932    | 1NT
"""

LATER = """
1D P P 1S X               | QT32.JT7.KJ.JT73    | 2S
1D P P 1S X               | QT32.AT7.KJ3.A73    | 2D
1D P P 1S X               | Q2.JT7.J543.KT73    | P
1H P P 1S 2H              | QT32.7.KJ63.T732    | 2S
1H P P 2D 2S              | KJ5.8652.AQ53.J8    | 3D
1H P P 2D 2H 3D 3H        | T943.J.AQT643.Q6    | P
1H P P 1S 2H P P          | KQJ942.4.AQ4.T82    | 2S
1D P 1H P 1NT P P 2S P    | A963.T92.5.K7432    | P
1D P 1H P 1NT P P 2S P    | A963.AT9.5.K7432    | 3S
1NT P 2D P 2H P P 2S P    | A986.J3.J2.A7652    | P
1S P P 2D P               | A73.AQ4.Q95.Q983    | 3NT
1S P P 2D P               | A73.A84.Q95.Q983    | 2NT
1S P P 2D P               | 973.A84.Q95.Q983    | P
1D P 1S P 1NT P 2NT P P   | AK.7654.J65.KJ92    | P
1H P 1S P 2H P P          | A86.KQ64.KT985.7    | P
1S P 3S P P               | 4.KJ95.AQ74.K965    | X
1S P 3S P P               | 84.KJ95.AQ74.J96    | P
1C P P X P 1NT P          | AQ73.AQ76.K82.72    | 2NT
1C P P X 3C               | K862.J972.Q97.53    | P
1C P P X 3C               | K862.J972.AQ7.53    | X
1C P P X 3C               | K8642.A97.KQ7.53    | 4S
1D P P X P 1S P           | AK.KJ8.A.AQJ6532    | 2D
1S 2C P P X P 2H P 3H P   | 5.T842.KJ54.T532    | P
1S 2C P P X P 2H P 3H P   | 5.KT842.KJ54.532    | 4H
2S P P X P 3H P           | KQJ75.KQ9.AK32.4    | 3NT
1D P P 1S 2D 3D P         | AQ742.T3.64.J942    | 3S
1D P P 1S 2D 3D P         | AQ742.K3.64.KJ42    | 4S
1D P P 2C X 2NT P         | 753.AK7.7.K76542    | 3C
1C P P X P 1S P 2S P      | Q862.K74.A7543.2    | 4S
1C P P X P 1S P 2S P      | Q862.K74.97543.2    | P
1S P P                    | 98.K2.J8532.AKQ3    | 2D
1S P P                    | 98.K82.J8532.A93    | P
1NT P P                   | QT864.K7.AQ.KQ82    | X
1D P P X 2C               | T642.K82.J62.K87    | P
1D P P X 2C               | KQ642.K82.J62.87    | 2S
1D P P X 2C               | KQ62.KJ82.J62.87    | X
1D P P X 2D               | KQ62.K82.J62.K87    | 2S
1C P P X P 1NT P          | AQ73.KQ76.Q82.72    | P
1C P P X P 1NT P          | AQ73.AQ76.KQ2.72    | 3NT
1D P P X P 2NT P          | KQJ9.K52..J97642    | P
1D P P X P 2NT P          | KQJ9.K52.4.AJ642    | 3NT
1S P P 2H X 3H P          | KT83.K9863.8.K93    | P
1D P P 1S P 2D P 2S P     | A754.J5.AQ9.QJ76    | 3S
2C P 2D P 2H P 4H P P     | AKJ5.76.KJ94.A96    | P
1NT P 2C P 2D P 2NT P P   | Q943.A94.93.KQT4    | P
1D P P 1NT P 2S P P X     | A87653.A632.8.JT    | P
"""


def table(text: str) -> list[tuple[str, ...]]:
    """Return the rows of a table: auction, hand, call."""
    return [tuple(map(str.strip, row.split("|"))) for row in text.strip().splitlines()]


@pytest.mark.parametrize(
    ("auction", "hand", "call"),
    [row for text in (SUITS, STOPPED, PREEMPTS, REOPENING, LATER) for row in table(text)],
)
def test_calls(auction: str, hand: str, call: str) -> None:
    """A hand makes the call that the system wants in the auction."""
    assert call_of(auction, hand) == call
