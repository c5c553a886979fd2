"""What our program and endplay must agree on of a board."""

from __future__ import annotations

from typing import Any

from bluechip_bot.model import Board


def facts_of_ours(board: Board) -> dict[str, object]:
    """The facts of our board."""
    return {
        "number": board.number,
        "dealer": board.dealer.letter,
        "vulnerable": str(board.vulnerability),
        "deal": [str(hand) for hand in board.hands],
        "calls": [str(call) for call in board.auction.calls],
        "said": {index: text for index, text in board.explanations if text},
        "cards": [] if board.play is None else [str(card) for card in board.play.cards],
    }


def facts_of_theirs(board: Any) -> dict[str, object]:
    """The facts of endplay's board."""
    deal = board.deal
    said = ((index, bid.announcement) for index, bid in enumerate(board.auction))
    return {
        "number": board.board_num,
        "dealer": board.dealer.abbr,
        "vulnerable": ["None", "All", "NS", "EW"][board.vul],
        "deal": [hand.to_pbn() for hand in (deal.north, deal.east, deal.south, deal.west)],
        "calls": [_call(bid) for bid in board.auction],
        # Of PBN endplay keeps the escapes of quotes.
        "said": {index: text.replace('\\"', '"') for index, text in said if text},
        "cards": [f"{card.suit.abbr}{card.rank.abbr}" for card in board.play],
    }


def strain_text(denom: Any) -> str:
    """A strain of endplay's as ours is written."""
    return "NT" if denom.abbr in {"N", "NT"} else str(denom.abbr)


def _call(bid: Any) -> str:
    if hasattr(bid, "level"):
        return f"{bid.level}{strain_text(bid.denom)}"
    return bid.penalty.abbr.upper() or "P"
