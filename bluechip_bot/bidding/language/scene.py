"""The scene of a condition: the suits that names stand for, and the facts of the auction.

`conf/systems/README.md` has the names. `high` and `low` are the suits of a two-suiter: five cards
or more in each, shown by partner or, failing that, by the player to call.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import field, frozen

from bluechip_bot.bidding.auction.meaning import ALL_POINTS, CallSense
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.language.expression import AuctionWords
from bluechip_bot.constraints import ANY, Box, Range
from bluechip_bot.model.cards import SUIT_LETTERS, Seat, Suit

Suits = Mapping[str, Suit]
"""The suits that names stand for: `S H D C`, variables and AUCTION_SUITS."""

LITERAL_SUITS: Final[Suits] = {letter: Suit(i) for i, letter in enumerate(SUIT_LETTERS)}
MAJORS: Final = (Suit.SPADES, Suit.HEARTS)
MINORS: Final = (Suit.DIAMONDS, Suit.CLUBS)
VARIABLES: Final = ("M", "m", "oM", "om", "X", "Y", "Z")
"""Names that contexts and calls bind."""
AUCTION_SUITS: Final = (
    "mine", "mine1", "partner", "partner1", "theirs", "theirs1", "high", "low",
    "agreed", "fourth", "suit",
)  # fmt: skip
"""Names that the auction may bind."""

_HCP_WEIGHTS: Final = tuple(
    math.exp(-((points - 9.7) ** 2) / (2 * 4.15**2)) for points in range(38)
)
"""About how often a hand has 0 to 37 high-card points."""


@frozen
class RuleScene:
    """The public facts with which a condition is evaluated.

    They are the suits that names stand for, the limits that partner has shown, the values of
    `expression.WORDS` and `SUIT_WORDS`, the suits bid by the opponents and by nobody, and the
    high-card points to expect of partner.
    """

    suits: Suits = field(factory=lambda: LITERAL_SUITS)
    partner: Box = ANY
    partner_points: Range = ALL_POINTS
    words: Mapping[str, Any] = field(factory=AuctionWords)
    enemy: tuple[Suit, ...] = ()
    unbid: tuple[Suit, ...] = ()
    expected_hcp: float = 10.0
    _naming: dict[Suit, RuleScene] = field(factory=dict, init=False, eq=False, repr=False)

    @property
    def likely_points(self) -> int:
        """The points to expect of partner: the least, plus a third of the range, at most three."""
        low, high = self.partner_points
        return low + min(3, (high - low + 1) // 3)

    @property
    def nt_points(self) -> int:
        """The high-card points to expect of partner, as a whole number."""
        return math.floor(self.expected_hcp + 0.5)

    @property
    def partners_shortness(self) -> tuple[Suit, ...]:
        """The suits in which partner has shown a singleton or void."""
        return tuple(suit for suit in Suit if self.partner.lengths[suit][1] <= 1)

    def slam_points(self, suit: Suit) -> int:
        """Partner's expected points for a slam with a suit as trumps.

        The mean high-card points of partner's range, plus three for shape: four instead if partner
        has shown a short suit, one if a balanced hand. Each trump over four that partner has shown
        adds 1.5 and each under four takes off as much; a balanced hand counts as three trumps at
        least. Thirty-three points in both hands make twelve tricks half the time.
        """
        trumps = self.partner.lengths[suit][0]
        shape = 4 if self.partners_shortness else 3
        if all(low >= 2 and high <= 6 for low, high in self.partner.lengths):
            shape, trumps = 1, max(trumps, 3)
        return math.floor(self.expected_hcp + shape + 1.5 * (trumps - 4) + 0.5)

    @property
    def not_theirs(self) -> tuple[Suit, ...]:
        """The suits that the opponents have not bid."""
        return tuple(suit for suit in Suit if suit not in self.enemy)

    def bind(self, suits: Suits) -> RuleScene:
        """Return the scene with more names bound to suits."""
        return RuleScene(
            {**self.suits, **suits}, self.partner, self.partner_points, self.words, self.enemy,
            self.unbid, self.expected_hcp,
        )  # fmt: skip

    def naming(self, suit: Suit) -> RuleScene:
        """Return the scene in which the name `suit` stands for the suit of a call; cached."""
        if suit not in self._naming:
            self._naming[suit] = self.bind({"suit": suit})
        return self._naming[suit]


PLAIN: Final = RuleScene()
"""The scene without an auction: only the four suits have names."""


def scene_of(state: AuctionState) -> RuleScene:
    """Return the scene for the player to call: the public facts that conditions depend on."""
    return RuleScene(
        dict(_suits(state)),
        state.partner_box,
        state.partner_points,
        AuctionWords(state),
        state.their_suits,
        state.unbid,
        _expected_hcp(state),
    )


def _expected_hcp(state: AuctionState) -> float:
    """The mean high-card points of partner's range, weighted by how often hands have them.

    For an opening in a suit the range begins at eleven: a weaker hand has shape instead.
    """
    low, high = state.partner_box.hcp
    least, most = state.partner_points
    low, high = max(low, least - 2), min(high, most)
    acts = state.acts(state.partner)
    if acts and acts[-1].kind is CallSense.OPENING:
        low = max(low, 11)
    low = min(low, 36)
    weights = _HCP_WEIGHTS[low : max(low, high) + 1]
    return sum(weight * points for points, weight in enumerate(weights, low)) / sum(weights)


def natural_suits(state: AuctionState, *seats: Seat) -> list[Suit]:
    """The suits that players have bid naturally or shown by a transfer, in order."""
    return [
        suit
        for index, meaning in enumerate(state.meanings)
        if state.dealer.plus(index) in seats and (suit := meaning.shows_suit) is not None
    ]


def _suits(state: AuctionState) -> Iterator[tuple[str, Suit]]:
    yield from LITERAL_SUITS.items()
    opponents = (state.me.lho, state.me.rho)
    mine, partners = natural_suits(state, state.me), natural_suits(state, state.partner)
    theirs = [suit for suit in natural_suits(state, *opponents) if suit in state.their_suits]
    for name, suits in (("mine", mine), ("partner", partners), ("theirs", theirs)):
        if suits:
            yield name, suits[-1]
            yield f"{name}1", suits[0]
    for box in (state.partner_box, state.my_box):
        long = [suit for suit in Suit if box.lengths[suit][0] >= 5]
        if len(long) == 2:
            yield from zip(("high", "low"), long, strict=True)
            break
    if state.agreed is not None:
        yield "agreed", state.agreed
    if len(state.unbid) == 1:
        yield "fourth", state.unbid[0]
