"""Evidence from calls: a statement for each player, and a likelihood by replay.

A statement holds the weighted boxes of a player's calls (`bidding.reading.player`); layouts are
drawn from it. The likelihood of his calls weighs the hands drawn: it is high if the rules would
have made the same calls with that hand.
"""

from __future__ import annotations

from attrs import field, frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation import CallWords
from bluechip_bot.bidding.reading.player import CallReading, PlayerReading
from bluechip_bot.config import option
from bluechip_bot.constraints import HandConstraint, Statement, batch
from bluechip_bot.model.board import Board
from bluechip_bot.model.cards import Seat


@frozen
class AuctionSettings:
    """Settings of the inference from calls."""

    on: bool = option(True)
    replay: bool = option(True)
    replay_from: float = option(0.2, unit="seconds", low=0, high=86400)


@frozen
class CallsLikelihood:
    """The likelihood of a player's calls, by replaying them with his possible hands.

    Attributes:
        seat: the player.
        calls: his calls in words.
        reading: what they show.
    """

    seat: Seat
    calls: str
    reading: PlayerReading = field(eq=False, repr=False)

    @property
    def name(self) -> str:
        """The calls and their maker, as `East called 1H 2C`."""
        return f"{self.seat} called {self.calls}"

    def log(self, dealt: batch.HandMasks) -> batch.Floats:
        """float64[n]: the logarithm of the likelihood of each hand (uint64[n], as dealt)."""
        return self.reading.log_replay(dealt)


_DEFAULTS = AuctionSettings()


@frozen
class AuctionEvidence:
    """The evidence of the calls on the hands that an observer does not see.

    Attributes:
        dealer: the player who called first.
        readings: the readings of the players who have called and whose hands the observer does
            not see, in seat order.
        replay: whether the calls are replayed.
        own: the observer and the reading of his own calls, if he has called.
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
        """The evidence of the calls so far; none if the settings switch it off.

        Args:
            board: the board.
            observer: the player whose view is taken.
            bidder: both systems, as the observer knows them.
            settings: what is read.
            words: the explanations of the calls; those that the opponents gave if None.
        """
        dealer = board.auction.dealer
        if not settings.on or not board.auction.calls:
            return cls(dealer, (), settings.replay)
        hands = board.seen_by(observer).hands
        if words is None:
            words = CallWords.of(board, observer.side.other)
        readings = bidder.read(board.auction, board.vulnerability, words)
        called = [
            (seat, reading) for seat, reading in zip(Seat, readings, strict=True) if reading.calls
        ]
        hidden = tuple(item for item in called if hands[item[0]] is None)
        own = tuple(item for item in called if item[0] is observer)
        return cls(dealer, hidden, settings.replay, own)

    def statements(self) -> tuple[Statement, ...]:
        """The statements of all calls of each player, in seat order."""
        return tuple(_statement(*item) for item in self.readings)

    def own_statements(self) -> tuple[Statement, ...]:
        """The statement of the observer's own calls to the others; none if he has not called."""
        return tuple(_statement(*item) for item in self.own)

    def single_statements(self) -> tuple[Statement, ...]:
        """The statement of each call by itself, in the order of the auction.

        Together they say the same as `statements`, which merges boxes.
        """
        found = []
        for seat, reading in self.readings:
            first = (seat - self.dealer) % 4
            for number, call in enumerate(reading.calls):
                union = call.union(reading.softness)
                source = f"{seat} called {_text(call)}"
                statement = Statement(
                    seat, HandConstraint(union), source, reading.softness.reliability
                )
                found.append((first + 4 * number, statement))
        return tuple(statement for _, statement in sorted(found, key=lambda item: item[0]))

    def likelihoods(self) -> tuple[CallsLikelihood, ...]:
        """The likelihood of each player's calls, by replay; none if they are not replayed."""
        if not self.replay:
            return ()
        return tuple(
            CallsLikelihood(seat, " ".join(str(call.call) for call in reading.calls), reading)
            for seat, reading in self.readings
        )


def _statement(seat: Seat, reading: PlayerReading) -> Statement:
    """The statement of all calls of a player.

    The calls of a policy are named alone: to put what they show into words takes longer than to
    draw from it.
    """
    text = ", ".join(
        _text(call) if call.log_chances is None else str(call.call) for call in reading.calls
    )
    return Statement(seat, HandConstraint(reading.union), text, reading.softness.reliability)


def _text(call: CallReading) -> str:
    return f"{call.call} {call.text or 'not in the system'}"
