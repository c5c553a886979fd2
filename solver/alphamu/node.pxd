"""The nodes on the path of a search, and everything else that it works in.

What a node's sets of worlds mean, by an example of six worlds:

    world     0 1 2 3 4 5
    useful    1 1 1 1 . .   4 and 5 are lost whatever happens here: a vector has 0
    possible  1 1 . . . .   2 and 3 are won already, or ruled out by a card: a vector has 1
    dd_won    1 . . . . .   the answer for 0 is known from above: no leaf asks for it again
    a vector  ? ? 1 1 0 0   only the possible worlds are searched for

What `bound_by` means. A front is never too small, but a cut can leave vectors in it that no plan
reaches. The cut was made because each vector lies within one that a Max node above has already,
and these Max nodes are what `bound_by` names, so that whoever reads the front knows for whom it is
good enough:

    Max 0     after his first card the front so far is {110}
      |
    Min 1     after Min's first card {100}: whatever his other cards do, the front lies within 110.
              They are not searched: front {100}, bound_by {0}
      |
    Max 0     100 lies within 110 and is dropped. What is left is right, and 0 is taken out again

No Max node: the front is exact, and may be stored as such. Where vectors were merged to keep a
front small, no node above covers what is too much, and BY_MERGING stays to the root.
"""
from libc.stdint cimport uint8_t, uint64_t

from solver.alphamu.fronts cimport Arena, Front, vec_and, vec_copy, vec_empty
from solver.alphamu.layouts cimport Layouts, MOST_BITS, holding
from solver.alphamu.state cimport State, Zobrist, advance
from solver.alphamu.table cimport FrontTable
from solver.core.cards cimport DECK
from solver.dd.search cimport Search
from solver.dd.table cimport LINE, Table

cdef extern from "pythread.h":
    ctypedef void* PyThread_type_lock


cdef enum:
    PLIES = 54
    SETS = 10               # of a node

ctypedef uint64_t causes_t  # Max nodes on the path by number, the root's is bit 0; BY_MERGING

cdef extern from *:
    """
    #define BY_ROOT    1ULL
    #define BY_MERGING (1ULL << 63)
    """
    const causes_t BY_ROOT      # the root alone
    const causes_t BY_MERGING   # vectors were merged: no Max node covers what is too much


cdef struct Fork:
    # a node before its trick was closed, kept while the first of two winners is searched
    State st
    uint64_t* possible
    uint64_t* useful
    uint64_t* dd_won


cdef struct Node:
    State st
    causes_t bound_by       # why the front may be too large; 0: it is exact
    bint to_the_end         # but for that, the front is that of every greater depth
    int move                # token that was best, for the table
    # sets of worlds; SETS counts them, those of the fork included
    uint64_t* possible      # undecided ones that the play allows; all of them are useful
    uint64_t* useful        # those that a vector may win
    uint64_t* dd_won        # possible ones that are known to be won double dummy
    uint64_t* leaf          # those won double dummy, when a leaf was filled; or scratch
    uint64_t* answered      # those possible at first, for which the table will answer
    uint64_t* voids         # those where the player has nothing of the suit led
    uint64_t* scratch
    Fork fork


cdef struct Options:
    # `solver.alphamu.options.SearchOptions`, field by field
    bint early_cut
    bint root_cut
    bint useful_worlds
    bint world_cuts
    bint empty_entry
    bint cut_on_win
    bint alpha_cut
    bint deep_alpha_cut
    bint transposition_table
    bint low_card_classes
    int front_limit


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


cdef struct Batch:
    # worlds of one position to be solved
    const State* st
    const uint64_t* asked       # bits
    int count
    int taken
    int first[MOST_BITS]        # bit of each world
    int reached[MOST_BITS]      # highest need that was reached there, 0 without any, -1 halted


cdef struct AlphaMu:
    Layouts q
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
    Options use
    int k                   # words of a vector
    Node node[PLIES]
    Front alpha[PLIES]      # the fronts so far of the Max nodes above, the root's first
    int above               # how many there are
    int floor               # the first of them that is a bound here
    bint certify            # note what keeps the classes from being exact
    int flagged[DECK]       # classes in which who won a trick was seen to matter
    Zobrist zobrist
    uint64_t limit          # of positions, those of the double-dummy searches included
    uint64_t nodes
    uint64_t early_cuts
    uint64_t alpha_cuts
    uint64_t world_cuts
    uint64_t win_cuts


cdef inline void node_place(Node* x, uint64_t* at, int k) noexcept nogil:
    """Give a node its SETS sets of k words, which follow each other."""
    x.possible = at
    x.useful = at + k
    x.dd_won = at + 2 * k
    x.leaf = at + 3 * k
    x.answered = at + 4 * k
    x.voids = at + 5 * k
    x.scratch = at + 6 * k
    x.fork.possible = at + 7 * k
    x.fork.useful = at + 8 * k
    x.fork.dd_won = at + 9 * k


cdef inline int settle(AlphaMu* a, Node* x) noexcept nogil:
    """Take out the bits that the tricks taken, and those left, decide."""
    cdef const uint64_t* sure = a.q.reached[x.st.won]
    cdef const uint64_t* still = a.q.reached[x.st.won + x.st.left]
    cdef int i
    cdef uint64_t left = 0
    cdef uint64_t lost
    for i in range(a.k):
        lost = x.possible[i] & ~still[i]
        x.useful[i] &= ~lost
        x.possible[i] &= ~(lost | sure[i])
        left |= x.possible[i]
    return left != 0


cdef inline void play_known(AlphaMu* a, int ply, int card) noexcept nogil:
    """Make node ply+1 the state after a card of a known hand; its worlds are still to be set."""
    cdef Node* y = &a.node[ply + 1]
    y.st = a.node[ply].st
    advance(&y.st, card, &a.q, &a.zobrist)


cdef inline bint play_other(AlphaMu* a, int ply, int token) noexcept nogil:
    """Make node ply+1 the state after a move of a seat that is not Max, with its possible worlds.

    False when no possible world is left that allows it.
    """
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef int seat = (x.st.leader + x.st.place) & 3
    cdef int c = token - DECK
    if token < DECK:
        vec_copy(y.possible, x.possible, a.k)
    else:
        vec_and(y.possible, x.possible, holding(&a.q, seat, c, x.st.played[seat][c] + 1), a.k)
        if x.st.place and a.q.suit[c] != x.st.suit[0]:
            vec_and(y.possible, y.possible, x.voids, a.k)
        if vec_empty(y.possible, a.k):
            return False
    y.st = x.st
    advance(&y.st, token, &a.q, &a.zobrist)
    return True
