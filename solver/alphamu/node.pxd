"""The nodes on the path of a search, and everything else that it works in."""
from libc.stdint cimport uint8_t, uint16_t, uint64_t

from solver.alphamu.fronts cimport Arena, vec_and, vec_copy, vec_empty
from solver.alphamu.layouts cimport Layouts, MOST_BITS, holding
from solver.alphamu.state cimport State, Zobrist, advance
from solver.alphamu.table cimport FrontTable
from solver.dd.search cimport Search
from solver.dd.table cimport LINE, Table

cdef extern from "pythread.h":
    ctypedef void* PyThread_type_lock


cdef enum:
    PLIES = 54
    MASKS = 10              # of a node
    LOOSE = 63              # bit of `deps`: vectors were merged, so that nothing covers the fault


cdef struct Node:
    State st
    uint64_t deps           # Max nodes above whose fronts cover what is wrong with it; LOOSE
    bint full               # but for that, the front is that of every greater depth
    int move                # token that was best, for the table
    uint64_t* P             # possible worlds, all of them useful
    uint64_t* U             # useful worlds
    uint64_t* K             # possible worlds known to be won double dummy
    uint64_t* D             # scratch: double-dummy vector
    uint64_t* W             # the worlds that the node's front will answer for
    uint64_t* V             # worlds where the player is void in the suit led
    uint64_t* S             # scratch
    uint64_t* P2            # P, U and K of a fork
    uint64_t* U2
    uint64_t* K2


cdef struct Alpha:
    size_t base             # front so far of a Max node above
    int count


cdef struct Enhancements:
    # one for each enhancement; none changes a value
    bint early_cut
    bint root_cut
    bint useful_worlds
    bint world_cuts
    bint empty_entry
    bint cut_on_win
    bint alpha_cut
    bint deep_alpha_cut
    bint table
    bint capped             # vector minimaxing: this one does


cdef struct AlphaMu


cdef struct Worker:
    # double-dummy search of one thread; the first one is that of the search's own thread
    AlphaMu* owner
    Search own
    Search* dd                  # its own, or that of a solver whose table is used
    uint64_t before             # its positions before this question
    uint64_t calls
    PyThread_type_lock go       # released when there is work, or when it is time to end
    PyThread_type_lock done     # released when nothing is left to take, and at the end
    uint8_t apart[LINE]         # what two threads write lies in different cache lines


ctypedef void (*job_t)(AlphaMu* a, Worker* t) noexcept nogil


cdef struct Batch:
    # worlds of one position to be solved, and what a worker calls to take part
    job_t job
    const State* st
    const uint64_t* asked       # bits
    int count
    int taken
    int first[MOST_BITS]        # bit of each world
    int reached[MOST_BITS]      # highest need that was reached there, 0 without any, -1 halted


cdef struct Draws:
    # a policy of Min's first cards: `solver.alphamu.policy.PolicyTree`
    int most                    # cards drawn on a path; 0 without a policy
    int worlds
    const int* child            # [nodes][52]
    const int* first            # [nodes + 1]
    const int* card
    const uint16_t* share       # [cards][worlds]
    uint64_t* measure           # [most + 1][bits], by the cards drawn so far
    uint64_t* clear             # [plies + 2][bits], see draws.pyx
    int token[52]               # of a hidden card


cdef struct AlphaMu:
    Layouts q
    Draws draws
    Worker* worker
    int workers
    int started             # of the workers, the first one included
    int working             # on the batch, the first one included
    bint ending
    Batch batch
    Search* dd              # of the first worker; all use its table
    Table memory            # the double-dummy table, unless a solver's is used
    FrontTable table
    Arena arena
    Enhancements use
    int k                   # words of a vector
    Node node[PLIES]
    State fork[PLIES]
    Alpha alpha[PLIES]
    int above               # Max nodes on the path with a front in `alpha`
    int floor               # the first of them whose front is a bound here
    bint certify            # note what keeps the classes from being exact
    int flagged[52]         # classes in which who won a trick was seen to matter
    Zobrist zobrist
    uint64_t limit          # of positions, those of the double-dummy searches included
    uint64_t nodes
    uint64_t hits
    uint64_t early_cuts
    uint64_t alpha_cuts
    uint64_t world_cuts
    uint64_t win_cuts


cdef inline int settle(AlphaMu* a, Node* x) noexcept nogil:
    """Take out the bits that the tricks taken, and those left, decide."""
    cdef const uint64_t* sure = a.q.reached[x.st.won]
    cdef const uint64_t* still = a.q.reached[x.st.won + x.st.left]
    cdef int i
    cdef uint64_t left = 0
    cdef uint64_t lost
    for i in range(a.k):
        lost = x.P[i] & ~still[i]
        x.U[i] &= ~lost
        x.P[i] &= ~(lost | sure[i])
        left |= x.P[i]
    return left != 0


cdef inline void play_known(AlphaMu* a, int ply, int card) noexcept nogil:
    """Make node ply+1 the state after a card of a known hand; its worlds are still to be set."""
    cdef Node* y = &a.node[ply + 1]
    y.st = a.node[ply].st
    advance(&y.st, card, &a.q, &a.zobrist)


cdef inline bint play_other(AlphaMu* a, int ply, int token) noexcept nogil:
    """Make node ply+1 the state after a move of a seat that is not Max, with its worlds in P.

    False when no possible world is left that allows it.
    """
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef int seat = (x.st.leader + x.st.place) & 3
    cdef int c = token - 52
    if token < 52:
        vec_copy(y.P, x.P, a.k)
    else:
        vec_and(y.P, x.P, holding(&a.q, seat, c, x.st.played[seat][c] + 1), a.k)
        if x.st.place and a.q.suit[c] != x.st.suit[0]:
            vec_and(y.P, y.P, x.V, a.k)
        if vec_empty(y.P, a.k):
            return False
    y.st = x.st
    advance(&y.st, token, &a.q, &a.zobrist)
    return True
