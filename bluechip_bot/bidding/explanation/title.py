"""The title of a call, which follows from its place in the auction, whatever rule made it."""

from __future__ import annotations

from typing import Final

from bluechip_bot.bidding.auction.meaning import CallSense, Forcing, Meaning
from bluechip_bot.bidding.auction.roles import AuctionRole, open_question, role_of
from bluechip_bot.bidding.auction.state import GAME_LEVEL, AuctionState
from bluechip_bot.model.calls import DOUBLE, PASS, Call
from bluechip_bot.model.cards import Suit

_DOUBLES: Final = {
    "negative": "negative double", "responsive": "responsive double", "penalty": "penalty double",
    "takeout": "takeout double",
}  # fmt: skip
_QUESTIONS: Final = {
    "stayman": "Stayman", "blackwood": "Blackwood", "gerber": "Gerber",
    "keycards": "key-card Blackwood", "fourth_suit": "fourth suit",
}  # fmt: skip
"""The titles of questions, by a part of their names."""
ANSWER: Final = "answer"
"""The title of an answer to a question, used only if there is no other text."""
LIMIT_RAISE: Final = "limit raise"
_LIMIT: Final = 9
"""The least points of a limit raise; a weaker jump raise is weak."""
_SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")


def suit_name(suit: int) -> str:
    """A suit in words: `spades`."""
    return _SUIT_NAMES[suit]


def plain_title(state: AuctionState, meaning: Meaning) -> str:
    """The plainest title of a call, which says nothing about the hand."""
    call = meaning.call
    if not call.is_bid:
        return {PASS: "nothing to say", DOUBLE: "double"}.get(call, "redouble")
    if call.strain.suit is not None and _is_ours(state, meaning):
        game = call.level == GAME_LEVEL[call.strain]
        return "bids game" if game else "returns to the suit"
    return "artificial" if meaning.artificial else "natural"


def title(state: AuctionState, meaning: Meaning) -> str:
    """The title of a call by its place in the auction: `one over one`."""
    call = meaning.call
    if call == PASS:
        return _of_pass(state)
    if call == DOUBLE:
        return next((words for mark, words in _DOUBLES.items() if mark in meaning.marks), "double")
    if not call.is_bid:
        return "redouble"
    if meaning.transfer is not None:
        return f"transfer to {suit_name(meaning.transfer)}"
    if open_question(state, state.partner) and not state.opponents_called and not meaning.ask:
        return ANSWER
    if call.level >= 6 and not meaning.ask:
        return "small slam" if call.level == 6 else "grand slam"
    if meaning.artificial and not _is_ours(state, meaning):
        return _of_artificial(state, meaning)
    return _of_notrump(state, meaning) if call.strain.suit is None else _of_suit(state, meaning)


def _is_ours(state: AuctionState, meaning: Meaning) -> bool:
    """Whether a natural bid names a strain that our side has bid naturally before."""
    known = meaning.alert or meaning.ask
    return not known and bool(state.ours >> meaning.call.strain & 1)


def _of_pass(state: AuctionState) -> str:
    last, mine = state.last(state.partner), bool(state.acts(state.me))
    first_turn = len(state.opened_meanings) < 4
    if not state.is_open:
        return "no opening"
    if last is not None and state.live_takeout:
        return "plays for penalty"
    if state.is_ours:
        if first_turn and state.bid.strain.suit is not None:
            return "too weak to answer" if state.bid.level == 1 else "no reason to bid on"
        return "content with the contract"
    if first_turn and not state.acts(state.partner):
        return "no overcall or double"
    return "nothing to add" if mine else "nothing to say"


def _of_artificial(state: AuctionState, meaning: Meaning) -> str:
    for question, words in _QUESTIONS.items():
        if question in meaning.ask:
            return words
    if "strong" in meaning.marks or not state.is_open:
        return "strong, artificial"
    if "cue" in meaning.marks:
        return "cue bid"
    return "artificial"


def _of_notrump(state: AuctionState, meaning: Meaning) -> str:
    if not state.is_open:
        return "notrump opening"
    if meaning.kind is CallSense.QUANTITATIVE:
        return "quantitative"
    if not state.has_acted and state.is_theirs:
        return "notrump overcall"
    return "natural"


def _of_suit(state: AuctionState, meaning: Meaning) -> str:
    call, suit = meaning.call, meaning.call.strain.suit
    assert suit is not None
    jumps = call.level - state.cheapest(suit).level
    if not state.is_open:
        return {1: "opening", 2: "weak two"}.get(call.level, "preempt")
    if not state.has_acted and state.is_theirs:
        return ("overcall", "jump overcall")[jumps > 0]
    last = state.last(state.partner)
    if last is not None and last.transfer is suit:
        return _raised(call, suit, "raise", jumps)
    for mark in ("preempt", "raise", "preference", "rebid", "reverse"):
        if mark in meaning.marks and not (mark == "preempt" and meaning.forcing):
            if mark == "reverse" and (_answers_double(state) or state.agreed is not None):
                continue
            if mark == "raise" and jumps == 1 and _is_limit_raise(state, meaning):
                return LIMIT_RAISE
            return _raised(call, suit, mark, jumps)
    if state.partner_box.lengths[suit][0] >= 4 and not _answers_double(state):
        return "preference"
    return _of_new_suit(state, meaning, jumps)


def _is_limit_raise(state: AuctionState, meaning: Meaning) -> bool:
    """Whether a jump raise is responder's first call and invites game."""
    first = role_of(state, state.me) is AuctionRole.RESPONDER and not state.acts(state.me)
    return first and meaning.limited and meaning.points[0] >= _LIMIT


def _raised(call: Call, suit: Suit, words: str, jumps: int) -> str:
    if words not in ("raise", "rebid", "preference"):
        return words
    if call.level == GAME_LEVEL[suit]:
        return "bids game" if words == "rebid" else "raise to game"
    return f"jump {words}" if jumps > 0 else words


def _answers_double(state: AuctionState) -> bool:
    """Whether partner's last call is a takeout double."""
    last = state.last(state.partner)
    return last is not None and last.kind is CallSense.TAKEOUT


def _of_new_suit(state: AuctionState, meaning: Meaning, jumps: int) -> str:
    call = meaning.call
    role, mine = role_of(state, state.me), bool(state.acts(state.me))
    if _answers_double(state):
        return "jump answer to the double" if jumps > 0 else "answer to the double"
    suits = (1 << len(Suit)) - 1
    if not state.ours & suits:
        return "natural"
    if role is AuctionRole.OPENER and state.strains[state.me] & suits:
        return "jump shift" if jumps > 0 else "second suit"
    if role is AuctionRole.RESPONDER and not mine and not state.opponents_called:
        if jumps > 0:
            return "jump shift"
        if call.level == 2 and meaning.forcing is Forcing.GAME:
            return "two over one"
        return "one over one" if call.level == 1 and state.bid.level == 1 else "new suit"
    return "jump in a new suit" if jumps > 0 else "new suit"
