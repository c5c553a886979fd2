"""Words of the protocol as most programs write them, made without our writer."""

from __future__ import annotations

from typing import Final

from bluechip_bot.model import DOUBLE, PASS, REDOUBLE, Call, Card, Hand, Suit, Vulnerability

VERBS: Final = {PASS: "passes", DOUBLE: "doubles", REDOUBLE: "redoubles"}
VULNERABLE: Final = {
    Vulnerability.NONE: "Neither",
    Vulnerability.NS: "N/S",
    Vulnerability.EW: "E/W",
    Vulnerability.BOTH: "Both",
}


class NotUnderstoodError(AssertionError):
    """A line at which the program that is emulated would give up.

    Attributes:
        line: the line.
    """

    def __init__(self, who: str, line: str, expected: str) -> None:
        """Keep the line."""
        self.line = line
        super().__init__(f"{who} cannot take {line!r} where {expected} is expected")


def call_words(call: Call) -> str:
    """A call."""
    return f"bids {call}" if call.is_bid else VERBS[call]


def card_words(card: Card) -> str:
    """A card, rank first."""
    return card.rank_letter + card.suit.letter


def hand_words(hand: Hand) -> str:
    """A hand: `S Q T 9. H -. D ...`."""
    suits = sorted(Suit, key=lambda suit: "SHDC".index(suit.letter))
    return " ".join(f"{s.letter} {' '.join(hand.suit_text(s)) or '-'}." for s in suits)
