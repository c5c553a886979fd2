"""The evidence of a board, as its observer has it: hard facts, and what calls and cards say."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from bluechip_bot.bidding.explanation import Words
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.constraints import HardFacts, Likelihood, Statement
from bluechip_bot.inference.auction import auction_statements, call_likelihoods
from bluechip_bot.inference.play import likelihoods
from bluechip_bot.inference.settings import InferenceSettings
from bluechip_bot.model import Board, Seat

_FLOOR: Final = Partnership()


@frozen
class Evidence:
    """What a seat knows of the hands that it does not see.

    Attributes:
        facts: what is certain.
        statements: what the calls say of hands as dealt; ranked by reliability.
        likelihoods: what the calls of each hidden hand, replayed, and each card that it has played
            say of it.
    """

    facts: HardFacts
    statements: tuple[Statement, ...]
    likelihoods: tuple[Likelihood, ...]


def evidence(
    board: Board,
    seat: Seat,
    settings: InferenceSettings | None = None,
    partnership: Partnership = _FLOOR,
    words: Words | None = None,
) -> Evidence:
    """What a seat knows of the hands; nothing is used that it does not see.

    Args:
        board: the board; hands that the seat does not see may be there, and are not looked at.
        seat: the observer, who is not dummy.
        settings: which rules are applied, and with which parameters; the defaults if None.
        partnership: the systems of both sides, as the seat knows them; the floor if none are given.
        words: what was said of the calls; the opponents' own words if None.
    """
    settings = InferenceSettings() if settings is None else settings
    board = board.seen_by(seat)
    bidder = partnership.bidder(seat.side)
    return Evidence(
        HardFacts.of(board, seat),
        auction_statements(board, seat, bidder, settings.auction, words),
        (
            *call_likelihoods(board, seat, bidder, settings.auction, words),
            *likelihoods(board, seat, settings, partnership.agreements(seat.side)),
        ),
    )
