"""Events at the table: the inputs of `Board.apply`.

A table manager applies all of them to a board on which every hand is known; a player applies
those that his seat sees, on a board where the other hands are unknown.
"""

from __future__ import annotations

from attrs import frozen

from bluechip_bot.model.calls import Call
from bluechip_bot.model.cards import Card, Hand, Seat


@frozen
class Dealt:
    """A seat's thirteen cards became known before the auction."""

    seat: Seat
    hand: Hand


@frozen
class Called:
    """A player called.

    Attributes:
        explanation: its explanation, or an empty text.
        alert: whether the call was alerted, perhaps without words.
    """

    seat: Seat
    call: Call
    explanation: str = ""
    alert: bool = False


@frozen
class DummyShown:
    """Dummy's thirteen original cards were laid down."""

    hand: Hand


@frozen
class Played:
    """A card was played from a seat's hand (from dummy's by declarer)."""

    seat: Seat
    card: Card


Event = Dealt | Called | DummyShown | Played
