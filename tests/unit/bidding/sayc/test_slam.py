"""Slams: who asks, who shows a control first, who signs off, and where no suit is agreed."""

import pytest

from support.sayc import call_of

ASKING = [
    # The values of a slam go before the game in which less would sign off.
    ("1D P 1S P 2S P", "KQJ85.AQ.A94.K83", "4NT"),
    ("1D P 1S P 2S P", "KQJ85.A6.K94.Q83", "4S"),
    ("1H P 2H P", "A3.AKQ852.AK74.5", "4NT"),
    ("1H P 2H P", "K3.AKJ852.AQ4.52", "4H"),
    ("1S P 2NT P 4S P", "KJ962.A8.KQ.KQ98", "4NT"),
    ("1S P 2NT P 4S P", "KJ96.A852.K3.Q98", "P"),
    # Honours facing shortness are worth nothing, small cards are.
    ("1S P 2NT P 3D P", "KQ84.QJ86.K98.KQ", "4S"),
    ("1S P 2NT P 3D P", "KQ84.AJ86.985.AK", "4NT"),
    # They bid over the raise: a double is for penalty, four of the major the least.
    ("1S P 2NT 3C P P", "KQ84.A86.K9.KJ98", "X"),
    ("1S P 2NT 3C P P", "KQ84.A86.K983.Q8", "4S"),
    ("1S P 2NT 3C P P", "KQ84.AK6.AJ93.82", "3S"),
    # Two quick losers in a suit: a control is shown first, and the question follows one in return.
    ("1D P 1H P 1NT P 2S P 3H P", "A975.AK962.52.AJ", "4C"),
    ("1D P 1H P 1NT P 2S P 3H P 4C P", "32.JT8.AQJ6.KQ76", "4D"),
    ("1D P 1H P 1NT P 2S P 3H P 4C P 4D P", "A975.AK962.52.AJ", "4NT"),
    # A jump to four notrump needs eleven tricks opposite partner's least.
    ("1C P 1S P", "AK54.A98.T.AKT64", "4S"),
    ("1D P 1H P", "AJ.AKT5.K975.A97", "4H"),
    ("1C P 1S P 2H P 2S P", "A82.AKQ2.4.AQ654", "4S"),
    ("1D P 1S P 2NT P 3S P", "Q96.AQ2.AQ732.A6", "4S"),
    ("1C P 1D P 1S P", "AJ52.A3.AQ98.K93", "4NT"),
    ("1C P 2C P", "Q95.KQJ2.A.AK873", "2H"),
    ("1S P 4S P", "AKT74.A82.AJT5.A", "4NT"),
    ("1D 1S 3D P", "4.AKT5.T842.AKQ5", "3S"),
    # Two quick losers and a partner who has signed off.
    ("1S P 2D P 3C P 4S P", "AQ764.98.Q2.AK83", "P"),
    ("1S P 2D P 3S P 4S P", "KQJ754.52.A8.AQ5", "P"),
    # Who has told his hand leaves the question to a partner who has not.
    ("1C P 1D P 2NT P 3C P", "Q9.AKQ8.A74.A753", "3NT"),
    ("1C P 1H P 2NT P 3H P 4H P", "T.A8754.AQ2.QJ75", "4NT"),
    ("2C P 2D P 2NT P 3D P 3H P 4H P", "AT83.KJ75.AKQ.AK", "P"),
    # Nobody jumps to the question without an ace.
    ("1S P 2H P", "KQT986.Q843.K.K2", "4H"),
    # Too good for a pass over three of the major, without a control to show.
    ("1H P 3H P", "QJ.AQJ72.KJ3.KJ5", "4H"),
    ("1H P 3H P", "QJ.KQJ72.A83.KJ5", "4H"),
    ("1H P 2D P 2S P 3H P", "AKT6.AKT96.K.J87", "4H"),
    ("1H P 2D P 3C P 3H P", ".AK732.QJT.AQ752", "4C"),
    # After a jump shift: support, then length, then notrump.
    ("1C P 2H P 2NT P", "Q.AKJ764..AKT743", "3C"),
    ("1H P 2S P 3C P", "AK7642.Q.AQ8.KT4", "3S"),
    ("1H P 2S P 3C P 3S P 3NT P", "AK7642.Q.AQ8.KT4", "4S"),
    ("1C P 2D P 3C P", "AKQ.QJ83.AK832.3", "3H"),
    ("1D P 1S P 2C P 2H P 3C P", "AQ42.A3.KQJ75.QJ", "3D"),
    ("1C P 1S P 1NT P 3H P 4H P", "KJ762.AKQ94.7.97", "P"),
    # Six-two fits and long suits are no slam by themselves.
    ("1C P 1S P 2NT P 3S P 3NT P", "A87532.AQ97.2.93", "4S"),
    ("1C P 1S P 3C P 3S P 3NT P", "KT964.QJ8.943.AQ", "P"),
    ("2NT P 3C P 3D P 3S P 4S P", "KQ763.AT62.962.9", "P"),
    # Nobody asks with a void; with all that he needs he bids the slam.
    ("1S P 2NT P 4S P", "AQ965..AKQ5.KQ87", "6S"),
    # Who has told his limits leaves a sign-off alone.
    ("1C P 1S P 1NT P 4S P", "Q96.A73.A6.K9752", "P"),
    ("2NT P 3H P 3S P 4S P", "A765.AKJ.A74.A65", "P"),
    # A question of partner's is answered first.
    ("1S P 2NT P", "AKQ85.AQ5.AK3.J3", "3S"),
]
NOTRUMP = [
    # A six-card major with the values of a slam bids three of it, with less it transfers.
    ("1NT P", "AQJ875.3.KQ3.K52", "3S"),
    ("1NT P", "AQJ875.3.K93.852", "2H"),
    ("1NT P", "KQ98632..6.AK943", "3S"),
    ("1NT P 3H P", "AKQT6.J32.KQ.J43", "4H"),
    ("1NT P 3H P", "AKQT6.J3.KQ2.QJ4", "3NT"),
    # Thirty-one balanced points and a fit of eight are a game.
    ("1NT P 2C P 2S P", "AK62.A97.QT8.Q52", "4S"),
    ("1NT P 2C P 2S P", "AK62.A97.QT8.A52", "4C"),
    ("2C P 2D P 2NT P", "6.6.A72.KJT98742", "6C"),
    # Four-four: aces are asked for with the values, otherwise game.
    ("1NT P 2C P 2S P", "6542.K83.A.AKJ76", "4C"),
    ("1NT P 2C P 2S P", "K542.K83.A8.Q876", "4S"),
    # Without a fit the points decide.
    ("1H P 1S P 2D P 3C P 3H P", "AKJ8.T4.AQJ9.AKT", "6NT"),
]

