"""The natural floor: what to bid when no closer context applies.

Partner's limits and the own hand give the level (part score, invitation, game, slam), the known
cards give the strain. Everything follows from what has been shown, so it is defined for every
auction.
"""

from __future__ import annotations

from attrs import evolve

from bluechip_bot.bidding.auction.meaning import ALL_POINTS, Forcing, Sense
from bluechip_bot.bidding.auction.state import GAME_LEVEL, AuctionState
from bluechip_bot.bidding.features import OneHand
from bluechip_bot.bidding.floor import part_score, slam
from bluechip_bot.bidding.floor.rules import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    NOTRUMP,
    SPADES,
    THREE_NOTRUMP,
    Rule,
    Rules,
    at_least,
    given,
    spans,
)
from bluechip_bot.model.calls import DOUBLE, PASS, Call
from bluechip_bot.model.cards import Strain, Suit

GAME = (25, 25, 28, 28, 25)
"""The combined points that game needs, by strain."""


def general(state: AuctionState) -> Rules:
    """The rules of a side that has bid, in an auction without a special context."""
    if state.partner_final and not state.must_act:
        yield from _penalty(state)
        yield Rule(PASS, "partner has placed the contract", kind=Sense.PASS, fallback=True)
        return
    if _partner_doubled(state):
        yield Rule(
            PASS, "leaves the double in", kind=Sense.PASS,
            test=lambda f: f.lengths[state.bid.strain] > 0 or max(f.lengths) < 6
            if state.bid.strain < NOTRUMP else True,
        )  # fmt: skip
    if _may_try_slam(state):
        yield from slam.tries(state)
    if not (state.is_ours and not state.below_game):
        yield from _games(state)
        yield from _invitations(state)
    if state.must_act:
        yield from _describe(state)
    elif state.is_theirs:
        yield from _compete(state)
    elif state.bidder is state.partner:
        yield from part_score.corrections(state)
        yield from part_score.strong_doubler(state)
        yield from part_score.pass_or_correct(state)
    yield Rule(PASS, "nothing to add", kind=Sense.PASS, fallback=True)


def _partner_doubled(state: AuctionState) -> bool:
    """Whether partner has just doubled for penalty, and the next opponent passed."""
    last = state.last(state.partner)
    penalty = last is not None and last.kind is Sense.PENALTY and last.call == DOUBLE
    return penalty and state.is_theirs and not state.opponents_called


def _may_try_slam(state: AuctionState) -> bool:
    partner = state.acts(state.partner)
    return bool(partner) and state.bid.level < 6 and state.partner_points[0] >= 6


