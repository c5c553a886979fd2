"""Opener's rebid after opening one in a suit."""

from __future__ import annotations

from bluechip_bot.bidding.auction.meaning import Forcing, Sense
from bluechip_bot.bidding.auction.state import GAME_LEVEL, AuctionState
from bluechip_bot.bidding.features import OneHand
from bluechip_bot.bidding.floor.rules import (
    BALANCED,
    HEARTS,
    NOTRUMP,
    SPADES,
    Rule,
    Rules,
    at_least,
    given,
    spans,
)
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import Strain, Suit


def after_new_suit(state: AuctionState, opened: Suit, answer: Call) -> Rules:
    """The rules when partner answered in a new suit, at the one or two level."""
    suit = answer.strain.suit
    if suit is None or answer.level > 2:
        return
    if answer.level == 1:
        yield from _raises(suit)
        yield from _notrump(state, suit)
        yield from _own_suits(state, opened, ((16, 18 if opened <= HEARTS else 26, 1), (0, 15, 0)))
    else:
        yield from _raises_two_over_one(suit)
        yield from _own_suits(state, opened, ((16, 24, 1), (0, 15, 0)))
        yield from _notrump_two_over_one(state)
        if state.cheapest(opened).level == 2:
            yield Rule(
                state.cheapest(opened), "no better rebid", (10, 21), lengths=at_least(opened, 4)
            )
    if state.is_theirs or state.doubled:
        yield Rule(PASS, "nothing to add", (10, 17), (11, 17), kind=Sense.PASS)


def _raises(suit: Suit) -> Rules:
    strain = Strain(suit)
    game = GAME_LEVEL[suit]
    for level, low, high in ((4, 19, 26), (3, 16, 18), (2, 11, 15)):
        yield Rule(
            Call.bid(level, strain), "raise", points=(low, high), trump=suit,
            lengths=at_least(suit, 4), kind=Sense.RAISE, agrees=suit,
            forcing=Forcing.ROUND if level == 4 < game else Forcing.NONE,
        )  # fmt: skip


def _notrump(state: AuctionState, suit: Suit) -> Rules:
    theirs = state.their_suits
    majors = {major: (2, 3) for major in (SPADES, HEARTS) if state.level(major) == 1}

    def stopped(hand: OneHand, level: int) -> bool:
        shape = hand.balanced if level == 1 else hand.semibalanced
        return shape and all(hand.stopped[suit] for suit in theirs)

    for level, low, high in ((3, 20, 21), (2, 18, 19), (1, 11, 14)):
        lengths = dict.fromkeys(Suit, (2, 5)) | (majors if level == 1 else {}) | {suit: (2, 4)}
        yield Rule(
            Call.bid(level, NOTRUMP), f"balanced, {low}-{high}", (low, high),
            lengths=spans(lengths), test=given(stopped, level), kind=Sense.NOTRUMP,
        )  # fmt: skip


def _own_suits(state: AuctionState, opened: Suit, steps: tuple[tuple[int, int, int], ...]) -> Rules:
    """Six cards of the opened suit by strength, and new suits with their jumps and reverses."""
    first = Call.bid(2, Strain(opened))
    yield from _new_suits(state, opened, first, strong=True)
    if opened in (SPADES, HEARTS):
        yield Rule(
            Call.bid(4, Strain(opened)), "long suit, game", (14, 21), (19, 26),
            lengths=at_least(opened, 6),
        )  # fmt: skip
    for low, high, jump in steps:
        call = state.cheapest(opened, jump)
        if call.level <= 3:
            yield Rule(
                call, "six cards", (0, 21), (low, high), lengths=at_least(opened, 6),
            )  # fmt: skip
    yield from _new_suits(state, opened, first, strong=False)


def _new_suits(state: AuctionState, opened: Suit, first: Call, *, strong: bool) -> Rules:
    for suit in sorted(state.unbid, key=state.cheapest):
        call = state.cheapest(suit)
        reverse = call > first and call.level >= 2
        if strong:
            jump = state.cheapest(suit, 1)
            if not reverse and jump.level <= 3:
                yield Rule(
                    jump, "jump shift", (16, 21), (19, 26), lengths=at_least(suit, 4),
                    test=lambda f: not f.balanced, forcing=Forcing.GAME,
                )  # fmt: skip
            if reverse and call.level <= 3:
                yield Rule(
                    call, "reverse", (14, 21), (17, 26), lengths=at_least(suit, 4),
                    test=given(lambda f, suit: (
                        f.lengths[opened] > f.lengths[suit] or f.lengths[opened] > 4
                    ), suit),
                    forcing=Forcing.ROUND,
                )  # fmt: skip
        elif not reverse:
            yield Rule(
                call, "second suit", (10, 18), (11, 18), lengths=at_least(suit, 4),
            )  # fmt: skip


def _raises_two_over_one(suit: Suit) -> Rules:
    strain = Strain(suit)
    need = 3 if suit is HEARTS else 4
    yield Rule(
        Call.bid(4, strain), "raise with extra values", points=(16, 20), trump=suit,
        lengths=at_least(suit, need), kind=Sense.RAISE, agrees=suit,
        test=lambda _f: suit is HEARTS,
    )  # fmt: skip
    yield Rule(
        Call.bid(3, strain), "raise", points=(11, 26), trump=suit, lengths=at_least(suit, need),
        kind=Sense.RAISE, agrees=suit, forcing=Forcing.ROUND,
        test=lambda f: f.lengths[suit] > 3 or suit is HEARTS,
    )  # fmt: skip


def _notrump_two_over_one(state: AuctionState) -> Rules:
    theirs = state.their_suits
    stopped = lambda f: f.balanced and all(f.stopped[s] for s in theirs)  # noqa: E731
    for level, low, high in ((3, 18, 19), (2, 11, 14)):
        yield Rule(
            Call.bid(level, NOTRUMP), f"balanced, {low}-{high}", (low, high), lengths=BALANCED,
            test=stopped, kind=Sense.NOTRUMP,
        )  # fmt: skip


def after_one_notrump(state: AuctionState, opened: Suit) -> Rules:
    """The rules when partner answered one notrump."""
    strain = Strain(opened)
    yield Rule(
        Call.bid(3, NOTRUMP), "balanced, game", (19, 21), lengths=BALANCED, kind=Sense.NOTRUMP,
        final=True,
    )  # fmt: skip
    yield Rule(
        Call.bid(2, NOTRUMP), "balanced, invites", (17, 18), lengths=BALANCED,
        test=lambda f: f.balanced, kind=Sense.NOTRUMP,
    )  # fmt: skip
    if opened in (SPADES, HEARTS):
        yield Rule(
            Call.bid(4, strain), "game", (15, 21), (20, 26), lengths=at_least(opened, 6),
            final=True,
        )  # fmt: skip
    yield from _new_suits(state, opened, Call.bid(2, strain), strong=True)
    yield Rule(
        Call.bid(3, strain), "six cards, invites", (12, 21), (17, 19),
        lengths=at_least(opened, 6),
    )  # fmt: skip
    yield Rule(
        Call.bid(2, strain), "six cards", (10, 16), (11, 16), lengths=at_least(opened, 6),
    )  # fmt: skip
    yield from _new_suits(state, opened, Call.bid(2, strain), strong=False)
    yield Rule(PASS, "no game", (10, 17), (11, 17), kind=Sense.PASS)
