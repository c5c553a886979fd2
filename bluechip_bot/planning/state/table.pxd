from bluechip_bot.planning.state.state cimport Game, State


cdef class PlanTable:
    cdef readonly Game game
    cdef readonly State state
    cdef readonly int turn
    cdef readonly int other
    cdef int[4] outs        # what `out` has answered; UNKNOWN before
    cdef object run         # what `sure` has answered; None before

    cpdef int ranks(self, int player, int suit) except -1
    cpdef int length(self, int player, int suit) except -1
    cpdef int lowest(self, int player, int suit) except -2
    cpdef int highest(self, int player, int suit) except -2
    cpdef int out(self, int suit) except -1
    cpdef int top_out(self, int suit) except -2
    cpdef int masters(self, int player, int suit) except -1
    cpdef double share(self, object where) except -1
