"""The first action of a side whose opponents opened: overcalls, takeout doubles, 1NT.

And the answers to it: advances of an overcall and of a takeout double.
"""

from __future__ import annotations

from bluechip_bot.bidding.auction.meaning import Forcing, Sense
from bluechip_bot.bidding.auction.state import GAME_LEVEL, AuctionState
from bluechip_bot.bidding.features import OneHand
from bluechip_bot.bidding.floor.rules import (
    BALANCED,
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

GAME_POINTS = 25


def defend(state: AuctionState) -> Rules:
    """The rules when the opponents have bid and our side has only passed."""
    balancing = state.passes == 2 and state.bid.level <= 2
    if state.bid.strain is NOTRUMP and state.bid.level <= 2 and len(state.their_suits) == 0:
        yield from _over_notrump(state, balancing)
    elif state.their_suits:
        yield from _over_suits(state, balancing)
    yield Rule(PASS, "nothing to say", (0, 18), kind=Sense.PASS, closing=_may_double(state))


def _may_double(state: AuctionState) -> bool:
    """Whether every hand too strong to pass doubles, whatever its shape.

    From the four level on that is left open: systems do not double with every strong hand.
    """
    if state.their_suits:
        return state.is_legal(DOUBLE) and state.bid.level <= 3
    return state.bid == Call.bid(1, NOTRUMP) and state.is_legal(DOUBLE)


def _over_notrump(state: AuctionState, balancing: bool) -> Rules:  # noqa: FBT001
    strong = state.shown[state.bidder].box.hcp[0]
    yield Rule(
        DOUBLE, "as strong as their notrump", (max(15, strong) + 1 - balancing, 37),
        test=lambda _f: not state.passed_hand, kind=Sense.PENALTY,
    )  # fmt: skip
    shift = 1 if state.vulnerable else 0
    for suit in Suit:
        level = state.level(suit)
        if level <= 3:
            yield Rule(
                state.cheapest(suit), "overcall", (8 + shift - balancing, 15), (10 + shift, 19),
                lengths=at_least(suit, 5 + (level > 2)), kind=Sense.OVERCALL,
                test=given(lambda f, suit: (
                    f.lengths[suit] == max(f.lengths)
                    and f.lengths[suit] + max(
                        length for s, length in enumerate(f.lengths) if s != suit
                    ) >= 9
                    and f.quality[suit] >= 2 + shift
                ), suit),
            )  # fmt: skip


def _over_suits(state: AuctionState, balancing: bool) -> Rules:  # noqa: FBT001
    ease = 3 if balancing else 0
    level = state.bid.level
    opening_strength = state.last(state.bidder)
    preempt = opening_strength is not None and opening_strength.kind is Sense.PREEMPT
    yield from _notrump_overcalls(state, ease, preempt)
    yield from _strong_double(state, ease)
    if level <= 2 and not preempt:
        yield from _suit_overcalls(state, ease)
        yield from _takeout(state, ease)
        yield from _jump_overcalls(state, balancing)
    else:
        yield from _major_games(state)
        yield from _takeout(state, ease)
        yield from _suit_overcalls(state, ease)


def _notrump_overcalls(state: AuctionState, ease: int, preempt: bool) -> Rules:  # noqa: FBT001
    theirs = state.their_suits
    stopped = lambda f: f.balanced and all(f.stopped[suit] for suit in theirs)  # noqa: E731
    call = state.cheapest(NOTRUMP)
    if call.level == 1:
        high = 14 if ease else 18
        yield Rule(
            call, "balanced, stopper", (15 - ease - (ease > 0), high), lengths=BALANCED,
            test=stopped, kind=Sense.NOTRUMP_OVERCALL,
        )  # fmt: skip
    elif call.level == 2 and preempt:
        yield Rule(
            call, "balanced, stopper", (15, 18), lengths=BALANCED, test=stopped,
            kind=Sense.NOTRUMP_OVERCALL,
        )  # fmt: skip
    elif call.level == 3:
        yield Rule(
            call, "to play, stopper", (17, 21), kind=Sense.NOTRUMP, final=True,
            test=lambda f: f.semibalanced and all(f.stopped[suit] for suit in theirs),
        )  # fmt: skip


def _strong_double(state: AuctionState, ease: int) -> Rules:
    if state.bid.level <= 4:
        yield Rule(
            DOUBLE, "too strong to overcall", (18 - ease // 2, 37), kind=Sense.TAKEOUT,
            forcing=Forcing.ROUND,
        )  # fmt: skip


def _takeout(state: AuctionState, ease: int) -> Rules:
    level = state.bid.level
    if level > 4 or state.bid >= Call.bid(4, Strain.SPADES):
        return
    low = (12, 12, 13, 15)[level - 1] - ease + (2 if len(state.their_suits) > 1 else 0)
    theirs, unbid = state.their_suits, state.unbid
    majors = [suit for suit in (SPADES, HEARTS) if suit in unbid]

    def shaped(hand: OneHand) -> bool:
        if any(hand.lengths[suit] > 3 for suit in theirs) or hand.lengths[theirs[-1]] > 3:
            return False
        short = min(hand.lengths[suit] for suit in theirs)
        if any(hand.lengths[suit] < 3 for suit in unbid):
            spare = hand.hcp >= low + 3 and all(hand.lengths[suit] > 3 for suit in majors)
            return spare and short < 3
        if short == 3:
            return hand.hcp >= low + 2 and all(hand.lengths[suit] > 2 for suit in majors)
        return hand.hcp >= low or (short == 0 and hand.hcp >= low - 1)

    lengths = dict.fromkeys(theirs, (0, 3)) | dict.fromkeys(unbid, (2, 13))
    yield Rule(
        DOUBLE, "takeout", (low - 2, 37), (low - 1, 42), lengths=spans(lengths), test=shaped,
        kind=Sense.TAKEOUT, forcing=Forcing.ROUND,
    )  # fmt: skip


def _suit_overcalls(state: AuctionState, ease: int) -> Rules:
    shift = 1 if state.vulnerable else 0
    for suit in sorted(state.unbid, key=lambda suit: (suit > HEARTS, suit)):
        level = state.level(suit)
        if level > 3:
            continue
        low = (8, 11, 13)[level - 1] + (shift if level > 1 else 0) - ease * (level < 3)

        def good(hand: OneHand, suit: Suit = suit, level: int = level, low: int = low) -> bool:
            if hand.lengths[suit] < max(hand.lengths):
                return False
            quality = hand.quality[suit]
            if level == 1:
                return quality >= 2 or hand.hcp >= 11
            return hand.lengths[suit] > 5 or (quality >= 3 and hand.hcp > low)

        yield Rule(
            state.cheapest(suit), "overcall", (low, 18), (low + 1, 20),
            lengths=at_least(suit, 5), test=good, kind=Sense.OVERCALL,
        )  # fmt: skip


def _jump_overcalls(state: AuctionState, balancing: bool) -> Rules:  # noqa: FBT001
    if balancing:
        return
    shift = 1 if state.vulnerable else 0
    for suit in state.unbid:
        for jump, need in ((2, 7), (1, 6)):
            call = state.cheapest(suit, jump)
            if need - 5 < call.level <= need - 3 and call.level > 1:
                yield Rule(
                    call, "preemptive overcall", (4 + shift, 10), (5, 14),
                    lengths=at_least(suit, need + (call.level == 3 and need == 6)),
                    test=given(lambda f, suit: f.quality[suit] >= 3 + shift, suit),
                    kind=Sense.PREEMPT,
                )  # fmt: skip


def _major_games(state: AuctionState) -> Rules:
    for suit in (SPADES, HEARTS):
        if suit in state.unbid:
            yield Rule(
                Call.bid(4, Strain(suit)), "game", (13, 21), (16, 24), lengths=at_least(suit, 6),
                test=given(lambda f, suit: f.losers <= 5 and f.quality[suit] >= 3, suit),
                final=True,
            )  # fmt: skip


def advance_overcall(state: AuctionState, suit: Suit) -> Rules:
    """The rules opposite partner's overcall in a suit."""
    strain, major = Strain(suit), suit in (SPADES, HEARTS)
    length = state.partner_box.lengths[suit][0]
    low, _ = state.partner_points
    need = 8 - length
    cue = next((state.cheapest(s) for s in state.their_suits), PASS)
    level = state.level(suit)
    if major:
        yield Rule(
            Call.bid(4, strain), "game", (6, 37), (GAME_POINTS - low - 2, 20), trump=suit,
            lengths=at_least(suit, max(3, need)), kind=Sense.RAISE, final=True, agrees=suit,
            test=lambda f: f.hcp >= 12 or f.lengths[suit] > 3,
        )  # fmt: skip
    if PASS < cue < Call.bid(4, Strain.CLUBS):
        yield Rule(
            cue, "good raise", (8, 37), (GAME_POINTS - low - 5, 42), trump=suit,
            lengths=at_least(suit, need), kind=Sense.CUE, forcing=Forcing.ROUND, artificial=True,
            agrees=suit,
        )  # fmt: skip
    for to in (4, 3, 2):
        trumps = max(need, to + 6 - length)
        if level <= to <= level + 1 and to < GAME_LEVEL[suit] + (state.equity >= 0):
            yield Rule(
                Call.bid(to, strain), "raise to the level of the fit", (0, 12),
                (5 if to == level < 4 else 2, 12), trump=suit,
                lengths=at_least(suit, trumps), kind=Sense.RAISE, agrees=suit, final=to == 4,
                test=lambda f: not f.balanced or f.hcp >= 6,
            )  # fmt: skip
    theirs = state.their_suits
    for to, least, most in ((3, 15, 20), (2, 12, 14), (1, 8, 12)):
        yield Rule(
            Call.bid(to, NOTRUMP), "stopper", (least, most), kind=Sense.NOTRUMP,
            test=lambda f: all(f.stopped[s] for s in theirs), final=to == 3,
        )  # fmt: skip
    for new in state.unbid:
        to = state.level(new)
        if to <= 3:
            yield Rule(
                state.cheapest(new), "own suit", (4 + 3 * to, 37), (5 + 3 * to, 20),
                lengths=at_least(new, 5 + (to > 1)),
                test=given(lambda f, new: f.quality[new] >= 3, new),
            )  # fmt: skip
    yield Rule(PASS, "nothing to say", (0, 14), kind=Sense.PASS)


def advance_double(state: AuctionState) -> Rules:
    """The rules opposite partner's takeout double, the next opponent having passed."""
    trump = state.bid.strain
    low, _ = state.partner_points
    theirs, level = state.their_suits, state.bid.level
    game = max(8, GAME_POINTS - max(low, 12 if level > 1 else 13))
    if trump.suit is not None:
        yield Rule(
            PASS, "sits for the double", (5, 37), lengths=at_least(trump, 5 - (level > 3)),
            test=lambda f: f.trump_tricks[trump] >= 5 - level // 2, kind=Sense.PASS,
        )  # fmt: skip
    yield from _advance_majors(state, game)
    for to, least, most in ((3, game, 37), (2, game - 2, game - 1), (1, 6, game - 3)):
        if state.cheapest(NOTRUMP).level <= to:
            yield Rule(
                Call.bid(to, NOTRUMP), "stopper", (least, most), kind=Sense.NOTRUMP,
                test=lambda f: f.semibalanced and all(f.stopped[s] for s in theirs),
                final=to == 3,
            )  # fmt: skip
    if theirs and state.cheapest(theirs[0]) < Call.bid(3, NOTRUMP):
        yield Rule(
            state.cheapest(theirs[0]), "game values", (game - 1, 37), (game, 42), kind=Sense.CUE,
            forcing=Forcing.GAME, artificial=True,
        )  # fmt: skip
    yield from _advance_suits(state, game)


def _advance_majors(state: AuctionState, game: int) -> Rules:
    for suit in _candidates(state):
        if suit in (SPADES, HEARTS):
            yield Rule(
                Call.bid(4, Strain(suit)), "game", (game - 4, 37), (game, 42), trump=suit,
                lengths=at_least(suit, 4), final=True,
                test=given(lambda f, suit: f.lengths[suit] > 4 or f.hcp >= game, suit),
            )  # fmt: skip


def _candidates(state: AuctionState) -> list[Suit]:
    theirs = state.their_suits
    return [suit for suit in Suit if suit not in theirs]


def _advance_suits(state: AuctionState, game: int) -> Rules:
    suits = _candidates(state)

    def best(hand: OneHand) -> Suit:
        return max(
            suits, key=lambda s: (hand.lengths[s] + (s <= HEARTS and hand.lengths[s] > 3), -s)
        )

    for suit in suits:
        jump = state.cheapest(suit, 1)
        if PASS < jump <= Call.bid(4, Strain.DIAMONDS):
            yield Rule(
                jump, "values", (game - 6, 37), (game - 3, game + 3), trump=suit,
                lengths=at_least(suit, 4), test=given(lambda f, suit: best(f) == suit, suit),
            )  # fmt: skip
        yield Rule(
            state.cheapest(suit), "best suit", (0, game), (0, game + 2),
            lengths=at_least(suit, 4), test=given(lambda f, suit: best(f) == suit, suit),
        )  # fmt: skip
    for suit in sorted(suits, key=state.cheapest):
        yield Rule(
            state.cheapest(suit), "best suit", lengths=at_least(suit, 3),
            test=given(lambda f, suit: best(f) == suit, suit), fallback=True,
        )  # fmt: skip


def advance_in_competition(state: AuctionState) -> Rules:
    """The rules opposite partner's takeout double when the next opponent has acted."""
    level = state.bid.level
    for suit in _candidates(state):
        to = state.level(suit)
        if to <= 3:
            low = (5, 6, 9)[to - 1]
            yield Rule(
                state.cheapest(suit), "own suit", (low - 2, 37), (low, 12),
                lengths=at_least(suit, 4 + (to > 1 and suit > HEARTS)),
                test=given(lambda f, suit: f.lengths[suit] == max(
                    f.lengths[s] for s in _candidates(state)
                ), suit),
            )  # fmt: skip
    game = GAME_POINTS - 13
    for suit in (SPADES, HEARTS):
        if suit in _candidates(state):
            yield Rule(
                Call.bid(4, Strain(suit)), "game", (game - 4, 37), (game - 1, 42), trump=suit,
                lengths=at_least(suit, 4 + (level > 2)), final=True,
            )  # fmt: skip
    theirs = state.their_suits
    yield Rule(
        Call.bid(3, NOTRUMP), "stopper", (game, 37), kind=Sense.NOTRUMP, final=True,
        test=lambda f: all(f.stopped[s] for s in theirs),
    )  # fmt: skip
    if state.is_theirs and state.bid.strain.suit in theirs:
        trump = state.bid.strain
        yield Rule(
            DOUBLE, "for penalty", (8, 37), kind=Sense.PENALTY, lengths=at_least(trump, 4),
            test=lambda f: f.trump_tricks[trump] >= 2,
        )  # fmt: skip
    yield Rule(PASS, "nothing to say", (0, 12), kind=Sense.PASS)
