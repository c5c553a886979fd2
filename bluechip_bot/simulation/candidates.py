"""The calls worth considering: the book's, those of similar hands, and pass, game, double, slam."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import starmap
from typing import NamedTuple

import numpy as np

from bluechip_bot.bidding.auction.meaning import CallSense, Forcing
from bluechip_bot.bidding.auction.state import GAME_LEVEL, AuctionState
from bluechip_bot.bidding.position import BiddingPosition
from bluechip_bot.bidding.reading.softness import ReadingSoftness
from bluechip_bot.constraints import batch
from bluechip_bot.model import DOUBLE, PASS, Call, Hand, Strain, Suit
from bluechip_bot.simulation.settings import SimulationSettings


class CandidateMotive(Enum):
    """The reason to consider a call; it sets the margin by which to beat the book's call."""

    BOOK = "book"
    NEARBY = "nearby"
    END = "end"
    DOUBLE = "double"
    SLAM = "slam"


class CandidateCall(NamedTuple):
    """A call to consider, and the reason for it."""

    call: Call
    motive: CandidateMotive


def candidates(
    position: BiddingPosition,
    hand: Hand,
    softness: ReadingSoftness,
    settings: SimulationSettings,
    seed: int,
) -> list[CandidateCall]:
    """The calls to compare, the book's first; just that one if nothing else is reasonable.

    A policy's calls are reasonable if they are not too improbable with this hand. Rare ones are
    compared, too, since rarity says little about the gain. `softness` is how firmly partner
    believes our calls; `seed` is for drawing the nearby hands.
    """
    found = {position.choose(hand).call: CandidateMotive.BOOK}
    if position.is_learned:
        around, least = batch.masks([hand]), settings.probable
    else:
        around, least = nearby(hand, settings.nearby, seed), settings.share
    chances = position.probabilities(around).mean(axis=0)
    for index in np.argsort(-chances, kind="stable").tolist():
        if chances[index] >= least:
            found.setdefault(Call(index), CandidateMotive.NEARBY)
    for call, motive in _standing(position, hand, settings):
        found.setdefault(call, motive)

    def is_reasonable(one: CandidateCall) -> bool:
        if one.motive is CandidateMotive.BOOK or _ends(position, one.call):
            return True
        if position.is_learned:
            return one.motive is CandidateMotive.NEARBY
        return _describes(position, one.call, hand, softness) >= settings.fit

    return list(filter(is_reasonable, starmap(CandidateCall, found.items())))[: settings.calls]


def nearby(hand: Hand, number: int, seed: int) -> batch.HandMasks:
    """Draw hands that differ from `hand` by one or two cards: uint64[number]."""
    rng = np.random.Generator(np.random.PCG64(seed))
    own = np.array([int(card) for card in hand])
    others = np.array([card for card in range(52) if not hand.mask >> card & 1])
    found = np.full(number, hand.mask, dtype=np.uint64)
    for row in range(number):
        for cards in (own, others):
            for card in rng.choice(cards, 1 + row % 2, replace=False).tolist():
                found[row] ^= np.uint64(1 << card)
    return found


def _standing(
    position: BiddingPosition, hand: Hand, settings: SimulationSettings
) -> Iterator[tuple[Call, CandidateMotive]]:
    """Yield the calls that every position offers: pass, game, double, slam."""
    state = position.state
    if not state.must_act or state.live_takeout:
        yield PASS, CandidateMotive.END
    if not state.is_open:
        return
    if _may_double(state, settings.highest_doubled):
        yield DOUBLE, CandidateMotive.DOUBLE
    for strain in _strains(state, hand, settings.game_points):
        game = Call.bid(GAME_LEVEL[strain], strain)
        if state.is_legal(game):
            yield game, CandidateMotive.END
        elif state.is_legal(call := state.cheapest(strain)) and call.level <= 5:
            yield call, CandidateMotive.END
        slam = Call.bid(6, strain)
        if state.is_ours and state.bid.level >= 4 and state.is_legal(slam):
            yield slam, CandidateMotive.SLAM


def _may_double(state: AuctionState, highest: int) -> bool:
    """Whether to consider a penalty double of a natural bid at a level from 2 to `highest`.

    Slams, and games against silent opponents, are bid with more strength than the calls show us:
    doubling them loses more where they make than it wins where they fail.
    """
    if not state.is_theirs or not 2 <= state.bid.level <= highest:
        return False
    silent = not state.acts(state.me) and not state.acts(state.partner)
    if silent and state.bid.level >= GAME_LEVEL[state.bid.strain]:
        return False
    last = next(told for told in reversed(state.meanings) if told.call == state.bid)
    return state.is_legal(DOUBLE) and not last.artificial


def _strains(state: AuctionState, hand: Hand, game_points: int) -> Iterator[Strain]:
    """Yield the strains that may suit us: the agreed suit, or else partner's suits and notrump.

    Sacrifices need a fit, and games in notrump the points: without them, they look better in
    simulations than they are, since the book seldom doubles them.
    """
    if state.agreed is not None:
        yield Strain(state.agreed)
        return
    low, high = state.partner_points
    is_strong = hand.hcp + low + (high - low) / 3 >= game_points
    for suit in Suit:
        fit = hand.length(suit) + state.partner_box.lengths[suit][0]
        if state.strains[state.partner] >> suit & 1 and fit >= (7 if is_strong else 8):
            yield Strain(suit)
    if is_strong and state.acts(state.partner):
        yield Strain.NOTRUMP


def _ends(position: BiddingPosition, call: Call) -> bool:
    """Whether a call is meant to end the auction, so that partner need not read it."""
    told = position.meaning(call)
    if call == PASS or (call == DOUBLE and told.kind is CallSense.PENALTY):
        return True
    game = call.is_bid and call.level >= GAME_LEVEL[call.strain]
    return not told.artificial and told.forcing is Forcing.NONE and (game or told.final)


def _describes(
    position: BiddingPosition, call: Call, hand: Hand, softness: ReadingSoftness
) -> float:
    """How well a hand agrees with what a call describes, from 0 to 1."""
    if position.meaning(call).artificial and call not in position.defined:
        return 0.0
    values = batch.features(np.array([hand.mask], dtype=np.uint64))
    return float(np.exp(position.read(call).log_grades(values, softness))[0])
