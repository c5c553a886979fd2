"""Over partner's bid, with no game to look for: pass, or correct to a better strain."""

from __future__ import annotations

from bluechip_bot.bidding.auction.meaning import Sense
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.features import OneHand
from bluechip_bot.bidding.floor.rules import (
    HEARTS,
    NOTRUMP,
    SPADES,
    THREE_NOTRUMP,
    Rule,
    Rules,
    at_least,
    given,
)
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import Strain, Suit


def corrections(state: AuctionState) -> Rules:
    """Four of a major over partner's three notrump when he has shown five cards in it."""
    if state.bid != THREE_NOTRUMP or state.doubled:
        return
    for suit in (SPADES, HEARTS):
        length = state.partner_box.lengths[suit][0]
        if length >= 5 and suit not in state.their_suits:
            yield Rule(
                Call.bid(4, Strain(suit)), "prefers the major", lengths=at_least(suit, 8 - length),
                test=lambda f: max(f.lengths) > 4 or min(f.lengths) < 3, kind=Sense.RAISE,
                final=True, agrees=suit,
            )  # fmt: skip


def strong_doubler(state: AuctionState) -> Rules:
    """A hand that doubled for takeout, too strong to overcall, over partner's answer."""
    acts = state.acts(state.me)
    if len(acts) != 1 or acts[0].kind is not Sense.TAKEOUT:
        return
    for suit in Suit:
        taken = suit in state.their_suits or state.strains[state.partner] >> suit & 1
        if not taken and state.level(suit) <= 3:
            yield Rule(
                state.cheapest(suit), "strong, own suit", (15, 37), (18, 42),
                lengths=at_least(suit, 5),
            )  # fmt: skip
    call = state.cheapest(NOTRUMP)
    if call.level <= 2:
        least = 17 + call.level
        yield Rule(
            call, "strong, stopper", (least, 22), kind=Sense.NOTRUMP,
            test=lambda f: f.semibalanced and all(f.stopped[s] for s in state.their_suits),
        )  # fmt: skip


def pass_or_correct(state: AuctionState) -> Rules:
    """The rules over partner's bid below game with no more to look for: pass or correct."""
    if not state.below_game:
        return
    strain, box = state.bid.strain, state.partner_box
    mine, partner = state.strains[state.me], state.strains[state.partner]
    if strain.suit is not None:
        suit = strain.suit
        need = max(0, 7 - box.lengths[suit][0])
        yield Rule(
            PASS, "plays the part score", kind=Sense.PASS,
            test=lambda f: f.lengths[suit] >= need and not _prefers(state, f, suit),
        )  # fmt: skip
    for other in Suit:
        if partner >> other & 1 and other != strain.suit and other not in state.their_suits:
            yield from _preference(state, other)
    known = strain.suit is None or box.lengths[strain][0] > 5
    for own in Suit:
        cheap = state.level(own) <= (2 if known and strain.suit is not None else 3)
        if cheap and mine >> own & 1 and own != strain.suit and own not in state.their_suits:
            yield Rule(
                state.cheapest(own), "long suit", lengths=at_least(own, 6),
                test=given(lambda f, own: strain is not NOTRUMP or not f.semibalanced
                or f.lengths[own] > 6 or own <= HEARTS, own),
            )  # fmt: skip
    if strain.suit is None:
        yield from _runs_from_notrump(state)
        yield Rule(PASS, "plays the part score", kind=Sense.PASS)
        return
    if state.cheapest(NOTRUMP).level == 1:
        yield Rule(Call.bid(1, NOTRUMP), "no fit", kind=Sense.NOTRUMP)
    for new in state.unbid:
        if state.level(new) <= 2:
            yield Rule(state.cheapest(new), "long suit", lengths=at_least(new, 6))


def _runs_from_notrump(state: AuctionState) -> Rules:
    """Two-suited hands: the second suit, or the first again, at the two level."""
    mine = state.strains[state.me]
    if state.bid.level > 1:
        return
    for suit in sorted(state.unbid, key=state.cheapest):
        if state.level(suit) == 2:
            yield Rule(
                state.cheapest(suit), "second suit", lengths=at_least(suit, 4),
                test=lambda f: min(f.lengths) < 2 and max(f.lengths) > 4,
            )  # fmt: skip
    for suit in (SPADES, HEARTS):
        if mine >> suit & 1:
            yield Rule(
                state.cheapest(suit), "long suit", lengths=at_least(suit, 5),
                test=lambda f: min(f.lengths) < 2,
            )  # fmt: skip


def _prefers(state: AuctionState, hand: OneHand, suit: Suit) -> bool:
    """Whether partner's other suit, or the own, plays better at the same level."""
    here = hand.lengths[suit] + state.partner_box.lengths[suit][0]
    for other in Suit:
        call = state.cheapest(other)
        if other == suit or other in state.their_suits or call.level > state.bid.level:
            continue
        if not state.ours >> other & 1:
            continue
        there = hand.lengths[other] + state.partner_box.lengths[other][0]
        if there > here or (there == here and other <= HEARTS < suit):
            return True
    return False


def _preference(state: AuctionState, suit: Suit) -> Rules:
    need = max(2, 7 - state.partner_box.lengths[suit][0])
    if state.level(suit) <= min(3, state.bid.level + 1):
        yield Rule(
            state.cheapest(suit), "preference", lengths=at_least(suit, need),
            test=lambda f: f.lengths[suit] + state.partner_box.lengths[suit][0]
            >= 8 * (state.bid.strain is NOTRUMP)
            and (state.bid.strain is not NOTRUMP or not f.balanced),
        )  # fmt: skip
