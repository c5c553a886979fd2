"""The system of one side of a table, and the one by which it reads the other side."""

from __future__ import annotations

from functools import cached_property

from attrs import field, frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.reading.softness import ReadingSoftness, default_profiles
from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.bidding.system.system import NATURAL, System
from bluechip_bot.model.cards import Side


@frozen(slots=False)
class Partnership:
    """The systems at a table as one side knows them, and how firmly it believes calls.

    The opponents' calls are read by `theirs`; `their_agreements` are their leads and signals.
    `partner` and `opponents` say how firmly the calls of each side are believed.
    """

    ours: System = NATURAL
    theirs: System = NATURAL
    partner: ReadingSoftness = field(factory=lambda: default_profiles().partner)
    opponents: ReadingSoftness = field(factory=lambda: default_profiles().unknown)
    their_agreements: Agreements = field(factory=Agreements)

    def bidder(self, side: Side) -> Bidder:
        """The bidding engine of both systems if we are `side`; it is kept, with its cache."""
        return self._bidders[side]

    def agreements(self, side: Side) -> tuple[Agreements, Agreements]:
        """How North-South and East-West lead and signal if we are `side`."""
        found = (self.ours.agreements, self.their_agreements)
        return found if side is Side.NS else (found[1], found[0])

    @cached_property
    def _bidders(self) -> tuple[Bidder, Bidder]:
        books = (self.ours.book, self.theirs.book)
        softness = (self.partner, self.opponents)
        return Bidder(books, softness), Bidder(books[::-1], softness[::-1])
