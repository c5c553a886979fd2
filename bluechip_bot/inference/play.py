"""The likelihoods of hidden hands, given the cards that they have played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import numpy as np

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.choice import MODELS, CardLikelihood
from bluechip_bot.inference.facts import CardAct, acts, possible_acts
from bluechip_bot.inference.settings import InferenceSettings, PlaySettings
from bluechip_bot.model import Board, BoardError, Card, Seat, Side

_OPEN: Final = (Agreements(), Agreements())


def _reader(settings: PlaySettings, agreements: Agreements) -> Callable[[CardAct], CardLikelihood]:
    """Return what makes the likelihoods of one side's acts."""
    weights = {model: settings.weights(model, agreements) for model in MODELS}
    return partial(CardLikelihood, weights=weights, agreements=agreements, floor=settings.floor)


def likelihoods(
    board: Board,
    seat: Seat,
    settings: InferenceSettings,
    agreements: tuple[Agreements, Agreements] = _OPEN,
) -> tuple[CardLikelihood, ...]:
    """The likelihood of every card played so far by a hand that the observer does not see.

    Only the auction, the cards played and dummy's hand are used: hidden hands on the board are
    ignored. Dummy's cards show nothing. The agreements are those of North-South and East-West.
    """
    play = settings.play
    if not play.on or board.play is None or not board.play.cards:
        return ()
    readers = [
        _reader(play.of_partner if side is seat.side else play, each)
        for side, each in zip(Side, agreements, strict=True)
    ]
    return tuple(readers[act.seat.side](act) for act in acts(board) if act.seat is not seat)


def card_fits(
    board: Board,
    cards: Sequence[Card],
    settings: InferenceSettings,
    agreements: Agreements = _OPEN[0],
) -> list[float]:
    """The logarithm of the probability that agreements give each of some legal cards.

    Signals weigh as much as `PlaySettings.signals_sent` says: cards that are worth the same are
    best chosen by what they show partner. Raise `BoardError` if the hand to play from, which is not
    dummy's, is unknown.
    """
    hand = None if board.turn is None else board.hands[board.turn]
    if hand is None:
        raise BoardError(f"board {board.number}: the hand of {board.turn} is unknown")
    read = _reader(settings.play.of_ourselves, agreements)
    dealt = np.array([hand.mask], dtype=np.uint64)
    return [float(read(act).log(dealt)[0]) for act in possible_acts(board, cards)]
