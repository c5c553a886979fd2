"""One notrump over one of a major: who bids it, opener's rebid, and the limits told after it."""

import pytest

from support.two_over_one import call_of

ANSWERS = """
1S P      | 84.KJ5.QJ863.973    | 1NT
1S P      | 84.KJ5.KQ863.Q73    | 1NT
1S P      | K84.KJ5.QJ63.J73    | 1NT
1S P      | K84.K75.QJ6.J973    | 1NT
1S P      | K84.75.QJ63.J973    | 2S
1S P      | KJ84.75.QJ63.K73    | 3S
1S P      | KJ84.K75.QJ6.K73    | 2NT
1S P      | KJ84.5.QJ63.A873    | 4H
1S P      | KJ842.5.J632.873    | 4S
1S P      | 84.J75.QJ63.J973    | P
1H P      | Q84.5.QJ8632.K73    | 1NT
"""
OPENER = """
1S P 1NT P | AQJ83.K74.K83.92    | 2D
1S P 1NT P | AQJ83.K74.K8.932    | 2C
1S P 1NT P | AQJ83.K7.K83.932    | 2C
1S P 1NT P | AQJ983.K74.K8.92    | 2S
1S P 1NT P | AQJ83.KQ74.83.92    | 2H
1S P 1NT P | AQJ983.KQ4.A8.92    | 3S
1S P 1NT P | AQJ83.KQ4.A83.K2    | 2NT
1S P 1NT P | AQJ83.KQ74.A3.A2    | 3H
1H P 1NT P | AQ83.KQ974.J3.92    | 2H
1H P 1NT P | AQ83.KQ974.K.A92    | 2S
P P 1S P 1NT P | AQJ83.K74.K83.92 | P
"""
RESPONDER = """
1S P 1NT P 2C P | K84.KJ5.QJ63.J73    | 3S
1S P 1NT P 2C P | 84.KJ5.KQ863.Q73    | 2NT
1S P 1NT P 2C P | 84.KJ5.QJ863.973    | 2S
1S P 1NT P 2C P | 4.KJ52.QJ86.9763    | P
1S P 1NT P 2C P | 4.KJT9532.Q86.76    | 2H
1S P 1NT P 2H P | 84.KJ52.QJ86.A73    | 4H
1S P 1NT P 2H P | 84.KJ52.QJ86.Q73    | 3H
1S P 1NT P 2H P | 84.KJ52.QJ86.973    | P
1S P 1NT P 2H P | 84.KJ5.QJ863.973    | 2S
1S P 1NT P 2H P | K84.KJ5.QJ86.Q73    | 3S
1S P 1NT P 2S P | K84.KJ5.QJ63.K73    | 4S
1S P 1NT P 2S P | 84.KJ5.KJ63.Q973    | 3S
1S P 1NT P 2S P | 4.KJ52.QJ86.9763    | P
1S P 1NT P 2S P | 4.KJ52.KQ86.Q763    | 2NT
1S P 1NT P 2NT P | 84.KJ5.QJ63.J973   | 3NT
1S P 1NT P 2NT P | K84.J85.QJ632.A3   | 4S
1S P 1NT P 3S P | 84.K85.QJ632.J73    | 4S
1S P 1NT P 3H P | Q84.K85.QJ632.73    | 3S
1H P 1NT P 2S P | 84.QJ5.Q8632.J73    | 3H
"""
OPENER_AGAIN = """
1S P 1NT P 2C P 3S P  | AQJ83.K7.J83.Q92  | P
1S P 1NT P 2C P 3S P  | AQJ83.A7.83.KQ92  | 4S
1S P 1NT P 2C P 2NT P | AQJ83.K7.J83.Q92  | P
1S P 1NT P 2C P 2NT P | AQJ83.A7.83.KQ92  | 3NT
1S P 1NT P 2S P 3S P  | AQJ983.K74.83.Q2  | P
1S P 1NT P 2H P 3S P  | K9842.KQ642.J5.K  | 4S
1H P 1NT P 2H P 3H P  | 83.AJT9652.AJ74.  | 4H
1S P 1NT P 2C P 2S P  | AQJ83.K7.J83.Q92  | P
1S P 1NT P 2C P 2H P  | AQJ83.7.J83.AQ92  | P
"""


@pytest.mark.parametrize(
    "row",
    [
        row
        for text in (ANSWERS, OPENER, RESPONDER, OPENER_AGAIN)
        for row in text.strip().splitlines()
    ],
)
def test_forcing_notrump(row: str) -> None:
    """Opener has a rebid with any hand; responder then tells a limit raise from a weak hand."""
    auction, hand, call = map(str.strip, row.split("|"))
    assert call_of(auction, hand) == call
