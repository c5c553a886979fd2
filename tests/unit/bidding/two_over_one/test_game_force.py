"""A new suit at the two level over one of a major: who bids it, and the next two rounds."""

import pytest

from bluechip_bot.model import Auction, Call, Seat
from bluechip_bot.model.vulnerability import Vulnerability
from support.two_over_one import bidder, call_of

ANSWERS = """
1S P      | 84.KQ5.AQJ86.Q73    | 2D
1S P      | 84.KQ52.QJ86.K73    | 1NT
1S P      | 84.KJ5.AKJ86.873    | 2D
1S P      | 84.QJ5.AKJ86.873    | 1NT
1S P      | 84.AQJ86.KQ5.973    | 2H
1S P      | 84.AQJ8.KQ5.Q973    | 2C
1S P      | 84.AQJ8.KQ5.K973    | 3NT
1S P      | 84.AQJ8.KQ75.Q97    | 2D
1S P      | KJ4.AQ83.KQ5.973    | 2C
1S P      | KJ4.83.AQJ764.73    | 1NT
1H P      | KQ84.73.AQ5.K973    | 1S
1H P      | KQ8.73.AQ53.K973    | 2C
1H P      | 8.K73.AJ8542.KJ7    | 2D
P P 1S P  | 84.A85.AQJ863.97    | 2D
P P 1S P  | 84.K85.KQ86.J973    | 1NT
"""
OPENER = """
1S P 2C P | AQJ83.K74.983.Q2    | 2S
1S P 2C P | AQJ83.KQ74.83.92    | 2H
1S P 2C P | AQJ83.74.KQ83.92    | 2D
1S P 2C P | AQJ83.K74.KJ8.92    | 2NT
1S P 2C P | AQJ83.KQ4.A83.K2    | 2NT
1S P 2C P | AKQJ83.K74.Q3.92    | 3S
1S P 2C P | KQJ983.K74.A3.92    | 2S
1S P 2C P | AQJ83.K74.3.K982    | 3D
1S P 2C P | AQJ83.K7.J3.K982    | 3C
1S P 2D P | AQJ83.K4.83.KJ92    | 2S
1S P 2D P | AQJ83.A4.83.KQ92    | 3C
1S P 2D P | AQJ83.4.83.KQ982    | 3C
1S P 2H P | AQJ83.K74.83.Q92    | 4H
1S P 2H P | AQJ83.K74.A3.Q92    | 3H
1S P 2H P | AQJ83.K742.3.K92    | 4D
1H P 2C P | AQ83.KJ974.83.Q2    | 2H
1H P 2C P | AQ83.AKJ74.83.Q2    | 2S
P P 1S P 2D P | AQJ83.K74.Q83.92 | P
"""
RESPONDER = """
1S P 2C P 2S P | K84.A3.J85.KQJ73    | 4S
1S P 2C P 2S P | K84.A3.Q85.AQJ73    | 3S
1S P 2C P 2S P | K84.AQ73.5.KQJ73    | 4D
1S P 2C P 2S P | 84.AQ73.5.AKJ973    | 3H
1S P 2C P 2S P | 84.A73.52.AKQJ73    | 3C
1S P 2C P 2S P | 84.AJ7.KJ5.KQ973    | 3NT
1S P 2C P 2S P | 84.AQ7.952.AKQ73    | 2NT
1S P 2C P 2H P | K84.A3.985.KQJ73    | 4S
1S P 2C P 2H P | K84.A3.K85.AQJ73    | 2S
1S P 2C P 2H P | 84.KQ83.85.AKJ73    | 4H
1S P 2C P 2H P | 84.KQ83.A5.AKJ73    | 3H
1S P 2C P 2H P | 84.Q83.AJ5.KQJ73    | 3NT
1S P 2C P 2H P | 84.AQ3.985.AKJ73    | 3D
1S P 2C P 2NT P | K84.A3.Q85.KQJ73   | 3S
1S P 2C P 2NT P | 84.A83.Q85.AKJ73   | 3NT
1S P 2C P 2NT P | 84.AQ3.AQ5.AKJ73   | 4NT
1S P 2C P 3S P | 4.KQ83.A85.KQJ73    | 4S
1S P 2D P 3C P | 84.KQ3.AQJ85.Q73    | 3NT
1S P 2D P 3C P | K84.Q3.AKQ85.Q73    | 3S
1S P 2D P 3C P | 84.963.AKQ85.KQ7    | 3H
"""
OPENER_AGAIN = """
1S P 2C P 2NT P 3NT P | AQJ83.KQ4.A83.K2 | 4NT
1S P 2C P 2NT P 3NT P | AQJ83.K74.KJ8.92 | P
1S P 2C P 2H P 2S P   | AQJ83.KQ74.83.92 | 4S
1S P 2C P 2H P 3D P   | AQJ83.KQ74.K3.92 | 3NT
1S P 2C P 2H P 3D P   | AQJ83.KQ74.3.Q92 | 3S
1S P 2C P 2D P 2H P   | AQJ83.74.KQ83.92 | 2S
1S P 2C P 2D P 2H P   | AQJ83.K4.KQ83.92 | 2NT
1S P 2C P 2S P 2NT P  | AQJ983.K4.Q83.92 | 3S
1S P 2C P 2S P 2NT P  | AQJ83.K4.Q83.Q92 | 3C
1S P 2C P 2S P 3C P   | AQJ983.K4.Q83.92 | 3S
1S P 2C P 2S P 3H P   | AQJ983.K4.Q83.92 | 3S
1S P 2C P 2S P 3H P   | AQJ83.K974.83.Q2 | 4H
1S P 2C P 2S P 3H P   | AQJ83.K4.Q83.Q92 | 3NT
1S P 2C P 2D P 3D P   | AQJ83.K4.KQ83.92 | 3NT
1S P 2C P 2D P 3D P   | AQJ983.4.KQ83.92 | 3S
1S P 2C P 2D P 3D P   | AQJ83.4.KQ983.92 | 5D
1S P 2C P 3C P 3D P   | AQJ83.K4.83.Q982 | 3NT
"""

