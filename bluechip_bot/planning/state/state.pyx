"""A state of the search: the outcome of a line of play so far.

The planner visits many thousands of states; cards are bits in them. Ranks of a suit are masks of 13
bits; a defender's plays are known by class (see `belief`).
"""

cimport cython
from libc.stdint cimport uint64_t

from bluechip_bot.planning.state.belief cimport Beliefs, Holding
from bluechip_bot.planning.state.ranks cimport (
    ALL_RANKS, NO_TRUMP, RANKS, SUITS, count, high, in_suit,
)

NO_TRUMPS = NO_TRUMP


@cython.final
@cython.freelist(64)
cdef class Round:
    """The trick in progress.

    Attributes:
        leader: who leads or led.
        played: cards played to it.
        suit: the suit led; -1 before the lead.
        best: who is winning; -1 before the lead.
        best_suit: the suit of the winning card.
        top: its rank; for a defender's card known by class, the highest rank that it may have.
        turn: who plays next.
    """


# What it refers to never refers to a state: there are no cycles to look for.
@cython.final
@cython.no_gc
@cython.freelist(64)
cdef class State:
    """The outcome of a line of play so far.

    Attributes:
        declarer: what declarer holds, a mask of 52 bits.
        dummy: dummy's cards, in the same form.
        alive: the layouts that the line leaves possible.
        round: the trick in progress.
        won: the complete tricks that declarer's side has won.
        left: the tricks that are not complete.
    """

    cdef tuple all_of_it(self):
        """The key of a state: equal states have equal keys."""
        cdef Round round_ = self.round
        if self.key is None:
            self.key = (
                self.declarer, self.dummy, self.won, self.left, self.alive, self.lines,
                round_.leader, round_.played, round_.suit,
                round_.best, round_.best_suit, round_.top,
            )
        return self.key

    def __eq__(self, object other):
        if self is other or not isinstance(other, State):
            return self is other
        return self.all_of_it() == (<State>other).all_of_it()

    def __hash__(self):
        if not self.known_hash:
            self.known_hash = hash(self.all_of_it()) or 1
        return self.known_hash

    cpdef int ranks(self, int player, int suit) except -1:
        """The cards of a suit that declarer or dummy holds."""
        return in_suit(self.declarer if player == DECLARER else self.dummy, checked(suit))

    cpdef int both(self, int suit) except -1:
        """The cards of a suit that declarer and dummy hold."""
        return in_suit(self.declarer | self.dummy, checked(suit))

    def played(self, int defender, int suit):
        """A defender's plays in a suit since the plan began: see `Holding.gone`."""
        return self.line(defender, suit).gone

    cdef Holding line(self, int defender, int suit):
        """The cards of a suit that a defender may hold."""
        return <Holding>self.lines[checked(suit) if defender == LEFT else SUITS + checked(suit)]

    cdef State copy(self):
        """A copy that the caller may change."""
        cdef State other = State.__new__(State)
        other.declarer, other.dummy, other.lines = self.declarer, self.dummy, self.lines
        other.alive, other.round = self.alive, self.round
        other.won, other.left = self.won, self.left
        return other


cdef int checked(int suit) except -1:
    if not 0 <= suit < SUITS:
        raise ValueError(f"{suit} is no suit")
    return suit


