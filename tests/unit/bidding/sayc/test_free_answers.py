"""Responder's calls over an overcall of our opening, and opener's answers to them."""

import pytest

from support.sayc import call_of

ANSWERS = """
1H 1S          | J8653.K94.A84.74  | 2H
1H 1S          | T987.A863.764.84  | 2H
1H 1S          | AQJ93.94.J874.74  | P
1H 1S          | 84.QT94.A9653.K4  | 3H
1H 1S          | 8.QT94.AJ653.KJ4  | 2S
1H 1S          | 8.QT94.KJ653.K94  | 3H
1H 1S          | .QT94.KJ653.K943  | 4H
1H 1S          | 84.AT94.AJ3.KJ94  | 2S
1H 1S          | 864.Q4.A965.KT83  | X
1H 1S          | 86.Q4.KQT865.A83  | 2D
1S 2C          | T2.K74.AQJT87.J7  | 2D
1S 2C          | T2.K743.AQJ8.J74  | X
1S 2C          | T2.KQ743.Q983.J7  | X
1S 2C          | T2.AKQ43.Q983.J7  | 2H
1D 1S          | T2.K743.J983.K74  | X
1D 1S          | T2.KQT43.J9.AK74  | 2H
1D 1S          | KJ2.K74.J93.9742  | 1NT
1C 1D          | KJ72.K874.93.974  | X
1C 1D          | KJ72.K87.93.9742  | 1S
1C 1H          | KJ72.K87.93.9742  | X
1C 1H          | KJ742.K87.93.974  | 1S
1H 3C          | A8.Q974.KQT4.972  | 4H
1H 3C          | A84.KQ74.AQT4.72  | 4C
1H 3C          | KQ84.92.KQT42.72  | X
1H 3C          | K84.92.QT94.9732  | P
1S 4H          | K84.92.AQ94.9732  | 4S
1S 4H          | 84.K92.AQ94.QJ32  | X
1S 4H          | 84.92.KJ94.QJ732  | P
"""
OPENERS = """
1D 1S X P      | 84.KJ94.AQ987.82  | 2H
1D 1S X P      | KJ4.94.AQ987.Q82  | 1NT
1D 1S X P      | AJ4.A4.AQ98.KJ82  | 3NT
1D 1S X P      | A8.K7.KQ874.A964  | 2NT
1D 1S X P      | 84.KJ94.AQ987.AK  | 3H
1D 1S X P      | 8.KQ94.AQJ87.AK2  | 2S
1D 1S X 2D     | 84.KJ94.AQ987.A2  | 2H
1D 1S X 2D     | K84.94.AQ987.K82  | P
1D 1S X 3C     | 84.KJ94.AQ987.A2  | 3H
1D 1S X P 2NT P | 84.KJ94.QJ7.Q982 | 3NT
1S 3D X P      | KQJ87.KQ2.743.A7  | P
1S 3D X P      | AKJ985.T63.3.QJ3  | 3S
1S 3D X P      | AKJ98.KT63.3.QJ3  | 3H
1H 2C 2D 3C    | 84.AKJ94.KJ74.82  | 3D
1H 2C 2D 3C    | Q84.AKJ94.74.K82  | P
"""


@pytest.mark.parametrize(
    "row", [row for text in (ANSWERS, OPENERS) for row in text.strip().splitlines()]
)
def test_free_answers(row: str) -> None:
    """Raises come first, then suits, then doubles for the suits that nobody has bid."""
    auction, hand, call = map(str.strip, row.split("|"))
    assert call_of(auction, hand) == call
