"""What one phrase of an explanation says, and the call that the explanation is about."""

from __future__ import annotations

from typing import Final, Self

from attrs import frozen

from bluechip_bot.bidding.auction.meaning import Forcing
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.language.syntax import All, Any, Atom, Condition
from bluechip_bot.constraints import Range
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import SUIT_LETTERS, Suit

ANYTHING: Final = All(())
"""The condition that every hand meets."""


@frozen
class Setting:
    """The call that is explained, as far as words refer to the auction.

    Attributes:
        call: the call.
        partner: the suit that the caller's partner bid last, naturally or by a transfer; or None.
        theirs: the suits that the caller's opponents have bid.
    """

    call: Call = PASS
    partner: Suit | None = None
    theirs: tuple[Suit, ...] = ()

    @classmethod
    def of(cls, state: AuctionState, call: Call) -> Self:
        """The setting of a call of the player to call."""
        partners = [item.shows_suit for item in state.acts(state.partner)]
        last = next((suit for suit in partners if suit is not None), None)
        return cls(call, last, state.their_suits)

    @property
    def suit(self) -> Suit | None:
        """The suit that the call names; None for notrump and calls that are no bids."""
        return self.call.strain.suit if self.call.is_bid else None


@frozen
class Piece:
    """What a phrase says.

    Attributes:
        condition: the hands that it describes.
        name: the convention that it names; or an empty text.
        natural: whether it says that the call is natural (or is not); None: neither.
        forcing: how far it says that the call forces.
        hint: what it says where no number says more, as `weak`.
        suit: the suit that the call shows in place of the one that it names, or None.
    """

    condition: Condition = ANYTHING
    name: str = ""
    natural: bool | None = None
    forcing: Forcing = Forcing.NONE
    hint: Condition = ANYTHING
    suit: Suit | None = None


def length(suit: int, least: int, most: int = 13) -> Atom:
    """So many cards of a suit."""
    return Atom(SUIT_LETTERS[suit], (), (least, most))


def strength(word: str, span: Range) -> Atom:
    """So many `hcp` or `pts`."""
    return Atom(word, (), span)


def either(*parts: Condition) -> Condition:
    """One of some conditions."""
    return parts[0] if len(parts) == 1 else Any(parts)


def both(*parts: Condition) -> Condition:
    """All of some conditions, those that say nothing left out and nested ones joined."""
    found: list[Condition] = []
    for part in parts:
        found += part.parts if isinstance(part, All) else (part,)
    found = list(dict.fromkeys(found))
    return found[0] if len(found) == 1 else All(tuple(found))
