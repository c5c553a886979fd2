"""Our 1NT and 2NT openings: answers, the next rounds, and what changes when they come in."""

import pytest

from support.sayc import call_of

ANSWERS = """
1NT P              | Q85.K94.J842.Q62    | 2NT
1NT P              | Q85.K94.J842.J62    | P
1NT P              | A85.K94.Q842.Q62    | 3NT
1NT P              | 85.K4.842.KQT962    | 3NT
1NT P              | 85.74.842.AQT962    | 3C
1NT P              | 85.74.842.JT9632    | 2S
1NT P              | J7532.Q7642.4.82    | 2H
1NT P              | KQ9532.A764.4.82    | 2C
1NT P              | KQ953.A764.42.82    | 2C
1NT P              | KQ9532.A76.K4.A2    | 3S
1NT P              | KQ9532.A76.J4.82    | 2H
1NT P              | A95.K76.Q42.KQJ2    | 3NT
1NT P              | A95.K76.AQ2.QJ92    | 4NT
1NT P              | A95.K76.AQ2.AQ92    | 6NT
1NT P              | A95.KQ6.AQ2.AQ92    | 5NT
1NT P              | A95.K6.72.AKJ932    | 2C
1NT P              | A95.K6.J72.AQJ93    | 3NT
"""
REOPENED = """
1NT P 2NT 3H                 | QJ96.75.AQ8.AKJ9    | P
1NT P 2NT 3H                 | QJ96.K75.A8.AKJ9    | 3NT
1NT P 2NT 3H                 | A96.KJ75.A82.AJ9    | X
1NT P 2NT 3H P P             | Q87.J95.K6532.Q5    | P
1NT P 2C P 2D P 2NT 3H       | KQ3.Q87.A9864.A9    | P
1NT P 2C P 2H X              | KT73.T83.AQ2.864    | 2NT
1NT P 2C P 2H X              | AQ2.8764.T8.QT74    | 3H
1NT P 2D P 2H X              | 84.J98764.J42.AT    | P
1NT P 2D P 2H X              | K4.AJ9764.J42.T3    | 3H
1NT P 2D P 2H 3C             | KJ4.AJ8542.754.4    | 4H
1NT P 2D P 2H 3C             | KJ4.AJ854.Q74.42    | X
1NT P 2D P 2H 3C             | 74.J98542.754.42    | P
1NT P 2H P 2S P P X P 3D P P | J42.AQT65.AK2.K2    | P
1NT P 2D P 2H P P 2S         | AKT3.AKJ4.Q63.98    | 3H
1NT P 2D P 2H P P 2S         | AKT3.AK4.Q63.982    | P
1NT P 2D P 2H P P 2S 3H P    | 74.QT9875.75.AJT    | P
1NT P 2H 3C P P 3S P         | AJ5.J732.AKJ9.K9    | P
1NT P 2H 3C P P 3S P         | AJ53.J73.AKJ9.K9    | 4S
1NT P P 2C P 2D P 2H P P X P | KQJ62.J42.QT.AQ5    | 2S
1NT 2D X 2NT                 | 863.AKQ2.AJT9.K3    | P
1NT 2C P 2D                  | AKQ5.864.J4.AK53    | P
1NT 2C P 2D P 2S P P         | AJ93.AQ9.A762.Q2    | P
1NT 2C P 2D P 2S P P         | Q9.AQ92.A762.AJ8    | X
1NT 2C 2D X                  | AJ4.K4.Q872.AQ52    | P
1NT 2C 2D X                  | AJ4.K94.Q72.AQ52    | 2H
1NT 2C 2NT P                 | AT2.Q95.KQ9.AQ32    | 3NT
"""
STAYMAN = """
1NT P 2C P 2D P           | KQ953.A764.42.82    | 2S
1NT P 2C P 2D P           | KQ953.AQ64.42.82    | 3S
1NT P 2C P 2D P           | KQ9532.A764.4.82    | 4S
1NT P 2C P 2D P 2S P      | K42.AQ3.KQ54.K73    | 4S
1NT P 2C P 2D P 2S P      | K42.AQ3.KJ54.Q73    | P
1NT P 2C P 2D P 2S P      | K4.AQ3.KQ54.KJ73    | 3NT
1NT P 2C P 2D P 3S P      | K4.AQ3.KQ54.KJ73    | 3NT
1NT P 2C P 2D P 3S P      | K42.AQ3.KQ54.K73    | 4S
1NT P 2C P 2H P           | KQ9532.6.A764.82    | 4S
1NT P 2C P 2D P 3C P      | K42.AQ3.KQ54.K73    | 3NT
1NT P 2C P 2D P 3C P 3NT P | A5.K76.72.AKJ932   | P
1NT P 2C P 2D P 3C P 3NT P | A5.K76.K2.AKJ932   | 6NT
1NT P 2C P 2H P 3NT P     | KQ42.AQ53.K54.Q7    | 4S
"""
TRANSFERS = """
1NT P 2H P 2S P           | KQ953.A7643.4.82    | 4H
1NT P 2H P 2S P           | KQ953.AK764.A4.2    | 3H
1NT P 2D P 2H P 2S P      | K42.A53.KQ54.KJ7    | 4S
1NT P 2D P 2H P 2S P      | K42.AJ3.KQ54.QJ7    | 4S
1NT P 2D P 2H P 2S P      | K42.AJ.KJ542.QJ7    | P
1NT P 2D P 2H P 2S P      | K2.AJ4.KJ542.QJ7    | 3H
1NT P 2H P 2S P 4H P      | K42.A53.KQ54.KJ7    | 4S
1NT P 2H P 2S P 4H P      | K4.A53.KQ54.KJ73    | P
1NT P 2H P 3S P           | J9532.64.J743.82    | P
1NT P 2H P 3S P           | KQ532.64.J743.82    | 4S
1NT P 2H P 2S P           | KQ953.A7.4.Q9762    | 3C
1NT P 2H P 2S P           | KJT742.J98.9.K74    | 4S
1NT P 2H P 2S P           | KJT742.J98.93.K7    | 3S
1NT P 2H P 2S P           | KJT7432.J98.93.7    | P
1NT P 2H P 2S P           | KJT7432.K98.93.7    | 4S
1NT P 3S P                | AQ.KQ832.QT9.Q74    | 3NT
"""
TWO_NOTRUMP = """
2NT P                     | 953.764.J842.982    | P
2NT P                     | Q95.764.J842.K82    | 3NT
2NT P                     | KJ95.64.J842.982    | 3C
2NT P                     | K5.64.KQ842.A982    | 3S
2NT P                     | K53.Q64.KJ82.A98    | 6NT
2NT P                     | K53.Q64.KJ82.Q98    | 4NT
2NT P 3C P 3D P           | KJ952.Q864.84.98    | 3S
2NT P 3C P 3D P 3S P      | AQ4.AJ3.KQ54.AJ7    | 4S
2NT P 3C P 3D P 3S P      | AQ.AJ3.KQ54.AJ73    | 3NT
2NT P 3C P 3H P 3NT P     | AQ43.AJ53.KQ.AJ7    | 4S
2NT P 3H P 3S P           | KJ952.Q8642.8.98    | 4H
2NT P 3H P 3S P           | J9532.864.842.98    | P
2NT P 3H P 3S P           | KJ952.A8.8.KQ982    | 4C
2NT P 3S P                | AQ4.AJ3.KQ54.AJ7    | 4D
3NT P                     | 8432.Q5.K942.Q53    | 4C
3NT P                     | 843.Q5.K942.8532    | P
2NT X                     | KJ95.64.J842.982    | 3C
2NT 3H                    | KJ952.6.J842.982    | 3S
2NT 3H                    | K95.KJ4.J842.982    | 3NT
"""
OVERCALLED = """
1NT X                     | K95.Q64.KJ82.982    | P
1NT X                     | 5.64.9842.J98632    | XX
1NT X                     | Q98632.64.842.98    | 2H
1NT 2C                    | KJ95.Q6.8432.A82    | X
1NT 2C                    | KJ9532.6.8432.82    | 2H
1NT 2C                    | K95.Q6.K8432.K82    | 3NT
1NT 2C                    | K95.Q6.98432.982    | P
1NT 2H                    | QJ9532.6.8432.82    | 2S
1NT 2H                    | KJ9532.6.8432.82    | 2S
1NT 2H                    | KJ953.6.A843.K82    | 3S
1NT 2H                    | KJ9532.6.A843.82    | 4S
1NT 2H                    | KQ9532.6.A843.82    | 4S
1NT 2H                    | KJ93.76.A843.K82    | 3H
1NT 2H                    | KJ9.AJ6.Q843.982    | 3NT
1NT 2H                    | K93.AJ6.9843.982    | 2NT
1NT 2H                    | K93.AJT6.9843.82    | X
1NT 2H                    | K93.76.98432.J82    | P
1NT 2S                    | 93.76.AKJ432.K82    | 3D
1NT 2H 2S P               | AQ4.KJ3.KQ54.Q73    | P
1NT 2H 2S 3H              | AQ42.K3.KQ54.Q73    | 3S
1NT 2H 3S P               | AQ4.KJ3.KQ54.Q73    | 4S
1NT 2H 3S P               | A4.KJ3.KQ54.Q973    | 3NT
1NT 2H 3H P               | AQ42.K3.KQ54.Q73    | 3S
1NT 2H 3H P               | AQ4.KJ3.KQ54.Q73    | 3NT
1NT 2H X P                | AQ4.K3.KQ54.Q973    | P
1NT 2H 2NT P              | AQ4.KJ3.KQ54.J73    | 3NT
1NT 2H 2NT P              | AQ4.KJ3.K954.J73    | P
1NT 2S P P                | A4.QJ3.KQ54.AJ73    | X
1NT 2S P P                | AQ4.KJ3.KQ54.Q73    | P
1NT 2S P P X P            | 97.QT6.J8742.Q98    | 3D
1NT 3D                    | KJ95.Q64.84.A982    | X
1NT 3D                    | K95.Q64.KJ4.K982    | 3NT
1NT 3D                    | KQJ95.A64.4.9862    | 3S
1NT 3D X P                | A74.KQ83.842.AKJ    | 3H
1NT P P 2H                | AQ4.KJ3.KQ54.Q73    | P
1NT P P 2H P P            | QJ64.93.K842.J98    | X
1NT P P X                 | AQ4.KJ3.KQ54.Q73    | P
"""
DISTURBED = """
1NT P 2C X                | A74.K83.A2.KQJ84    | XX
1NT P 2C X P P            | KJ53.Q4.8743.Q92    | 2NT
1NT P 2C X P P            | KQ532.KJ64.87.42    | 2S
1NT P 2C X 2H P           | KQ53.KJ64.87.A42    | 4H
1NT P 2D X                | A74.KJ83.A2.KQ84    | 3H
1NT P 2D X                | A742.K8.AQ2.KJ84    | P
1NT P 2D X P P            | 72.QJ854.9832.K7    | 2H
1NT P 2D X P P            | 72.AQJ854.K83.K7    | 4H
1NT P 2D 2S               | K74.KJ83.A2.KQ84    | 3H
1NT P 2D 2S               | KQJ7.83.A32.KQ84    | X
1NT P 2D 2S               | K74.K83.A32.KQ84    | P
1NT P 2D 2S P P           | 72.AQJ85.K83.K72    | X
1NT P 2D 2S P P           | 72.QJ8532.K832.7    | 3H
1NT P 2D 2S P P           | 72.QJ853.9832.K7    | P
1NT P 2S 2H               | AQ4.K83.KQ54.Q73    | P
1NT P 2S 2H P P           | 72.85.983.QJ8532    | 3C
1NT P 3C 3H               | AQ4.KJ83.KQ5.Q73    | 3NT
1NT P 3C 3H P P           | 72.85.983.AQJ853    | P
1NT 3H P P                | AQ4.K83.KQ54.Q73    | P
1NT 3H P P                | AQ42.83.KQ54.AQ7    | X
1NT 2C X P 2D 2S          | 83.KQ84.K532.A73    | X
1NT 2C X P 2D 2S          | 83.KQ84.K532.973    | P
2NT P 3D 3S               | AQ4.KJ8.KQ54.AJ7    | P
2NT P 3D 3S               | AQ4.KJ83.KQ54.AJ    | 4H
2NT P 3D 3S P P           | 74.QJ9732.K53.97    | 4H
"""


def table(text: str) -> list[tuple[str, ...]]:
    """Return the rows of a table: auction, hand, call."""
    return [tuple(map(str.strip, row.split("|"))) for row in text.strip().splitlines()]


@pytest.mark.parametrize(
    ("auction", "hand", "call"),
    [
        row
        for text in (ANSWERS, STAYMAN, TRANSFERS, TWO_NOTRUMP, OVERCALLED, DISTURBED, REOPENED)
        for row in table(text)
    ],
)
def test_calls(auction: str, hand: str, call: str) -> None:
    """A hand makes the call that the system wants in the auction."""
    assert call_of(auction, hand) == call
