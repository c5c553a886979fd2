"""The situation of the player to call where it is a special one, for the natural floor."""

from __future__ import annotations

from typing import Final

from bluechip_bot.bidding.auction.meaning import CallSense, Meaning
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import Strain, Suit

_NOTRUMP_KINDS: Final = (CallSense.OPENING_NOTRUMP, CallSense.NOTRUMP_OVERCALL)


def named_suits(state: AuctionState) -> dict[str, Suit]:
    """The suits that calls name, whatever they show.

    `called` by partner's first action and `answer` by his last, `own` by our first, and `contract`
    by the last bid.
    """
    mine, partners = state.acts(state.me), state.acts(state.partner)
    calls = {
        "called": partners[-1].call if partners else PASS,
        "answer": partners[0].call if partners else PASS,
        "own": mine[-1].call if mine else PASS,
        "contract": state.bid,
    }
    return {
        name: suit
        for name, call in calls.items()
        if call.is_bid and (suit := call.strain.suit) is not None
    }


def situation(state: AuctionState) -> str:
    """The role of the player to call, such as `opening`; empty if the auction has none."""
    if not state.is_open:
        return "opening"
    mine, partners = state.acts(state.me), state.acts(state.partner)
    if not partners:
        return "" if mine else "defence"
    last = state.last(state.partner)
    assert last is not None  # he has acted
    if last.call != PASS:
        if last.kind is CallSense.QUANTITATIVE and state.is_ours:
            return "quantitative"
        if state.bid == last.call and _is_notrump_opening(state, last):
            return "notrump"
    if not mine:
        return _of_answers(state, partners, last)
    if len(mine) == 1 and len(partners) == 1 and last.call != PASS:
        return _of_rebids(state, mine[0], last)
    return ""


def _is_notrump_opening(state: AuctionState, last: Meaning) -> bool:
    """Whether partner's bid is answered as an opening: so is 2NT or 3NT after 2C P 2D P."""
    if last.kind is CallSense.OPENING_NOTRUMP:
        return True
    mine = state.acts(state.me)
    if last.call.strain is not Strain.NOTRUMP or len(mine) != 1 or state.theirs:
        return False
    return mine[0].artificial and "strong" in state.acts(state.partner)[-1].marks


def _of_answers(state: AuctionState, partners: tuple[Meaning, ...], last: Meaning) -> str:
    """The situation of a hand that has not acted, opposite partner's first action."""
    first = partners[-1]
    if len(partners) > 1 or (last.call == PASS and first.kind is not CallSense.TAKEOUT):
        return ""
    if first.call.is_bid and first.call.strain.suit is not None:
        opening = "contested response" if state.is_theirs else "response"
        return {
            CallSense.OPENING: opening, CallSense.PREEMPT: "preempt", CallSense.OVERCALL: "advance"
        }.get(first.kind, "")  # fmt: skip
    if first.kind in _NOTRUMP_KINDS:
        if state.bid == first.call:
            return "notrump"
        below = state.is_theirs and state.bid < Call.bid(3, Strain.NOTRUMP)
        return "contested notrump" if below else ""
    if first.kind is CallSense.TAKEOUT and not state.is_ours:
        if state.live_takeout:
            return "answer to a double"
        return "contested double" if state.opponents_called else ""
    return ""


def _of_rebids(state: AuctionState, first: Meaning, last: Meaning) -> str:
    """The situation of opener's second call, partner having answered once."""
    suit = first.call.strain.suit if first.call.is_bid else None
    if first.kind is not CallSense.OPENING or suit is None:
        doubled = last.kind is CallSense.TAKEOUT and state.live_takeout and not first.call.is_bid
        return "answer to a double" if doubled else ""
    if last.kind is CallSense.SUIT:
        return "rebid" if last.call.level <= 2 and last.call.strain.suit is not None else ""
    over_one = last.kind is CallSense.NOTRUMP and last.call.level == 1 and not state.is_theirs
    return "rebid over notrump" if over_one else ""
