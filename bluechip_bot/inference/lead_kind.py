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

from typing import Final, Literal, TypeAlias, get_args

from bluechip_bot.inference.facts import first_bids
from bluechip_bot.inference.holding import ACE, JACK, KING, QUEEN
from bluechip_bot.model import Auction, Card, Hand

LeadKind: TypeAlias = Literal[
    "trump",
    "partner's suit",
    "singleton",
    "doubleton",
    "ace-king",
    "ace",
    "sequence",
    "honour",
    "from ace",
    "from king",
    "from queen",
    "nothing",
]
LEAD_KINDS: Final[tuple[LeadKind, ...]] = get_args(LeadKind)

_TEN: Final = 8
_SHORT: Final[dict[int, LeadKind]] = {1: "singleton", 2: "doubleton"}


def lead_kind(hand: Hand, card: Card, auction: Auction) -> LeadKind:
    """The kind of an opening lead.

    Args:
        hand: the leader's thirteen cards, the card among them.
        card: the card led.
        auction: the whole auction, which ended in a contract.
    """
    contract = auction.contract
    assert contract is not None, "a lead needs a contract"
    if card.suit is contract.strain.suit:
        return "trump"
    if first_bids(auction)[card.suit] == contract.leader.partner:
        return "partner's suit"
    return _by_holding(hand.ranks(card.suit), card.rank)


def _by_holding(ranks: int, led: int) -> LeadKind:
    """The kind of the lead of a rank from the ranks held in its suit."""
    if ranks & (ACE | KING) == ACE | KING and 1 << led & (ACE | KING):
        return "ace-king"
    if short := _SHORT.get(ranks.bit_count()):
        return short
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
