from libc.stdint cimport uint64_t

from bluechip_bot.planning.state.belief cimport Beliefs, Holding

cdef enum:
    DECLARER = 0
    LEFT = 1
    DUMMY = 2
    RIGHT = 3


cdef class Round:
    cdef readonly int leader
    cdef readonly int played
    cdef readonly int suit
    cdef readonly int best
    cdef readonly int best_suit
    cdef readonly int top
    cdef readonly int turn


cdef class State:
    cdef readonly uint64_t declarer
    cdef readonly uint64_t dummy
    cdef tuple lines    # what each defender may hold of each suit: by 4 * (0 left, 1 right) + suit
    cdef readonly object alive
    cdef readonly Round round
    cdef readonly int won
    cdef readonly int left
    cdef tuple key              # None until it is asked for
    cdef Py_hash_t known_hash   # 0 until it is asked for

    cpdef int ranks(self, int player, int suit) except -1
    cpdef int both(self, int suit) except -1
    cdef Holding line(self, int defender, int suit)
    cdef State copy(self)
    cdef tuple all_of_it(self)


cdef class Game:
    cdef readonly int trumps
    cdef readonly int target
    cdef readonly Beliefs beliefs
    cdef readonly tuple out
    cdef readonly int opening
    cdef tuple held
    cdef readonly dict runs
    cdef readonly dict ways
    cdef readonly object numbers
    cdef int[4] ranks_out

    cpdef object holds(self, State state, int defender, int suit, int ranks=*)
    cpdef object at_least(self, State state, int defender, int suit, int cards)
    cdef int thrown(self, State state, int defender) except -1
    cpdef bint may_hold(self, State state, int defender, int suit, int ranks=*) except -1
    cdef int ranks_left(self, State state, int suit) except -1
    cpdef int top_out(self, State state, int suit) except -2
    cpdef int longest(self, State state, int suit) except -1


cdef Round with_card(Game game, Round round_, int suit, int top)
cdef Round next_card(Round round_)
cdef State finished(State state, Round round_)
cdef State with_alive(State state, object alive)
cdef State with_gone(State state, object alive, int defender, int suit, int ranks)
cpdef int partner(int player) noexcept
cdef int checked(int suit) except -1
