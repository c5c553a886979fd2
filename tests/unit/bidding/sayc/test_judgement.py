"""SAYC: what invites is accepted or not, who sees a slam tries it, and nobody sells out values."""

import pytest

from support.sayc import call_of


@pytest.mark.parametrize(
    ("auction", "hand", "expected"),
    [
        # Invitations are declined by a minimum, also where they agree a suit.
        ("1H P 3H P", "K92.KQJ74.Q3.QJ2", "4H"),
        ("2H P 3H P", "92.KQJ974.83.Q72", "P"),
        ("1NT P 2NT P", "J95.AQT5.AK5.J84", "P"),
        ("1NT P 2NT P", "J95.AQT5.AKQ.J84", "3NT"),
        ("1NT P 2C P 2H P 3H P", "J95.AQT5.AK5.J84", "P"),
        ("1NT P 2C P 2S P 3S P", "AQT5.J9.AKJ5.K84", "4S"),
        # Four notrump over a limited three notrump needs a slam opposite its most.
        ("1C P 1D P 1S P 3NT P", "Q842.KQ6.Q4.K963", "P"),
        # Slams after Stayman, after two over one with a jump, after a limit raise.
        ("1NT P 2C P 2H P", "AT875.KJ94.AQ2.Q", "4C"),
        ("1NT P 2C P 2H P 4C P 4S P", "AT875.KJ94.AQ2.Q", "6H"),
        ("2NT P 3C P 3S P", "J732.AKJ4.Q.A854", "4C"),
        ("2NT P 3C P 3S P", "J732.K864.Q.8542", "4S"),
        ("1S P 2C P 3S P", "Q5.AT95.K52.KQ97", "4S"),
        ("1S P 2C P 3S P", "Q5.K95.AQ2.KQJ97", "4D"),
        ("1S P 2C P 3S P", "5.KQ95.KQ2.AKQ97", "6NT"),
        ("P P 1NT P 2C P 2H P", "82.KJ953.K64.A97", "4H"),
        ("P 1S X 3S P", "AJ853.AQ7..AKT82", "4S"),
        # Free bids in notrump, also where both majors have been bid.
        ("1H 1S", "KJ83.92.QT95.Q83", "1NT"),
        ("1S 2H", "92.AQ83.KT95.Q83", "2NT"),
        # Five trumps facing five, or eleven together, are bid to game; shape competes.
        ("1S 2S P", "Q52.KJ743.KQ7.65", "4H"),
        ("2S 3H", "KT532.83.AT62.J4", "4S"),
        ("1C 1S X 2S", "82.KQ74.5.AKT653", "3H"),
        ("1D P 1H P 1NT P", "A6.KJ97632.Q65.4", "4H"),
        # A double tells of the other major; both majors double a raise of a minor.
        ("1H P 2H", "KJ63.4.Q82.AQ986", "X"),
        ("1D P 2D", "AQ42.KJ95.643.K7", "X"),
        ("3H", "AKJ3.A8.7532.AQ4", "X"),
        ("3H", "AJ3.AQ8.K532.K84", "3NT"),
        # Tricks for notrump; four suits of four are not strong enough for two clubs.
        ("1C 1H X 3H", "2.K9.AJ2.AKQ7543", "3NT"),
        ("", "Q985.AKQ3.AKQ7.6", "1D"),
        # Eight points raise once, ten flat ones are no two over one, nine double on trumps.
        ("P 1D P 1H P 1S P", "T943.AQ63.5.J942", "2S"),
        ("1D P 1H P 2H P", "QJ65.KQ653.64.42", "P"),
        ("1D P", "Q98.K93.KT.QT832", "1NT"),
        ("1D P", "Q98.K93.K.QT8632", "2C"),
        ("P 1H 4S", "KT83.3.QT97.A854", "X"),
        ("1S 2H X P", "AQ864.KQ862.J8.K", "P"),
        ("1C 1H X 3H", "KQ97.8.A.AQJT752", "4S"),
        ("3S P", "432.AKT84.KQT.42", "4S"),
        ("P P", "QJ942.Q85.A9.Q64", "1S"),
        # Majors of five over one diamond; the higher of two.
        ("1C 1D", "JT876.AKJ92.52.4", "1S"),
        ("1C 1D", "T876.AKJ92.52.4", "1H"),
        # They went on over a pass: extra values double, long suits are repeated.
        ("1C 1H P 2H", "AKQ4.5.KQ52.AQ73", "X"),
        ("1C 1H P 2H", "A4.5.K52.AQJ9732", "3C"),
        ("1C 1H P 2H", "AQ4.85.K52.KQ732", "P"),
        ("1D P 1S 2C P P", "AKJ82.QT52.K873.", "2H"),
        ("1D P 1S 2C P P", "KJ982.Q5.KT873.2", "2D"),
        ("1D P 1S 2C P P", "KJ82.Q952.873.T4", "P"),
        # Raises of an overcall in the balancing seat.
        ("3C P P 3H P", "K93.KQ5.953.Q752", "4H"),
        ("3C P P 3H P", "K93.Q5.9753.Q752", "P"),
        # A strong Michaels hand doubles; partner names the major.
        ("1D 2D 3D P P", "AKT76.AQJT7.K8.J", "X"),
        ("1D 2D 3D P P X P", "J42.652.62.QT842", "3H"),
        # Who let a raise stand does not find a game over their bid.
        ("1H P 2H P P 3C P P", "AQ.AQ653.K984.75", "P"),
        # A weak answer over their notrump is left alone.
        ("1H 1NT 2C P", "AJ3.KQ9654.Q6.Q2", "P"),
        # Partner's penalty double is left in.
        ("1D 2C 2S 4C P P 4S 5C X P", "AK8.JT87.KQ52.86", "P"),
    ],
)
def test_calls(auction: str, hand: str, expected: str) -> None:
    """Each hand makes the call that the system and its judgement give it."""
    assert call_of(auction, hand) == expected
