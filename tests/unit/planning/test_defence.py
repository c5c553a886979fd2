"""What defenders do with the lead, and to keep it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bluechip_bot.model import Suit
from bluechip_bot.planning.defence import Act, branches

Endings = Callable[..., Any]


def turn(ending: Any) -> list[Any]:
    """The branches of a defender's turn."""
    table = ending.table
    return branches(table.game, table.state)


def test_second_hand_takes_an_honour_with_the_ace(ending: Endings) -> None:
    """An honour led is not let past by who has the master."""
    found = turn(ending("A..Q.", "2..J4.", "..A765.K5", needed=1, trick="S DK"))
    acts = {branch.act for branch in found if branch.ranks >> 12 & 1}
    assert acts == {Act.WIN}


def test_partner_takes_over_to_run_the_suit(ending: Endings) -> None:
    """Who has the winners wins the trick that his partner has led with his last card."""
    place = ending(
        "4.2..", "65..A.", "KQ8..K3.", needed=1, trick="E S9 S3", known=("SK SQ", ""),
        lengths={(1, "S"): (0, 0)},
    )  # fmt: skip
    (branch,) = turn(place)
    assert branch.act is Act.HIGH
    assert branch.state.round.best == 1


def test_setting_trick_is_cashed(ending: Endings) -> None:
    """With a master that beats the contract a defender does not go on with his suit."""
    place = ending("A2...K", "3...Q2", "KQ...A543", needed=3, trick="W", known=("CA SK", ""))
    (branch,) = turn(place)
    assert (branch.act, branch.suit) == (Act.CASH, Suit.CLUBS)


def test_sequence_is_led_from_the_top(ending: Endings) -> None:
    """From king and queen he does not lead low into our ten."""
    place = ending("AT2..2.", "3..65.4", "KQ9..A.AK87", needed=2, trick="W",
        known=("SK SQ S9", ""))  # fmt: skip
    assert any(branch.ranks == 0b11 << 10 for branch in turn(place))