CONTESTED = """
1S P 2C X              | AQJ83.K74.983.Q2 | 2S
1S P 2C 2H             | AQJ83.974.A83.Q2 | P
1S P 2C 2H             | AQJ83.KJ94.A8.92 | X
1S P 2C 2H P P         | K84.A3.985.KQJ73 | 4S
1S P 2C 2H P P         | 84.973.A5.AKQ973 | 3C
1S P 2C 2H P P         | 84.KJ93.A5.AQJ97 | X
1S P 2C 2H P P         | K4.973.AQ5.AQ973 | X
"""


@pytest.mark.parametrize(
    "row",
    [
        row
        for text in (ANSWERS, OPENER, RESPONDER, OPENER_AGAIN, CONTESTED)
        for row in text.strip().splitlines()
    ],
)
def test_two_over_one(row: str) -> None:
    """The answer shows values for game; later bids describe, jumps tell all by themselves."""
    auction, hand, call = map(str.strip, row.split("|"))
    assert call_of(auction, hand) == call


@pytest.mark.parametrize(
    ("auction", "is_forced"),
    [
        ("1S P 2C P 2S P", True),
        ("1S P 2C P 2S P 2NT P", True),
        ("1S P 2H P 3H P", True),
        ("1S P 2C P 2S P 3NT P", False),
        ("P P 1S P 2C P", False),
        ("1S X 2C P", False),
    ],
)
def test_game_is_forced(auction: str, *, is_forced: bool) -> None:
    """Nobody passes below game, unless responder had passed or they doubled."""
    made = Auction(Seat.NORTH, tuple(map(Call.parse, auction.split())))
    assert bidder().position(made, Vulnerability.NONE).state.must_act is is_forced
