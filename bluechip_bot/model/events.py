"""Events at the table: the inputs of `Board.apply`.

A table manager applies all of them to a board on which every hand is known; a player applies those
that its seat sees, on a board where the other hands are unknown.
"""

from __future__ import annotations

from attrs import frozen

from bluechip_bot.model.calls import Call
from bluechip_bot.model.cards import Card, Hand, Seat


@frozen
class Dealt:
    """The event that a seat's thirteen cards become known before the auction."""

    seat: Seat
    hand: Hand


@frozen
class Called:
    """The event that a player calls.

    Attributes:
        explanation: the explanation of the call, or an empty text.
        alert: whether the call was alerted, perhaps without words.
    """

    seat: Seat
    call: Call
    explanation: str = ""
    alert: bool = False


@frozen
class DummyShown:
    """The event that dummy's thirteen original cards are laid down."""

    hand: Hand


@frozen
class Played:
    """The event that a card is played from a seat's hand (from dummy's by declarer)."""

    seat: Seat
    card: Card


Event = Dealt | Called | DummyShown | Played
