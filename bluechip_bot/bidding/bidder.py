"""The bidding engine: two systems at one table, used to choose calls and to read them.

A system is a book of rules, or a policy that learnt from one.
"""

from __future__ import annotations

from typing import Final

from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.explanation import NO_WORDS, CallWords
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.learned import LearnedPosition
from bluechip_bot.bidding.position import BiddingPosition, CallChoice
from bluechip_bot.bidding.reading.player import CallReading, PlayerReading
from bluechip_bot.bidding.reading.softness import ReadingSoftness, default_profiles
from bluechip_bot.model import four
from bluechip_bot.model.calls import Auction, Call
from bluechip_bot.model.cards import Hand, Seat, Side, Vulnerability
from bluechip_bot.model.errors import BoardError
from bluechip_bot.policy.policy import Policy

NATURAL: Final = Rulebook(())
"""A system without rules."""

Readings = tuple[PlayerReading, PlayerReading, PlayerReading, PlayerReading]
"""The hands that North, East, South and West have shown."""


class Bidder:
    """Two systems at one table, used to choose calls and to read them.

    It keeps the positions and readings of the auction that it was last asked about, so that the
    next question about a board has only one more call to process.

    Args:
        books: the rules of North-South and of East-West.
        softness: how firmly the calls of each side are believed; None believes those of North-South
            like partner's and those of East-West like strangers'.
    """

    def __init__(
        self,
        books: tuple[Rulebook, Rulebook],
        softness: tuple[ReadingSoftness, ReadingSoftness] | None = None,
    ) -> None:
        self._books = books
        if softness is None:
            profiles = default_profiles()
            softness = profiles.partner, profiles.unknown
        self._softness = softness
        self._calls: tuple[Call, ...] = ()
        self._line: list[BiddingPosition] = []
        self._words = NO_WORDS
        self._readings: Readings | None = None

    def policies(self, side: Side) -> tuple[Policy, Policy] | None:
        """The policies by which a side foresees the calls of North-South and of East-West.

        Opponents without a policy are assumed to share the side's own; None if the side has none.
        """
        own = self._books[side].policy
        if own is None:
            return None
        ours, theirs = (book.policy or own for book in self._books)
        return ours, theirs

    def position(
        self, auction: Auction, vulnerability: Vulnerability, words: CallWords = NO_WORDS
    ) -> BiddingPosition:
        """The position of an auction as both sides understand it, explanations included."""
        return self._positions(auction, vulnerability, words)[-1]

    def choose(
        self,
        hand: Hand,
        auction: Auction,
        vulnerability: Vulnerability,
        words: CallWords = NO_WORDS,
    ) -> CallChoice:
        """Choose the call of the player whose turn it is; the hand has thirteen cards.

        Raises:
            BoardError: if the auction is over.
        """
        if auction.is_over:
            raise BoardError(f"the auction is over: {auction}")
        return self.position(auction, vulnerability, words).choose(hand)

    def read(
        self, auction: Auction, vulnerability: Vulnerability, words: CallWords = NO_WORDS
    ) -> Readings:
        """The readings of North's, East's, South's and West's calls, explanations included."""
        positions = self._positions(auction, vulnerability, words)
        if self._readings is None:
            found: dict[Seat, list[CallReading]] = {seat: [] for seat in Seat}
            for call, position in zip(auction.calls, positions, strict=False):
                found[position.state.me].append(position.read(call, words))
            self._readings = four(
                PlayerReading(tuple(calls), self._softness[seat.side])
                for seat, calls in found.items()
            )
        return self._readings

    def _positions(
        self, auction: Auction, vulnerability: Vulnerability, words: CallWords
    ) -> list[BiddingPosition]:
        first = AuctionState(auction.dealer, vulnerability)
        line = self._line if self._line and self._line[0].state == first else [self._at(first)]
        common, same = 0, words is self._words
        while common < min(len(line) - 1, len(auction.calls)) and (
            self._calls[common] == auction.calls[common]
            and (same or words.agrees(self._words, common))
        ):
            common += 1
        if line is self._line and common == len(auction.calls) == len(line) - 1:
            return line
        line = line[: common + 1]
        for call in auction.calls[common:]:
            line.append(self._at(line[-1].after(call, words)))
        self._calls, self._words, self._line, self._readings = auction.calls, words, line, None
        return line

    def _at(self, state: AuctionState) -> BiddingPosition:
        book = self._books[state.me.side]
        if book.policy is None:
            return BiddingPosition(state, book)
        return LearnedPosition(state, book, book.policy)
