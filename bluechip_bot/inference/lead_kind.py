"""Kinds of opening leads, by what they may gain and give away.

The first kind that fits, in this order:

| kind | the card |
|---|---|
| trump | is a trump |
| partner's suit | is of a suit that partner bid first |
| singleton | is the only one of its suit |
| doubleton | is one of two, not ace and king |
| ace-king | is the ace or the king of a suit with both |
| ace | is the ace |
| sequence | is the ten or higher, and the next lower one is held too |
| honour | is another king, queen or jack |
| from ace | is of a suit with the ace |
| from king | is of a suit with the king |
| from queen | is of a suit with the queen or the jack |
| nothing | is of a suit of three or more without an honour |
"""

from __future__ import annotations

from typing import Final

from bluechip_bot.inference.facts import first_bids
from bluechip_bot.inference.holding import ACE, JACK, KING, QUEEN
from bluechip_bot.model import Auction, Card, Hand

LEAD_KINDS: Final = (
    *("trump", "partner's suit", "singleton", "doubleton", "ace-king", "ace", "sequence"),
    *("honour", "from ace", "from king", "from queen", "nothing"),
)
_TEN: Final = 8


def lead_kind(hand: Hand, card: Card, auction: Auction) -> str:
    """The kind of an opening lead from a hand of thirteen cards, after a whole auction."""
    contract = auction.contract
    assert contract is not None
    if card.suit is contract.strain.suit:
        return "trump"
    if first_bids(auction)[card.suit] == contract.leader.partner:
        return "partner's suit"
    return _by_holding(hand.ranks(card.suit), card.rank)


def _by_holding(ranks: int, led: int) -> str:
    if ranks & (ACE | KING) == ACE | KING and 1 << led & (ACE | KING):
        return "ace-king"
    if ranks.bit_count() <= 2:
        return "singleton" if ranks.bit_count() == 1 else "doubleton"
    if 1 << led == ACE:
        return "ace"
    if led >= _TEN:
        if ranks >> led - 1 & 1:
            return "sequence"
        if led > _TEN:
            return "honour"
    if ranks & ACE:
        return "from ace"
    if ranks & KING:
        return "from king"
    return "from queen" if ranks & (QUEEN | JACK) else "nothing"
