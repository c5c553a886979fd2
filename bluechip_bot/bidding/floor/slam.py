"""Slam: Blackwood for aces, its replies and what follows; slams bid directly."""

from __future__ import annotations

from bluechip_bot.bidding.auction.meaning import ALL_POINTS, Forcing, Sense
from bluechip_bot.bidding.auction.state import State
from bluechip_bot.bidding.evaluation import Features
from bluechip_bot.bidding.floor.rules import Rule, Rules, at_least, given
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import Strain, Suit

ASK = Call.bid(4, Strain.NOTRUMP)
SLAM_POINTS = 32
GRAND_POINTS = 37


def fits(state: State, least: int = 8) -> list[tuple[Suit, int]]:
    """The suits in which a fit may be known, each with the cards that the hand needs for it."""
    found = []
    for suit in Suit:
        partner = state.partner_box.lengths[suit][0]
        most = state.my_box.lengths[suit][1]
        need = max(least - partner, 0)
        if partner >= 2 and need <= min(most, 7) and suit not in state.their_suits:
            found.append((suit, need))
    return found


def tries(state: State) -> Rules:
    """The rules of a hand that sees a slam: Blackwood, or the slam itself."""
    low, high = state.partner_points
    likely = low + min(2, (high - low) // 4)
    notrump = state.bid.strain is Strain.NOTRUMP and state.bidder is state.partner
    if notrump and state.agreed is None and state.partner_box.hcp[0] >= 11:
        yield from _quantitative(state)
    for suit, need in fits(state):
        lengths = at_least(suit, need)
        settled = state.is_ours and not state.below_game
        top = (SLAM_POINTS - likely + settled + (suit >= Suit.DIAMONDS), ALL_POINTS[1])
        if state.bid < ASK and not (notrump and state.agreed is None):
            yield Rule(
                ASK, "asks for aces", points=top, trump=suit, lengths=lengths,
                test=given(can_ask, suit),
                kind=Sense.BLACKWOOD, forcing=Forcing.ROUND, artificial=True,
            )  # fmt: skip
        yield Rule(
            Call.bid(6, Strain(suit)), "slam", points=(SLAM_POINTS + 1 - low, ALL_POINTS[1]),
            trump=suit, lengths=lengths, final=True,
            test=lambda f: f.aces > 0 and (state.bid.level >= 4 or notrump),
        )  # fmt: skip
    if not state.their_suits or state.partner_box.lengths[state.their_suits[0]][0] >= 2:
        yield Rule(
            Call.bid(6, Strain.NOTRUMP), "slam", (33 - low, 37), (33 - low, ALL_POINTS[1]),
            kind=Sense.NOTRUMP, final=True, test=lambda f: f.semibalanced and f.aces > 0,
        )  # fmt: skip


def _quantitative(state: State) -> Rules:
    low, high = state.partner_box.hcp
    if high - low < 8:
        yield Rule(
            ASK, "slam try", (33 - high, 32 - low), kind=Sense.QUANTITATIVE,
            test=lambda f: f.semibalanced,
        )  # fmt: skip


def can_ask(hand: Features, suit: int) -> bool:
    """Whether the number of partner's aces will settle the level."""
    low_trump = suit in (Suit.DIAMONDS, Suit.CLUBS)
    return min(hand.lengths) > 0 and hand.aces >= 1 + low_trump and hand.losers <= 6


def replies(state: State) -> Rules:
    """The rules of a player asked for aces: one step each from five clubs for none or four."""
    if state.bid == ASK:
        for step, counts in enumerate(((0, 4), (1,), (2,), (3,))):
            low = 4 * min(counts)
            yield Rule(
                Call(ASK + 1 + step), f"aces: {' or '.join(map(str, counts))}", (low, 37),
                test=given(lambda f, counts: f.aces in counts, counts),
                kind=Sense.ACES, forcing=Forcing.ROUND, artificial=True,
            )  # fmt: skip
        return
    yield Rule(PASS, "asked for aces, they bid", kind=Sense.PASS)


def after_replies(state: State) -> Rules:
    """The rules of the player who asked, when partner has told his aces."""
    steps = state.bid - ASK - 1
    low, _ = state.partner_points
    agreed = state.agreed

    def missing(hand: Features) -> int:
        return 4 - hand.aces - (steps or (4 if hand.aces == 0 and low >= 16 else 0))

    for suit, need in sorted(fits(state), key=lambda fit: fit[0] != agreed):
        strain = Strain(suit)
        lengths = at_least(suit, need)

        yield Rule(
            Call.bid(7, strain), "no ace missing", lengths=lengths, final=True,
            test=given(lambda f, suit: (
                missing(f) <= 0 and f.support(suit) + low >= GRAND_POINTS
            ), suit),
        )  # fmt: skip
        yield Rule(
            Call.bid(6, strain), "slam", lengths=lengths, test=lambda f: 4 - missing(f) > 2,
            final=True,
        )  # fmt: skip
        if state.bid == Call.bid(5, strain):
            yield Rule(PASS, "two aces missing", lengths=lengths, kind=Sense.PASS)
        yield Rule(Call.bid(5, strain), "two aces missing", lengths=lengths, final=True)
        yield Rule(Call.bid(6, strain), "too high to stop", lengths=lengths, final=True)
    yield Rule(Call.bid(5, Strain.NOTRUMP), "no fit", final=True, fallback=True)
    yield Rule(Call.bid(6, Strain.NOTRUMP), "no fit", final=True, fallback=True)
