"""A state in a bridge player's terms, for methods to ask about."""

cimport cython

from bluechip_bot.planning.state.belief cimport Holding
from bluechip_bot.planning.state.ranks cimport (
    ALL_RANKS, NO_TRUMP, RANKS, SUITS, above, count, high, low,
)
from bluechip_bot.planning.state.state cimport LEFT, RIGHT, Game, State, checked, partner

from bluechip_bot.planning.state.cashing import sure_tricks

cdef enum:
    UNKNOWN = -2

cdef object FOUR = range(SUITS)


@cython.final
@cython.freelist(16)
cdef class Table:
    """A state as declarer sees it.

    Ranks are masks of 13 bits, cards are numbers 13 * suit + rank; -1 stands for no card.

    Attributes:
        game: what stays the same.
        turn: who is to play, a hand of declarer's side.
        other: the hand opposite.
    """

    def __init__(self, Game game, State state):
        cdef int suit
        self.game, self.state = game, state
        self.turn = state.round.turn
        self.other = partner(self.turn)
        for suit in range(SUITS):
            self.outs[suit] = self.lengths[suit] = UNKNOWN

    @property
    def suits(self):
        """The four suits."""
        return FOUR

    @property
    def is_notrump(self):
        """Whether there are no trumps."""
        return self.game.trumps == NO_TRUMP

    @property
    def trumps(self):
        """The trump suit; -1 in notrump."""
        return self.game.trumps

    @property
    def numbers(self):
        """What methods promise: a `settings.PlanningSettings`."""
        return self.game.numbers

    @property
    def needed(self):
        """The tricks that the contract still needs; 0 or less when it is made."""
        return self.game.target - self.state.won

    @property
    def sure(self):
        """The tricks that the hand on lead can run."""
        if self.run is None:
            self.run = sure_tricks(self.game, self.state)
        return self.run

    cpdef int ranks(self, int player, int suit) except -1:
        """What one of our hands holds of a suit."""
        return self.state.ranks(player, suit)

    cpdef int length(self, int player, int suit) except -1:
        """How many cards one of our hands holds of a suit."""
        return count(self.state.ranks(player, suit))

    cpdef int lowest(self, int player, int suit) except -2:
        """Our lowest card of a suit in a hand."""
        cdef int ranks = self.state.ranks(player, suit)
        return RANKS * suit + low(ranks) if ranks else -1

    cpdef int highest(self, int player, int suit) except -2:
        """Our highest card of a suit in a hand."""
        cdef int ranks = self.state.ranks(player, suit)
        return RANKS * suit + high(ranks) if ranks else -1

    cpdef int out(self, int suit) except -1:
        """The ranks of a suit that the defenders may still hold."""
        if self.outs[checked(suit)] == UNKNOWN:
            self.outs[suit] = self.game.ranks_left(self.state, suit)
        return self.outs[suit]

    cpdef int top_out(self, int suit) except -2:
        """The highest rank of a suit that the defenders may still hold; -1 for none."""
        return high(self.out(suit))

    cpdef int longest(self, int suit) except -1:
        """The most cards of a suit that one defender may still hold."""
        if self.lengths[checked(suit)] == UNKNOWN:
            self.lengths[suit] = self.game.longest(self.state, suit)
        return self.lengths[suit]

    cpdef int masters(self, int player, int suit) except -1:
        """The ranks of a hand's suit that no card still out can beat."""
        cdef int ranks = self.state.ranks(player, suit)
        return ranks & above(self.top_out(suit)) if ranks else 0

    def chance(self, int defender, int suit, int ranks=ALL_RANKS, int cards=1):
        """The probability that a defender still holds this many, at least 1, of some ranks."""
        cdef Holding line = self.state.line(defender, suit)
        for _ in range(cards - 1):
            line = line.after(ranks)
        return self.share(self.state.alive & line.meets(ranks))

    def falls(self, int suit, int ranks, int rounds):
        """The probability that the holder of one of some ranks has at most `rounds` of the suit."""
        cdef Holding line
        cdef int defender
        cdef double total = 0
        for defender in (LEFT, RIGHT):
            line = self.state.line(defender, suit)
            total += self.share(self.state.alive & line.meets(ranks) & ~line.at_least(rounds + 1))
        return total

    cpdef double share(self, object where) except -1:
        """The share of some of the layouts that are left."""
        return <double>self.game.beliefs.weight(where) / self.game.beliefs.weight(self.state.alive)

    def idle(self, int player):
        """The card that a hand can spare best: a low card of a suit without prospects."""
        cdef int suit, ranks, cost, least = -1, card = -1
        for suit in range(SUITS):
            ranks = self.state.ranks(player, suit)
            if ranks:
                cost = self.cost(player, suit, ranks)
                if card < 0 or cost < least:
                    least, card = cost, RANKS * suit + low(ranks)
        if card < 0:
            raise ValueError("a hand without a card has none to spare")
        return card

    cdef int cost(self, int player, int suit, int ranks) except -1:
        """The cost of parting with the lowest card of a suit; only comparisons have a meaning."""
        cdef int rank = low(ranks), length = count(ranks), top, higher, highest = high(ranks)
        if suit == self.game.trumps:
            return cost_of(4, rank, 0)
        top = self.top_out(suit)
        if top < 0 or rank > top:
            return cost_of(3, rank, -length)
        # The last guard of a possible stopper, or the entry to partner's winners.
        higher = count(self.out(suit) >> highest)
        if higher and length == higher + 1 and highest > top - 3:
            return cost_of(2, rank, -length)
        if length == 1 and self.state.ranks(partner(player), suit) > 1 << top:
            return cost_of(2, rank, -length)
        return cost_of(1, -length, rank)

    def beats(self, int card):
        """Whether a card of ours would beat what is on the table."""
        cdef int suit = card // RANKS
        if suit == self.state.round.best_suit:
            return card % RANKS > self.state.round.top
        return suit == self.game.trumps


cdef inline int cost_of(int kind, int first, int second) noexcept:
    """A cost that is compared by its kind first."""
    return (kind << 12) + (first + 16 << 6) + second + 16
