"""Slams: bid directly, invited in notrump, or after a question for aces.

The answers to the question, and what follows them, are rules of `slam.bid`.
"""

from __future__ import annotations

from collections.abc import Sequence

from bluechip_bot.bidding.auction.meaning import ALL_POINTS, Forcing, Sense
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.features import OneHand
from bluechip_bot.bidding.floor.rules import Rule, Rules, at_least, given
from bluechip_bot.model.calls import Call
from bluechip_bot.model.cards import Strain, Suit

ASK = Call.bid(4, Strain.NOTRUMP)
SLAM_POINTS = 32


def fits(state: AuctionState, least: int = 8) -> list[tuple[Suit, int]]:
    """The suits in which a fit may be known, each with the cards that the hand needs for it."""
    found = []
    for suit in Suit:
        partner = state.partner_box.lengths[suit][0]
        most = state.my_box.lengths[suit][1]
        need = max(least - partner, 0)
        if partner >= 2 and need <= min(most, 7) and suit not in state.their_suits:
            found.append((suit, need))
    return found


def tries(state: AuctionState) -> Rules:
    """The rules of a hand that sees a slam: Blackwood, or the slam itself."""
    low, high = state.partner_points
    likely = low + min(2, (high - low) // 4)
    notrump = state.bid.strain is Strain.NOTRUMP and state.bidder is state.partner
    open_suits = [suit for suit in Suit if state.partner_box.lengths[suit][0] < 4]
    if notrump and state.agreed is None and state.partner_box.hcp[0] >= 11:
        yield from _quantitative(state)
    for suit, need in fits(state):
        lengths = at_least(suit, need)
        settled = state.is_ours and not state.below_game
        asking = SLAM_POINTS + 2 * settled + (suit >= Suit.DIAMONDS) - likely
        if state.bid < ASK and not (notrump and state.agreed is None):
            yield Rule(
                ASK, "asks for aces", points=(asking, ALL_POINTS[1]), trump=suit, lengths=lengths,
                test=given(_is_ready, suit, open_suits),
                kind=Sense.ASK, forcing=Forcing.ROUND, artificial=True,
                agrees=suit, ask="blackwood",
            )  # fmt: skip
        if state.bid.level >= 4 or notrump:
            yield Rule(
                Call.bid(6, Strain(suit)), "slam", points=(SLAM_POINTS + 1 - low, ALL_POINTS[1]),
                trump=suit, lengths=lengths, final=True,
                test=given(_has_slam, SLAM_POINTS + 1 - low),
            )  # fmt: skip
    if not state.their_suits or state.partner_box.lengths[state.their_suits[0]][0] >= 2:
        yield Rule(
            Call.bid(6, Strain.NOTRUMP), "slam", (33 - low, 37), (33 - low, ALL_POINTS[1]),
            kind=Sense.NOTRUMP, final=True, test=lambda f: f.semibalanced and f.aces > 0,
        )  # fmt: skip


def _quantitative(state: AuctionState) -> Rules:
    low, high = state.partner_box.hcp
    if high - low < 8:
        yield Rule(
            ASK, "slam try", (max(33 - high, 30 - low), 32 - low), kind=Sense.QUANTITATIVE,
            test=lambda f: f.semibalanced,
        )  # fmt: skip


def _is_ready(hand: OneHand, suit: int, open_suits: Sequence[Suit]) -> bool:
    """Whether aces settle the level, and no suit that partner has not shown has two losers."""
    controlled = all(hand.suit_controls[side] or side == suit for side in open_suits)
    low_trump = suit in (Suit.DIAMONDS, Suit.CLUBS)
    settles = min(hand.lengths) > 0 and hand.aces >= 1 + low_trump and hand.losers <= 6
    return controlled and settles


def _has_slam(hand: OneHand, least: int) -> bool:
    """Whether a hand is strong enough without its short suits, and has an ace."""
    return hand.aces > 0 and hand.points >= least
