"""The evidence of an observer: the hard facts, and what the calls and the cards played show."""

from __future__ import annotations

from bluechip_bot.bidding.explanation import CallWords
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.constraints import Evidence, HardFacts
from bluechip_bot.inference.auction import AuctionEvidence
from bluechip_bot.inference.play import likelihoods
from bluechip_bot.inference.settings import InferenceSettings
from bluechip_bot.model import Board, Seat


def evidence(
    board: Board,
    seat: Seat,
    settings: InferenceSettings,
    partnership: Partnership | None = None,
    words: CallWords | None = None,
) -> Evidence:
    """The evidence of a seat on the hands that it does not see.

    Args:
        board: the board; it may hold hands that the seat does not see, which are ignored.
        seat: the observer, who is not dummy.
        settings: the rules that apply and their parameters.
        partnership: the systems of both sides, as the seat knows them; if None the natural floor
            with the default profiles, which are read from their file.
        words: the explanations of the calls; those that the opponents gave if None.
    """
    partnership = Partnership() if partnership is None else partnership
    board = board.seen_by(seat)
    calls = AuctionEvidence.of(board, seat, partnership.bidder(seat.side), settings.auction, words)
    return Evidence(
        HardFacts.of(board, seat),
        calls.statements(),
        (
            *calls.likelihoods(),
            *likelihoods(board, seat, settings, partnership.agreements(seat.side)),
        ),
        calls.own_statements(),
    )
