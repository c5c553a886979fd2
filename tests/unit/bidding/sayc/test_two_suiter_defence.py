"""Our opening against Michaels cue-bids and the unusual two notrump."""

import pytest

from support.sayc import call_of

FIRST = [
    # Both majors shown over a minor: hearts are a limit raise, spades force in the other minor.
    ("1C 2C", "J8.K76.AJT874.A2", "2S"),
    ("1C 2C", "KQ3.752.8.AQ6432", "2H"),
    ("1C 2C", "KQ93.A752.832.J4", "X"),
    ("1C 2C", "72.98.A7632.KJ85", "P"),
    ("1C 2C", "72.98.A72.KJ8532", "3C"),
    ("1D 2D", "KQ5.KT94.J8.AQ32", "3NT"),
    # The other major and a minor over a major: the cheapest bid of the known suit raises.
    ("1H 2H", "AJ83.K83.AQ83.82", "2S"),
    ("1S 2S", "AJ8.83.AQ832.982", "3H"),
    ("1H 2H", "AJ83.8.AJ84.K743", "X"),
    ("1H 2H", "K84.QT6.9743.A83", "3H"),
    ("1H 2H", "KJ95.K9.T632.942", "P"),
    # Both minors over a major: clubs raise, diamonds force in the other major.
    ("1S 2NT", "J62.K83.AQ832.A2", "3C"),
    ("1S 2NT", "T7.KQ932.AQ2.J92", "3D"),
    ("1S 2NT", "76.KJ84.QT82.AQ9", "X"),
    ("1S 2NT", "K874.QT6.974.A83", "3S"),
    ("1S 2NT", "4.JT6.Q8542.J832", "P"),
]
LATER = [
    # After the double every double is for penalty and a pass forces.
    ("1S 2NT X 3D", "AQJ53.AK.K753.T4", "X"),
    ("1S 2NT X 3D", "AK9872.73.6.AT62", "P"),
    ("1S 2NT X 3D P P", "76.KJ84.QT82.AQ9", "X"),
    ("1S 2NT X 3D P P", "K2.AT75.K3.JT952", "3S"),
    # Opener with a least hand goes back to three, with more to game.
    ("1S 2NT 3C P", "AQJ53.K42.Q53.J4", "3S"),
    ("1S 2NT 3C P", "AQJ532.K92.A53.4", "4S"),
    ("1S 2NT 3C P 3S P", "KJ62.K83.AJ832.2", "4S"),
    ("1S 2NT 3C P 3S P", "J62.K83.AQ832.92", "P"),
]


@pytest.mark.parametrize(("auction", "hand", "call"), FIRST + LATER)
def test_calls(auction: str, hand: str, call: str) -> None:
    """Each hand makes the call of the system."""
    assert call_of(auction, hand) == call
