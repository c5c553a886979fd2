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
cdef class PlanTable:
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
            self.outs[suit] = UNKNOWN

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
        """The promises of methods: a `settings.PlanningSettings`."""
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
        """The cards of a suit that one of our hands holds."""
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

    def beats(self, int card):
        """Whether a card of ours would beat what is on the table."""
        cdef int suit = card // RANKS
        if suit == self.state.round.best_suit:
            return card % RANKS > self.state.round.top
        return suit == self.game.trumps