def game_points(state: AuctionState, strain: int) -> int:
    """The points with which the hand to call bids game in a strain opposite what partner showed.

    A partner who has shown little and no upper limit will bid again himself with more.
    """
    low, high = state.partner_points
    unlimited = low < 9 and high - low > 12
    return GAME[strain] - low - (1 if unlimited else min(3, (high - low + 1) // 3))


def _invite_points(state: AuctionState, strain: int) -> int:
    _, high = state.partner_points
    return max(GAME[strain] - high + 2, game_points(state, strain) - 1)


def _games(state: AuctionState) -> Rules:
    fits = slam.fits(state)
    for suit, need in fits:
        if suit in (SPADES, HEARTS):
            yield from _suit_game(state, suit, need)
    for suit in (SPADES, HEARTS):
        if suit not in state.their_suits and state.my_box.lengths[suit][1] >= 6:
            yield Rule(
                Call.bid(4, Strain(suit)), "long suit, game",
                points=(game_points(state, suit), ALL_POINTS[1]), lengths=at_least(suit, 6),
                test=given(lambda f, suit: f.lengths[suit] > 6 or f.quality[suit] >= 3, suit),
            )  # fmt: skip
    low = game_points(state, NOTRUMP)
    yield Rule(
        THREE_NOTRUMP, "game", (low - 1, 37), (low, ALL_POINTS[1]), kind=Sense.NOTRUMP,
        test=lambda f: _plays_notrump(state, f) and f.hcp >= low - f.semibalanced,
    )  # fmt: skip
    for suit, need in fits:
        if suit in (DIAMONDS, CLUBS):
            yield from _suit_game(state, suit, need)


def _suit_game(state: AuctionState, suit: Suit, need: int) -> Rules:
    low, high = state.partner_points
    three = Call.bid(3, Strain(suit))
    if suit in (SPADES, HEARTS) and state.game_forced >> state.me.side & 1:
        yield Rule(
            three, "sets trumps, extra values", trump=suit,
            points=(slam.SLAM_POINTS - 3 - low - (high - low) // 4, ALL_POINTS[1]),
            lengths=at_least(suit, need), kind=Sense.RAISE, forcing=Forcing.GAME, agrees=suit,
        )  # fmt: skip
    call = Call.bid(GAME_LEVEL[suit], Strain(suit))
    yield Rule(
        call, "game with a fit", points=(game_points(state, suit), ALL_POINTS[1]), trump=suit,
        lengths=at_least(suit, need), kind=Sense.RAISE, agrees=suit,
    )  # fmt: skip


def _plays_notrump(state: AuctionState, hand: OneHand) -> bool:
    if any(
        not hand.stopped[suit] and not state.strains[state.partner] >> NOTRUMP & 1
        for suit in state.their_suits
    ):
        return False
    if min(hand.lengths) == 0:
        return False
    if state.strains[state.partner] >> NOTRUMP & 1:
        return True
    open_suits = [suit for suit in state.unbid if not hand.half_stopped[suit]]
    return len(open_suits) < 1 + (hand.balanced or len(state.unbid) > 2)


def _invitations(state: AuctionState) -> Rules:
    low, high = state.partner_points
    if high - low < 2:
        return
    for suit, need in slam.fits(state):
        call = Call.bid(GAME_LEVEL[suit] - 1, Strain(suit))
        least = _invite_points(state, suit)
        if suit in (SPADES, HEARTS):
            yield Rule(
                call, "invites game", points=(least, game_points(state, suit) - 1), trump=suit,
                lengths=at_least(suit, need), kind=Sense.RAISE, agrees=suit,
            )  # fmt: skip
    for suit in (SPADES, HEARTS):
        if state.my_box.lengths[suit][1] >= 6 and suit not in state.their_suits:
            yield Rule(
                Call.bid(3, Strain(suit)), "long suit, invites",
                points=(_invite_points(state, suit), game_points(state, suit) - 1),
                lengths=at_least(suit, 6),
                test=given(lambda f, suit: f.quality[suit] >= 3, suit),
            )  # fmt: skip
    least = _invite_points(state, NOTRUMP)
    yield Rule(
        Call.bid(2, NOTRUMP), "invites game", (least, 37),
        (least, game_points(state, NOTRUMP) - 1), kind=Sense.NOTRUMP,
        test=lambda f: f.semibalanced and _plays_notrump(state, f),
    )  # fmt: skip


def _describe(state: AuctionState) -> Rules:
    """The cheapest call that tells most, for a hand that must not pass."""
    partner, box = state.strains[state.partner], state.partner_box
    mine = state.strains[state.me]
    shown = [suit for suit in Suit if partner >> suit & 1 and suit not in state.their_suits]
    for suit in sorted(shown, key=lambda s: -box.lengths[s][0]):
        need = max(2, (7 if box.lengths[suit][0] > 4 else 8) - box.lengths[suit][0])
        for rule in _below(state, suit, "supports", max(need, 3)):
            yield evolve(rule, kind=Sense.RAISE, agrees=suit)
    for suit in Suit:
        if mine >> suit & 1 and suit not in shown:
            yield from _below(state, suit, "long suit", 6)
    call = state.cheapest(NOTRUMP)
    if call.level <= 3:
        yield Rule(
            call, "stopper", kind=Sense.NOTRUMP,
            test=lambda f: _plays_notrump(state, f) and f.semibalanced,
        )  # fmt: skip
    for suit in sorted(state.unbid, key=state.cheapest):
        yield from _below(state, suit, "new suit", 4)
    for suit in Suit:
        if mine >> suit & 1 and suit not in state.their_suits:
            yield from _below(state, suit, "no better call", 5)
    for suit in shown:
        yield from _below(state, suit, "preference", 2)
    yield from _last_resorts(state)


def _below(state: AuctionState, suit: Suit, name: str, least: int) -> Rules:
    """The cheapest bid in a suit with so many cards, if it leaves room for three notrump."""
    call = state.cheapest(suit)
    if PASS < call < (THREE_NOTRUMP if state.bid < THREE_NOTRUMP else Call.bid(5, NOTRUMP)):
        yield Rule(call, name, lengths=at_least(suit, least))


def _last_resorts(state: AuctionState) -> Rules:
    fit = {suit: state.trumps(suit) for suit in Suit if suit not in state.their_suits}

    def best(hand: OneHand) -> Suit:
        return max(
            fit or dict.fromkeys(Suit, 0),
            key=lambda s: (
                hand.lengths[s] + state.partner_box.lengths[s][0] - 2 * state.level(s),
                hand.lengths[s],
            ),
        )

    call = state.cheapest(NOTRUMP)
    if call.level <= 3:
        yield Rule(
            call, "no better call", kind=Sense.NOTRUMP, fallback=True,
            test=lambda f: max(
                f.lengths[s] + state.partner_box.lengths[s][0] for s in Suit
            ) < 8,
        )  # fmt: skip
    for suit in sorted(Suit, key=state.cheapest):
        yield Rule(
            state.cheapest(suit), "no better call", fallback=True,
            test=given(lambda f, suit: best(f) == suit, suit),
        )  # fmt: skip
    yield Rule(call, "no better call", kind=Sense.NOTRUMP, fallback=True)
    for suit in sorted(Suit, key=state.cheapest):
        yield Rule(state.cheapest(suit), "no better call", fallback=True)


def _compete(state: AuctionState) -> Rules:
    """The rules over the opponents' bid, when passing is possible.

    A double is for takeout while partner has shown nothing, else for penalty.
    """
    takeout = list(_reopen(state))
    if not takeout:
        yield from _penalty(state)
    low, high = state.partner_points
    middle = low + (high - low) // 3
    for suit, need in slam.fits(state):
        level = state.level(suit)
        trumps = level + 6 - (1 if state.equity > 0 and level >= 3 else 0)
        if level > 4 or (level == 4 and suit in (SPADES, HEARTS) and state.equity < 0):
            continue
        more = max(need, trumps - state.partner_box.lengths[suit][0])
        least = max(0, 13 + 2 * level - middle)
        if more <= state.my_box.lengths[suit][1]:
            yield Rule(
                state.cheapest(suit), "competes to the level of the fit", points=(least, 42),
                trump=suit, lengths=at_least(suit, more), kind=Sense.RAISE, agrees=suit,
                final=level >= 3,
            )  # fmt: skip
    for suit in Suit:
        level = state.level(suit)
        shown = state.my_box.lengths[suit][0]
        if suit in state.their_suits or level > 3:
            continue
        if state.strains[state.me] >> suit & 1:
            need = max(6, shown + 1) + (level > 2)
            yield Rule(
                state.cheapest(suit), "long suit", points=(17 + 2 * level - middle - 3, 42),
                lengths=at_least(suit, need),
                test=given(lambda f, suit: f.quality[suit] >= 3, suit), final=level >= 3,
            )  # fmt: skip
    yield from takeout


def _reopen(state: AuctionState) -> Rules:
    """Takeout doubles of a player who has bid, while partner has shown nothing."""
    trump = state.bid.strain
    if trump.suit is None or state.bid.level > 3 or state.trumps(trump) > 5:
        return
    if any(meaning.call != PASS for meaning in state.calls(state.partner)):
        return
    low = 14 + state.bid.level - 2 * (state.passes == 2)
    if not state.acts(state.me) or state.acts(state.me)[0].call == DOUBLE:
        low += 5
    yield Rule(
        DOUBLE, "takeout", (low - 2, 37), (low, 42), lengths=spans({int(trump): (0, 2)}),
        test=lambda f: all(f.lengths[suit] > 1 for suit in state.unbid), kind=Sense.TAKEOUT,
        forcing=Forcing.ROUND,
    )  # fmt: skip


def _penalty(state: AuctionState) -> Rules:
    if not state.is_theirs or state.doubled:
        return
    low, _ = state.partner_points
    trump, level = state.bid.strain, state.bid.level
    need = 7 - level
    fit = max((state.trumps(suit) for suit in Suit), default=0)
    if trump.suit is None:
        yield Rule(
            DOUBLE, "for penalty", (max(8, 23 - low), 37), kind=Sense.PENALTY,
            test=lambda f: f.half_quick // 2 + low / 5 > need + 1,
        )  # fmt: skip
        return

    def beats(hand: OneHand) -> bool:
        trumps = hand.trump_tricks[trump]
        tricks = hand.half_quick / 2 + trumps * 0.75 + low / 6 - 0.5 * (fit > 8)
        if level >= 4 and hand.hcp + low >= 23 and tricks >= need:
            return True
        return tricks >= need + 0.75 and trumps >= (1 if level >= 4 else 2)

    yield Rule(
        DOUBLE, "for penalty", (max(6, 21 - low), 37),
        lengths=at_least(trump, 1 if level >= 4 else 4), test=beats, kind=Sense.PENALTY,
    )  # fmt: skip
