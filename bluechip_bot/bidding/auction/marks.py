"""The marks of calls: words such as `takeout` by which contexts refer to a call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.bidding.auction.meaning import CallSense, Forcing, Meaning
from bluechip_bot.bidding.auction.roles import AuctionRole, role_of
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.model.calls import DOUBLE, PASS

MARKS: Final = (
    "opening", "preempt", "strong", "overcall", "notrump", "new", "raise", "rebid", "preference",
    "cue", "jump", "reverse", "takeout", "negative", "responsive", "penalty", "redouble",
    "artificial", "natural", "transfer", "ask", "limit", "signoff", "forcing", "game_forcing",
    "freebid",
)  # fmt: skip
"""All marks except the names that rules give to questions and calls (`ask NAME`, `as NAME`)."""


def marks(state: AuctionState, meaning: Meaning) -> frozenset[str]:
    """The marks of a call by the player to call, including those that its rule gives."""
    return meaning.marks | frozenset(_marks(state, meaning))


def _marks(state: AuctionState, meaning: Meaning) -> Iterator[str]:
    call = meaning.call
    if call == PASS:
        return
    if meaning.transfer is not None:
        yield "transfer"
    if meaning.ask:
        yield "ask"
        yield meaning.ask
    if meaning.limited:
        yield "limit"
    if meaning.final:
        yield "signoff"
    if meaning.forcing is not Forcing.NONE:
        yield "forcing"
    if meaning.forcing >= Forcing.GAME:
        yield "game_forcing"
    yield "artificial" if meaning.artificial else "natural"
    if call.is_bid:
        yield from _of_bid(state, meaning)
    elif call == DOUBLE:
        yield from _of_double(state, meaning)
    else:
        yield "redouble"


def _of_bid(state: AuctionState, meaning: Meaning) -> Iterator[str]:
    call, strain, role = meaning.call, meaning.call.strain, role_of(state, state.me)
    if not state.is_open:
        yield "opening"
        if call.level == 2 and meaning.artificial:
            yield "strong"
    elif not state.has_acted and role is not AuctionRole.OPENER:
        yield "overcall"
    jumps = call.level - state.cheapest(strain).level
    if state.is_open and jumps > 0:
        yield "jump"
    if meaning.kind is CallSense.PREEMPT:
        yield "preempt"
    if strain.suit is None:
        if not meaning.artificial:
            yield "notrump"
        return
    if strain.suit in state.their_suits:
        yield "cue"
    elif not meaning.artificial:
        yield from _of_suit(state, meaning, role)


def _of_suit(state: AuctionState, meaning: Meaning, role: AuctionRole | None) -> Iterator[str]:
    call, strain = meaning.call, meaning.call.strain
    if state.strains[state.me] >> strain & 1:
        yield "rebid"
    elif state.strains[state.partner] >> strain & 1:
        last = next((act for act in state.acts(state.partner) if act.call.is_bid), None)
        same = last is not None and last.call.is_bid and last.call.strain == strain
        yield "raise" if same or state.agreed == strain.suit else "preference"
    elif state.is_open and state.ours:
        yield "new"
        if state.opponents_called and not state.acts(state.me):
            yield "freebid"
        if role is AuctionRole.OPENER and call.level == 2 and call == state.cheapest(strain):
            first = state.acts(state.me)[-1].call
            if first.is_bid and strain.bidding_rank > first.strain.bidding_rank:
                yield "reverse"


def _of_double(state: AuctionState, meaning: Meaning) -> Iterator[str]:
    if "penalty" in meaning.marks or "takeout" in meaning.marks or "negative" in meaning.marks:
        return
    partner = state.acts(state.partner)
    role = role_of(state, state.me)
    suit = state.bid.strain.suit is not None
    if role is AuctionRole.RESPONDER and len(partner) == 1 and not state.acts(state.me) and suit:
        yield "negative"
    elif role is AuctionRole.ADVANCER and len(partner) == 1 and partner[0].call == DOUBLE and suit:
        yield "responsive"
    elif meaning.kind is CallSense.TAKEOUT:
        yield "takeout"
    else:
        yield "penalty"
