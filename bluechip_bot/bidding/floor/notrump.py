"""Natural answers to a notrump opening, overcall or rebid.

Stayman and transfers are in rule files.
"""

from __future__ import annotations

from attrs import frozen

from bluechip_bot.bidding.auction.meaning import ALL_POINTS, Forcing, Sense
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.floor.rules import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    NOTRUMP,
    SPADES,
    Rule,
    Rules,
    at_least,
    spans,
)
from bluechip_bot.model.calls import DOUBLE, PASS, Call
from bluechip_bot.model.cards import Strain, Suit


@frozen
class _Ladder:
    """The high-card points with which responder invites, bids game, invites slam, bids slam."""

    invite: int
    game: int
    try_slam: int
    slam: int
    grand: int

    @classmethod
    def facing(cls, low: int, high: int) -> _Ladder:
        """The ladder opposite a notrump bid of so many points."""
        game = 25 - low
        return cls(min(game, 25 - high + (high > low)), game, 32 - high, 33 - low, 37 - low)


def responses(state: AuctionState) -> Rules:
    """The rules opposite partner's notrump when the opponents have not bid over it."""
    level = state.bid.level
    low, high = state.shown[state.partner].box.hcp
    ladder = _Ladder.facing(low, high)
    if level > 2:
        yield from _over_three_notrump(state, ladder)
        return
    yield from _major_games(state, ladder.game)
    yield from _notrump_raises(level, ladder)
    if level == 1:
        for major in (SPADES, HEARTS):
            yield Rule(
                Call.bid(2, Strain(major)), "to play", (0, ladder.game - 1),
                lengths=at_least(major, 5), final=True,
            )  # fmt: skip
        for suit in (DIAMONDS, CLUBS):
            yield Rule(
                Call.bid(3, Strain(suit)), "long minor, to play", (0, 7),
                lengths=at_least(suit, 6), final=True,
            )  # fmt: skip
    yield Rule(PASS, "no game", (0, ladder.game - 1), kind=Sense.PASS)


def _notrump_raises(level: int, ladder: _Ladder) -> Rules:
    majors = {SPADES: (0, 4), HEARTS: (0, 4)}
    lengths = spans(majors)
    steps = (
        (7, ladder.grand, 37, Sense.NOTRUMP, "grand slam"),
        (6, ladder.slam, ladder.grand - 1, Sense.NOTRUMP, "small slam"),
        (4, ladder.try_slam, ladder.slam - 1, Sense.QUANTITATIVE, "slam try"),
        (3, ladder.game, ladder.try_slam - 1, Sense.NOTRUMP, "game"),
        (2, ladder.invite, ladder.game - 1, Sense.NOTRUMP, "invitation"),
    )
    for to, low, high, kind, name in steps:
        if to > level:
            yield Rule(
                Call.bid(to, NOTRUMP), name, (low, high), (low, 42), lengths=lengths,
                kind=kind, final=to in (3, 6, 7),
            )  # fmt: skip


def _over_three_notrump(state: AuctionState, ladder: _Ladder) -> Rules:
    yield Rule(Call.bid(7, NOTRUMP), "grand slam", (ladder.grand, 37), kind=Sense.NOTRUMP)
    yield Rule(
        Call.bid(6, NOTRUMP), "small slam", (ladder.slam, 37), kind=Sense.NOTRUMP, final=True
    )
    for major in (SPADES, HEARTS):
        yield Rule(
            Call.bid(4, Strain(major)), "long major", lengths=at_least(major, 6), final=True,
        )  # fmt: skip
    if state.bid == Call.bid(3, NOTRUMP):
        yield Rule(PASS, "no slam", kind=Sense.PASS)


def after_quantitative(state: AuctionState) -> Rules:
    """The rules when partner invited slam with four notrump."""
    low = 33 - state.partner_points[0]
    yield Rule(
        Call.bid(6, NOTRUMP), "accepts the slam", points=(low, ALL_POINTS[1]), final=True,
        kind=Sense.NOTRUMP,
    )  # fmt: skip
    yield Rule(PASS, "declines the slam", points=(0, low - 1), kind=Sense.PASS)


def over_interference(state: AuctionState) -> Rules:
    """The rules opposite partner's notrump when the next opponent bid a suit."""
    low, _ = state.shown[state.partner].box.hcp
    game, strain = 25 - low, state.bid.strain
    yield from _major_games(state, game)
    if strain.suit is not None:
        stopped = lambda f: f.stopped[strain]  # noqa: E731
        yield Rule(
            Call.bid(3, NOTRUMP), "game, stopper", (game - 1, 17), test=stopped,
            kind=Sense.NOTRUMP, final=True,
        )  # fmt: skip
        yield Rule(
            Call.bid(2, NOTRUMP), "invitation, stopper", (game - 2, game - 2), test=stopped,
            kind=Sense.NOTRUMP,
        )  # fmt: skip
        yield Rule(
            DOUBLE, "values, no suit to bid", (game - 2, 37), kind=Sense.TAKEOUT,
            lengths=spans({int(strain): (0, 4)}), forcing=Forcing.ROUND,
        )  # fmt: skip
    else:
        yield Rule(DOUBLE, "values", (game - 2, 37), kind=Sense.PENALTY)
    for suit in Suit:
        if not state.theirs >> suit & 1 and state.level(suit) == 2:
            yield Rule(
                state.cheapest(suit), "to play", (3, game - 1), lengths=at_least(suit, 5),
                final=True,
            )  # fmt: skip
    yield Rule(PASS, "nothing to say", (0, game), kind=Sense.PASS)


def _major_games(state: AuctionState, game: int) -> Rules:
    for suit in (SPADES, HEARTS):
        if state.theirs >> suit & 1:
            continue
        strain = Strain(suit)
        yield Rule(
            Call.bid(4, strain), "game", (game - 3, 15), (game, 17), lengths=at_least(suit, 6),
            final=True,
        )  # fmt: skip
        if state.level(suit) <= 3:
            yield Rule(
                Call.bid(3, strain), "five cards, game values", (game, 37),
                lengths=at_least(suit, 5), forcing=Forcing.GAME,
            )  # fmt: skip
