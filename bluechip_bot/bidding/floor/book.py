"""Which rules hold in which auction: from the state to the rules of its context."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from attrs import frozen

from bluechip_bot.bidding.auction.meaning import Meaning, Sense
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.floor import (
    competition,
    general,
    notrump,
    openings,
    rebids,
    responses,
)
from bluechip_bot.bidding.floor.rules import NOTRUMP, Rule, Rules
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import Suit

_NOTRUMP_KINDS = (Sense.OPENING_NOTRUMP, Sense.NOTRUMP_OVERCALL)


@frozen(slots=False)
class ByNature:
    """The rules of the player to call, made when they are first asked for.

    Attributes:
        state: the auction.
    """

    state: AuctionState

    @cached_property
    def close(self) -> tuple[Rule, ...]:
        """Those of the context, in order of preference."""
        return tuple(close(self.state))

    @cached_property
    def floor(self) -> tuple[Rule, ...]:
        """Those of any auction, for hands that the closer ones do not provide for."""
        return tuple(floor(self.state))


def close(state: AuctionState) -> Rules:
    """The rules of the context, if the auction makes a special one; may fit no hand.

    Rules whose call is not legal, or that no hand can meet, are left out.
    """
    return _allowed(state, _context(state))


def floor(state: AuctionState) -> Rules:
    """The rules that hold in any auction, for hands that the closer ones do not provide for.

    Rules whose call is not legal, or that no hand can meet, are left out; the last is a pass.
    """
    yield from _allowed(state, general.general(state))
    yield Rule(PASS, "no call fits", kind=Sense.PASS, fallback=True)


def _allowed(state: AuctionState, candidates: Rules) -> Rules:
    for rule in candidates:
        if rule.call == PASS and not _may_pass(state, rule):
            continue
        if state.is_legal(rule.call) and rule.is_possible:
            yield rule


def _may_pass(state: AuctionState, rule: Rule) -> bool:
    """Whether a rule's pass is allowed: not when forced, but to sit for a takeout double."""
    return not state.must_act or (state.live_takeout and not rule.fallback)


def _context(state: AuctionState) -> Rules:
    if not state.is_open:
        yield from openings.openings(state)
        return
    mine, partners = state.acts(state.me), state.acts(state.partner)
    if not mine and not partners:
        yield from competition.defend(state)
    elif partners:
        yield from _answers(state, mine, partners)


def _answers(state: AuctionState, mine: Sequence[Meaning], partners: Sequence[Meaning]) -> Rules:
    """The rules of a special context, if partner's last call makes one; the general follow."""
    last = state.last(state.partner)
    if last is None:
        return
    if last.call != PASS and (special := _asked(state, mine, last)) is not None:
        yield from special
    elif not mine:
        yield from _first_answers(state, partners, last)
    elif len(mine) == 1 and len(partners) == 1 and last.call != PASS:
        yield from _rebids(state, mine[0], last)


def _asked(state: AuctionState, mine: Sequence[Meaning], last: Meaning) -> Rules | None:
    """The answers to a convention of partner's last call; None where it is none."""
    if last.kind is Sense.QUANTITATIVE and state.is_ours:
        return notrump.after_quantitative(state)
    if state.bid == last.call and _is_notrump_opening(state, mine, last):
        return notrump.responses(state)
    return None


def _is_notrump_opening(state: AuctionState, mine: Sequence[Meaning], last: Meaning) -> bool:
    """Whether partner's bid is answered as an opening: so is 2NT or 3NT after 2C P 2D P."""
    if last.kind is Sense.OPENING_NOTRUMP:
        return True
    if last.call.strain is not NOTRUMP or len(mine) != 1 or state.theirs:
        return False
    return mine[0].artificial and "strong" in state.acts(state.partner)[-1].marks


def _first_answers(state: AuctionState, partners: Sequence[Meaning], last: Meaning) -> Rules:
    """The rules of a hand that has not acted, opposite partner's first action."""
    first = partners[-1]
    if len(partners) > 1 or (last.call == PASS and first.kind is not Sense.TAKEOUT):
        return
    suit = first.call.strain.suit if first.call.is_bid else None
    if suit is not None:
        yield from _answers_to_suit(state, first, suit)
    elif first.kind in _NOTRUMP_KINDS:
        if state.bid == first.call:
            yield from notrump.responses(state)
        elif state.is_theirs and state.bid < Call.bid(3, NOTRUMP):
            yield from notrump.over_interference(state)
    elif first.kind is Sense.TAKEOUT and not state.is_ours:
        if state.live_takeout:
            yield from competition.advance_double(state)
        elif state.opponents_called:
            yield from competition.advance_in_competition(state)


def _answers_to_suit(state: AuctionState, first: Meaning, suit: Suit) -> Rules:
    """The same, when partner's first action was a bid of a suit."""
    if first.kind is Sense.OPENING:
        if state.is_theirs:
            yield from responses.over_overcall(state, suit)
        else:
            yield from responses.to_suit(state, suit)
    elif first.kind is Sense.PREEMPT:
        yield from responses.to_preempt(state, suit)
    elif first.kind is Sense.OVERCALL:
        yield from competition.advance_overcall(state, suit)


def _rebids(state: AuctionState, first: Meaning, last: Meaning) -> Rules:
    """The rules of opener's second call, partner having answered once."""
    suit = first.call.strain.suit if first.call.is_bid else None
    if first.kind is not Sense.OPENING or suit is None:
        if last.kind is Sense.TAKEOUT and state.live_takeout and not first.call.is_bid:
            yield from competition.advance_double(state)
        return
    if last.kind is Sense.SUIT:
        yield from rebids.after_new_suit(state, suit, last.call)
    elif last.kind is Sense.NOTRUMP and last.call.level == 1 and not state.is_theirs:
        yield from rebids.after_one_notrump(state, suit)
