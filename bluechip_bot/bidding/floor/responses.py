"""Responses to partner's opening of one in a suit, and to preempts."""

from __future__ import annotations

from bluechip_bot.bidding.auction.meaning import Forcing, Sense
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.features import OneHand
from bluechip_bot.bidding.floor.rules import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    NOTRUMP,
    SPADES,
    Rule,
    Rules,
    at_least,
    given,
    spans,
)
from bluechip_bot.model.calls import DOUBLE, PASS, Call
from bluechip_bot.model.cards import Strain, Suit


def _is_major(suit: int) -> bool:
    return suit in (SPADES, HEARTS)


def to_suit(state: AuctionState, opened: Suit) -> Rules:
    """The rules opposite an opening of one in a suit that was not overcalled."""
    forced = Forcing.NONE if state.passed_hand else Forcing.ROUND
    if _is_major(opened):
        yield from _major_raises(state, opened)
        yield from _new_suits(opened, forced)
    else:
        yield from _new_suits(opened, forced)
        yield from _minor_raises(opened, forced)
    yield from _notrump(opened)
    yield Rule(PASS, "too weak to answer", (0, 6), (0, 6), kind=Sense.PASS)
    yield Rule(Call.bid(1, NOTRUMP), "no better answer", (5, 12), (6, 13), kind=Sense.NOTRUMP)


def _major_raises(state: AuctionState, major: Suit) -> Rules:
    strain = Strain(major)
    yield Rule(
        Call.bid(4, strain), "five trumps, weak", (2, 9), (5, 14), trump=major,
        lengths=at_least(major, 5), kind=Sense.RAISE, final=True, agrees=major,
    )  # fmt: skip
    top = 14 if state.passed_hand else 12
    yield Rule(
        Call.bid(3, strain), "limit raise", (6, 12), (11, top), trump=major,
        lengths=at_least(major, 3), kind=Sense.RAISE, agrees=major,
    )  # fmt: skip
    yield Rule(
        Call.bid(2, strain), "single raise", (3, 10), (6, 10), trump=major,
        lengths=at_least(major, 3), kind=Sense.RAISE, agrees=major,
    )  # fmt: skip


def _minor_raises(minor: Suit, forced: Forcing) -> Rules:
    strain, need = Strain(minor), 5 if minor is CLUBS else 4
    no_major = {SPADES: (0, 3), HEARTS: (0, 3)}
    lengths = spans({minor: (need, 13), **no_major})
    yield Rule(
        Call.bid(3, strain), "limit raise", (6, 12), (11, 12), trump=minor, lengths=lengths,
        kind=Sense.RAISE, agrees=minor, test=lambda f: not f.balanced,
    )  # fmt: skip
    yield Rule(
        Call.bid(2, strain), "single raise", (3, 10), (6, 10), trump=minor, lengths=lengths,
        kind=Sense.RAISE, agrees=minor, test=lambda f: not f.balanced,
    )  # fmt: skip
    if minor is CLUBS:
        yield Rule(
            Call.bid(1, Strain.DIAMONDS), "values, no other answer", (8, 37), (13, 42),
            lengths=spans({DIAMONDS: (2, 13), CLUBS: (5, 13), **no_major}),
            test=lambda f: not f.balanced, forcing=forced,
        )  # fmt: skip


def _new_suits(opened: Suit, forced: Forcing) -> Rules:
    for suit in _up_the_line(opened):
        others = [other for other in Suit if other not in (suit, opened)]
        yield Rule(
            Call.bid(1, Strain(suit)), "new suit", (4, 37), (6, 42), lengths=at_least(suit, 4),
            test=given(lambda f, suit, others: _shows_first(f, suit, others, opened), suit, others),
            forcing=forced,
        )  # fmt: skip
    for suit in (HEARTS, DIAMONDS, CLUBS):
        if suit <= opened:
            continue
        need = 5 if suit is HEARTS else 4
        yield Rule(
            Call.bid(2, Strain(suit)), "new suit", (9, 37), (11, 42), lengths=at_least(suit, need),
            test=given(lambda f, suit: f.lengths[suit] == max(
                length for s, length in enumerate(f.lengths) if s != opened
            ), suit),
            forcing=forced,
        )  # fmt: skip


