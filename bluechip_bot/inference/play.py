"""Cards played by hidden hands, as likelihoods of the hands they may come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.choice import MODELS, CardChoice, models_of
from bluechip_bot.inference.facts import CardAct, acts, possible_acts
from bluechip_bot.inference.holding import Floats
from bluechip_bot.inference.settings import InferenceSettings, PlaySettings
from bluechip_bot.model import Board, BoardError, Card, Seat

_OPEN: Final = (Agreements(), Agreements())


@frozen(eq=False)
class CardLikelihood:
    """What one card says about the hand it came from.

    Attributes:
        act: the card and what was known when it was chosen.
        choice: how such cards are chosen.
    """

    act: CardAct
    choice: CardChoice = field(repr=False)

    @property
    def name(self) -> str:
        """The card, who played it and when."""
        return str(self.act)

    @property
    def rule(self) -> str:
        """The kind of act: "follow", "declarer_lead" and so on."""
        return self.choice.card.removesuffix("_card")

    @property
    def seat(self) -> Seat:
        """Whose hand it speaks of."""
        return self.act.seat

    def log(self, dealt: npt.NDArray[np.uint64]) -> Floats:
        """float64[n]: the logarithm of its probability from each hand (uint64[n], as dealt).

        The hands must hold what the seat has played.
        """
        return self.choice.log(self.act, dealt)


class Reader:
    """Makes likelihoods of acts, as the settings say."""

    def __init__(self, settings: PlaySettings, agreements: Agreements) -> None:
        self._weights = {model: settings.weights(model, agreements) for model in MODELS}
        self._floor = settings.floor
        self._agreements = agreements

    def read(self, act: CardAct) -> CardLikelihood:
        """The likelihood of one act."""
        suit, card = models_of(act)
        suit_weights = {} if suit is None else self._weights[suit]
        choice = CardChoice(
            suit, suit_weights, card, self._weights[card], self._agreements, self._floor
        )
        return CardLikelihood(act, choice)


def likelihoods(
    board: Board,
    seat: Seat,
    settings: InferenceSettings | None = None,
    agreements: tuple[Agreements, Agreements] = _OPEN,
) -> tuple[CardLikelihood, ...]:
    """One likelihood for every card played so far by a hand that the observer does not see.

    Nothing is used but the auction, the cards played and dummy's hand; dummy's cards say nothing.

    Args:
        board: the board; hidden hands may be there and are not looked at.
        seat: the observer, who is not dummy.
        settings: the defaults if none are given.
        agreements: how North-South and East-West lead and signal.
    """
    play = (InferenceSettings() if settings is None else settings).play
    if not play.on or board.play is None or not board.play.cards:
        return ()
    readers = [Reader(play, each) for each in agreements]
    return tuple(readers[act.seat.side].read(act) for act in acts(board) if act.seat is not seat)


def card_fits(
    board: Board,
    cards: Sequence[Card],
    settings: InferenceSettings | None = None,
    agreements: Agreements = _OPEN[0],
) -> list[float]:
    """How well each card fits the agreements: the logarithm of its probability from the hand.

    Args:
        board: the board, at a card; the hand to play from is known and not dummy's.
        cards: legal cards.
        settings: the defaults if none are given.
        agreements: how our side leads and signals.

    Raises:
        BoardError: if no card is awaited, or the hand is unknown.
    """
    hand = None if board.turn is None else board.hands[board.turn]
    if hand is None:
        raise BoardError(f"board {board.number}: the hand of {board.turn} is unknown")
    reader = Reader((InferenceSettings() if settings is None else settings).play, agreements)
    dealt = np.array([hand.mask], dtype=np.uint64)
    return [float(reader.read(act).log(dealt)[0]) for act in possible_acts(board, cards)]
