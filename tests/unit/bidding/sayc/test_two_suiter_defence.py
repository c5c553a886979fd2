"""Our opening of one in a suit against Michaels and the unusual two notrump."""

import pytest

from support.sayc import call_of

DEFENCE = """
1H 2NT               | 84.KT75.AQ954.72  | 3C
1H 2NT               | 842.KT7.Q9543.J2  | 3H
1H 2NT               | T7.KT753.9542.82  | 4H
1H 2NT               | AQJ95.84.A94.T83  | 3D
1H 2NT               | QJT963.84.A4.983  | 3S
1H 2NT               | AQ83.4.QJ94.KT83  | X
1H 2NT               | Q983.84.Q94.K832  | P
1H 2NT 3C P          | 84.AQJ94.A94.KT8  | 4H
1H 2NT 3C P          | K4.AJ964.Q94.Q83  | 3H
1H 2NT X 3C          | A94.KQJ94.4.KT83  | X
1H 2NT X 3C          | AK94.KQJ94.84.83  | P
1H 2NT X 3C P P      | AQ83.4.QJ94.KT83  | X
1D 2D                | 84.A4.KQ954.J832  | 2H
1D 2D                | 84.A4.QJ954.8732  | 3D
1D 2D                | 84.A4.94.KQJ9532  | 2S
1D 2D                | KQ4.AJT.84.QJ832  | 3NT
1D 2D                | KQ94.AJ9.84.T832  | X
1S 2S                | Q94.A4.KQ954.832  | 3H
1S 2S                | Q94.94.KQ954.832  | 3S
1S 2S                | 94.AJ94.A954.832  | P
1S 2S                | 94.AQ94.AQ54.832  | 2NT
1S 2S                | 4.KQ942.AQ5.K832  | X
1S 2S                | 94.84.AKQ954.K83  | 3D
1S 2S P 3H           | AKJ94.4.AQ94.AK4  | X
"""


@pytest.mark.parametrize("row", DEFENCE.strip().splitlines())
def test_two_suiter_defence(row: str) -> None:
    """A double shows ten points, their suits show a fit or the fourth suit."""
    auction, hand, call = map(str.strip, row.split("|"))
    assert call_of(auction, hand) == call
