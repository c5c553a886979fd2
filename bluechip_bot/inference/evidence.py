"""The evidence of an observer: the hard facts, and what the calls and the cards played show.

The calls of a player give a statement, the weighted boxes of `bidding.reading.player`, from which
layouts are drawn. The likelihood of the calls weighs each hand drawn: it is high if the rules would
have made the same calls with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import numpy as np
from attrs import evolve, field, frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation import CallWords
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.reading.player import CallReading, PlayerReading
from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.constraints import Evidence, HandConstraint, HardFacts, Statement, batch
from bluechip_bot.inference.choice import MODELS, CardLikelihood
from bluechip_bot.inference.facts import CardAct, acts, possible_acts
from bluechip_bot.inference.settings import AuctionSettings, InferenceSettings, PlaySettings
from bluechip_bot.model import Board, BoardError, Card, Seat, Side

_OPEN: Final = (Agreements(), Agreements())


def _reader(settings: PlaySettings, agreements: Agreements) -> Callable[[CardAct], CardLikelihood]:
    """Return a function that makes the likelihood of a card played by one side."""
    weights = {model: settings.weights(model, agreements) for model in MODELS}
    return partial(CardLikelihood, weights=weights, agreements=agreements, floor=settings.floor)


def likelihoods(
    board: Board,
    seat: Seat,
    settings: InferenceSettings,
    agreements: tuple[Agreements, Agreements] = _OPEN,
) -> tuple[CardLikelihood, ...]:
    """The likelihood of every card played so far from a hand that the observer does not see.

    Only the auction, the cards played and dummy's hand are used: hidden hands on the board are
    ignored. Dummy's cards show nothing. The agreements are those of North-South and East-West.
    """
    play = settings.play
    if not play.on or board.play is None or not board.play.cards:
        return ()
    of_partner = evolve(play, signal_trust=play.partner_signal_trust)
    readers = [
        _reader(of_partner if side is seat.side else play, each)
        for side, each in zip(Side, agreements, strict=True)
    ]
    return tuple(readers[act.seat.side](act) for act in acts(board) if act.seat is not seat)


def card_fits(
    board: Board,
    cards: Sequence[Card],
    settings: InferenceSettings,
    agreements: Agreements = _OPEN[0],
) -> list[float]:
    """The log probability of each of some legal cards, for a player who follows the agreements.

    `PlaySettings.signals_sent` is the weight of signals: among cards of equal worth, the best is
    the one that shows partner most. Raise `BoardError` if the hand to play from, which is not
    dummy's, is unknown.
    """
    hand = None if board.turn is None else board.hands[board.turn]
    if hand is None:
        raise BoardError(f"board {board.number}: the hand of {board.turn} is unknown")
    play = settings.play
    # Trusted as little as they are read, signals nearly always gave way to the lowest card.
    read = _reader(evolve(play, signal_trust=play.signals_sent), agreements)
    dealt = np.array([hand.mask], dtype=np.uint64)
    return [float(read(act).log(dealt)[0]) for act in possible_acts(board, cards)]


@frozen
class CallsLikelihood:
    """The likelihood of a player's calls, by replaying them with the player's possible hands."""

    seat: Seat
    calls: str
    reading: PlayerReading = field(eq=False, repr=False)

    @property
    def name(self) -> str:
        """The player and the calls, as `East called 1H 2C`."""
        return f"{self.seat} called {self.calls}"

    def log(self, dealt: batch.HandMasks) -> batch.Floats:
        """The log likelihood of each hand as dealt: float64[n] from uint64[n]."""
        return self.reading.log_replay(dealt)


_DEFAULTS = AuctionSettings()


@frozen
class AuctionEvidence:
    """The evidence of the calls about the hands that an observer does not see.

    `readings` are those of the players who have called and whose hands are hidden, in seat order;
    `own` is the observer's.
    """

    dealer: Seat
    readings: tuple[tuple[Seat, PlayerReading], ...]
    replay: bool
    own: tuple[tuple[Seat, PlayerReading], ...] = ()

    @classmethod
    def of(
        cls,
        board: Board,
        observer: Seat,
        bidder: Bidder,
        settings: AuctionSettings = _DEFAULTS,
        words: CallWords | None = None,
    ) -> AuctionEvidence:
        """The evidence of the calls so far; empty if the settings switch it off.

        The bidder has both systems, as the observer knows them. If `words` is None, the
        explanations are those that the opponents gave.
        """
        dealer = board.auction.dealer
        if not settings.on or not board.auction.calls:
            return cls(dealer, (), settings.replay)
        hands = board.seen_by(observer).hands
        if words is None:
            words = CallWords.of(board, observer.side.other)
        readings = bidder.read(board.auction, board.vulnerability, words)
        called = [item for item in zip(Seat, readings, strict=True) if item[1].calls]
        hidden = tuple(item for item in called if hands[item[0]] is None)
        own = tuple(item for item in called if item[0] is observer)
        return cls(dealer, hidden, settings.replay, own)

    def statements(self) -> tuple[Statement, ...]:
        """One statement on all calls of each player, in seat order."""
        return tuple(_statement(*item) for item in self.readings)

    def single_statements(self) -> tuple[Statement, ...]:
        """The statement of each call by itself, in the order of the auction.

        Together they say the same as `statements`, which merges boxes.
        """
        found: dict[int, Statement] = {}
        for seat, reading in self.readings:
            for number, call in enumerate(reading.calls):
                constraint = HandConstraint(call.union(reading.softness))
                source = f"{seat} called {_text(call)}"
                found[(seat - self.dealer) % 4 + 4 * number] = Statement(
                    seat, constraint, source, reading.softness.reliability
                )
        return tuple(found[place] for place in sorted(found))

    def likelihoods(self) -> tuple[CallsLikelihood, ...]:
        """The likelihood of each player's calls, by replay; empty if they are not replayed."""
        if not self.replay:
            return ()
        return tuple(
            CallsLikelihood(seat, " ".join(str(call.call) for call in reading.calls), reading)
            for seat, reading in self.readings
        )


def evidence(
    board: Board,
    seat: Seat,
    settings: InferenceSettings,
    partnership: Partnership | None = None,
    words: CallWords | None = None,
) -> Evidence:
    """The evidence of a seat, which is not dummy, about the hands that it does not see.

    `partnership` has the systems of both sides, as the seat knows them; by default the natural
    floor with the default profiles, which are read from their file. If `words` is None, the
    explanations of the calls are those that the opponents gave.
    """
    partnership = Partnership() if partnership is None else partnership
    board = board.seen_by(seat)
    calls = AuctionEvidence.of(board, seat, partnership.bidder(seat.side), settings.auction, words)
    cards = likelihoods(board, seat, settings, partnership.agreements(seat.side))
    return Evidence(
        HardFacts.of(board, seat),
        calls.statements(),
        (*calls.likelihoods(), *cards),
        tuple(_statement(*item) for item in calls.own),
    )


def _statement(seat: Seat, reading: PlayerReading) -> Statement:
    """The statement of all calls of a player.

    A policy's calls are only named: to put into words what they show takes longer than to draw
    hands from it.
    """
    text = ", ".join(
        _text(call) if call.log_chances is None else str(call.call) for call in reading.calls
    )
    return Statement(seat, HandConstraint(reading.union), text, reading.softness.reliability)


def _text(call: CallReading) -> str:
    return f"{call.call} {call.text or 'not in the system'}"
