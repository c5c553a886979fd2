"""What the calls say of hidden hands: one statement a player, and what replaying the calls adds.

A statement holds the weighted boxes of the reading of a player's calls (`bidding.player_reading`),
from which layouts are drawn. The likelihood of his calls weighs the hands that were drawn: by
whether the rules, holding that hand, would have made the same calls.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field, frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation import Words
from bluechip_bot.bidding.reading.player import CallReading, PlayerReading
from bluechip_bot.config import option
from bluechip_bot.constraints import HandConstraint, Statement, batch
from bluechip_bot.model.board import Board
from bluechip_bot.model.cards import Seat


@frozen
class AuctionSettings:
    """What is read from the calls.

    Attributes:
        on: whether anything is.
        replay: whether the calls are replayed with the hands that are drawn.
        replay_from: the thinking time for a decision, in seconds, from which they are.
    """

    on: bool = option(True, "Whether the calls are read at all")
    replay: bool = option(
        True,
        "Whether the calls are replayed with the hands that are drawn",
        more="Would we have made them, holding these?",
    )
    replay_from: float = option(
        0.2,
        "The thinking time for a decision from which they are replayed",
        unit="seconds",
        low=0,
        high=86400,
    )


@frozen
class CallsLikelihood:
    """What replaying a player's calls says of his hand.

    Attributes:
        seat: who called.
        calls: his calls in words.
        reading: what they show.
    """

    seat: Seat
    calls: str
    reading: PlayerReading = field(eq=False, repr=False)

    @property
    def name(self) -> str:
        """The calls and who made them."""
        return f"{self.seat} called {self.calls}"

    @property
    def rule(self) -> str:
        """The kind of act: "calls"."""
        return "calls"

    def log(self, dealt: batch.Hands) -> batch.Floats:
        """float64[n]: the logarithm of what is said of each hand (uint64[n], as dealt)."""
        return self.reading.log_replay(dealt)


_DEFAULTS = AuctionSettings()


def auction_statements(
    board: Board,
    observer: Seat,
    bidder: Bidder,
    settings: AuctionSettings = _DEFAULTS,
    words: Words | None = None,
) -> tuple[Statement, ...]:
    """What the calls so far say of each hand that the observer does not see, in seat order.

    Args:
        board: the board.
        observer: who looks.
        bidder: both systems, as the observer knows them.
        settings: what is read.
        words: what was said of the calls; the opponents' own words if None.
    """
    return tuple(
        Statement(
            seat,
            HandConstraint(reading.union),
            ", ".join(map(_text, reading.calls)),
            reading.softness.reliability,
        )
        for seat, reading in _hidden(board, observer, bidder, settings, words)
    )


def call_statements(
    board: Board,
    observer: Seat,
    bidder: Bidder,
    settings: AuctionSettings = _DEFAULTS,
    words: Words | None = None,
) -> tuple[Statement, ...]:
    """What each single call says of a hand that the observer does not see, in order.

    Together they say what `auction_statements` says, but for boxes that are merged there.
    """
    found = []
    for seat, reading in _hidden(board, observer, bidder, settings, words):
        first = (seat - board.auction.dealer) % 4
        for number, call in enumerate(reading.calls):
            union = call.union(reading.softness)
            source = f"{seat} called {_text(call)}"
            statement = Statement(seat, HandConstraint(union), source, reading.softness.reliability)
            found.append((first + 4 * number, statement))
    return tuple(statement for _, statement in sorted(found, key=lambda item: item[0]))


def call_likelihoods(
    board: Board,
    observer: Seat,
    bidder: Bidder,
    settings: AuctionSettings = _DEFAULTS,
    words: Words | None = None,
) -> tuple[CallsLikelihood, ...]:
    """What replaying the calls says of each hand that the observer does not see."""
    if not settings.replay:
        return ()
    return tuple(
        CallsLikelihood(seat, " ".join(str(call.call) for call in reading.calls), reading)
        for seat, reading in _hidden(board, observer, bidder, settings, words)
    )


def _hidden(
    board: Board,
    observer: Seat,
    bidder: Bidder,
    settings: AuctionSettings,
    words: Words | None,
) -> Iterator[tuple[Seat, PlayerReading]]:
    """Yield the readings of those who have called and whose hand the observer does not see."""
    if not settings.on or not board.auction.calls:
        return
    hands = board.seen_by(observer).hands
    if words is None:
        words = Words.of(board, observer.side.other)
    readings = bidder.read(board.auction, board.vulnerability, words)
    for seat, reading in zip(Seat, readings, strict=True):
        if hands[seat] is None and reading.calls:
            yield seat, reading


def _text(call: CallReading) -> str:
    return f"{call.call} {call.text or 'not in the system'}"