GRAND = [
    # All aces are held: kings are asked for with three points more than a small slam needs.
    ("1S P 2NT P 3D P 4NT P 5H P", "KQJ4.AK5.A93.KQ8", "5NT"),
    ("1S P 2NT P 3D P 4NT P 5D P", "KQ64.AJ5.A93.K87", "6S"),
    ("1S P 2NT P 3D P 4NT P 5D P 5NT P", "A9852.K83.K.QJ52", "6H"),
    ("1S P 2NT P 3D P 4NT P 5H P", "KQJ4.AK5.932.KQ8", "6S"),
    # Seven with a king missing needs solid trumps.
    ("1H P 2NT P 4H P 4NT P 5H P 5NT P 6D P", "KQ875.AK94.Q4.A2", "6H"),
    # In a minor the answer may be above six of it.
    ("1D P 3C P 3D P 4NT P 5D P", "A5.A6.KJ52.AQ763", "6D"),
    ("1D P 3C P 4C P 4NT P 5D P", "KT5.A54.A2.AKJ93", "6C"),
]


@pytest.mark.parametrize(("auction", "hand", "call"), ASKING + NOTRUMP + GRAND)
def test_calls(auction: str, hand: str, call: str) -> None:
    """Each hand makes the call of the system."""
    assert call_of(auction, hand) == call


@pytest.mark.parametrize(("auction", "hand"), [(a, h) for a, h, c in ASKING if c == "4NT"])
def test_key_cards_are_asked_for_alike(auction: str, hand: str) -> None:
    """With the switch the same hands ask for key cards."""
    assert call_of(auction, hand, blackwood="rkcb1430") == "4NT"