def _up_the_line(opened: Suit) -> list[Suit]:
    return [suit for suit in (HEARTS, SPADES, DIAMONDS) if suit < opened]


def _shows_first(hand: OneHand, suit: Suit, others: list[Suit], opened: Suit) -> bool:
    length = hand.lengths[suit]
    if suit is DIAMONDS:
        majors = max(hand.lengths[SPADES], hand.lengths[HEARTS])
        return majors < 4 or (hand.points >= 13 and length > majors)
    if opened > DIAMONDS and hand.points >= 13 and hand.lengths[DIAMONDS] > max(length, 4):
        return DIAMONDS not in others
    if opened is DIAMONDS and hand.points >= 13 and hand.lengths[CLUBS] > max(length, 4):
        return False
    if suit is HEARTS:
        return length > hand.lengths[SPADES] or length == hand.lengths[SPADES] == 4
    return opened is HEARTS or length > hand.lengths[HEARTS] or length >= 5


def _notrump(opened: Suit) -> Rules:
    no_major = {suit: (0, 3) for suit in (SPADES, HEARTS) if suit < opened}
    if not _is_major(opened):
        yield Rule(
            Call.bid(2, NOTRUMP), "balanced, invites", (11, 12), lengths=spans(no_major),
            test=lambda f: f.semibalanced, kind=Sense.NOTRUMP,
        )  # fmt: skip
    yield Rule(
        Call.bid(3, NOTRUMP), "balanced, game", (13, 16),
        lengths=spans({s: no_major.get(s, (2, 5)) for s in Suit}),
        test=lambda f: f.semibalanced, kind=Sense.NOTRUMP,
    )  # fmt: skip
    yield Rule(
        Call.bid(1, NOTRUMP), "no suit to bid", (5, 11), (6, 11), kind=Sense.NOTRUMP,
        lengths=spans(no_major),
    )  # fmt: skip


def over_overcall(state: AuctionState, opened: Suit) -> Rules:
    """The rules opposite an opening of one in a suit when the next opponent overcalled."""
    yield from _raises_in_competition(state, opened)
    yield from _suits_in_competition(state, opened)
    yield from _notrump_in_competition(state)
    unbid = [suit for suit in (SPADES, HEARTS) if suit in state.unbid]
    level = state.bid.level
    if state.bid.strain.suit is not None and state.bid < Call.bid(4, Strain.DIAMONDS):
        low = (7, 8, 10, 11)[level - 1]
        shown = {unbid[0]: (4, 13)} if len(unbid) == 1 else {}
        yield Rule(
            DOUBLE, "negative double", (low - 2, 37), (low, 42), lengths=spans(shown),
            test=lambda f: all(f.lengths[suit] >= 4 - (len(unbid) > 1) for suit in unbid)
            or f.hcp >= low + 4,
            kind=Sense.TAKEOUT, forcing=Forcing.ROUND,
        )  # fmt: skip
    elif state.bid == Call.bid(1, NOTRUMP):
        yield Rule(DOUBLE, "values, for penalty", (9, 37), kind=Sense.PENALTY)
    yield Rule(PASS, "nothing to say", (0, 13), kind=Sense.PASS)


def _raises_in_competition(state: AuctionState, opened: Suit) -> Rules:
    strain, major = Strain(opened), _is_major(opened)
    need = 3 if major else 4 + (opened is CLUBS)
    cue = next((state.cheapest(suit) for suit in state.their_suits), PASS)
    if major:
        yield Rule(
            Call.bid(4, strain), "five trumps, weak", (2, 9), (5, 14), trump=opened,
            lengths=at_least(opened, 5), kind=Sense.RAISE, final=True, agrees=opened,
        )  # fmt: skip
    if PASS < cue < Call.bid(4, strain):
        yield Rule(
            cue, "limit raise or better", (6, 37), (11, 42), trump=opened,
            lengths=at_least(opened, need), kind=Sense.CUE, forcing=Forcing.ROUND,
            artificial=True, agrees=opened,
        )  # fmt: skip
    elif major:
        yield Rule(
            Call.bid(4, strain), "game", (8, 37), (12, 17), trump=opened,
            lengths=at_least(opened, need), kind=Sense.RAISE, final=True, agrees=opened,
        )  # fmt: skip
    low = 6 + 2 * (state.level(opened) > 2)
    jump = state.cheapest(opened, 1)
    if jump.level == 3:
        yield Rule(
            jump, "preemptive raise", (2, 9), (4, 9), trump=opened,
            lengths=at_least(opened, need + 1), kind=Sense.RAISE, agrees=opened,
            test=lambda f: f.balanced is False,
        )  # fmt: skip
    if state.level(opened) <= 3:
        yield Rule(
            state.cheapest(opened), "raise", (3, 10), (low, 10), trump=opened,
            lengths=at_least(opened, need), kind=Sense.RAISE, agrees=opened,
        )  # fmt: skip