@cython.final
cdef class Game:
    """The part of a deal that is the same in all states of a plan.

    Attributes:
        trumps: the trump suit; -1 in notrump.
        target: tricks that make the contract.
        beliefs: what is believed of the hidden hands.
        out: by suit, the ranks that the defenders held when the plan began.
        opening: the suit of the opening lead; -1 before it.
        held: how many cards the left and the right defender held when the plan began.
        runs: a cache for `cashing.sure_tricks` and for methods.
        ways: a catalogue's cache of its methods' answers.
        numbers: what methods promise: a `settings.PlanningSettings`.
    """

    def __init__(
        self, int trumps, int target, Beliefs beliefs, tuple out, int opening, tuple held,
        object numbers
    ):
        cdef int suit
        self.trumps, self.target, self.beliefs = trumps, target, beliefs
        self.out, self.opening, self.held = out, opening, held
        self.runs, self.ways, self.numbers = {}, {}, numbers
        for suit in range(SUITS):
            self.ranks_out[suit] = out[suit]

    cpdef object holds(self, State state, int defender, int suit, int ranks=ALL_RANKS):
        """The layouts where a defender still holds one of these ranks."""
        return state.line(defender, suit).meets(ranks)

    cpdef object at_least(self, State state, int defender, int suit, int cards):
        """The layouts where a defender still holds this many cards of a suit, at least 1."""
        return state.line(defender, suit).at_least(cards)

    cdef int thrown(self, State state, int defender) except -1:
        """How many cards, of unknown suits, a defender has discarded along the line.

        The state is between two tricks.
        """
        cdef int first = 0 if defender == LEFT else SUITS, place, thrown
        thrown = self.held[first // SUITS] - state.left
        for place in range(first, first + SUITS):
            thrown -= <int>len((<Holding>state.lines[place]).gone)
        return max(0, thrown)

    cpdef bint may_hold(self, State state, int defender, int suit, int ranks=ALL_RANKS) except -1:
        """Whether a defender may still hold one of these ranks."""
        return state.alive & state.line(defender, suit).meets(ranks)

    cdef int ranks_left(self, State state, int suit) except -1:
        """The ranks of a suit that a defender may still hold."""
        cdef int rank, found = 0
        cdef tuple left = state.line(LEFT, suit).by_rank, right = state.line(RIGHT, suit).by_rank
        for rank in range(RANKS):
            if self.ranks_out[suit] >> rank & 1:
                if state.alive & left[rank] or state.alive & right[rank]:
                    found |= 1 << rank
        return found

    cpdef int top_out(self, State state, int suit) except -2:
        """The highest rank of a suit that a defender may still hold; -1 if there is none."""
        return high(self.ranks_left(state, suit))

    cpdef int longest(self, State state, int suit) except -1:
        """The most cards of a suit that one defender may still hold."""
        cdef int cards
        for cards in range(count(self.ranks_out[checked(suit)]), 0, -1):
            if state.alive & self.at_least(state, LEFT, suit, cards):
                return cards
            if state.alive & self.at_least(state, RIGHT, suit, cards):
                return cards
        return 0


def begin(position, Beliefs beliefs, object numbers):
    """The state of a position."""
    trumps = position.contract.strain.suit
    out = position.out
    cdef Game game = Game(
        NO_TRUMP if trumps is None else int(trumps),
        position.contract.target,
        beliefs,
        tuple(out.ranks(suit) for suit in range(SUITS)),
        -1 if position.opening is None else int(position.opening),
        position.held,
        numbers,
    )
    cdef Round round_ = first_card(position.player(position.trick.leader))
    for card in position.trick.cards:
        round_ = with_card(game, round_, int(card.suit), card.rank)
    cdef State state = State.__new__(State)
    state.declarer, state.dummy = position.declarer.mask, position.dummy.mask
    state.lines, state.alive, state.round = beliefs.lines, beliefs.all, round_
    state.won, state.left = position.won, position.tricks_left
    return game, state


cdef Round with_card(Game game, Round round_, int suit, int top):
    """The trick after the next player's card wins it; `top` is its highest possible rank."""
    cdef bint ruffs = suit == game.trumps and suit != round_.best_suit
    cdef Round after
    if round_.played and not ruffs and not (suit == round_.best_suit and top > round_.top):
        return next_card(round_)
    after = next_card(round_)
    after.best, after.best_suit, after.top = round_.turn, suit, top
    if not round_.played:
        after.suit = suit
    return after


cdef Round next_card(Round round_):
    """The trick after a card that does not win it."""
    cdef Round after = Round.__new__(Round)
    after.leader, after.played, after.suit = round_.leader, round_.played + 1, round_.suit
    after.best, after.best_suit, after.top = round_.best, round_.best_suit, round_.top
    after.turn = (round_.turn + 1) % 4
    return after


cdef State finished(State state, Round round_):
    """The state with this trick in progress; a complete one is counted, and its winner leads.

    The state is changed in place: nothing else may refer to it yet.
    """
    if round_.played < 4:
        state.round = round_
    else:
        state.won += round_.best % 2 == 0
        state.left -= 1
        state.round = first_card(round_.best)
    return state


cdef Round first_card(int leader):
    cdef Round round_ = Round.__new__(Round)
    round_.leader = round_.turn = leader
    round_.suit = round_.best = round_.best_suit = round_.top = -1
    return round_


def play_ours(Game game, State state, int card):
    """The state after declarer or dummy, whose turn it is, plays a card."""
    cdef State after = state.copy()
    if state.round.turn == DECLARER:
        after.declarer &= ~(<uint64_t>1 << card)
    else:
        after.dummy &= ~(<uint64_t>1 << card)
    return finished(after, with_card(game, state.round, card // RANKS, card % RANKS))


cdef State with_alive(State state, object alive):
    """The state with these layouts left."""
    cdef State after = state.copy()
    after.alive = alive
    return after


cdef State with_gone(State state, object alive, int defender, int suit, int ranks):
    """The state in these layouts after a defender plays the lowest of a class of a suit."""
    cdef State after = state.copy()
    cdef int place = suit if defender == LEFT else SUITS + suit
    cdef Holding line = <Holding>state.lines[place]
    after.lines = (*state.lines[:place], line.after(ranks), *state.lines[place + 1:])
    after.alive = alive
    return after


def legal(State state):
    """The cards that declarer or dummy, whose turn it is, may play; high ones first by suit."""
    cdef uint64_t hand = state.declarer if state.round.turn == DECLARER else state.dummy
    cdef int suit = state.round.suit, ranks, rank
    cdef list cards = []
    cdef bint follows = suit >= 0 and in_suit(hand, suit)
    for suit in range(suit, suit + 1) if follows else range(SUITS):
        ranks = in_suit(hand, suit)
        while ranks:
            rank = high(ranks)
            cards.append(RANKS * suit + rank)
            ranks ^= 1 << rank
    return cards


cpdef int partner(int player) noexcept:
    return player ^ 2
