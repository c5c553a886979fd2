"""The likelihood of a hidden hand, given a card that it has played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.choice import MODELS, CardLogit, models_of
from bluechip_bot.inference.facts import CardAct, acts, possible_acts
from bluechip_bot.inference.holding import Floats
from bluechip_bot.inference.settings import InferenceSettings, PlaySettings
from bluechip_bot.model import Board, BoardError, Card, Seat, Side

_OPEN: Final = (Agreements(), Agreements())


@frozen(eq=False)
class CardLikelihood:
    """The likelihood of hands, given one card that was played from them.

    Attributes:
        act: the card and the public facts when it was chosen.
        choice: the model of such choices.
    """

    act: CardAct
    choice: CardLogit = field(repr=False)

    @property
    def name(self) -> str:
        """The card, its player and the trick, as `East discarded H7 in trick 3`."""
        return str(self.act)

    @property
    def seat(self) -> Seat:
        """The player of the card."""
        return self.act.seat

    def log(self, dealt: npt.NDArray[np.uint64]) -> Floats:
        """float64[n]: the logarithm of the card's probability from each hand (uint64[n], as dealt).

        The hands must hold all cards that the seat has played.
        """
        return self.choice.log(self.act, dealt)


class CardReader:
    """Makes the likelihoods of one side's acts.

    Args:
        settings: the rules that apply and their parameters.
        agreements: how the side leads and signals.
    """

    def __init__(self, settings: PlaySettings, agreements: Agreements) -> None:
        self._weights = {model: settings.weights(model, agreements) for model in MODELS}
        self._floor = settings.floor
        self._agreements = agreements

    def read(self, act: CardAct) -> CardLikelihood:
        """The likelihood of one act."""
        return CardLikelihood(act, self.choice(act))

    def choice(self, act: CardAct) -> CardLogit:
        """The model of such choices."""
        suit, card = models_of(act)
        suit_weights = {} if suit is None else self._weights[suit]
        return CardLogit(
            suit, suit_weights, card, self._weights[card], self._agreements, self._floor
        )


def likelihoods(
    board: Board,
    seat: Seat,
    settings: InferenceSettings,
    agreements: tuple[Agreements, Agreements] = _OPEN,
) -> tuple[CardLikelihood, ...]:
    """The likelihood of every card played so far by a hand that the observer does not see.

    Only the auction, the cards played and dummy's hand are used. Dummy's cards show nothing.

    Args:
        board: the board; it may hold hidden hands, which are ignored.
        seat: the observer, who is not dummy.
        settings: the rules that apply and their parameters.
        agreements: how North-South and East-West lead and signal.
    """
    play = settings.play
    if not play.on or board.play is None or not board.play.cards:
        return ()
    readers = [
        CardReader(play.of_partner if side is seat.side else play, each)
        for side, each in zip(Side, agreements, strict=True)
    ]
    return tuple(readers[act.seat.side].read(act) for act in acts(board) if act.seat is not seat)


def card_fits(
    board: Board,
    cards: Sequence[Card],
    settings: InferenceSettings,
    agreements: Agreements = _OPEN[0],
) -> list[float]:
    """How well each card fits the agreements: the logarithm of its probability from the hand.

    Signals weigh as much as `PlaySettings.signals_sent` says: cards that are worth the same are
    best chosen by what they tell partner.

    Args:
        board: a board in play; the hand to play from is known and is not dummy's.
        cards: legal cards.
        settings: the rules that apply and their parameters.
        agreements: how our side leads and signals.

    Raises:
        BoardError: if the board is not in play, or the hand is unknown.
    """
    hand = None if board.turn is None else board.hands[board.turn]
    if hand is None:
        raise BoardError(f"board {board.number}: the hand of {board.turn} is unknown")
    play = settings.play
    reader = CardReader(play.of_ourselves, agreements)
    dealt = np.array([hand.mask], dtype=np.uint64)
    return [float(reader.read(act).log(dealt)[0]) for act in possible_acts(board, cards)]