def _suits_in_competition(state: AuctionState, opened: Suit) -> Rules:
    for suit in sorted(state.unbid, key=state.cheapest):
        level = state.level(suit)
        if level > 3 or suit == opened:
            continue
        low = (6, 10, 13)[level - 1]
        need = 4 if level == 1 and not (suit is SPADES and HEARTS in state.their_suits) else 5
        yield Rule(
            state.cheapest(suit), "new suit", (low - 2, 37), (low, 42),
            lengths=at_least(suit, need),
            test=given(
                lambda f, suit: f.lengths[suit] == max(f.lengths[s] for s in state.unbid), suit
            ),
            forcing=Forcing.NONE if state.passed_hand else Forcing.ROUND,
        )  # fmt: skip


def _notrump_in_competition(state: AuctionState) -> Rules:
    theirs = state.their_suits
    majors = {suit: (0, 3) for suit in (SPADES, HEARTS) if suit in state.unbid}
    for level, low, high in ((3, 13, 17), (2, 11, 12), (1, 7, 10)):
        yield Rule(
            Call.bid(level, NOTRUMP), "stopper", (low, high), lengths=spans(majors),
            kind=Sense.NOTRUMP,
            test=lambda f: f.semibalanced and all(f.stopped[suit] for suit in theirs),
        )  # fmt: skip


def to_preempt(state: AuctionState, suit: Suit) -> Rules:
    """The rules opposite partner's preempt; the opponents may have doubled or bid."""
    strain, length = Strain(suit), state.partner_box.lengths[suit][0]
    level = state.level(suit)
    if _is_major(suit):
        need = 15 if length == 6 else 14 if length == 7 else 11
        yield Rule(
            Call.bid(4, strain), "game", (need - 4, 37), (need, 20), trump=suit,
            lengths=at_least(suit, 3), kind=Sense.RAISE, final=True, agrees=suit,
        )  # fmt: skip
        yield Rule(
            Call.bid(4, strain), "game", (need, 20), lengths=at_least(suit, max(1, 8 - length)),
            kind=Sense.RAISE, final=True, agrees=suit,
        )  # fmt: skip
    yield Rule(
        Call.bid(3, NOTRUMP), "game", (16, 37), kind=Sense.NOTRUMP, final=True,
        test=lambda f: f.lengths[suit] >= 2 and all(
            f.half_stopped[s] for s in Suit if s != suit
        ),
    )  # fmt: skip
    for new in (SPADES, HEARTS):
        if new != suit and state.level(new) <= 3:
            yield Rule(
                state.cheapest(new), "new suit", (14, 37), (16, 42), lengths=at_least(new, 5),
                test=given(lambda f, new: f.lengths[new] > 5 or f.lengths[suit] < 2, new),
                forcing=Forcing.ROUND,
            )  # fmt: skip
    for to in (5, 4, 3):
        trumps = to + 6 - max(state.equity, 0)
        if to < level + 2:
            yield Rule(
                Call.bid(to, strain), "more trumps", (0, 14),
                lengths=at_least(suit, trumps - length),
                kind=Sense.RAISE, final=True, agrees=suit,
                test=given(lambda _f, to: to < 5 or state.is_theirs, to),
            )  # fmt: skip
    if state.is_theirs and state.bid.strain.suit is not None:
        trump = state.bid.strain
        yield Rule(
            DOUBLE, "for penalty", (13, 37), kind=Sense.PENALTY,
            test=lambda f: f.half_quick >= 6 and f.trump_tricks[trump] >= 1,
        )  # fmt: skip
    yield Rule(PASS, "no game", (0, 19), kind=Sense.PASS)
